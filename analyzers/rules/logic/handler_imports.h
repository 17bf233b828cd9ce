#ifndef ANALYZERS_RULES_LOGIC_HANDLER_IMPORTS_H_
#define ANALYZERS_RULES_LOGIC_HANDLER_IMPORTS_H_

// Names of a module that only an `except` clause imports, and that functions use all the same.
//
//   for (const HandlerImport& import : HandlerImportsOf(module)) {
//     if (IsLeftWithout(module, import, use)) ...   // NameError when nothing in the `try` fails.
//   }
//
// Pure.

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules::logic {

struct HandlerImport {
  absl::string_view name;
  python::Node at;  // Where it is bound first.
  python::Node try_statement;
};

// Of the module's own names; none where `import *` or globals() may bind them, too.
std::vector<HandlerImport> HandlerImportsOf(const python::Module& module);

// The use in a function means that name, and nothing says that the handler ran: no test of what the
// `try` bound around it, in a decorator or around a call of the function in this file; or a flag
// that only its body sets is true there.
bool IsLeftWithout(const python::Module& module, const HandlerImport& import, python::Node use);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_HANDLER_IMPORTS_H_
