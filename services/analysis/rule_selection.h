#ifndef SERVICES_ANALYSIS_RULE_SELECTION_H_
#define SERVICES_ANALYSIS_RULE_SELECTION_H_

// Which rules of organisations hold for one call, and the policy over them and the engine's.
//
//   Selection selection = SelectRules({.engine = engine, .library = library, .policies = …});
//
// Rules come from the library's own files, from files that the caller sends, and from files that
// policies name under `rules.files`: those of a policy of this machine are read beside it, those of
// the repository's policy must have been sent along.

#include <memory>
#include <string>
#include <vector>

#include "analyzers/organisation_rules/rule_set.h"
#include "analyzers/policy/policy.h"
#include "proto/analysis/v1/rule.pb.h"
#include "proto/change/v1/change.pb.h"
#include "services/analysis/rule_engine.h"
#include "services/analysis/rule_library.h"

namespace allreview::analysis {

// A policy, and whether the files that it names may be read from this machine: never for a policy
// that came over the network.
struct RankedPolicy {
  policy::PolicySource source;
  bool may_name_files = false;
};

struct SelectionRequest {
  const RuleEngine& engine;
  RuleLibrary& library;
  std::vector<RankedPolicy> policies = {};
  std::vector<v1::RuleFile> rule_files = {};  // That the caller sent.
};

struct Selection {
  std::shared_ptr<const organisation_rules::RuleSet> rules;  // Never null.
  policy::Policy policy;
  // Paths that the repository's policy names, also if it is void for want of their rules.
  std::vector<std::string> repository_rule_files;
  std::vector<change::v1::Diagnostic> diagnostics;  // Of rule files that do not hold.
  // Diagnostics of files whose older version holds. Nothing in a review depends on these.
  std::vector<change::v1::Diagnostic> stale;
};

Selection SelectRules(const SelectionRequest& request);

// Over all rules that hold and what is said of those that do not, 16 hexadecimal digits.
std::string RulesHashOf(const RuleEngine& engine, const Selection& selection);

change::v1::Diagnostic ToProto(const organisation_rules::Problem& problem);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_RULE_SELECTION_H_
