#ifndef GATEWAY_CLI_REVIEW_BUDGET_H_
#define GATEWAY_CLI_REVIEW_BUDGET_H_

// What --review-cpu-seconds and --review-memory say.

#include "gateway/cli/flags.h"
#include "host/review_budget.h"

namespace allreview::cli {

ReviewBudget ReadReviewBudget(const Arguments& arguments);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_BUDGET_H_
