#include "base/periodic.h"

#include <exception>
#include <utility>

#include "base/log.h"

namespace allreview {

Periodic::Periodic(absl::Duration interval, std::function<void()> work)
    : interval_(interval), work_(std::move(work)), thread_([this] { Run(); }) {}

Periodic::~Periodic() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    is_ended_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void Periodic::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (
      !ended_.wait_for(lock, absl::ToChronoMilliseconds(interval_), [this] { return is_ended_; })) {
    lock.unlock();
    try {
      work_();
    } catch (const std::exception& exception) {
      // There is no memory, say: the next turn may have it.
      Log(LogLevel::kError, "periodic work failed", {{"reason", exception.what()}});
    }
    lock.lock();
  }
}

}  // namespace allreview
