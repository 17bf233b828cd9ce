#ifndef ANALYZERS_RULES_CHINESE_TABLES_H_
#define ANALYZERS_RULES_CHINESE_TABLES_H_

// The tables behind chinese.h. Those of rules are sorted by id.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/chinese/chinese.h"

namespace allreview::rules::chinese {

absl::Span<const RuleText> Configuration();
absl::Span<const RuleText> Contracts();
absl::Span<const RuleText> Distributed();
absl::Span<const RuleText> Gradients();
absl::Span<const RuleText> Logic();
absl::Span<const RuleText> Maintainability();
absl::Span<const RuleText> Measured();
absl::Span<const RuleText> Numerics();
absl::Span<const RuleText> Performance();
absl::Span<const RuleText> Readability();
absl::Span<const RuleText> Resources();
absl::Span<const RuleText> Security();
absl::Span<const RuleText> SemiMarkov();
absl::Span<const RuleText> Style();
absl::Span<const RuleText> Suppressions();
absl::Span<const RuleText> Tests();
absl::Span<const RuleText> Triton();

// A phrase, or a pattern with placeholders: "no rules for {language}". {count}, {line} and {lines}
// stand for numbers, `{name}` for what fills one code span, {phrase} for another phrase, any other
// for anything whole.
struct PhrasePair {
  absl::string_view english, chinese;
};

absl::Span<const PhrasePair> PhrasesOfRules();    // Parameters, related places and evidence.
absl::Span<const PhrasePair> PhrasesOfReviews();  // Reasons, diagnostics, tests and house rules.

}  // namespace allreview::rules::chinese

#endif  // ANALYZERS_RULES_CHINESE_TABLES_H_
