#ifndef ANALYZERS_ORGANISATION_RULES_KINDS_H_
#define ANALYZERS_ORGANISATION_RULES_KINDS_H_

#include <string>
#include <vector>

#include "analyzers/organisation_rules/problems.h"
#include "analyzers/python/kinds.h"

namespace allreview::organisation_rules {

// All that the grammar has, in its order.
std::vector<std::string> KindNames();

// Kinds of nodes by the grammar's names; reports names that it does not have.
std::vector<python::Kind> ReadKinds(const std::vector<const YamlNode*>& names, Problems& problems);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_KINDS_H_
