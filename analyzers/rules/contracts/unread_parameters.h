#ifndef ANALYZERS_RULES_CONTRACTS_UNREAD_PARAMETERS_H_
#define ANALYZERS_RULES_CONTRACTS_UNREAD_PARAMETERS_H_

// Parameters that their function never reads.
//
//   for (const auto& [name, parameter] : UnreadParameters(function)) ...
//
// Pure functions of one module.

#include <map>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules::contracts {

// By name. Without self, process groups, stars and what begins with an underscore; none when the
// function may look names up by text.
using Unread = std::map<absl::string_view, const python::Parameter*>;
Unread UnreadParameters(const python::Definition& function);

// A comment or the documentation says that the parameter is there for nothing.
bool IsSaidToBeUnused(const python::Definition& function, absl::string_view name);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_UNREAD_PARAMETERS_H_
