#ifndef ANALYZERS_PYTHON_REACHING_H_
#define ANALYZERS_PYTHON_REACHING_H_

// Which bindings of a name a use of it may see, by the nesting of statements alone: too many rather
// than too few. ControlFlow::DefinitionsReaching is more exact and more costly.

#include <vector>

#include "analyzers/python/scopes.h"

namespace allreview::python {

// In no certain order; those that run strictly earlier, also in an earlier iteration of a loop.
// Seen from an inner function: all of the scope. Empty: unbound, or more than anyone should follow.
std::vector<const Binding*> DefinitionsThatMayReach(const Scopes& scopes, Node identifier);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_REACHING_H_
