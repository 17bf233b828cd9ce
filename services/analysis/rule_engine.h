#ifndef SERVICES_ANALYSIS_RULE_ENGINE_H_
#define SERVICES_ANALYSIS_RULE_ENGINE_H_

// The rule engine as a value, so that a test can bring its own.

#include <functional>
#include <string>
#include <vector>

#include "analyzers/rules/engine.h"

namespace allreview::analysis {

struct RuleEngine {
  std::function<rules::AnalysisResult(const rules::AnalysisInput&)> analyze;
  std::function<std::vector<rules::RuleInfo>()> list_rules;
  std::function<std::string()> rules_hash;
};

// The engine's rules and the built-in ones about suppression comments, sorted by id.
std::vector<rules::RuleInfo> AllRules(const RuleEngine& engine);

// Over both, 16 hexadecimal digits.
std::string AllRulesHash(const RuleEngine& engine);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_RULE_ENGINE_H_
