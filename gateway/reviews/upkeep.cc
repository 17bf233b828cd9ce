#include "gateway/reviews/upkeep.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/time/clock.h"
#include "base/log.h"
#include "base/mutex.h"

namespace allreview::gateway {
namespace {

// What a chore throws (there is no memory, say) ends that turn of it, not the process.
absl::Status Do(const Chore& chore) {
  try {
    return chore.work();
  } catch (const std::exception& exception) {
    return absl::InternalError(exception.what());
  }
}

}  // namespace

Upkeep::Upkeep(std::vector<Chore> chores)
    : chores_(std::move(chores)), thread_([this] { Run(); }) {}

Upkeep::~Upkeep() {
  {
    MutexLock lock(mutex_);
    is_ended_ = true;
  }
  ended_.NotifyAll();
  thread_.join();
}

void Upkeep::Run() {
  std::vector<absl::Time> next(chores_.size(), absl::InfinitePast());
  MutexLock lock(mutex_);
  while (!is_ended_ && !chores_.empty()) {
    const auto earliest = std::min_element(next.begin(), next.end());
    const absl::Duration wait = *earliest - absl::Now();
    if (wait > absl::ZeroDuration()) {
      ended_.WaitFor(lock, std::min(wait, absl::Hours(1)),
                     [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return is_ended_; });
      continue;
    }
    const Chore& chore = chores_[earliest - next.begin()];
    lock.Unlock();
    const absl::Status status = Do(chore);
    if (!status.ok()) {
      Log(LogLevel::kWarning, "upkeep failed",
          {{"chore", chore.name}, {"reason", std::string(status.message())}});
    }
    *earliest = absl::Now() + chore.interval;
    lock.Lock();
  }
}

}  // namespace allreview::gateway
