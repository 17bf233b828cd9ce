#ifndef TOOLS_DEBUG_REVIEWED_CHANGE_H_
#define TOOLS_DEBUG_REVIEWED_CHANGE_H_

// One change as the product reviews it: its services and its pipeline, all in this process. What is
// said in messages stands in the review; of phases whose values end with the analysis there is
// text.
//
//   ASSIGN_OR_RETURN(const ReviewedChange reviewed, ReviewChange(request, nullptr));
//   std::cout << reviewed.house << PrintMessage(reviewed.review.model());

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/pipeline/pipeline.h"
#include "proto/review/v1/review.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::debug {

struct ReviewedChange {
  std::string diff;  // Text; empty when it is longer than kMaxDiffBytes.
  int64_t diff_bytes = 0;
  std::string change;    // analyzers/change/print_change.h
  std::string moves;     // analyzers/moves/print_moves.h
  std::string intent;    // analyzers/intent/print_intent.h
  std::string house;     // analyzers/house/print_policy.h
  std::string plan;      // analyzers/test_plan/print_verification.h
  std::string bindings;  // analyzers/extensions/print_bindings.h
  review::v1::Review review;
  // Why something of it is not there, or not all there.
  absl::Status gap;
};

inline constexpr int64_t kMaxDiffBytes = 64 << 20;

// Fails when there is no review: the reference is wrong. `patch` may be null.
absl::StatusOr<ReviewedChange> ReviewChange(const review::v1::ReviewRequest& request,
                                            const gateway::PatchReader& patch);

}  // namespace allreview::debug

#endif  // TOOLS_DEBUG_REVIEWED_CHANGE_H_
