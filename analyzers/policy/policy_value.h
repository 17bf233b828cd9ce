#ifndef ANALYZERS_POLICY_POLICY_VALUE_H_
#define ANALYZERS_POLICY_POLICY_VALUE_H_

// Values of a policy file: which fit a key, and what to call those that do not. Pure.
//
//   if (!Fits(spec.type, node)) Report(…, {{"found", Describe(node)}, {"wanted",
//   Wanted(spec.type)}});

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/policy/policy_schema.h"
#include "analyzers/rules/engine.h"
#include "base/yaml.h"
#include "sentences/sentence.h"

namespace allreview::policy {

// "on", "hint", "off".
absl::string_view TierName(rules::Tier tier);
std::optional<rules::Tier> ToTier(absl::string_view name);

// Whether the value is a word of the type, or an integer, whatever its size. False for lists.
bool Fits(ValueType type, const YamlNode& node);
// "an integer", "true or false", "a list of rule ids".
Words Wanted(ValueType type);
// What to do, where the words that are wanted do not explain themselves. May be empty.
Words Cure(ValueType type);

// In quotes, cut, without control characters.
std::string Quoted(absl::string_view text);
// "\"P9\"", "the string \"3\"", "a list", "nothing".
Words Describe(const YamlNode& node);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_POLICY_VALUE_H_
