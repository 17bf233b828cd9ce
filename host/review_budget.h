#ifndef HOST_REVIEW_BUDGET_H_
#define HOST_REVIEW_BUDGET_H_

// What one review may take in the analysis service, and the flags by which operators set it: of
// that service and of programs that hold it.

#include <cstdint>

namespace allreview {

// Over all threads. A change that needs more ends incomplete, and says so. Files of the repository
// add to both by their number. Operators set the first and the last: --review-cpu-seconds and
// --review-memory, whose help names these defaults.
struct ReviewBudget {
  double cpu_seconds = 14;
  double cpu_seconds_of_file = 0.5;   // More for each changed file after the first.
  int64_t memory_bytes = 1280 << 20;  // And thirty times the content of the changed files.
};

inline constexpr int kMaxReviewCpuSeconds = 24 * 3600;
inline constexpr int kMaxReviewMemoryMebibytes = 1 << 20;
inline constexpr char kReviewCpuSecondsHelp[] =
    "CPU time that the analysis of one change may take, over all threads; half a second more for "
    "each further file. What is beyond is left out, and the review is incomplete and says so. "
    "Default: 14.";
inline constexpr char kReviewMemoryHelp[] =
    "Memory that the analysis of one change may take, in MiB, besides thirty times the changed "
    "content. What is beyond is left out, and the review is incomplete and says so. Default: 1280.";

}  // namespace allreview

#endif  // HOST_REVIEW_BUDGET_H_
