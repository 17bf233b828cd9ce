#ifndef ANALYZERS_DIFF_INTRALINE_H_
#define ANALYZERS_DIFF_INTRALINE_H_

// What differs inside a pair of lines, by words.
//
//   LineChange change = CompareLines("x = f(a)", "x = g(a)");  // old {4, 5}, new {4, 5}
//
// Spans rise, do not touch, and never cut a UTF-8 sequence of a valid line. Cost is bounded: of
// very long lines only what is common at both ends is set off.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/diff/tokens.h"

namespace allreview::diff {

struct LineChange {
  std::vector<Span> old_spans, new_spans;
  bool is_whitespace_only = false;
};

LineChange CompareLines(absl::string_view old_line, absl::string_view new_line);

}  // namespace allreview::diff

#endif  // ANALYZERS_DIFF_INTRALINE_H_
