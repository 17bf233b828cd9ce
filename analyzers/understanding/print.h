#ifndef ANALYZERS_UNDERSTANDING_PRINT_H_
#define ANALYZERS_UNDERSTANDING_PRINT_H_

// What is known in one file, as text: for people who write rules, and golden files.
//
//   function f
//     4 x = 3 | None
//     6 return tuple[int, str]
//
// A line for each name that is bound, for what certainly fails and for what each code returns; `?`
// stands for what may be anything. Bounded (base/outline.h).

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

std::string Print(Knowledge& knowledge, uint32_t file);
// Of the codes that begin on the lines [first, last], or hold the first of them.
std::string Print(Knowledge& knowledge, uint32_t file, int first_line, int last_line);
// "no attribute `view` in None".
std::string Describe(const Failure& failure);
// "all_reduce over tp, dp on some paths".
std::string Describe(const Collective& collective);
// A text with values (Value::ToText) in which codes have names: "instance of #3.7" as "instance of
// pkg.moe.Router".
std::string WithNames(const Program& program, absl::string_view text);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_PRINT_H_
