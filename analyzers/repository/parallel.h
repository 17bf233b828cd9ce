#ifndef ANALYZERS_REPOSITORY_PARALLEL_H_
#define ANALYZERS_REPOSITORY_PARALLEL_H_

#include <cstddef>
#include <functional>

namespace allreview::repository {

// Calls work(0) to work(count - 1), each once, on up to `threads` threads, and returns when all are
// done. Results go to slots by index, so that no order of threads shows.
void ParallelFor(size_t count, int threads, const std::function<void(size_t)>& work);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_PARALLEL_H_
