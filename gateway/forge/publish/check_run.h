#ifndef GATEWAY_FORGE_PUBLISH_CHECK_RUN_H_
#define GATEWAY_FORGE_PUBLISH_CHECK_RUN_H_

// The check run of a review: found again by its external id, so that it is made once; with an
// honest conclusion, and its annotations in batches.
//
//   CheckRun run{.head = "…", .external_id = review_id, .status = "completed", …};
//   ASSIGN_OR_RETURN(WrittenCheck written, WriteCheckRun(api, "acme/train", run));
//
// Takes one request to look, one to write, and one more for each fifty annotations. Interrupted, it
// goes on with the annotations that are not there yet.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "github/api.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

struct CheckAnnotation {
  std::string path;
  int first_line = 1;  // 1-based.
  int last_line = 1;   // Inclusive.
  std::string level;   // "notice", "warning", "failure".
  std::string title;
  std::string message;
};

struct CheckRun {
  std::string name = "AllReview";
  std::string head = {};
  std::string external_id = {};
  std::string details_url = {};
  std::string status = {};      // "queued", "in_progress", "completed".
  std::string conclusion = {};  // Of "completed".
  std::string title = {};
  std::string summary = {};
  std::vector<CheckAnnotation> annotations = {};
  bool has_actions = false;
};

struct WrittenCheck {
  int64_t id = 0;
  std::string url;  // For people.
};

// kPermissionDenied and kNotFound: check runs are not for this token.
absl::StatusOr<WrittenCheck> WriteCheckRun(github::Api& api, const std::string& repository,
                                           const CheckRun& run);

// "success", "neutral", "failure" or "action_required". Never success where something that must be
// reviewed was not. Pure.
std::string CheckConclusion(const review::v1::Review& review);

// Of findings that people are shown, and of those over the budget. Pure.
std::vector<CheckAnnotation> Annotations(const review::v1::Review& review);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_CHECK_RUN_H_
