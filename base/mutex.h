#ifndef BASE_MUTEX_H_
#define BASE_MUTEX_H_

// std::mutex and its helpers with annotations: `bazel build --config=clang` proves that whatever is
// ABSL_GUARDED_BY a mutex is touched only while it is held.
//
//   void Add(Job job) {
//     const MutexLock lock(mutex_);
//     jobs_.push_back(std::move(job));
//     changed_.NotifyOne();
//   }
//   Job Take() {
//     MutexLock lock(mutex_);
//     const auto has_job = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
//       return !jobs_.empty();
//     };
//     changed_.Wait(lock, has_job);
//     …
//   }
//   Mutex mutex_;
//   ConditionVariable changed_;
//   std::deque<Job> jobs_ ABSL_GUARDED_BY(mutex_);
//
// Not absl::Mutex: the system's Abseil is not instrumented, so ThreadSanitizer would not see that
// it orders anything.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"

namespace allreview {

class ABSL_LOCKABLE Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }
  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return mutex_.try_lock(); }

 private:
  friend class MutexLock;
  std::mutex mutex_;
};

// Holds a mutex until the end of its scope, or between Lock() and Unlock().
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) : lock_(mutex.mutex_) {}
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {}
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { lock_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { lock_.unlock(); }

 private:
  friend class ConditionVariable;
  std::unique_lock<std::mutex> lock_;
};

// All waits give the mutex back meanwhile and hold it again when they return. A predicate is called
// with the mutex held.
class ConditionVariable {
 public:
  template <typename Predicate>
  void Wait(MutexLock& lock, Predicate predicate) {
    changed_.wait(lock.lock_, std::move(predicate));
  }
  // What the predicate says at the end: false when the time is over and it does not hold.
  template <typename Predicate>
  bool WaitFor(MutexLock& lock, absl::Duration limit, Predicate predicate) {
    return changed_.wait_for(lock.lock_, absl::ToChronoMilliseconds(std::min(limit, kLongest)),
                             std::move(predicate));
  }
  // False when `end` has come. May return true for no reason: ask again in a loop.
  bool WaitUntil(MutexLock& lock, std::chrono::steady_clock::time_point end) {
    return changed_.wait_until(lock.lock_, end) == std::cv_status::no_timeout;
  }
  void NotifyOne() { changed_.notify_one(); }
  void NotifyAll() { changed_.notify_all(); }

 private:
  static constexpr absl::Duration kLongest = absl::Hours(24 * 365);  // More overflows the clock.
  std::condition_variable changed_;
};

}  // namespace allreview

#endif  // BASE_MUTEX_H_
