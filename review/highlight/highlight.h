#ifndef REVIEW_HIGHLIGHT_HIGHLIGHT_H_
#define REVIEW_HIGHLIGHT_HIGHLIGHT_H_

// Syntax colours of code, by the highlights.scm of tree-sitter's grammars: Python, C++ and CUDA,
// shell, YAML. Safe from any thread.
//
//   HighlightBudget budget;  // Of one page or document.
//   std::vector<LineColours> lines = Highlight("kernels/add.cu", text, budget);
//   for (const Colour& colour : lines[0]) …
//
// `text` may be a part of a file that begins anywhere. What has no grammar, what passes the budget
// and what tree-sitter gives up on has no colours: all vectors of the result are then empty.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview {

// What has a colour of its own. Plain names and operators have none: colour on everything is none.
enum class CodeToken : unsigned char {
  kPlain,
  kKeyword,
  kString,
  kConstant,
  kComment,
  kType,
  kFunction
};

// Bytes of a line, half open. Sorted, and without overlap.
struct Colour {
  int first = 0;
  int end = 0;
  CodeToken token = CodeToken::kPlain;
};
using LineColours = std::vector<Colour>;

// Memory is in proportion to the bytes that are parsed, time to the calls, each of a hundred steps
// of tree-sitter. Plain code needs a call for each 40 bytes.
struct HighlightBudget {
  int64_t bytes = 256 << 10;
  int64_t calls = 8000;
};

// One entry for each line of `text`, that is for each '\n' and for what follows the last.
std::vector<LineColours> Highlight(absl::string_view path, absl::string_view text,
                                   HighlightBudget& budget);

}  // namespace allreview

#endif  // REVIEW_HIGHLIGHT_HIGHLIGHT_H_
