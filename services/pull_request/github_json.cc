#include "services/pull_request/github_json.h"

#include <algorithm>
#include <limits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "github/json.h"

namespace allreview::pull_request {
namespace {

using github::At;
using github::Bool;
using github::Json;
using github::Number;
using github::ParseJson;
using github::Text;

absl::Status Need(bool is_there, absl::string_view field) {
  if (is_there) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("field \"", field, "\" is absent or not as wanted"));
}

RepositoryJson ToRepository(const Json& json) {
  return {.id = Number(json, "id"), .full_name = Text(json, "full_name")};
}

// A commit of compare: {"sha", "author": {"login"}, "commit": {"message", "author", "tree"}}.
CommitJson ToCommit(const Json& json) {
  const Json& commit = At(json, "commit");
  CommitJson result{.sha = Text(json, "sha"),
                    .tree = Text(At(commit, "tree"), "sha"),
                    .message = Text(commit, "message"),
                    .author = Text(At(json, "author"), "login")};
  if (result.author.empty()) result.author = Text(At(commit, "author"), "name");
  return result;
}

}  // namespace

bool IsObjectId(absl::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == absl::string_view::npos;
}

absl::StatusOr<PullRequestJson> ParsePullRequest(absl::string_view body) {
  ASSIGN_OR_RETURN(Json json, ParseJson(body, Json::value_t::object));
  const Json& base = At(json, "base");
  const Json& head = At(json, "head");
  PullRequestJson pull;
  pull.number = Number(json, "number");
  pull.title = Text(json, "title");
  pull.body = Text(json, "body");
  pull.author = Text(At(json, "user"), "login");
  pull.state = Text(json, "state");
  pull.is_merged = Bool(json, "merged");
  pull.is_draft = Bool(json, "draft");
  pull.html_url = Text(json, "html_url");
  pull.base_ref = Text(base, "ref");
  pull.base_sha = Text(base, "sha");
  pull.head_ref = Text(head, "ref");
  pull.head_sha = Text(head, "sha");
  pull.base_repository = ToRepository(At(base, "repo"));
  if (At(head, "repo").is_object()) pull.head_repository = ToRepository(At(head, "repo"));
  pull.changed_files = static_cast<int32_t>(
      std::clamp<int64_t>(Number(json, "changed_files"), 0, std::numeric_limits<int32_t>::max()));
  pull.additions = Number(json, "additions");
  pull.deletions = Number(json, "deletions");
  const Json& labels = At(json, "labels");
  for (size_t i = 0; labels.is_array() && i < labels.size(); ++i) {
    pull.labels.push_back(Text(labels[i], "name"));
  }
  RETURN_IF_ERROR(Need(pull.number > 0, "number"));
  RETURN_IF_ERROR(Need(IsObjectId(pull.base_sha), "base.sha"));
  RETURN_IF_ERROR(Need(IsObjectId(pull.head_sha), "head.sha"));
  RETURN_IF_ERROR(Need(!pull.base_repository.full_name.empty(), "base.repo.full_name"));
  return pull;
}

absl::StatusOr<CommitJson> ParseGitCommit(absl::string_view body) {
  ASSIGN_OR_RETURN(Json json, ParseJson(body, Json::value_t::object));
  CommitJson commit{.sha = Text(json, "sha"),
                    .tree = Text(At(json, "tree"), "sha"),
                    .message = Text(json, "message"),
                    .author = Text(At(json, "author"), "name")};
  RETURN_IF_ERROR(Need(IsObjectId(commit.tree), "tree.sha"));
  return commit;
}

absl::StatusOr<CompareJson> ParseCompare(absl::string_view body) {
  ASSIGN_OR_RETURN(Json json, ParseJson(body, Json::value_t::object));
  CompareJson compare;
  compare.merge_base = ToCommit(At(json, "merge_base_commit"));
  RETURN_IF_ERROR(Need(IsObjectId(compare.merge_base.sha), "merge_base_commit.sha"));
  RETURN_IF_ERROR(Need(IsObjectId(compare.merge_base.tree), "merge_base_commit.commit.tree.sha"));
  const Json& commits = At(json, "commits");
  for (size_t i = 0; commits.is_array() && i < commits.size(); ++i) {
    compare.commits.push_back(ToCommit(commits[i]));
  }
  return compare;
}

absl::StatusOr<std::vector<FileJson>> ParseFiles(absl::string_view body) {
  ASSIGN_OR_RETURN(Json json, ParseJson(body, Json::value_t::array));
  std::vector<FileJson> files;
  for (const Json& item : json) {
    FileJson file;
    file.path = Text(item, "filename");
    file.previous_path = Text(item, "previous_filename");
    file.status = Text(item, "status");
    file.sha = Text(item, "sha");
    if (!IsObjectId(file.sha)) file.sha.clear();
    file.additions = Number(item, "additions");
    file.deletions = Number(item, "deletions");
    if (At(item, "patch").is_string()) file.patch = Text(item, "patch");
    RETURN_IF_ERROR(Need(!file.path.empty(), "filename"));
    RETURN_IF_ERROR(Need(!file.status.empty(), "status"));
    files.push_back(std::move(file));
  }
  return files;
}

absl::StatusOr<TreeJson> ParseTree(absl::string_view body) {
  ASSIGN_OR_RETURN(Json json, ParseJson(body, Json::value_t::object));
  const Json& entries = At(json, "tree");
  RETURN_IF_ERROR(Need(entries.is_array(), "tree"));
  TreeJson tree;
  tree.is_truncated = Bool(json, "truncated");
  tree.entries.reserve(entries.size());
  for (const Json& item : entries) {
    TreeEntryJson entry;
    entry.path = Text(item, "path");
    for (char digit : Text(item, "mode")) {
      if (digit < '0' || digit > '7') return Need(false, "tree[].mode");
      entry.mode = entry.mode * 8 + (digit - '0');
    }
    entry.is_tree = Text(item, "type") == "tree";
    entry.sha = Text(item, "sha");
    entry.size = Number(item, "size", -1);
    RETURN_IF_ERROR(Need(!entry.path.empty(), "tree[].path"));
    RETURN_IF_ERROR(Need(IsObjectId(entry.sha), "tree[].sha"));
    tree.entries.push_back(std::move(entry));
  }
  return tree;
}

}  // namespace allreview::pull_request
