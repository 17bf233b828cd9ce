#ifndef ANALYZERS_RULES_STYLE_IMPORTS_H_
#define ANALYZERS_RULES_STYLE_IMPORTS_H_

// Imports that nothing uses.

#include <vector>

#include "analyzers/python/module.h"

namespace allreview::rules {

// Bindings of imports at module level that the file never reads. Empty where that cannot be told:
// packages' __init__, star imports, `__all__`, syntax errors. Probes for optional packages, aliases
// for export (`x as x`) and imports for type comments or quoted annotations are left out.
std::vector<const python::Binding*> UnusedImports(const python::Module& module);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_STYLE_IMPORTS_H_
