#include "services/analysis/rule_engine.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/measured_rules.h"
#include "analyzers/rules/suppression_rules.h"
#include "base/hash.h"

namespace allreview::analysis {

std::vector<rules::RuleInfo> AllRules(const RuleEngine& engine,
                                      const organisation_rules::RuleSet& organisation) {
  std::vector<rules::RuleInfo> rules = engine.list_rules();
  const absl::Span<const rules::RuleInfo> own = rules::SuppressionRules();
  rules.insert(rules.end(), own.begin(), own.end());
  for (const rules::MeasuredRule& rule : rules::MeasuredRules()) rules.push_back(rule.info);
  const std::vector<rules::RuleInfo> more = organisation.Infos();
  rules.insert(rules.end(), more.begin(), more.end());
  std::sort(rules.begin(), rules.end(),
            [](const rules::RuleInfo& a, const rules::RuleInfo& b) { return a.id < b.id; });
  return rules;
}

std::string AllRulesHash(const RuleEngine& engine,
                         const organisation_rules::RuleSet& organisation) {
  Sha256 hash;
  hash.Update(engine.rules_hash());
  const auto add = [&](const rules::RuleInfo& rule) {
    hash.Update(absl::StrCat("\n", rule.id, " ", rule.version, " ", rule.title.en, " ",
                             static_cast<int>(rule.severity), " ", rule.why, " ", rule.fix));
  };
  for (const rules::RuleInfo& rule : rules::SuppressionRules()) add(rule);
  for (const rules::MeasuredRule& rule : rules::MeasuredRules()) add(rule.info);
  if (!organisation.empty()) hash.Update(absl::StrCat("\n", organisation.hash()));
  return hash.Finish().substr(0, 16);
}

}  // namespace allreview::analysis
