#include "gateway/cli/review_budget.h"

#include "gateway/cli/commands.h"

namespace allreview::cli {

ReviewBudget ReadReviewBudget(const Arguments& arguments) {
  ReviewBudget budget;
  if (arguments.Has(kReviewCpuSecondsFlag)) {
    budget.cpu_seconds = arguments.GetNumber(kReviewCpuSecondsFlag, 0);
  }
  if (arguments.Has(kReviewMemoryFlag)) {
    budget.memory_bytes = int64_t{arguments.GetNumber(kReviewMemoryFlag, 0)} << 20;
  }
  return budget;
}

}  // namespace allreview::cli
