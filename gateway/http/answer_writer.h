#ifndef GATEWAY_HTTP_ANSWER_WRITER_H_
#define GATEWAY_HTTP_ANSWER_WRITER_H_

// Writes an answer in pieces, so that a time limit holds for each piece and not for the whole: a
// large answer may take long, but not without progress. Internal to http_server.cc.

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "boost/asio/write.hpp"
#include "boost/beast/core.hpp"

namespace allreview::http {

template <typename Stream>
class AnswerWriter {
 public:
  using ErrorCode = boost::beast::error_code;
  using Callback = std::function<void(ErrorCode)>;

  AnswerWriter(Stream& stream, absl::Duration write_timeout)
      : stream_(stream), write_timeout_(write_timeout) {}

  // One at a time. `on_written` is called once and keeps the writer's owner alive until then.
  void Write(std::string head, std::string body, Callback on_written) {
    head_ = std::move(head);
    body_ = std::move(body);
    written_ = 0;
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
        absl::ToChronoNanoseconds(write_timeout_));
    boost::asio::async_write(stream_, piece,
                             [this, on_written = std::move(on_written)](ErrorCode error, size_t) {
                               OnWritten(error, on_written);
                             });
  }

  void OnWritten(ErrorCode error, const Callback& on_written) {
    head_.clear();
    if (!error && written_ < body_.size()) return WriteSome(on_written);
    body_ = "";
    on_written(error);
  }

  Stream& stream_;
  const absl::Duration write_timeout_;
  std::string head_;
  std::string body_;
  size_t written_ = 0;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ANSWER_WRITER_H_
