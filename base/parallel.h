#ifndef BASE_PARALLEL_H_
#define BASE_PARALLEL_H_

#include <cstddef>
#include <functional>

namespace allreview {

// Calls work(0) to work(count - 1), each once, on up to `threads` threads, and returns when all are
// done. Results go to slots by index, so that no order of threads shows.
//
// All threads work for the budget of the calling one (base/work_budget.h). When `work` throws, no
// further call begins, and the first exception is thrown again here once all threads have ended.
void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& work);

}  // namespace allreview

#endif  // BASE_PARALLEL_H_
