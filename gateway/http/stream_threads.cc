#include "gateway/http/stream_threads.h"

#include <exception>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"

namespace allreview::http {

StreamThreads::StreamThreads(int max_threads) : max_threads_(static_cast<size_t>(max_threads)) {}

StreamThreads::~StreamThreads() { Stop(); }

bool StreamThreads::Start(std::function<void()> run) {
  std::list<Running> ended;
  bool is_started = false;
  {
    const MutexLock lock(mutex_);
    ended = TakeEnded();
    is_started = running_.size() < max_threads_;
    if (is_started) {
      Running& slot = running_.emplace_back();
      try {
        slot.thread = std::thread([this, &slot, run = std::move(run)]() mutable {
          run();
          run = nullptr;
          const MutexLock end_lock(mutex_);
          slot.has_ended = true;
        });
      } catch (const std::exception& exception) {
        running_.pop_back();
        is_started = false;
        Log(LogLevel::kError, "cannot start a thread", {{"reason", exception.what()}});
      }
    }
  }
  for (Running& thread : ended) thread.thread.join();
  return is_started;
}

void StreamThreads::Stop() {
  // Joined outside of the lock, which each thread takes last of all; a list keeps their places.
  std::list<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    max_threads_ = 0;
    for (Running& slot : running_) threads.push_back(std::move(slot.thread));
  }
  for (std::thread& thread : threads) {
    if (thread.joinable()) thread.join();
  }
  const MutexLock lock(mutex_);
  running_.clear();
}

std::list<StreamThreads::Running> StreamThreads::TakeEnded() {
  std::list<Running> ended;
  for (auto slot = running_.begin(); slot != running_.end();) {
    const auto next = std::next(slot);
    if (slot->has_ended) ended.splice(ended.end(), running_, slot);
    slot = next;
  }
  return ended;
}

}  // namespace allreview::http
