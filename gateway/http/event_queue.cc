#include "gateway/http/event_queue.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/mutex.h"

namespace allreview::http {

std::string FormatEvent(absl::string_view name, absl::string_view data, absl::string_view id) {
  std::string text;
  if (!id.empty()) absl::StrAppend(&text, "id: ", id, "\n");
  if (!name.empty()) {
    absl::StrAppend(&text, "event: ", absl::StrReplaceAll(name, {{"\r", " "}, {"\n", " "}}), "\n");
  }
  // A lone carriage return ends a line, too.
  const std::string lines = absl::StrReplaceAll(data, {{"\r\n", "\n"}, {"\r", "\n"}});
  for (absl::string_view line : absl::StrSplit(lines, '\n')) {
    absl::StrAppend(&text, "data: ", line, "\n");
  }
  return text + "\n";
}

EventQueue::EventQueue(std::function<void()> wake) : wake_(std::move(wake)) {}

bool EventQueue::Send(absl::string_view name, absl::string_view data) {
  return Queue(FormatEvent(name, data));
}

bool EventQueue::SendNumbered(absl::string_view id, absl::string_view name,
                              absl::string_view data) {
  return Queue(FormatEvent(name, data, id));
}

bool EventQueue::Queue(const std::string& event) {
  {
    const MutexLock lock(mutex_);
    if (is_ended_ || is_overrun_) return false;
    // One event may be larger than the bound; two that wait may not.
    is_overrun_ = !pending_.empty() && pending_.size() + event.size() > kMaxPendingBytes;
    if (!is_overrun_) pending_ += event;
  }
  wake_();
  const MutexLock lock(mutex_);
  return !is_overrun_;
}

void EventQueue::OnEnd(std::function<void()> on_end) {
  {
    const MutexLock lock(mutex_);
    if (!is_ended_) {
      on_end_ = std::move(on_end);
      return;
    }
  }
  on_end();
}

EventQueue::Batch EventQueue::Take() {
  const MutexLock lock(mutex_);
  return {.text = std::exchange(pending_, ""),
          .is_complete = is_complete_ || is_ended_,
          .is_overrun = is_overrun_};
}

void EventQueue::Complete() {
  {
    const MutexLock lock(mutex_);
    is_complete_ = true;
    on_end_ = nullptr;
  }
  wake_();
}

void EventQueue::End() {
  std::function<void()> on_end;
  {
    const MutexLock lock(mutex_);
    if (std::exchange(is_ended_, true)) return;
    on_end = std::exchange(on_end_, nullptr);
  }
  if (on_end) on_end();
  wake_();
}

}  // namespace allreview::http
