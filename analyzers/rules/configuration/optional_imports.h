#ifndef ANALYZERS_RULES_CONFIGURATION_OPTIONAL_IMPORTS_H_
#define ANALYZERS_RULES_CONFIGURATION_OPTIONAL_IMPORTS_H_

// Imports that may fail: try/except ImportError at module level.
//
//   try:
//       import fused
//       HAVE_FUSED = True
//   except ImportError:
//       HAVE_FUSED = False
//
// Pure functions of one module.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules::configuration {

enum class HandlerKind {
  kOther,
  kImportError,  // ImportError or ModuleNotFoundError, alone or in a tuple.
  kBroad,        // Exception, BaseException, or all.
};
HandlerKind HandlerKindOf(Node except_clause);

// "`fused`", "`fused` and 2 more"
Words ImportedNames(Node block);

// A try statement at module level that guards imports, whose handlers let the program go on.
struct OptionalImport {
  Node statement;
  std::set<absl::string_view> names = {};  // Bound by the imports, and nowhere else in the module.
  std::set<absl::string_view> fallbacks = {};  // Bound by the imports, and elsewhere as well.
  std::set<absl::string_view> flags = {};      // Assigned in the try statement: HAVE_FUSED.
  std::set<std::string> subject = {};          // Words of the flags and modules: "te", "fusion".
};
std::vector<OptionalImport> OptionalImportsIn(const python::Module& module);

// The condition is about the same feature: `if config.use_kitchen` for the package kitchen.
bool IsAboutIt(const OptionalImport& import, Node condition);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_OPTIONAL_IMPORTS_H_
