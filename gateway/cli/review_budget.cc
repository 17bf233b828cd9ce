#include "gateway/cli/review_budget.h"

#include "absl/strings/str_cat.h"
#include "gateway/cli/commands.h"

namespace allreview::cli {

absl::StatusOr<ReviewBudget> ReadReviewBudget(const Arguments& arguments) {
  ReviewBudget budget;
  for (const Flag* flag : {&kReviewCpuSeconds, &kReviewMemory}) {
    if (arguments.Has(*flag) && arguments.GetNumber(*flag, 0) < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag->name, ": found 0, wanted 1 to ", flag->max_number));
    }
  }
  if (arguments.Has(kReviewCpuSeconds)) {
    budget.cpu_seconds = arguments.GetNumber(kReviewCpuSeconds, 0);
  }
  if (arguments.Has(kReviewMemory)) {
    budget.memory_bytes = int64_t{arguments.GetNumber(kReviewMemory, 0)} << 20;
  }
  return budget;
}

}  // namespace allreview::cli
