#ifndef HOST_REVIEW_BUDGET_H_
#define HOST_REVIEW_BUDGET_H_

// What one review may take in the analysis service, and the flags by which operators set it: of
// that service and of programs that hold it.

#include <cstdint>

#include "host/flag.h"

namespace allreview {

// Over all threads. A change that needs more ends incomplete, and says so. Files of the repository
// add to both by their number. Operators set the first and the last: --review-cpu-seconds and
// --review-memory, whose help names these defaults.
struct ReviewBudget {
  double cpu_seconds = 14;
  double cpu_seconds_of_file = 0.5;   // More for each changed file after the first.
  int64_t memory_bytes = 1280 << 20;  // And thirty times the content of the changed files.
};

inline constexpr host::Flag kReviewCpuSecondsFlag = {
    .name = "review-cpu-seconds",
    .value = "N",
    .help =
        "CPU seconds that the analysis of one change may take, over all threads; half a second "
        "more for each further file. The rest is left out, and the review says that it is "
        "incomplete. Default: 14.",
    .min_number = 1,
    .max_number = 24 * 3600};
inline constexpr host::Flag kReviewMemoryFlag = {
    .name = "review-memory",
    .value = "MIB",
    .help =
        "Memory that the analysis of one change may take, in MiB, in addition to thirty times the "
        "size of the changed files. The rest is left out, and the review says that it is "
        "incomplete. Default: 1280.",
    .min_number = 1,
    .max_number = 1 << 20};

}  // namespace allreview

#endif  // HOST_REVIEW_BUDGET_H_
