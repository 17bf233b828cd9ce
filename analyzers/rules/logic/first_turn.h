#ifndef ANALYZERS_RULES_LOGIC_FIRST_TURN_H_
#define ANALYZERS_RULES_LOGIC_FIRST_TURN_H_

// Whether what stands in a loop may run on its first turn.
//
//   const Node loop = LoopAround(statement);
//   if (MayRunOnFirstTurn(module, subscript, loop)) ...
//
// By the conditions between the two. A test of what turns hand on (a flag, the element before), of
// a counter, a comparison or a call may be there to keep the first turn out; a test whether what
// the turn itself found is there, or of what the loop leaves alone, is not. Pure.

#include "analyzers/python/module.h"

namespace allreview::rules::logic {

// The innermost `for` or `while` of the function around a statement. Null: none.
python::Node LoopAround(python::Node statement);

// False: it may not, or nobody knows.
bool MayRunOnFirstTurn(const python::Module& module, python::Node node, python::Node loop);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_FIRST_TURN_H_
