#ifndef ANALYZERS_ORGANISATION_RULES_RULE_READER_H_
#define ANALYZERS_ORGANISATION_RULES_RULE_READER_H_

#include <memory>
#include <string>
#include <vector>

#include "analyzers/organisation_rules/organisation_rule.h"
#include "analyzers/organisation_rules/problems.h"

namespace allreview::organisation_rules {

struct RuleFile {
  std::string name;  // For messages.
  std::string content;
};

struct ReadRules {
  std::vector<std::unique_ptr<const OrganisationRule>> rules;
  std::vector<int> lines;         // Where each begins.
  std::vector<Problem> problems;  // Any: the rules must not be used.
};

// One rule file: YAML, checked against everything that can be known without running the rules.
// docs/organisation_rules.md describes the format.
ReadRules ReadRuleFile(const RuleFile& file);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_RULE_READER_H_
