#ifndef SERVICES_PULL_REQUEST_GIT_HISTORY_H_
#define SERVICES_PULL_REQUEST_GIT_HISTORY_H_

// The commits of a range.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/change/v1/change.pb.h"
#include "services/pull_request/git_repository.h"

namespace allreview::pull_request {

inline constexpr int kMaxCommits = 250;  // As many as GitHub lists of a pull request.

// Commits that `after` has and `before` has not. Starts git and returns at once.
class GitHistory {
 public:
  static absl::StatusOr<std::unique_ptr<GitHistory>> Start(GitRepository& git,
                                                           absl::string_view before,
                                                           absl::string_view after);

  // The last commits that led to `head`, merged branches as one each.
  static absl::StatusOr<std::unique_ptr<GitHistory>> StartLast(GitRepository& git,
                                                               absl::string_view head, int count);

  // The oldest kMaxCommits of them, oldest first.
  absl::StatusOr<std::vector<change::v1::Commit>> Read(const CallControl& control);

 private:
  explicit GitHistory(std::unique_ptr<Subprocess> process) : process_(std::move(process)) {}
  std::unique_ptr<Subprocess> process_;
};

// The only commit of a range, without asking git: nothing when there are, or may be, several.
std::optional<change::v1::Commit> OnlyCommit(const GitCommit& before, const GitCommit& after);

// A person's name as we pass it on: never a mail address, not even where somebody has put one in
// place of the name.
std::string NameWithoutMail(absl::string_view name);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_HISTORY_H_
