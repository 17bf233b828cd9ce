#ifndef ANALYZERS_NUMERICS_FPCORE_S_EXPRESSION_H_
#define ANALYZERS_NUMERICS_FPCORE_S_EXPRESSION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::numerics {

// An atom, or a list in parentheses or brackets.
struct SExpression {
  std::string atom = {};  // Of a string, its text. Empty: a list.
  bool is_list = false;
  bool is_string = false;
  std::vector<SExpression> items = {};
  int line = 0;               // 1-based, where it begins.
  size_t begin = 0, end = 0;  // Bytes of the text.

  bool Is(absl::string_view name) const { return !is_list && !is_string && atom == name; }
};

// All expressions of a text; comments begin with ';'. Fails with kInvalidArgument, naming the line,
// where parentheses do not pair or nest deeper than 200.
absl::StatusOr<std::vector<SExpression>> ReadSExpressions(absl::string_view text);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_FPCORE_S_EXPRESSION_H_
