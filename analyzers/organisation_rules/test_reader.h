#ifndef ANALYZERS_ORGANISATION_RULES_TEST_READER_H_
#define ANALYZERS_ORGANISATION_RULES_TEST_READER_H_

#include <vector>

#include "analyzers/organisation_rules/organisation_rule.h"
#include "analyzers/organisation_rules/problems.h"

namespace allreview::organisation_rules {

// The key `tests` of a rule; null: missing, which is reported at `rule`.
std::vector<RuleTest> ReadTests(const YamlNode* node, const YamlNode& rule, bool has_rewrite,
                                Problems& problems);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_TEST_READER_H_
