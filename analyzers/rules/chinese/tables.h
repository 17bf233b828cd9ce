#ifndef ANALYZERS_RULES_CHINESE_TABLES_H_
#define ANALYZERS_RULES_CHINESE_TABLES_H_

// The tables behind chinese.h.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace allreview::rules::chinese {

// A phrase, or a pattern with placeholders: "no rules for {language}". {count}, {line} and {lines}
// stand for numbers, `{name}` for what fills one code span, {phrase} for another phrase, any other
// for anything whole.
struct PhrasePair {
  absl::string_view english, chinese;
};

absl::Span<const PhrasePair> PhrasesOfRules();  // Parameters, related places and evidence.

}  // namespace allreview::rules::chinese

#endif  // ANALYZERS_RULES_CHINESE_TABLES_H_
