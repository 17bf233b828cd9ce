#ifndef SERVICES_REPORT_PSEUDO_CODE_CONDENSE_H_
#define SERVICES_REPORT_PSEUDO_CODE_CONDENSE_H_

// One statement of Python on one short line, for people: comments, annotations of variables, long
// texts and repeated words go, arguments that do not fit become "…".
//
//   Condense("out: Tensor = torch.distributed.all_reduce(\n    x,  # partial\n    group=group,\n)",
//   80)
//   // "out = all_reduce(x, group)"
//
// Text that is not Python passes through it without harm. Linear. Pure.

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::report {

std::string Condense(absl::string_view code, size_t max_bytes);

// "x" of "(x)".
std::string WithoutParentheses(absl::string_view code);

// What must hold so that a condition is false: "x is not None" of "x is None".
std::string Negated(absl::string_view condition);

// The position behind the last byte of the string literal whose quotation marks begin at `i`.
size_t EndOfString(absl::string_view code, size_t i);

// The position of the first `wanted` at `from` or later that stands in no bracket and no string;
// npos: none.
size_t FindOutside(absl::string_view code, absl::string_view wanted, size_t from = 0);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_PSEUDO_CODE_CONDENSE_H_
