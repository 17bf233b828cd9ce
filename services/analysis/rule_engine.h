#ifndef SERVICES_ANALYSIS_RULE_ENGINE_H_
#define SERVICES_ANALYSIS_RULE_ENGINE_H_

// The rule engine as a value, so that a test can bring its own.

#include <functional>
#include <string>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/organisation_rules/rule_set.h"
#include "analyzers/organisation_rules/test_result.h"
#include "analyzers/rules/engine.h"

namespace allreview::analysis {

struct RuleEngine {
  std::function<change::AnalysedChange(change::ChangeInput)> parse_change;
  std::function<rules::RulesResult(const rules::RulesInput&)> run_rules;
  std::function<std::vector<rules::RuleInfo>()> list_rules;
  std::function<std::string()> rules_hash;
  std::function<std::vector<organisation_rules::TestResult>(
      const organisation_rules::RuleSet& rules, const std::function<double()>& cpu_seconds)>
      run_tests = {};
  // Withdraws edits that do not hold; empty: all are offered.
  std::function<std::vector<rules::Finding>(const rules::RulesInput&, std::vector<rules::Finding>)>
      check_edits = {};
};

// The engine's rules, the built-in ones about suppression comments, and those of organisations,
// sorted by id. Infos of the latter point into `organisation`.
std::vector<rules::RuleInfo> AllRules(const RuleEngine& engine,
                                      const organisation_rules::RuleSet& organisation);

// Over all of them, 16 hexadecimal digits.
std::string AllRulesHash(const RuleEngine& engine, const organisation_rules::RuleSet& organisation);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_RULE_ENGINE_H_
