#include "gateway/http/worker_pool.h"

#include <exception>
#include <utility>

#include "base/log.h"
#include "base/mutex.h"

namespace allreview::http {

WorkerPool::WorkerPool(const WorkerPoolOptions& options)
    : max_pending_(static_cast<size_t>(options.workers + options.max_queued)) {
  for (int i = 0; i < options.workers; ++i) threads_.emplace_back([this] { Run(); });
}

WorkerPool::~WorkerPool() { Stop(); }

void WorkerPool::Stop() {
  std::deque<std::function<void()>> dropped;  // Ends outside of the lock.
  {
    const MutexLock lock(mutex_);
    is_stopping_ = true;
    dropped.swap(queue_);
  }
  has_work_.NotifyAll();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool WorkerPool::Submit(std::function<void()> work) {
  {
    const MutexLock lock(mutex_);
    if (is_stopping_ || busy_ + queue_.size() >= max_pending_) return false;
    queue_.push_back(std::move(work));
  }
  has_work_.NotifyOne();
  return true;
}

void WorkerPool::Run() {
  MutexLock lock(mutex_);
  while (true) {
    has_work_.Wait(lock, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return is_stopping_ || !queue_.empty();
    });
    if (is_stopping_) return;
    ++busy_;
    std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    lock.Unlock();
    try {
      work();
    } catch (const std::exception& exception) {
      Log(LogLevel::kError, "a worker has dropped a request", {{"reason", exception.what()}});
    }
    work = nullptr;  // What it holds ends outside of the lock.
    lock.Lock();
    --busy_;
  }
}

}  // namespace allreview::http
