#ifndef GATEWAY_HTTP_WORKER_POOL_H_
#define GATEWAY_HTTP_WORKER_POOL_H_

// A fixed number of threads and a queue with an end.
//
//   WorkerPool pool({.workers = 16, .max_queued = 256});
//   if (!pool.Submit([] { Work(); })) ShedLoad();
//
// Work that throws is logged and dropped.

#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace allreview::http {

struct WorkerPoolOptions {
  int workers = 1;
  int max_queued = 1;  // Besides those that are being done.
};

class WorkerPool {
 public:
  explicit WorkerPool(const WorkerPoolOptions& options);
  ~WorkerPool();  // Stops.
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False: the queue is full, and `work` was dropped.
  [[nodiscard]] bool Submit(std::function<void()> work);

  // Finishes what has begun, drops what waits and whatever comes later.
  void Stop();

 private:
  void Run();

  const size_t max_pending_;  // Done or waiting.
  Mutex mutex_;
  ConditionVariable has_work_;
  std::deque<std::function<void()>> queue_ ABSL_GUARDED_BY(mutex_);
  size_t busy_ ABSL_GUARDED_BY(mutex_) = 0;  // Threads.
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_WORKER_POOL_H_
