#include "gateway/http/worker_pool.h"

#include <exception>
#include <utility>

#include "base/log.h"

namespace allreview::http {

WorkerPool::WorkerPool(const WorkerPoolOptions& options)
    : max_pending_(static_cast<size_t>(options.workers + options.max_queued)) {
  for (int i = 0; i < options.workers; ++i) threads_.emplace_back([this] { Run(); });
}

WorkerPool::~WorkerPool() { Stop(); }

void WorkerPool::Stop() {
  std::deque<std::function<void()>> dropped;  // Ends outside of the lock.
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    dropped.swap(queue_);
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool WorkerPool::Submit(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (is_stopping_ || busy_ + queue_.size() >= max_pending_) return false;
    queue_.push_back(std::move(work));
  }
  has_work_.notify_one();
  return true;
}

void WorkerPool::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_work_.wait(lock, [this] { return is_stopping_ || !queue_.empty(); });
    if (is_stopping_) return;
    ++busy_;
    std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    try {
      work();
    } catch (const std::exception& exception) {
      Log(LogLevel::kError, "a worker has dropped a request", {{"reason", exception.what()}});
    }
    work = nullptr;  // What it holds ends outside of the lock.
    lock.lock();
    --busy_;
  }
}

}  // namespace allreview::http
