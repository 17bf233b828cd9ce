#ifndef ANALYZERS_INTENT_COMMENTED_CODE_H_
#define ANALYZERS_INTENT_COMMENTED_CODE_H_

// Code that was turned into comments.
//
//   const std::vector<CommentLine> block = CommentBlockAt(tree, line);
//   for (int line : CodeLinesOf(tree, block)) ...
//
// A line of code in a text that announces an example, or that explains the line below, is none.
// Costs a parse for each line that looks like code.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/syntax.h"

namespace allreview::intent {

// A comment that makes up its line.
struct CommentLine {
  int line = 0;
  absl::string_view text;  // Behind '#', with its indentation, without a comment in it.
};

std::optional<CommentLine> CommentOnLine(const python::SyntaxTree& tree, int line);
// The comments that follow each other without another line between, around the one of the line;
// empty: it has none of its own.
std::vector<CommentLine> CommentBlockAt(const python::SyntaxTree& tree, int line);
// Those that are code, in order.
std::vector<int> CodeLinesOf(const python::SyntaxTree& tree,
                             const std::vector<CommentLine>& comments);

// One line that parses as a statement that nobody writes as text: an assignment of a call, a call
// of a dotted name, an import, the head of a block.
bool IsLineOfCode(absl::string_view text);

// Cheap, and true for all single lines of code that are found: most comments end here.
bool LooksLikeCode(absl::string_view text);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_COMMENTED_CODE_H_
