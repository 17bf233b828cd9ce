#ifndef ANALYZERS_DIFF_PYTHON_CODE_H_
#define ANALYZERS_DIFF_PYTHON_CODE_H_

// Tells code from docstrings in a piece of a Python file. Internal to complexity.cc.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::diff {

// A line of one side of a hunk.
struct SideLine {
  absl::string_view content;  // Without white space at both ends.
  bool is_changed = false;    // Else context.
};

// Changed lines that are neither blank, comment nor docstring. A piece may begin inside of a
// docstring: it is read both ways, and the reading counts that fits the look of its lines better.
int64_t CountPythonCode(const std::vector<SideLine>& lines);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_PYTHON_CODE_H_
