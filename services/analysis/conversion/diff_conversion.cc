// The part of conversion.h that reads hunks.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

// Tells, of ever later lines, which were moved.
class MovedLines {
 public:
  explicit MovedLines(const diff::v1::Hunk& hunk) {
    for (const diff::v1::MovedBlock& block : hunk.moved()) {
      blocks_.emplace_back(block.new_line(), int64_t{block.new_line()} + block.lines());
    }
    std::sort(blocks_.begin(), blocks_.end());
  }

  bool Contain(int new_line) {
    while (next_ < blocks_.size() && blocks_[next_].second <= new_line) ++next_;
    return next_ < blocks_.size() && blocks_[next_].first <= new_line;
  }

 private:
  std::vector<std::pair<int64_t, int64_t>> blocks_;  // First line, end line.
  size_t next_ = 0;
};

change::ChangedHunk FromProto(const diff::v1::Hunk& hunk) {
  change::ChangedHunk changed;
  changed.old_start = hunk.old_start();
  changed.old_lines = hunk.old_lines();
  changed.new_start = hunk.new_start();
  changed.new_lines = hunk.new_lines();
  MovedLines moved(hunk);
  int old_line = hunk.old_start();
  int new_line = hunk.new_start();
  const absl::string_view text = hunk.text();
  for (size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    if (text[at] == '-') {
      changed.removed.push_back(old_line++);
    } else if (text[at] == '+') {
      (moved.Contain(new_line) ? changed.moved : changed.added).push_back(new_line);
      ++new_line;
    } else if (text[at] == ' ') {
      ++old_line;
      ++new_line;
    }
  }
  return changed;
}

}  // namespace

change::ChangedFile FromProto(const diff::v1::DiffFile& file) {
  const change::v1::FileEntry& entry = file.entry();
  change::ChangedFile changed;
  changed.is_added = entry.status() == change::v1::FILE_STATUS_ADDED;
  changed.is_deleted = entry.status() == change::v1::FILE_STATUS_DELETED;
  changed.path = changed.is_deleted ? entry.old_path() : entry.new_path();
  changed.old_path = entry.old_path().empty() ? changed.path : entry.old_path();
  changed.before_blob_id = entry.old_blob_id();
  changed.after_blob_id = entry.new_blob_id();
  for (const diff::v1::Hunk& hunk : file.hunks()) changed.hunks.push_back(FromProto(hunk));
  return changed;
}

}  // namespace allreview::analysis
