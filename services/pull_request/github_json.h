#ifndef SERVICES_PULL_REQUEST_GITHUB_JSON_H_
#define SERVICES_PULL_REQUEST_GITHUB_JSON_H_

// GitHub's JSON as structs. Pure.
//
//   absl::StatusOr<PullRequestJson> pull = ParsePullRequest(body);
//
// Unknown fields are ignored; absent and null ones get their default, except for the few without
// which the object is useless. Depth is checked before parsing, so hostile nesting costs nothing.
// Fails with kDataLoss: not JSON, too deep, or a needed field is absent or of another type. The
// text never holds content of the body.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::pull_request {

struct RepositoryJson {
  int64_t id = 0;
  std::string full_name;
};

struct PullRequestJson {
  int64_t number = 0;
  std::string title;
  std::string body;
  std::string author;
  std::string state;  // "open" or "closed".
  bool is_merged = false;
  bool is_draft = false;
  std::vector<std::string> labels;
  std::string html_url;
  std::string base_ref;
  std::string base_sha;  // Tip of the base branch, not the merge base.
  std::string head_ref;
  std::string head_sha;
  RepositoryJson base_repository;
  std::optional<RepositoryJson> head_repository;  // None when the fork is gone.
  int32_t changed_files = 0;
  int64_t additions = 0;
  int64_t deletions = 0;
};

struct CommitJson {
  std::string sha = {};
  std::string tree = {};
  std::string message = {};
  std::string author = {};  // Login, or the name in the commit. Never a mail address.
};

struct CompareJson {
  CommitJson merge_base;
  std::vector<CommitJson> commits;  // Oldest first; one page of them.
};

struct FileJson {
  std::string path;
  std::string previous_path;  // Empty unless renamed or copied.
  std::string status;         // As GitHub names it: "added", "removed", "modified", "renamed" …
  std::string sha;            // Of the new blob; of the old one for removed files. May be empty.
  int64_t additions = 0;
  int64_t deletions = 0;
  std::optional<std::string> patch;  // Hunks only.
};

struct TreeEntryJson {
  std::string path;
  uint32_t mode = 0;
  bool is_tree = false;
  std::string sha;
  int64_t size = -1;  // Of a blob. -1: not said.
};

struct TreeJson {
  std::vector<TreeEntryJson> entries;
  bool is_truncated = false;
};

absl::StatusOr<PullRequestJson> ParsePullRequest(absl::string_view body);
absl::StatusOr<CommitJson> ParseGitCommit(absl::string_view body);  // Of git/commits/{sha}.
absl::StatusOr<CompareJson> ParseCompare(absl::string_view body);
absl::StatusOr<std::vector<FileJson>> ParseFiles(absl::string_view body);
absl::StatusOr<TreeJson> ParseTree(absl::string_view body);

// Whether `text` is an object id: 40 or 64 lower-case hexadecimal digits.
bool IsObjectId(absl::string_view text);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GITHUB_JSON_H_
