#include "proto/change/v1/normal_ref.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace allreview::change::v1 {

absl::StatusOr<ChangeRef> NormalRef(ChangeRef ref) {
  if (!ref.has_pull_request()) return ref;
  const PullRequest& pull = ref.pull_request();
  if (pull.forge() != FORGE_UNSPECIFIED && pull.forge() != FORGE_GITHUB) {
    return absl::InvalidArgumentError(
        absl::StrCat("ref.pull_request.forge is ", pull.forge(), "; wanted FORGE_GITHUB"));
  }
  const std::vector<std::string> names = absl::StrSplit(pull.repository(), '/');
  if (names.size() != 2 || names[0].empty() || names[1].empty()) {
    return absl::InvalidArgumentError(
        "ref.pull_request.repository is not the full name of a repository; wanted OWNER/NAME");
  }
  ChangeRef normal;
  GitHubPullRequest& github = *normal.mutable_github();
  github.set_api_base(pull.api_base());
  github.set_owner(names[0]);
  github.set_repository(names[1]);
  github.set_number(pull.number());
  return normal;
}

}  // namespace allreview::change::v1
