#include "analyzers/repository/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/work_budget.h"

namespace allreview::repository {

// All threads work for the budget of the calling one. When `work` throws, no further call begins,
// and the first exception is thrown again here once all threads have ended.
void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  Mutex mutex;
  std::exception_ptr failure;  // Guarded by the mutex.
  const auto run = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const MutexLock lock(mutex);
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  const BudgetOfThread budget;
  {
    std::vector<std::jthread> others;  // Joined when the block ends.
    const size_t wanted = std::min(count, static_cast<size_t>(std::max(threads, 1)));
    others.reserve(wanted);
    try {
      for (size_t i = 1; i < wanted; ++i) {
        others.emplace_back([&] {
          const BudgetScope scope(budget);
          run();
        });
      }
    } catch (const std::system_error&) {
      // The system gives no more threads: fewer do the same.
    }
    run();
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace allreview::repository
