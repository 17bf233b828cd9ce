#ifndef GATEWAY_HTTP_EVENT_QUEUE_H_
#define GATEWAY_HTTP_EVENT_QUEUE_H_

// Between the producer of server-sent events and the socket.
//
//   EventQueue queue([session] { session->WakeUp(); });
//   queue.Send("progress", "{}");        // On the producer's thread.
//   EventQueue::Batch batch = queue.Take();  // On the socket's.
//
// Bounded: a reader that is slower than the producer loses its stream, not the server's memory.
// Safe from any thread.

#include <functional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "base/mutex.h"
#include "gateway/http/message.h"

namespace allreview::http {

class EventQueue final : public EventStream {
 public:
  static constexpr size_t kMaxPendingBytes = 1 << 20;

  // `wake` is called after each change, from any thread, without locks.
  explicit EventQueue(std::function<void()> wake);

  bool Send(absl::string_view name, absl::string_view data) override;
  bool SendNumbered(absl::string_view id, absl::string_view name, absl::string_view data) override;
  void OnEnd(std::function<void()> on_end) override;

  struct Batch {
    std::string text;          // All events that wait, as they are written.
    bool is_complete = false;  // The producer has ended, or the stream: nothing will follow.
    bool is_overrun = false;   // The reader was too slow.
  };
  Batch Take();

  // The producer has returned.
  void Complete();
  // The connection has ended, or the server drains. What waits may still be taken.
  void End();

 private:
  bool Queue(const std::string& event);

  const std::function<void()> wake_;
  Mutex mutex_;
  std::string pending_ ABSL_GUARDED_BY(mutex_);
  std::function<void()> on_end_ ABSL_GUARDED_BY(mutex_);
  bool is_ended_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_complete_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_overrun_ ABSL_GUARDED_BY(mutex_) = false;
};

// "event: NAME\ndata: LINE\n…\n\n", with "id: ID\n" before it unless the id is empty. Line breaks
// of `name` become spaces.
std::string FormatEvent(absl::string_view name, absl::string_view data, absl::string_view id = "");

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_EVENT_QUEUE_H_
