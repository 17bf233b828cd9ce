#ifndef ANALYZERS_RULES_CUDA_LAUNCH_SIZES_H_
#define ANALYZERS_RULES_CUDA_LAUNCH_SIZES_H_

// How large a grid or block is launched.

#include <string>
#include <vector>

#include "analyzers/cpp/unit.h"

namespace allreview::rules {

// `a` and `b` of `dim3 grid(a, b)`, for the grid or block that a launch is given. Empty: not known.
std::vector<cpp::Node> SizesOf(const cpp::Unit& unit, cpp::Node grid_or_block);

// A variable's value where it has one that is known: what it is declared with, if nothing else is
// assigned to it. The expression itself otherwise.
cpp::Node ValueOf(const cpp::Unit& unit, cpp::Node expression);

// The value of the expression is computed from the variable or number that the text names.
bool IsComputedFrom(const cpp::Unit& unit, cpp::Node expression, absl::string_view name);

// The size is rounded up to whole blocks: `(n + 255) / 256`, DIVUP(n, 256), ceil_div(n, 256).
bool IsRoundedUp(const cpp::Unit& unit, cpp::Node size);

// Some function of the file asks for the remainder of or by what is called so: those that do not
// may rely on it.
bool AsksForRemainder(const cpp::Unit& unit, absl::string_view of_or_by);

// The kernel goes round over the grid until all is done, or is not of this file.
bool MayStrideOverGrid(const cpp::Unit& unit, const cpp::Launch& launch);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CUDA_LAUNCH_SIZES_H_
