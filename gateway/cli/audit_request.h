#ifndef GATEWAY_CLI_AUDIT_REQUEST_H_
#define GATEWAY_CLI_AUDIT_REQUEST_H_

// From the arguments of `allreview audit` and `allreview ask` to a request of ReviewService.

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/review_request.h"

namespace allreview::cli {

// A change when the argument is a range, a pull request or a patch, or a flag names one; else the
// files that the arguments name, or all, at a commit. Errors as PlanReview and PlanScan.
absl::StatusOr<ReviewPlan> PlanAudit(const Arguments& arguments, const Environment& environment);

// The first argument is the question; the others are as for an audit. Without them the question
// says whether it is about the change at hand or about files. kInvalidArgument for a question that
// is not understood. Trips no gate unless one is asked for.
absl::StatusOr<ReviewPlan> PlanAsk(const Arguments& arguments, const Environment& environment);

// "main..topic" and the like, not "../tools".
bool LooksLikeRange(absl::string_view argument);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_AUDIT_REQUEST_H_
