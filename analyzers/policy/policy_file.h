#ifndef ANALYZERS_POLICY_POLICY_FILE_H_
#define ANALYZERS_POLICY_POLICY_FILE_H_

// One policy file checked against the table of known keys. ResolvePolicy is what others use.

#include <set>
#include <string>
#include <vector>

#include "analyzers/policy/policy.h"

namespace allreview::policy {

// A key that the file sets.
struct Setting {
  std::string key;    // "rules.long-function.enabled".
  std::string value;  // Canonical: "5", "P1", "true", "[a, b]".
  int line = 0;
  std::vector<std::string> items = {};  // Of a list, sorted, without duplicates.
  bool adds = false;                    // `items` come on top of those of lower rank.
  bool is_weak = false;  // Replaces "off" only: what `enabled: true` means for a tier.
};

struct PolicyFile {
  // `rules.disable` also sets `enabled` of each id; `enabled` and `tier` of a rule set each other.
  std::vector<Setting> settings;
  std::vector<PolicyDiagnostic> errors;  // By line. Any: the settings must not be used.
  std::set<std::string> tool_rules;      // Of other tools, that the file speaks of.
};

PolicyFile ReadPolicyFile(const PolicySource& source, const std::vector<KnownRule>& rules);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_POLICY_FILE_H_
