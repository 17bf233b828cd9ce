#include "base/periodic.h"

#include <utility>

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
    work_();
    lock.lock();
  }
}

}  // namespace allreview
