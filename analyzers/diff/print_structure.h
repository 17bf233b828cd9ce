#ifndef ANALYZERS_DIFF_PRINT_STRUCTURE_H_
#define ANALYZERS_DIFF_PRINT_STRUCTURE_H_

// What the parser and the classifier made of a diff, for people and golden files:
//
//   modified "pkg/loss.py" source python +2 -1, line 1
//     hunk old 7,3 new 7,4 +2 -1 "def loss(x):", line 5
//
// "line" is that of the diff's text. Bounded (base/outline.h). Print of unified_diff.h is the way
// back to the text.

#include <string>

#include "analyzers/diff/model.h"

namespace allreview::diff {

std::string PrintStructure(const Diff& diff);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_PRINT_STRUCTURE_H_
