#ifndef ANALYZERS_POLICY_POLICY_SCHEMA_H_
#define ANALYZERS_POLICY_POLICY_SCHEMA_H_

// The table of keys that a policy file may hold. A new key is one line in policy_schema.cc and one
// place that acts upon it.

#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::policy {

enum class ValueType {
  kInteger,
  kSeverity,
  kSeverityOrNone,
  kBool,
  kTier,
  kLanguage,
  kRuleIds,
  kLanguages,
  kFiles
};

struct KeySpec {
  absl::string_view key;  // Dotted; "<id>" stands for the id of any rule.
  ValueType type = ValueType::kInteger;
  absl::string_view default_value;  // "": the rule's own.
  absl::string_view documentation;
  int min = 0, max = 0;  // Of kInteger, inclusive.
};

// Sorted by key.
const std::vector<KeySpec>& KeySpecs();

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_POLICY_SCHEMA_H_
