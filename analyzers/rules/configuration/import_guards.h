#ifndef ANALYZERS_RULES_CONFIGURATION_IMPORT_GUARDS_H_
#define ANALYZERS_RULES_CONFIGURATION_IMPORT_GUARDS_H_

// Whether code asks for an optional import before it uses it. Generous: what looks like a question
// is one.
//
//   for (const OptionalImport& import : OptionalImportsIn(module)) {
//     if (!IsGuarded(import, use)) ...
//   }

#include "analyzers/rules/configuration/optional_imports.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

// Something around the node, or before it in its function, or elsewhere in its class asks for the
// flag of the import or for the feature that it serves; or the error is caught.
bool IsGuarded(const OptionalImport& import, Node node);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_IMPORT_GUARDS_H_
