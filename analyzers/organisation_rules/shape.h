#ifndef ANALYZERS_ORGANISATION_RULES_SHAPE_H_
#define ANALYZERS_ORGANISATION_RULES_SHAPE_H_

// What may stand under the keys of a rule file, as tables: the reader takes its words from them,
// and tools/schemas makes the JSON Schema for editors of them.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::organisation_rules {

enum class Shape {
  kMapping,  // Of the fields that stand beside it, and nothing else.
  kFlag,
  kCapture,
  kSwitch,  // A flag, or the capture that the condition speaks of.
  kText,
  kTexts,  // One or a list.
  kWord,   // One of the words beside it.
  kWords,  // One or a list of them.
  kKinds,  // Kinds of nodes, one or a list.
  kRegex,
  kQuery,
  kCount,  // 0 to 1000.
  kNumber,
  kCapturePair,
  kConditions,     // A mapping or a list of them.
  kConditionList,  // At least one.
  kTests,          // At least one piece of code, or mapping of the fields beside it.
};

struct RuleKey {
  absl::string_view key;
  Shape shape = Shape::kText;
  bool is_required = false;
  absl::Span<const absl::string_view> words = {};
  absl::Span<const RuleKey> fields = {};  // Of a mapping; in place of another shape.
  absl::string_view documentation = "";
};

// Keys of a rule, in the order of docs/organisation_rules.md, which a test compares.
absl::Span<const RuleKey> RuleKeys();
// The entry of a key that is there.
const RuleKey& RuleKeyOf(absl::string_view key);

}  // namespace allreview::organisation_rules

#endif  // ANALYZERS_ORGANISATION_RULES_SHAPE_H_
