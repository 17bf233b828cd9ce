#ifndef ANALYZERS_UNDERSTANDING_CONDITIONS_H_
#define ANALYZERS_UNDERSTANDING_CONDITIONS_H_

// Conditions of a code that always come out the same in a run of it. Private to this folder.
//
//   for (const DecidedCondition& one : DecidedConditions(code, run)) …
//
// Said of a whole `a and b`, `a or b` or `a < b < c` when its value is wanted, and of each part
// when it leads on, as in `if a and b`. Constants, as in `while True`, are left out.

#include <vector>

#include "analyzers/ir/code.h"
#include "analyzers/understanding/run.h"

namespace allreview::understanding {

struct DecidedCondition {
  const ir::Instruction* at = nullptr;  // Its node is the condition.
  bool truth = false;
  bool is_promised = false;  // Because of what annotations say, which callers need not keep to.
};
// Sorted by node. The run has its operands (Knowledge::Observe).
std::vector<DecidedCondition> DecidedConditions(const ir::Code& code, const Run& run);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_CONDITIONS_H_
