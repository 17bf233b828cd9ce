#ifndef TESTS_FAKES_GITHUB_REPOSITORY_H_
#define TESTS_FAKES_GITHUB_REPOSITORY_H_

// An invented pull request, and what GitHub derives from it: object ids, file list, hunks, diff.
//
//   FakePullRequest pull;
//   pull.before["train.py"] = {"x = 1\n"};
//   pull.after["train.py"] = {"x = 2\n"};
//   std::vector<FakeChange> changes = Changes(pull);
//
// Blob ids are git's. Commit and tree ids only look like git's: they are digests of the content, so
// the head moves when `after` changes.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::fakes {

inline constexpr uint32_t kRegular = 0100644;
inline constexpr uint32_t kExecutable = 0100755;
inline constexpr uint32_t kSymlink = 0120000;
inline constexpr uint32_t kSubmodule = 0160000;  // The content is the id of a commit.

struct FakeFile {
  std::string content = {};
  uint32_t mode = kRegular;

  std::string id() const;
  bool is_binary() const;
  bool operator==(const FakeFile&) const = default;
};

using FakeTree = std::map<std::string, FakeFile>;  // By path.

struct FakePullRequest {
  int64_t number = 7;
  std::string title = "Fuse the optimizer step";
  std::string body = "One kernel instead of four.";
  std::string author = "mara";
  std::string state = "open";
  bool is_draft = false;
  bool is_merged = false;
  std::vector<std::string> labels = {"performance"};
  std::string base_ref = "main";
  std::string head_ref = "fuse-step";
  std::vector<std::string> commit_messages = {"Fuse the optimizer step\n\nSaves three launches."};

  FakeTree before;  // Of the merge base.
  FakeTree after;
  std::map<std::string, std::string> renames;  // New path to old path.
  std::map<std::string, std::string> copies;

  // "owner/name" of the head; empty: the same repository. Gone: head.repo is null.
  std::string fork = {};
  bool is_fork_gone = false;

  // Ids and hunks of a real repository (git_pull_request.h); empty: made up.
  std::string base_id = {};
  std::string merge_base_id = {};
  std::string head_id = {};
  std::map<std::string, std::string> hunks;  // As git prints them, by new path.

  // What GitHub's file list leaves out or cuts.
  std::set<std::string> without_patch;
  std::map<std::string, int> patch_lines;  // Only so many lines of the patch are given.
  std::map<std::string, std::string> patch_override;

  std::string before_tree() const;
  std::string after_tree() const;
  std::string base_sha() const;  // Tip of the base branch.
  std::string merge_base_sha() const;
  std::string head_sha() const;
};

struct FakeChange {
  std::string path;
  std::string old_path;  // Differs from path when renamed or copied.
  std::string status;    // GitHub's word.
  std::optional<FakeFile> before, after;
  std::string hunks;  // With final line end; empty for binary files and equal content.
  int64_t additions = 0;
  int64_t deletions = 0;
};

// Sorted by path.
std::vector<FakeChange> Changes(const FakePullRequest& pull);

// The diff as git prints it, with ids cut to nine digits.
std::string DiffText(const std::vector<FakeChange>& changes);

// One hunk that replaces all lines between the common ones at both ends; three lines of context.
struct FakeHunks {
  std::string text;
  int64_t additions = 0;
  int64_t deletions = 0;
};
FakeHunks MakeHunks(absl::string_view before, absl::string_view after);

// Made up, stable, 40 digits.
std::string FakeId(absl::string_view seed);
std::string FakeTreeId(const FakeTree& tree);

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_GITHUB_REPOSITORY_H_
