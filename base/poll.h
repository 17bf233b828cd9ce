#ifndef BASE_POLL_H_
#define BASE_POLL_H_

// A step of work that a budget may end; see base/work_budget.h. Apart from that file, because
// headers that are included everywhere poll.

#include <cstddef>

namespace allreview {

namespace work_budget_internal {
constexpr int kStepsBetweenLooks = 256;
extern constinit thread_local int steps_left;
void Look(bool is_asked_now);
}  // namespace work_budget_internal

// `steps` is how many cheap ones (some nanoseconds) it is worth. Throws OverBudget.
inline void Poll(int steps = 1) {
  if ((work_budget_internal::steps_left -= steps) < 0) [[unlikely]] {
    work_budget_internal::Look(false);
  }
}

// Before reading or copying so many bytes.
inline void PollBytes(size_t bytes) {
  constexpr size_t kMax = size_t{1} << 30;
  Poll(1 + static_cast<int>((bytes < kMax ? bytes : kMax) / 64));
}

// Looks at the clocks at once: before steps that take milliseconds.
inline void PollNow() { work_budget_internal::Look(true); }

}  // namespace allreview

#endif  // BASE_POLL_H_
