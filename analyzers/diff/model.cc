#include "analyzers/diff/model.h"

#include <cstring>

namespace allreview::diff {

HunkRange Diff::hunks(const File& file) const {
  auto first = hunks_.begin() + file.first_hunk;
  return HunkRange(first, first + file.hunk_count);
}

absl::string_view Diff::Header(const Hunk& hunk) const {
  absl::string_view all = text_.substr(hunk.begin, hunk.end - hunk.begin);
  if (hunk.header_bytes != Hunk::kLongHeader) return all.substr(0, hunk.header_bytes);
  size_t line_end = all.find('\n');
  return line_end == absl::string_view::npos ? all : all.substr(0, line_end + 1);
}

absl::string_view Diff::Body(const Hunk& hunk) const {
  size_t first = hunk.begin + Header(hunk).size();
  return text_.substr(first, hunk.end - first);
}

absl::string_view Diff::Section(const Hunk& hunk) const {
  if (hunk.section_offset == 0) return absl::string_view();
  absl::string_view section = Header(hunk).substr(hunk.section_offset);
  if (!section.empty() && section.back() == '\n') section.remove_suffix(1);
  if (!section.empty() && section.back() == '\r') section.remove_suffix(1);
  return section;
}

int64_t Diff::additions() const {
  int64_t sum = 0;
  for (const File& file : files_) sum += file.additions;
  return sum;
}

int64_t Diff::deletions() const {
  int64_t sum = 0;
  for (const File& file : files_) sum += file.deletions;
  return sum;
}

size_t Diff::MemoryBytes() const {
  size_t bytes = files_.size() * sizeof(File) + hunks_.size() * sizeof(Hunk) +
                 diagnostics_.capacity() * sizeof(Diagnostic);
  for (const std::string& path : decoded_paths_) bytes += sizeof(std::string) + path.capacity();
  return bytes;
}

}  // namespace allreview::diff
