#ifndef ANALYZERS_RULES_CONFIGURATION_NEW_CHECKS_H_
#define ANALYZERS_RULES_CONFIGURATION_NEW_CHECKS_H_

// Checks that a change adds or sharpens: an assertion, a raise, or what decides about it.

#include <set>
#include <string>

#include "analyzers/rules/rule.h"

namespace allreview::rules::configuration {

// Some new line of the body takes part in a check.
bool HasNewCheck(const AnalysedFile& file, Node body);

// Names on which a new check of the function depends: those of its new lines, of the conditions
// around its new checks, and what the function computes any of these from.
std::set<std::string> NamesBehindNewChecks(const AnalysedFile& file, Node body);

// Names of fields and options on new lines of the file: their defaults may be new.
std::set<std::string> NamesOnNewLines(const AnalysedFile& file);

}  // namespace allreview::rules::configuration

#endif  // ANALYZERS_RULES_CONFIGURATION_NEW_CHECKS_H_
