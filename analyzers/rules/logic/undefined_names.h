#ifndef ANALYZERS_RULES_LOGIC_UNDEFINED_NAMES_H_
#define ANALYZERS_RULES_LOGIC_UNDEFINED_NAMES_H_

// Names that a file reads and nobody binds.
//
//   for (python::Node name : UndefinedNames(module)) ...   NameError when the line runs
//
// Certain or left out: nothing is reported of files with star imports, exec, globals() or syntax
// errors, nor where the code says that it may fail (`except NameError`, a test of the version).

#include <string>
#include <vector>

#include "analyzers/python/module.h"

namespace allreview::rules::logic {

// In source order.
std::vector<python::Node> UndefinedNames(const python::Module& module);

// Names that code at this place can use, those of the file; sorted, unique.
std::vector<std::string> VisibleNames(const python::Module& module, python::Node place);

// A name that Python itself gives every module.
bool IsPythonName(absl::string_view name);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_UNDEFINED_NAMES_H_
