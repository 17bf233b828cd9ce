#include "base/periodic.h"

#include <exception>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"

namespace allreview {

Periodic::Periodic(absl::Duration interval, std::function<void()> work)
    : interval_(interval), work_(std::move(work)), thread_([this] { Run(); }) {}

Periodic::~Periodic() {
  {
    MutexLock lock(mutex_);
    is_ended_ = true;
  }
  ended_.NotifyAll();
  thread_.join();
}

void Periodic::Run() {
  MutexLock lock(mutex_);
  while (!ended_.WaitFor(lock, interval_,
                         [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return is_ended_; })) {
    lock.Unlock();
    try {
      work_();
    } catch (const std::exception& exception) {
      // There is no memory, say: the next turn may have it.
      Log(LogLevel::kError, "periodic work failed", {{"reason", exception.what()}});
    }
    lock.Lock();
  }
}

}  // namespace allreview
