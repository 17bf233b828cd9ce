#include "services/analysis/derived_trees.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "services/analysis/every_name.h"

namespace allreview::analysis {

using change::ChangedFile;
using change::Side;
using change::TreeFile;

namespace {

bool IsBefore(const TreeFile& file, absl::string_view path) { return file.path < path; }

}  // namespace

absl::StatusOr<std::vector<TreeFile>> DerivedTrees::ListFiles(
    Side side, const std::vector<std::string>& suffixes) {
  if (suffixes == EveryName()) return reader_.ListFiles(side, suffixes);
  const Listing& all = side == Side::kRight ? Right() : Left();
  if (!all.ok()) return all.status();
  std::vector<TreeFile> files;
  for (const TreeFile& file : *all) {
    const bool is_wanted =
        (IsUnlistedFolder(file.path) && MayBeInUnlistedFolder(suffixes)) ||
        std::any_of(suffixes.begin(), suffixes.end(),
                    [&](const std::string& suffix) { return absl::EndsWith(file.path, suffix); });
    if (is_wanted) files.push_back(file);
  }
  return files;
}

const DerivedTrees::Listing& DerivedTrees::Right() {
  if (!right_) right_ = reader_.ListFiles(Side::kRight, {""});
  return *right_;
}

const DerivedTrees::Listing& DerivedTrees::Left() {
  if (left_) return *left_;
  if (std::optional<std::vector<TreeFile>> derived = DeriveLeft()) {
    left_ = *std::move(derived);
  } else {
    left_ = reader_.ListFiles(Side::kLeft, {""});
  }
  return *left_;
}

// The right side's list with the change taken back.
std::optional<std::vector<TreeFile>> DerivedTrees::DeriveLeft() {
  if (!Right().ok()) return std::nullopt;
  const std::vector<TreeFile>& right = **right_;
  std::set<absl::string_view> replaced;
  for (const ChangedFile& file : changed_) {
    if (file.is_deleted) continue;
    const auto found = std::lower_bound(right.begin(), right.end(), file.path, IsBefore);
    if (found == right.end() || found->path != file.path || found->blob_id != file.after_blob_id) {
      return std::nullopt;
    }
    replaced.insert(file.path);
  }
  std::map<absl::string_view, absl::string_view> before;
  for (const ChangedFile& file : changed_) {
    if (file.is_added) continue;
    if (file.before_blob_id.empty()) return std::nullopt;
    // A copied file leaves its source where it is; to put that back again changes nothing.
    before[file.old_path] = file.before_blob_id;
  }
  std::vector<TreeFile> files;
  files.reserve(right.size() + before.size());
  for (const TreeFile& file : right) {
    // What it leads to was another content, or was not there.
    if (replaced.count(file.target) > 0 || before.count(file.target) > 0) return std::nullopt;
    if (replaced.count(file.path) == 0 && before.count(file.path) == 0) files.push_back(file);
  }
  const auto kept = std::ssize(files);
  for (const auto& [path, id] : before) files.push_back({std::string(path), std::string(id)});
  std::inplace_merge(files.begin(), files.begin() + kept, files.end(),
                     [](const TreeFile& a, const TreeFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace allreview::analysis
