#ifndef ANALYZERS_RULES_TRITON_REDUCTIONS_H_
#define ANALYZERS_RULES_TRITON_REDUCTIONS_H_

// Do lanes that a mask switched off reach a sum, maximum or product of matrices?
//
//   for (const MemoryAccess& access : kernel.Accesses()) {
//     if (Node reduction = UndefinedLanesReach(kernel, access)) ...
//   }

#include "absl/strings/string_view.h"
#include "analyzers/rules/triton/kernel.h"

namespace allreview::rules {

// tl.sum, tl.max, tl.dot...: one lane with any value spoils the result.
bool IsReduction(absl::string_view op);

// The reduction that takes the result of a masked load without `other` before it gets another value
// or is masked again, along an axis that the mask cuts. Null: none, or the load has no such lanes.
python::Node UndefinedLanesReach(const Kernel& kernel, const MemoryAccess& load);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_TRITON_REDUCTIONS_H_
