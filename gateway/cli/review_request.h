#ifndef GATEWAY_CLI_REVIEW_REQUEST_H_
#define GATEWAY_CLI_REVIEW_REQUEST_H_

// From the arguments of `allreview review` and `allreview scan` to a request of ReviewService.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "proto/analysis/v1/policy.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/review/v1/review_service.pb.h"

namespace allreview::cli {

struct ReviewPlan {
  review::v1::ReviewRequest request;
  // Whose text is sent beside the request: a file, or "-" for standard input. Empty: none.
  std::string patch;
  std::vector<std::string> outputs;  // One for each document; "-": standard output.
  std::vector<std::string> folders;  // To be made before these.
  std::vector<size_t> patches;       // Which outputs get the edits of the review, which is JSON.
  bool is_gate_off = false;          // --fail-on=none.
};

// kInvalidArgument: the arguments contradict each other or cannot be understood. Other codes: a
// file that they name cannot be read, or there is no repository here. Reads policy files and looks
// for the repository; nothing else.
absl::StatusOr<ReviewPlan> PlanReview(const Arguments& arguments, const Environment& environment,
                                      absl::string_view default_documents = "review");

// The same for `allreview scan`.
absl::StatusOr<ReviewPlan> PlanScan(const Arguments& arguments, const Environment& environment,
                                    absl::string_view default_documents = "review");

// The same for `allreview ratchet`: one document, the scan in JSON, for standard output.
absl::StatusOr<ReviewPlan> PlanRatchet(const Arguments& arguments, const Environment& environment);

// The same for `allreview fix`: one document, the review in JSON, for standard output.
absl::StatusOr<ReviewPlan> PlanFix(const Arguments& arguments, const Environment& environment);

// The same for `allreview playbook`.
absl::StatusOr<ReviewPlan> PlanPlaybook(const Arguments& arguments, const Environment& environment);

// "BASE..HEAD", "BASE...HEAD", "BASE.." (to HEAD), or one revision, which is compared with the
// working tree. Sets mode, base and head.
absl::StatusOr<change::v1::LocalRepository> ParseRange(absl::string_view text);

// Files of --policy, in the order given.
absl::StatusOr<std::vector<analysis::v1::PolicySource>> ReadPolicies(const Arguments& arguments);

// --repo as the service is to open it: the repository that the folder is in, or the folder itself
// when that is none here. Without the flag: the repository that the current folder is in, or "".
std::string RepositoryPath(const Arguments& arguments, const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_REVIEW_REQUEST_H_
