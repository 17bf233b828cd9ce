#include "services/pull_request/github_snapshot.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "github/names.h"

namespace allreview::pull_request {
namespace {

// From the last commit of the comparison where it is the head, which saves a request.
absl::StatusOr<std::string> TreeOfHead(GitHubApi& api, const Snapshot& snapshot) {
  const std::vector<CommitJson>& commits = snapshot.compare.commits;
  if (!commits.empty() && commits.back().sha == snapshot.pull.head_sha &&
      IsObjectId(commits.back().tree)) {
    return commits.back().tree;
  }
  ASSIGN_OR_RETURN(CommitJson head, api.GitCommit(snapshot.pull.head_sha));
  return head.tree;
}

bool IsWorthGoingOn(const absl::Status& status) {
  return !absl::IsCancelled(status) && !absl::IsUnauthenticated(status);
}

absl::Status ReadTrees(GitHubApi& api, Snapshot& snapshot) {
  absl::StatusOr<FileTree> before = ReadFileTree(api, snapshot.before_tree);
  if (!before.ok() && !IsWorthGoingOn(before.status())) return before.status();
  absl::StatusOr<FileTree> after =
      before.ok() ? ReadFileTree(api, snapshot.after_tree) : before.status();
  if (after.ok()) {
    snapshot.before = *std::move(before);
    snapshot.after = *std::move(after);
    return absl::OkStatus();
  }
  snapshot.no_trees_reason = std::string(after.status().message());
  return IsWorthGoingOn(after.status()) ? absl::OkStatus() : after.status();
}

void AddCommit(const CommitJson& commit, change::v1::ChangeInfo& info) {
  std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(commit.message, absl::MaxSplits('\n', 1));
  change::v1::Commit& added = *info.add_commits();
  added.set_id(commit.sha);
  added.set_subject(std::string(absl::StripAsciiWhitespace(parts.first)));
  added.set_body(std::string(absl::StripAsciiWhitespace(parts.second)));
  added.set_author(commit.author);
}

}  // namespace

absl::StatusOr<Snapshot> TakeSnapshot(GitHubApi& api, int64_t number) {
  Snapshot snapshot;
  ASSIGN_OR_RETURN(snapshot.pull, api.PullRequest(number));
  std::pair<absl::string_view, absl::string_view> names =
      absl::StrSplit(snapshot.pull.base_repository.full_name, absl::MaxSplits('/', 1));
  if (!github::IsGitHubName(names.first) || !github::IsGitHubName(names.second)) {
    return absl::DataLossError("the pull request names no usable repository as its base");
  }
  api.set_repository(snapshot.pull.base_repository.full_name);
  ASSIGN_OR_RETURN(snapshot.compare, api.Compare(snapshot.pull.base_sha, snapshot.pull.head_sha));
  snapshot.before_tree = snapshot.compare.merge_base.tree;
  ASSIGN_OR_RETURN(snapshot.after_tree, TreeOfHead(api, snapshot));
  RETURN_IF_ERROR(ReadTrees(api, snapshot));
  return snapshot;
}

bool IsSameHead(const Snapshot& snapshot, const PullRequestJson& now) {
  return now.head_sha == snapshot.pull.head_sha && now.base_ref == snapshot.pull.base_ref;
}

change::v1::ChangeInfo ToChangeInfo(const Snapshot& snapshot) {
  const PullRequestJson& pull = snapshot.pull;
  change::v1::ChangeInfo info;
  info.set_repository(pull.base_repository.full_name);
  info.set_repository_id(pull.base_repository.id);
  info.set_number(pull.number);
  info.set_title(pull.title);
  info.set_body(pull.body);
  info.set_author(pull.author);
  info.set_base_ref(pull.base_ref);
  info.set_head_ref(pull.head_ref);
  info.set_base_commit(pull.base_sha);
  info.set_head_commit(pull.head_sha);
  info.set_merge_base_commit(snapshot.compare.merge_base.sha);
  info.set_is_draft(pull.is_draft);
  info.set_state(pull.is_merged ? "merged" : pull.state);
  for (const std::string& label : pull.labels) info.add_labels(label);
  for (const CommitJson& commit : snapshot.compare.commits) AddCommit(commit, info);
  info.set_url(pull.html_url);
  info.mutable_announced()->set_files(pull.changed_files);
  info.mutable_announced()->set_additions(pull.additions);
  info.mutable_announced()->set_deletions(pull.deletions);
  bool is_same =
      pull.head_repository.has_value() && pull.head_repository->id == pull.base_repository.id;
  if (pull.head_repository.has_value() && !is_same) {
    info.set_head_repository(pull.head_repository->full_name);
  }
  info.set_is_fork(!is_same);
  info.set_has_content(true);
  return info;
}

}  // namespace allreview::pull_request
