#ifndef ANALYZERS_ORGANISATION_RULES_RULE_SET_H_
#define ANALYZERS_ORGANISATION_RULES_RULE_SET_H_

// Rules of an organisation, from YAML files, for the engine.
//
//   LoadedRules loaded = LoadRules(files, ids_of_other_rules);
//   AnalysisInput input{..., .extra_rules = loaded.rules->rules()};
//
// A file with a problem contributes no rule: half a file could say something that nobody meant.
// Immutable; safe from any thread. Findings do not point into it, rule infos do.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analyzers/organisation_rules/rule_reader.h"
#include "analyzers/rules/engine.h"

namespace allreview::organisation_rules {

class RuleSet {
 public:
  bool empty() const { return owned_.empty(); }
  // Sorted by id, as are the others.
  const std::vector<const rules::Rule*>& rules() const { return rules_; }
  const std::vector<std::unique_ptr<const OrganisationRule>>& owned() const { return owned_; }
  std::vector<rules::RuleInfo> Infos() const;
  // Over the content of the files, 16 hexadecimal digits. Empty without rules.
  const std::string& hash() const { return hash_; }

 private:
  friend struct LoadedRules LoadRules(const std::vector<RuleFile>& files,
                                      const std::set<std::string>& taken_ids);
  std::vector<std::unique_ptr<const OrganisationRule>> owned_;
  std::vector<const rules::Rule*> rules_;
  std::string hash_;
};

struct LoadedRules {
  std::shared_ptr<const RuleSet> rules;  // Never null.
  std::vector<Problem> problems;         // By file in the order given, then place.
};

// `taken_ids`: of built-in rules. Of two rules with one id the later one is a problem of its file.
LoadedRules LoadRules(const std::vector<RuleFile>& files, const std::set<std::string>& taken_ids);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_RULE_SET_H_
