#ifndef ANALYZERS_DIFF_COMPLEXITY_H_
#define ANALYZERS_DIFF_COMPLEXITY_H_

// The complexity label of Megatron-LM's pull requests (workflow claude-complexity-label).
//
//   Complexity complexity = MeasureComplexity(diff);  // {"medium", 132, 130, 20}
//
// Added and removed lines count alike, context lines do not. Files ending in .md, .rst or .txt are
// documentation. Of all other files, those with "test" in their path count as tests, the rest as
// code. Blank lines, comments and docstrings never count. Where a hunk begins inside a docstring,
// its quotation marks and the look of the lines around them decide which lines those are.

#include <cstdint>

#include "absl/strings/string_view.h"
#include "analyzers/diff/model.h"

namespace allreview::diff {

struct Complexity {
  absl::string_view label;  // "docs-only", "low" (score < 100), "medium" (< 500) or "high".
  int64_t score = 0;        // code_lines + test_lines / 10, rounded down.
  int64_t code_lines = 0;
  int64_t test_lines = 0;
};

Complexity MeasureComplexity(const Diff& diff);

// Changed lines of one file that are neither blank nor comment nor docstring.
int64_t CountRealLines(const Diff& diff, const File& file);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_COMPLEXITY_H_
