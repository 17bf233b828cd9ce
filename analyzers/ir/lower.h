#ifndef ANALYZERS_IR_LOWER_H_
#define ANALYZERS_IR_LOWER_H_

// From a parsed Python file to instructions. See code.h.
//
//   const File file = Lower(*module);
//
// Pure; polls the ambient budget (base/work_budget.h). What the parser could not read becomes
// kUnknown, and names that it may bind do, too.

#include "analyzers/ir/code.h"
#include "analyzers/python/module.h"

namespace allreview::ir {

File Lower(const python::Module& module);

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_LOWER_H_
