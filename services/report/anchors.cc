#include "services/report/anchors.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "services/report/labels.h"

namespace allreview::report {
namespace {

using change::v1::Side;
using finding::v1::Cause;

// More lines would cover the code that the comment is about.
constexpr int kMaxLines = 20;

Side SideOf(const change::v1::SourceRange& range) {
  return range.side() == change::v1::SIDE_LEFT ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT;
}

Side SideOf(const Cause& cause) {
  return cause.kind() == Cause::KIND_REMOVED_LINE ? change::v1::SIDE_LEFT : change::v1::SIDE_RIGHT;
}

}  // namespace

AnchorMap::AnchorMap(const review::v1::Review& review) {
  for (const review::v1::FileSummary& summary : review.files()) {
    const std::string& path = summary.entry().new_path();
    File& file = files_[path];
    file.path = path;
    for (const review::v1::HunkRange& hunk : summary.hunks()) {
      if (hunk.old_lines() > 0) {
        file.left.push_back({hunk.old_start(), hunk.old_start() + hunk.old_lines()});
      }
      if (hunk.new_lines() > 0) {
        file.right.push_back({hunk.new_start(), hunk.new_start() + hunk.new_lines()});
      }
    }
    const std::string& old_path = summary.entry().old_path();
    if (summary.entry().status() == change::v1::FILE_STATUS_RENAMED) {
      new_path_by_old_[old_path] = path;
    }
  }
}

const AnchorMap::File* AnchorMap::Find(const std::string& path, Side side) const {
  if (side == change::v1::SIDE_LEFT) {
    const auto renamed = new_path_by_old_.find(path);
    if (renamed != new_path_by_old_.end()) return &files_.at(renamed->second);
  }
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

Anchor AnchorMap::InFile(const File& file, Side side, int first_line, int last_line) const {
  Anchor anchor{.kind = Anchor::Kind::kFile, .path = file.path, .side = side};
  const std::vector<Lines>& hunks = side == change::v1::SIDE_LEFT ? file.left : file.right;
  if (hunks.empty() || first_line <= 0) return anchor;
  int distance = std::numeric_limits<int>::max();
  for (const Lines& hunk : hunks) {
    const int nearest = std::clamp(first_line, hunk.first, hunk.end - 1);
    if (std::abs(nearest - first_line) >= distance) continue;
    distance = std::abs(nearest - first_line);
    anchor.line = nearest;
    const bool holds_all = distance == 0 && last_line > first_line && last_line < hunk.end;
    const bool is_range = holds_all && last_line - first_line < kMaxLines;
    anchor.start_line = is_range ? first_line : 0;
    if (is_range) anchor.line = last_line;
  }
  anchor.kind = Anchor::Kind::kLines;
  anchor.is_moved = distance > 0;
  return anchor;
}

Anchor AnchorMap::For(const finding::v1::Finding& finding) const {
  const change::v1::SourceRange& range = finding.range();
  const Side side = SideOf(range);
  const File* file = Find(range.path(), side);
  Anchor anchor{.path = range.path(), .side = side};
  if (file != nullptr) anchor = InFile(*file, side, range.first_line(), LastLine(range));
  if (anchor.kind == Anchor::Kind::kLines && !anchor.is_moved) return anchor;
  if (file != nullptr && range.first_line() <= 0) return anchor;

  const Cause& cause = finding.cause();
  const File* cause_file = Find(cause.path(), SideOf(cause));
  if (cause_file == nullptr || cause.first_line() <= 0) return anchor;
  Anchor at_cause = InFile(*cause_file, SideOf(cause), cause.first_line(), cause.first_line());
  at_cause.is_moved = true;
  if (at_cause.kind == Anchor::Kind::kNone) return anchor;
  const bool is_elsewhere = anchor.kind != Anchor::Kind::kLines;
  const bool is_in_range = at_cause.side == side && cause_file == file &&
                           at_cause.line > range.first_line() && at_cause.line <= LastLine(range);
  return is_elsewhere || is_in_range ? at_cause : anchor;
}

bool AnchorMap::AreInOneHunk(const std::string& path, int first_line, int last_line) const {
  const File* file = Find(path, change::v1::SIDE_RIGHT);
  if (file == nullptr) return false;
  return std::any_of(file->right.begin(), file->right.end(), [&](const Lines& hunk) {
    return hunk.first <= first_line && first_line <= last_line && last_line < hunk.end;
  });
}

bool AnchorMap::IsLegal(const Anchor& anchor) const {
  const auto file = files_.find(anchor.path);
  if (anchor.kind == Anchor::Kind::kNone) return true;
  if (file == files_.end()) return false;
  if (anchor.kind == Anchor::Kind::kFile) return anchor.line == 0 && anchor.start_line == 0;
  if (anchor.start_line != 0 && anchor.start_line >= anchor.line) return false;
  const int first = anchor.start_line == 0 ? anchor.line : anchor.start_line;
  const bool is_left = anchor.side == change::v1::SIDE_LEFT;
  const std::vector<Lines>& hunks = is_left ? file->second.left : file->second.right;
  return std::any_of(hunks.begin(), hunks.end(), [&](const Lines& hunk) {
    return hunk.first <= first && anchor.line < hunk.end;
  });
}

}  // namespace allreview::report
