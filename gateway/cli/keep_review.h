#ifndef GATEWAY_CLI_KEEP_REVIEW_H_
#define GATEWAY_CLI_KEEP_REVIEW_H_

// allreview review --keep: a review that the gateway does in its turn and keeps, and that others
// then see on its page.

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/cli/documents.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/input.h"
#include "gateway/cli/interrupt.h"
#include "gateway/cli/progress.h"
#include "gateway/cli/review_request.h"
#include "gateway/cli/session.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::cli {

// kInvalidArgument: a flag that a kept review could not honour, since the gateway's configuration
// alone decides about what others will see.
absl::Status CheckKeepFlags(const Arguments& arguments);

struct KeepCall {
  review::v1::ReviewService::Stub& stub;
  const ReviewPlan& plan;
  const Arguments& arguments;
  const Session& session;
  Interrupt& interrupt;
  Input* patch = nullptr;  // Null: the change is no patch.
};

// Queues the review, says on standard error where it is, follows it to its end and writes the
// documents of the plan. Interrupted, it stops following; the gateway goes on.
absl::StatusOr<review::v1::Finished> KeepReview(const KeepCall& call, Progress& progress,
                                                Documents& documents);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_KEEP_REVIEW_H_
