// The part of conversion.h that reads hunks.

#include <algorithm>

#include "services/analysis/conversion.h"

namespace allreview::analysis {
namespace {

// Calls `visit(prefix, rest, is_last)` for each line of a hunk's text; `rest` keeps its LF.
template <typename Visit>
void ForEachLine(const std::string& text, int prefix_bytes, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const size_t prefix = std::min<size_t>(prefix_bytes, end - at);
    visit(absl::string_view(text).substr(at, prefix),
          absl::string_view(text).substr(at + prefix, end - at - prefix));
    at = end;
  }
}

bool IsMoved(const diff::v1::Hunk& hunk, int new_line) {
  return std::any_of(hunk.moved().begin(), hunk.moved().end(), [&](const auto& block) {
    return new_line >= block.new_line() && new_line < block.new_line() + block.lines();
  });
}

rules::ChangedHunk FromHunk(const diff::v1::Hunk& hunk, int prefix_bytes) {
  rules::ChangedHunk changed;
  changed.old_start = hunk.old_start();
  changed.old_lines = hunk.old_lines();
  changed.new_start = hunk.new_start();
  changed.new_lines = hunk.new_lines();
  int old_line = hunk.old_start();
  int new_line = hunk.new_start();
  ForEachLine(hunk.text(), prefix_bytes, [&](absl::string_view prefix, absl::string_view) {
    if (prefix.empty() || prefix[0] == '\\' || prefix[0] == '\n') return;
    if (prefix.find('-') != absl::string_view::npos) {
      changed.removed.push_back(old_line++);
    } else if (prefix.find('+') != absl::string_view::npos) {
      (IsMoved(hunk, new_line) ? changed.moved : changed.added).push_back(new_line);
      ++new_line;
    } else {
      ++old_line;
      ++new_line;
    }
  });
  return changed;
}

}  // namespace

rules::ChangedFile FromProto(const diff::v1::DiffFile& file) {
  const change::v1::FileEntry& entry = file.entry();
  rules::ChangedFile changed;
  changed.is_added = entry.status() == change::v1::FILE_STATUS_ADDED;
  changed.is_deleted = entry.status() == change::v1::FILE_STATUS_DELETED;
  changed.path = changed.is_deleted ? entry.old_path() : entry.new_path();
  changed.old_path = entry.old_path().empty() ? changed.path : entry.old_path();
  changed.before_blob_id = entry.old_blob_id();
  changed.after_blob_id = entry.new_blob_id();
  const int prefix_bytes = std::max(1, file.parents());
  for (const diff::v1::Hunk& hunk : file.hunks()) {
    changed.hunks.push_back(FromHunk(hunk, prefix_bytes));
  }
  return changed;
}

std::optional<std::string> ContentFromHunks(const diff::v1::DiffFile& file) {
  const bool is_added = file.entry().status() == change::v1::FILE_STATUS_ADDED;
  const bool is_deleted = file.entry().status() == change::v1::FILE_STATUS_DELETED;
  if ((!is_added && !is_deleted) || file.parents() > 1 || file.is_binary() ||
      file.is_text_omitted() || file.hunks_size() < file.hunk_count()) {
    return std::nullopt;
  }
  std::string content;
  int next_line = 1;
  for (const diff::v1::Hunk& hunk : file.hunks()) {
    if ((is_added ? hunk.new_start() : hunk.old_start()) != next_line) return std::nullopt;
    bool is_whole = true;
    ForEachLine(hunk.text(), 1, [&](absl::string_view prefix, absl::string_view rest) {
      if (prefix == "\\") {
        if (!content.empty() && content.back() == '\n') content.pop_back();
      } else if (prefix == (is_added ? "+" : "-")) {
        content.append(rest.data(), rest.size());
        ++next_line;
      } else {
        is_whole = false;
      }
    });
    if (!is_whole) return std::nullopt;
  }
  return content;
}

}  // namespace allreview::analysis
