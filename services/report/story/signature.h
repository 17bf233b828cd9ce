#ifndef SERVICES_REPORT_STORY_SIGNATURE_H_
#define SERVICES_REPORT_STORY_SIGNATURE_H_

// Signatures made short. Pure; plain text.
//
//   ShortSignature("def forward(self, x: Tensor, top_k: int = 2) -> Tensor")
//   // "forward(x, top_k=2)"
//   TypedSignature("def forward(self, x: Tensor, top_k: int = 2) -> Tensor")
//   // "forward(x: Tensor, top_k: int = 2) Tensor"
//
// Text that is no `def` or `class` line comes back as it is.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::report {

// Names and defaults, without annotations, self and cls.
std::string ShortSignature(absl::string_view signature);

// With annotations, as class diagrams write it: without the arrow.
std::string TypedSignature(absl::string_view signature);

// Text between commas that stand in no bracket and no string: "a, f(b, c)" is "a" and "f(b, c)".
std::vector<absl::string_view> SplitArguments(absl::string_view text);

// "f(x)f(y)" of the calls of `f` in code, without white space; a call whose end is cut off counts
// to there. Empty: none.
std::string CallsOfName(absl::string_view code, absl::string_view name);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_SIGNATURE_H_
