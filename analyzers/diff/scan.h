#ifndef ANALYZERS_DIFF_SCAN_H_
#define ANALYZERS_DIFF_SCAN_H_

// The two loops that see every byte of a patch. AVX2 where the processor has it, plain code
// elsewhere, with equal results. Internal to the parser.

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace allreview::diff {

// What occurs somewhere in some bytes.
struct ByteKinds {
  bool has_high = false;  // 0x80 or above.
  bool has_nul = false;
  bool has_cr = false;
};
ByteKinds FindByteKinds(absl::string_view bytes);

// Lines of a hunk that are still to come, and what was counted.
struct BodyCounts {
  int64_t old_left = 0, new_left = 0;
  int64_t lines = 0, added = 0, removed = 0;
  int64_t long_line = 0;        // Which of `lines` is the first too long one, from 1. 0: none.
  int64_t long_line_bytes = 0;  // Without its prefix.

  void SeeLine(int64_t ordinal, size_t bytes, size_t max_bytes) {
    if (bytes <= max_bytes || long_line != 0) return;
    long_line = ordinal;
    long_line_bytes = static_cast<int64_t>(bytes);
  }
};

// Counts ordinary body lines (' ', '+', '-') from `begin`, the first byte after a line end, in
// whole blocks. Stops before a block with any other line or in which the hunk would end; the caller
// goes on line by line. Returns the first line that is not counted, or `end`. The byte before
// `begin` must be a line end.
const char* SkipOrdinaryLines(const char* begin, const char* end, size_t max_line_bytes,
                              BodyCounts& counts);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_SCAN_H_
