#ifndef ANALYZERS_RULES_CONTRACTS_API_SURFACE_H_
#define ANALYZERS_RULES_CONTRACTS_API_SURFACE_H_

// What of a file other repositories may rely on.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules::contracts {

// Source of a package that others import: no tests, tools, examples, experiments or kernels; where
// a package has a `core`, that alone.
bool IsPublicPath(ChangeContext& change, const AnalysedFile& file);

// No part of the dotted name is private. __init__ and __call__ are public.
bool IsPublicName(absl::string_view name);

// By name, place and decorators: not nested in a function, not marked as internal, experimental or
// deprecated (its class neither), no kernel.
bool IsPublic(const python::Module& module, const python::Definition& definition);

// Parameters that callers see: without self and cls.
std::vector<const python::Parameter*> CallerParameters(const python::Definition& function);
bool HasParameterKind(const python::Definition& function, python::Parameter::Kind kind);
bool HasDecoratorNamed(const python::Definition& definition, absl::string_view last_part);

// The title of the pull request announces a removal.
bool AnnouncesRemoval(const Description& description);
// Some text of the description has the name as a word.
bool Mentions(const Description& description, absl::string_view name);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_API_SURFACE_H_
