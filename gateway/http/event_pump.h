#ifndef GATEWAY_HTTP_EVENT_PUMP_H_
#define GATEWAY_HTTP_EVENT_PUMP_H_

// Writes what a producer puts into a queue to a connection, as chunks of text/event-stream.
// Internal to http_server.cc.
//
// Runs on the connection's strand; its callbacks hold it, and it holds the owner of the stream.
// A comment goes out when nothing else has for a while, so that proxies keep the connection and a
// client that has vanished is noticed.

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "boost/asio/buffer.hpp"
#include "boost/asio/steady_timer.hpp"
#include "boost/asio/write.hpp"
#include "boost/beast/core.hpp"
#include "gateway/http/event_queue.h"

namespace allreview::http {

struct EventPumpOptions {
  absl::Duration write_timeout;
  absl::Duration comment_interval;
};

enum class StreamEnd { kComplete, kGone, kSlow };

template <typename Stream>
class EventPump final : public std::enable_shared_from_this<EventPump<Stream>> {
 public:
  using ErrorCode = boost::beast::error_code;

  // `on_end` is called once, when the stream will not be used any more.
  EventPump(Stream& stream, std::shared_ptr<void> owner, const EventPumpOptions& options,
            std::function<void(StreamEnd)> on_end)
      : stream_(stream),
        owner_(std::move(owner)),
        options_(options),
        on_end_(std::move(on_end)),
        timer_(stream.get_executor()) {}

  // Begins with `head`, the header of the answer. Call once; returns where the producer writes to.
  std::shared_ptr<EventQueue> Start(std::string head) {
    queue_ = std::make_shared<EventQueue>(
        [weak = this->weak_from_this(), executor = stream_.get_executor()] {
          boost::asio::post(executor, [weak] {
            if (const auto self = weak.lock()) self->Flush();
          });
        });
    // A client says nothing more, so reading only tells when it goes away.
    boost::beast::get_lowest_layer(stream_).expires_never();
    ReadAndDrop();
    Write(std::move(head));
    return queue_;
  }

 private:
  void ReadAndDrop() {
    stream_.async_read_some(boost::asio::buffer(dropped_),
                            [self = this->shared_from_this()](ErrorCode error, size_t) {
                              if (error) return self->End(StreamEnd::kGone);
                              self->ReadAndDrop();
                            });
  }

  void Flush() {
    if (is_writing_ || is_ended_) return;
    if (is_complete_) return End(StreamEnd::kComplete);
    EventQueue::Batch batch = queue_->Take();
    if (batch.is_overrun) return End(StreamEnd::kSlow);
    is_complete_ = batch.is_complete;
    if (batch.text.empty() && !is_complete_) return ArmTimer();
    Write(
        absl::StrCat(batch.text.empty() ? "" : Chunk(batch.text), is_complete_ ? "0\r\n\r\n" : ""));
  }

  static std::string Chunk(absl::string_view text) {
    return absl::StrCat(absl::Hex(text.size()), "\r\n", text, "\r\n");
  }

  void Write(std::string bytes) {
    is_writing_ = true;
    outgoing_ = std::move(bytes);
    // A read is pending, so this limits the write alone.
    boost::beast::get_lowest_layer(stream_).expires_after(
        absl::ToChronoNanoseconds(options_.write_timeout));
    boost::asio::async_write(stream_, boost::asio::buffer(outgoing_),
                             [self = this->shared_from_this()](ErrorCode error, size_t) {
                               self->is_writing_ = false;
                               if (error == boost::beast::error::timeout) {
                                 return self->End(StreamEnd::kSlow);
                               }
                               if (error) return self->End(StreamEnd::kGone);
                               self->Flush();
                             });
  }

  void ArmTimer() {
    timer_.expires_after(absl::ToChronoNanoseconds(options_.comment_interval));
    // The callback does not hold the pump: a stream that ends must not wait for it.
    timer_.async_wait([weak = this->weak_from_this()](ErrorCode error) {
      const auto self = weak.lock();
      if (error || self == nullptr || self->is_writing_ || self->is_ended_) return;
      self->Write(Chunk(":\n\n"));
    });
  }

  void End(StreamEnd end) {
    if (std::exchange(is_ended_, true)) return;
    timer_.cancel();
    queue_->End();
    std::exchange(on_end_, nullptr)(end);
  }

  Stream& stream_;
  const std::shared_ptr<void> owner_;
  const EventPumpOptions options_;
  std::function<void(StreamEnd)> on_end_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<EventQueue> queue_;
  std::string outgoing_;
  char dropped_[512];
  bool is_writing_ = false;
  bool is_complete_ = false;  // The last chunk is being, or has been, written.
  bool is_ended_ = false;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_EVENT_PUMP_H_
