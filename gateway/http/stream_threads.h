#ifndef GATEWAY_HTTP_STREAM_THREADS_H_
#define GATEWAY_HTTP_STREAM_THREADS_H_

// Threads that each run one producer of events and end with it.
//
//   StreamThreads threads(256);
//   if (!threads.Start([] { Produce(); })) ShedLoad();

#include <functional>
#include <list>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"

namespace allreview::http {

class StreamThreads {
 public:
  explicit StreamThreads(int max_threads);
  // Waits for all of them.
  ~StreamThreads();
  StreamThreads(const StreamThreads&) = delete;
  StreamThreads& operator=(const StreamThreads&) = delete;

  // False: there are as many as there may be, or the system has no more, and `run` was dropped.
  // `run` must not throw.
  [[nodiscard]] bool Start(std::function<void()> run);
  // Waits for all of them; Start says false from now on.
  void Stop();

 private:
  struct Running {
    std::thread thread;
    bool has_ended = false;
  };
  // Moves what has ended out of the list.
  std::list<Running> TakeEnded() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  size_t max_threads_ ABSL_GUARDED_BY(mutex_);
  std::list<Running> running_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_STREAM_THREADS_H_
