#ifndef ANALYZERS_RULES_PARALLEL_H_
#define ANALYZERS_RULES_PARALLEL_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace allreview::rules {

// Calls work(0) to work(count - 1), each once, on up to `threads` threads, and returns when all are
// done. Results go to slots by index, so that no order of threads shows.
inline void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> others;
  const size_t wanted = std::min(count, static_cast<size_t>(std::max(threads, 1)));
  for (size_t i = 1; i < wanted; ++i) others.emplace_back(run);
  run();
  for (std::thread& thread : others) thread.join();
}

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PARALLEL_H_
