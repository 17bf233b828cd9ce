#ifndef GATEWAY_HTTP_REQUEST_READER_H_
#define GATEWAY_HTTP_REQUEST_READER_H_

// Reads one request after another from a connection, each within bounds of memory. Internal to
// http_server.cc.
//
// Beast parses; it is fed from here and not by its own async_read, because that waits for more
// bytes where a line can no longer become right, keeps a header that comes field by field without
// end, joins folded lines, and grows its buffer with what it cannot parse yet.
//
// Belongs to a strand. Callbacks are called once and keep the owner alive until then.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "boost/asio/error.hpp"
#include "boost/asio/steady_timer.hpp"
#include "boost/beast/core.hpp"
#include "boost/beast/http.hpp"
#include "gateway/http/byte_budget.h"
#include "gateway/http/raw_lines.h"

namespace allreview::http {

constexpr size_t kMaxHeaderBytes = 16 << 10;
// Bytes that have come and are not parsed yet: at most one piece of a body, or requests in advance.
constexpr size_t kMaxBufferedBytes = 64 << 10;
// The line of a chunk with its extensions, or all trailers.
constexpr size_t kMaxFramingBytes = kMaxHeaderBytes;

struct ReadFault {
  int status = 0;  // For the answer; 0: there is nobody to answer.
  std::string detail = "";
  std::string refusal = "";  // Label of the metric; empty: no limit was passed.
};

inline ReadFault NoRoomForBody() {
  return {.status = 503,
          .detail = "the bodies of other requests fill the memory that there is for them",
          .refusal = "memory"};
}

template <typename Stream>
class RequestReader {
 public:
  using ErrorCode = boost::beast::error_code;
  using Message = boost::beast::http::request<boost::beast::http::string_body>;
  using Callback = std::function<void(const std::optional<ReadFault>&)>;

  struct BodyLimits {
    int64_t max_bytes = 0;
    absl::Duration timeout;
  };

  explicit RequestReader(Stream& stream) : stream_(stream), timer_(stream.get_executor()) {}

  // Forgets the request before.
  void Begin() {
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    // The route, which is not known yet, says how long the body may be. "None" would refuse all.
    parser_->body_limit(std::numeric_limits<uint64_t>::max());
    header_bytes_ = 0;
    share_.Release();
  }

  // Time is limited by the stream.
  void ReadHeader(Callback on_read) {
    on_read_ = std::move(on_read);
    ParseHeader();
  }

  // After the header, and before the client is told to go on. What the body takes counts in `share`
  // until ReleaseBody or Begin. False: there is no room for the body.
  [[nodiscard]] bool PrepareBody(const BodyLimits& limits, ByteBudget::Share share) {
    limits_ = limits;
    share_ = std::move(share);
    parser_->body_limit(static_cast<uint64_t>(limits.max_bytes));
    const auto length = parser_->content_length();
    return !length.has_value() || Reserve(static_cast<size_t>(*length));
  }

  void ReadBody(Callback on_read) {
    on_read_ = std::move(on_read);
    is_reading_body_ = true;
    StartTimer();
    ParseBody();
  }

  const Message& message() const { return parser_->get(); }
  bool is_done() const { return parser_->is_done(); }
  bool keep_alive() const { return parser_->keep_alive(); }
  std::string TakeBody() { return std::move(parser_->get().body()); }
  // Drops the body, read or not, and what it held.
  void ReleaseBody() {
    parser_->get().body() = std::string();
    share_.Release();
  }

  // What has come and is not read yet.
  boost::beast::flat_buffer& buffer() { return buffer_; }
  void CancelTimer() { timer_.cancel(); }

 private:
  using Http = boost::beast::http::error;

  absl::string_view Buffered() const {
    const auto data = buffer_.cdata();
    return {static_cast<const char*>(data.data()), data.size()};
  }

  void End(const std::optional<ReadFault>& fault) {
    timer_.cancel();
    is_reading_body_ = false;
    // The callback may read the next request, and so set another.
    std::exchange(on_read_, nullptr)(fault);
  }

  void Refuse(int status, std::string detail, std::string refusal = "") {
    End(ReadFault{.status = status, .detail = std::move(detail), .refusal = std::move(refusal)});
  }

  void ParseHeader() {
    while (buffer_.size() > 0) {
      ErrorCode error;
      const size_t used = parser_->put(buffer_.data(), error);
      const bool is_folded = HasFoldedLine(Buffered().substr(0, used));
      header_bytes_ += used;
      buffer_.consume(used);
      if (is_folded) return Refuse(400, "a field of the header is folded over several lines");
      if (error == Http::header_limit || header_bytes_ > kMaxHeaderBytes) {
        return Refuse(431, absl::StrCat("the header is larger than ", kMaxHeaderBytes, " bytes"),
                      "header");
      }
      if (error == Http::need_more) {
        if (!HasBareLineFeed(Buffered())) break;
        return Refuse(400, "a line of the header does not end with a carriage return");
      }
      if (error) return Refuse(400, absl::StrCat("the request is malformed: ", error.message()));
      if (parser_->is_header_done()) return End(std::nullopt);
    }
    stream_.async_read_some(
        buffer_.prepare(kMaxHeaderBytes),
        [this, keep = on_read_](ErrorCode error, size_t bytes) { OnHeaderBytes(error, bytes); });
  }

  void OnHeaderBytes(ErrorCode error, size_t bytes) {
    buffer_.commit(bytes);
    if (!error) return ParseHeader();
    if (error == boost::beast::error::timeout) return Refuse(0, "", "slow");
    const bool is_cut = error == boost::asio::error::eof && header_bytes_ + buffer_.size() > 0;
    Refuse(is_cut ? 400 : 0, "the request is malformed: it ends within its header");
  }

  void StartTimer() {
    // The stream's own timer would close the socket, and the client would never see the 408.
    is_late_ = false;
    boost::beast::get_lowest_layer(stream_).expires_never();
    timer_.expires_after(absl::ToChronoNanoseconds(limits_.timeout));
    // A timer that has rung before it was cancelled must not hit the next request.
    timer_.async_wait([this, keep = on_read_, body = ++bodies_](ErrorCode error) {
      if (error || !is_reading_body_ || body != bodies_) return;
      is_late_ = true;
      boost::beast::get_lowest_layer(stream_).cancel();
    });
  }

  void ParseBody() {
    while (buffer_.size() > 0 && !parser_->is_done()) {
      if (parser_->chunked() && !ReserveChunked()) return End(NoRoomForBody());
      ErrorCode error;
      const size_t used = parser_->put(buffer_.data(), error);
      const bool is_folded =
          parser_->chunked() && parser_->is_done() && HasFoldedLine(Buffered().substr(0, used));
      buffer_.consume(used);
      if (is_folded) return Refuse(400, "a trailer is folded over several lines");
      if (error == Http::need_more) break;
      if (error == Http::body_limit) return RefuseLargeBody();
      if (error) return Refuse(400, absl::StrCat("the body is malformed: ", error.message()));
    }
    if (parser_->is_done()) return End(std::nullopt);
    // Data is consumed as it comes, so this is the beginning of a line between chunks.
    if (HasBareLineFeed(Buffered())) {
      return Refuse(400,
                    "the body is malformed: a line between its chunks does not end with a "
                    "carriage return");
    }
    if (buffer_.size() > kMaxFramingBytes) {
      return Refuse(431,
                    absl::StrCat("a chunk's extensions or the trailers are larger than ",
                                 kMaxFramingBytes, " bytes"),
                    "header");
    }
    stream_.async_read_some(
        buffer_.prepare(kMaxBufferedBytes - buffer_.size()),
        [this, keep = on_read_](ErrorCode error, size_t bytes) { OnBodyBytes(error, bytes); });
  }

  void OnBodyBytes(ErrorCode error, size_t bytes) {
    buffer_.commit(bytes);
    if (is_late_) {
      return Refuse(
          408, absl::StrCat("the body took longer than ", absl::FormatDuration(limits_.timeout)),
          "slow");
    }
    if (error) return Refuse(0, "");
    ParseBody();
  }

  void RefuseLargeBody() {
    Refuse(413,
           absl::StrCat("the body is larger than the ", limits_.max_bytes,
                        " bytes that are read here"),
           "body");
  }

  // Room for what has come. Doubles like a string does, but asks first.
  bool ReserveChunked() {
    const std::string& body = parser_->get().body();
    const size_t wanted = body.size() + buffer_.size();
    if (wanted <= body.capacity()) return true;
    const size_t doubled = std::min(2 * body.capacity(), static_cast<size_t>(limits_.max_bytes));
    return Reserve(std::max(wanted, doubled));
  }

  bool Reserve(size_t bytes) {
    if (!share_.Hold(static_cast<int64_t>(bytes))) return false;
    try {
      parser_->get().body().reserve(bytes);
    } catch (const std::bad_alloc&) {
      return false;
    }
    return true;
  }

  Stream& stream_;
  boost::asio::steady_timer timer_;
  boost::beast::flat_buffer buffer_{kMaxBufferedBytes};
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  size_t header_bytes_ = 0;  // Of this request, so far.
  BodyLimits limits_;
  ByteBudget::Share share_;
  bool is_reading_body_ = false;
  bool is_late_ = false;
  int64_t bodies_ = 0;  // So far.
  Callback on_read_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_REQUEST_READER_H_
