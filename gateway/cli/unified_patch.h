#ifndef GATEWAY_CLI_UNIFIED_PATCH_H_
#define GATEWAY_CLI_UNIFIED_PATCH_H_

// Edits of a file as git apply takes them.
//
//   std::string patch = UnifiedPatch("train/loss.py", text, edits);
//
// Pure.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::cli {

// Replaces bytes. Half-open, 0-based.
struct ByteEdit {
  int64_t first = 0;
  int64_t end = 0;
  std::string replacement;
};

// Lines that an edit touches, 0-based, inclusive.
struct LineSpan {
  size_t first = 0;
  size_t last = 0;
};
LineSpan LinesOf(absl::string_view text, const ByteEdit& edit);

// Sorted edits that lie in the text and do not overlap.
std::string ApplyEdits(absl::string_view text, const std::vector<ByteEdit>& edits);

// The same edits as a patch of one file with three lines of context. Empty: they change nothing.
std::string UnifiedPatch(absl::string_view path, absl::string_view text,
                         const std::vector<ByteEdit>& edits);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_UNIFIED_PATCH_H_
