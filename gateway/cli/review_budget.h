#ifndef GATEWAY_CLI_REVIEW_BUDGET_H_
#define GATEWAY_CLI_REVIEW_BUDGET_H_

// What --review-cpu-seconds and --review-memory say. kInvalidArgument: one of them is 0.

#include "absl/status/statusor.h"
#include "gateway/cli/flags.h"
#include "host/review_budget.h"

namespace allreview::cli {

absl::StatusOr<ReviewBudget> ReadReviewBudget(const Arguments& arguments);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_BUDGET_H_
