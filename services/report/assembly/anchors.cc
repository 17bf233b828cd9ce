#include "services/report/assembly/anchors.h"

#include "review/labels.h"

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

AnchorMap::AnchorMap(const review::v1::Review& review) : lines_(review) {
  for (const review::v1::FileSummary& summary : review.files()) {
    if (summary.entry().status() == change::v1::FILE_STATUS_RENAMED) {
      new_path_by_old_[summary.entry().old_path()] = summary.entry().new_path();
    }
  }
}

std::string AnchorMap::Find(const std::string& path, Side side) const {
  if (side == change::v1::SIDE_LEFT) {
    const auto renamed = new_path_by_old_.find(path);
    if (renamed != new_path_by_old_.end()) return renamed->second;
  }
  return lines_.HasFile(path) ? path : "";
}

Anchor AnchorMap::InFile(const std::string& path, Side side, int first_line, int last_line) const {
  Anchor anchor{.kind = Anchor::Kind::kFile, .path = path, .side = side};
  const int nearest = first_line > 0 ? lines_.Nearest(path, side, first_line) : 0;
  if (nearest == 0) return anchor;
  anchor.kind = Anchor::Kind::kLines;
  anchor.is_moved = nearest != first_line;
  const bool is_range = last_line > first_line && last_line - first_line < kMaxLines &&
                        lines_.AreInOneHunk(path, side, first_line, last_line);
  anchor.start_line = is_range ? first_line : 0;
  anchor.line = is_range ? last_line : nearest;
  return anchor;
}

Anchor AnchorMap::For(const finding::v1::Finding& finding) const {
  const change::v1::SourceRange& range = finding.range();
  const Side side = SideOf(range);
  const std::string file = Find(range.path(), side);
  Anchor anchor{.path = range.path(), .side = side};
  if (!file.empty()) anchor = InFile(file, side, range.first_line(), LastLine(range));
  if (anchor.kind == Anchor::Kind::kLines && !anchor.is_moved) return anchor;
  if (!file.empty() && range.first_line() <= 0) return anchor;

  const Cause& cause = finding.cause();
  const std::string cause_file = Find(cause.path(), SideOf(cause));
  if (cause_file.empty() || cause.first_line() <= 0) return anchor;
  Anchor at_cause = InFile(cause_file, SideOf(cause), cause.first_line(), cause.first_line());
  at_cause.is_moved = true;
  if (at_cause.kind == Anchor::Kind::kNone) return anchor;
  const bool is_elsewhere = anchor.kind != Anchor::Kind::kLines;
  const bool is_in_range = at_cause.side == side && cause_file == file &&
                           at_cause.line > range.first_line() && at_cause.line <= LastLine(range);
  return is_elsewhere || is_in_range ? at_cause : anchor;
}

}  // namespace allreview::report
