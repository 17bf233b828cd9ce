#ifndef ANALYZERS_DIFF_MODEL_H_
#define ANALYZERS_DIFF_MODEL_H_

// A parsed change: files and hunks that point into the text they were read from.
//
//   Diff diff = ParseUnifiedDiff(text);
//   for (const File& file : diff.files()) {
//     for (const Hunk& hunk : diff.hunks(file)) {
//       LineReader lines(diff, file, hunk);  // analyzers/diff/lines.h
//       while (std::optional<Line> line = lines.Next()) Use(*line);
//     }
//   }
//
// `text` must outlive the Diff. There is no record per line: a hunk knows where its body stands and
// LineReader walks it. A File takes 112 bytes, a Hunk 36, a Diagnostic 64. Immutable once made, so
// safe to read from any thread.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/diff/diagnostic.h"

namespace allreview::diff {

enum class Status : uint8_t { kAdded, kModified, kDeleted, kRenamed, kCopied };

inline constexpr uint32_t kModeSymlink = 0120000;
inline constexpr uint32_t kModeSubmodule = 0160000;

// One file of a change. Of a combined diff, counts and hunks speak of the first parent.
struct File {
  // Decoded bytes, relative to the repository root. Equal unless renamed or copied, so that both
  // are set for added and deleted files, too.
  absl::string_view old_path, new_path;
  absl::string_view old_blob_id,
      new_blob_id;                          // As the patch has them, perhaps shortened; or empty.
  uint32_t begin = 0, end = 0;              // Bytes of the text, from its first header line.
  uint32_t first_line = 0;                  // Of the text, 1-based.
  uint32_t first_hunk = 0, hunk_count = 0;  // Use Diff::hunks().
  int32_t additions = 0, deletions = 0;     // In lines, as git counts them.
  uint32_t binary_size = 0;                 // Of a GIT binary patch literal. 0: unknown.
  uint16_t old_mode = 0, new_mode = 0;      // 0: does not exist or is not known.
  Status status = Status::kModified;
  uint8_t similarity = 0;     // Per cent, of a rename or copy.
  uint8_t dissimilarity = 0;  // Per cent, of a rewrite (git diff -B).
  uint8_t parents = 1;        // More for a combined diff.
  bool is_binary : 1 = false;
  bool has_crlf : 1 = false;           // Some line of the content ends in CR LF.
  bool lacks_newline_old : 1 = false;  // "\ No newline at end of file".
  bool lacks_newline_new : 1 = false;
  bool has_invalid_utf8 : 1 = false;
  bool has_nul : 1 = false;
  bool has_long_line : 1 = false;
  // The patch itself was converted to CR LF, headers too: one CR of each line is not content.
  bool is_crlf_patch : 1 = false;
};

// One hunk. Its text is had from the Diff.
struct Hunk {
  int32_t old_start = 0, old_lines = 0;  // As in the header: the line before, when lines is 0.
  int32_t new_start = 0, new_lines = 0;
  uint32_t begin = 0, end = 0;  // Bytes of the text, from its '@'.
  uint32_t first_line = 0;      // Of the text, 1-based: the header's.
  int32_t added = 0;
  uint16_t header_bytes = 0;      // With line end; kLongHeader: too many for 16 bits.
  uint8_t section_offset = 0;     // From `begin`. 0: no section.
  bool is_respelled : 1 = false;  // The header is not written as git writes it.
  bool has_invalid_utf8 : 1 = false;

  static constexpr uint16_t kLongHeader = 0xFFFF;
  int32_t removed() const { return old_lines - (new_lines - added); }
};

// The hunks of one file, for range-based loops and by index.
class HunkRange {
 public:
  using Iterator = std::deque<Hunk>::const_iterator;
  HunkRange(const Iterator& begin, const Iterator& end) : begin_(begin), end_(end) {}
  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }
  size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  const Hunk& operator[](size_t index) const { return begin_[index]; }

 private:
  Iterator begin_, end_;
};

class Diff {
 public:
  Diff() = default;
  Diff(Diff&&) = default;
  Diff& operator=(Diff&&) = default;

  absl::string_view text() const { return text_; }
  const std::deque<File>& files() const { return files_; }
  HunkRange hunks(const File& file) const;
  // In the order of the input.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Header line with its line end; body lines with prefixes and line ends.
  absl::string_view Header(const Hunk& hunk) const;
  absl::string_view Body(const Hunk& hunk) const;
  // What follows the second @@, without the space before it and the line end.
  absl::string_view Section(const Hunk& hunk) const;

  // Sum over all files.
  int64_t additions() const;
  int64_t deletions() const;
  // What the model takes beyond the text.
  size_t MemoryBytes() const;

 private:
  friend class Parser;
  absl::string_view text_;
  std::deque<File> files_;
  std::deque<Hunk> hunks_;
  std::deque<std::string> decoded_paths_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_MODEL_H_
