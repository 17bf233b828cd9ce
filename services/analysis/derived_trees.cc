#include "services/analysis/derived_trees.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "services/analysis/every_name.h"

namespace allreview::analysis {

using rules::ChangedFile;
using rules::Side;
using rules::TreeFile;

absl::StatusOr<std::vector<TreeFile>> DerivedTrees::ListFiles(
    Side side, const std::vector<std::string>& suffixes) {
  if (suffixes == EveryName()) return reader_.ListFiles(side, suffixes);
  const Listing& all = side == Side::kRight ? Right() : Left();
  if (!all.ok()) return all.status();
  std::vector<TreeFile> files;
  for (const TreeFile& file : *all) {
    const bool is_wanted =
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
  std::map<std::string, std::string> ids;
  for (const TreeFile& file : **right_) ids[file.path] = file.blob_id;
  for (const ChangedFile& file : changed_) {
    if (file.is_deleted) continue;
    const auto found = ids.find(file.path);
    if (found == ids.end() || found->second != file.after_blob_id) return std::nullopt;
    // A copied file leaves its source where it is; to put that back again changes nothing.
    ids.erase(found);
  }
  for (const ChangedFile& file : changed_) {
    if (file.is_added) continue;
    if (file.before_blob_id.empty()) return std::nullopt;
    ids[file.old_path] = file.before_blob_id;
  }
  std::vector<TreeFile> files;
  for (auto& [path, id] : ids) files.push_back({path, std::move(id)});
  return files;
}

}  // namespace allreview::analysis
