#ifndef ANALYZERS_UNDERSTANDING_CUTS_H_
#define ANALYZERS_UNDERSTANDING_CUTS_H_

// Of tensors whose parts lie on the ranks of an axis: which dimension is cut in what torch makes of
// them, and whether those parts are summands. Pure; private to this folder.
//
//   x @ w, x cut on its last dimension and w on its first   ->  each rank has a summand
//   (x @ w) @ v, before it is summed, with v cut as well    ->  the parts of nothing

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// `result` varies along some axes; it is what the function, method or operator of torch of that
// name ("matmul", "transpose", "add") makes of the operands.
void Recut(absl::string_view operation, const std::vector<const Value*>& operands, Ranks& result);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_CUTS_H_
