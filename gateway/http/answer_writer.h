#ifndef GATEWAY_HTTP_ANSWER_WRITER_H_
#define GATEWAY_HTTP_ANSWER_WRITER_H_

// Writes an answer in pieces. Each has a time limit, so that a reader who stopped is noticed soon;
// and the whole has a least rate, so that a reader who takes a sip of a large answer now and then
// does not hold its memory for hours. Internal to http_server.cc.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "boost/asio/write.hpp"
#include "boost/beast/core.hpp"

namespace allreview::http {

struct AnswerWriterOptions {
  absl::Duration write_timeout;      // For a piece, and before the rate counts.
  int64_t min_bytes_per_second = 1;  // Of all that has been written.
};

template <typename Stream>
class AnswerWriter {
 public:
  using ErrorCode = boost::beast::error_code;
  using Callback = std::function<void(ErrorCode)>;

  AnswerWriter(Stream& stream, const AnswerWriterOptions& options)
      : stream_(stream), options_(options) {}

  // One at a time. `on_written` is called once and keeps the writer's owner alive until then.
  void Write(std::string head, std::string body, Callback on_written) {
    head_ = std::move(head);
    body_ = std::move(body);
    written_ = 0;
    started_ = absl::Now();
    WriteSome(std::move(on_written));
  }

 private:
  static constexpr size_t kPieceBytes = 64 << 10;

  void WriteSome(Callback on_written) {
    const size_t size = std::min(body_.size() - written_, kPieceBytes);
    const std::array<boost::asio::const_buffer, 2> piece = {
        boost::asio::buffer(head_), boost::asio::buffer(body_.data() + written_, size)};
    written_ += size;
    boost::beast::get_lowest_layer(stream_).expires_after(
        absl::ToChronoNanoseconds(std::min(options_.write_timeout, TimeLeft())));
    boost::asio::async_write(stream_, piece,
                             [this, on_written = std::move(on_written)](ErrorCode error, size_t) {
                               OnWritten(error, on_written);
                             });
  }

  // For what has been written and this piece.
  absl::Duration TimeLeft() const {
    const absl::Duration allowed =
        options_.write_timeout + absl::Seconds(static_cast<double>(written_) /
                                               static_cast<double>(options_.min_bytes_per_second));
    return std::max(started_ + allowed - absl::Now(), absl::ZeroDuration());
  }

  void OnWritten(ErrorCode error, const Callback& on_written) {
    head_.clear();
    if (!error && written_ < body_.size()) return WriteSome(on_written);
    body_ = "";
    on_written(error);
  }

  Stream& stream_;
  const AnswerWriterOptions options_;
  std::string head_;
  std::string body_;
  size_t written_ = 0;
  absl::Time started_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ANSWER_WRITER_H_
