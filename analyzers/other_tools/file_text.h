#ifndef ANALYZERS_OTHER_TOOLS_FILE_TEXT_H_
#define ANALYZERS_OTHER_TOOLS_FILE_TEXT_H_

// A file by lines and bytes, for regions that count in other units.
//
//   const FileText file(&content);
//   std::optional<Bytes> bytes = file.BytesOf(region, /*is_utf16=*/true);
//
// Borrows the content. Pure; linear in the content once, then in one line a question.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sarif/log.h"

namespace allreview::other_tools {

// Half-open, 0-based.
struct Bytes {
  int64_t first = 0, end = 0;
};

class FileText {
 public:
  explicit FileText(absl::string_view content);

  int line_count() const { return static_cast<int>(starts_.size()); }
  // Without its line end; "" where there is no such line.
  absl::string_view Line(int64_t line) const;
  // 1-based line of a byte.
  int LineAt(int64_t byte) const;
  int64_t StartOf(int line) const { return starts_[line - 1]; }
  absl::string_view content() const { return content_; }

  // The bytes of a region, by what it says of itself: lines and columns first, else characters,
  // else bytes. None: it says nothing, or does not lie in the file.
  std::optional<Bytes> BytesOf(const sarif::Region& region, bool is_utf16) const;

 private:
  std::optional<int64_t> ByteAt(int64_t line, int64_t column, bool is_utf16) const;
  std::optional<int64_t> ByteOfOffset(int64_t offset, bool is_utf16) const;

  absl::string_view content_;
  std::vector<int64_t> starts_;  // Of lines. A text that ends in a line end has an empty last line.
  // The same in characters, of UTF-16 and of code points; made when first asked for.
  mutable std::vector<int64_t> utf16_starts_, code_point_starts_;
};

}  // namespace allreview::other_tools

#endif  // ANALYZERS_OTHER_TOOLS_FILE_TEXT_H_
