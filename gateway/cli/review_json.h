#ifndef GATEWAY_CLI_REVIEW_JSON_H_
#define GATEWAY_CLI_REVIEW_JSON_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

// The message of a review that was written as JSON. kInvalidArgument: it is none.
absl::StatusOr<review::v1::Review> ReadReview(absl::string_view json);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_JSON_H_
