#ifndef ANALYZERS_RULES_SHARED_PHRASES_H_
#define ANALYZERS_RULES_SHARED_PHRASES_H_

// Finds the words that rules put into parameters, related places and evidence. No rule is linked.
//
// Phrases of one rule stand in its file (RuleInfo::phrases), those of several rules of a family in
// <family>/phrases.h, those of several families in shared/phrases.h. The build collects the
// constants of all phrases.h, so nobody lists them. Any thread may ask.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/rules/rule_info.h"
#include "sentences/phrase.h"

namespace allreview::rules {

// Those of all phrases.h.
absl::Span<const Phrase> SharedPhrases();

// The rule's own phrase, or a shared one. Null: there is none with that id.
const Phrase* FindPhrase(const RuleInfo& rule, absl::string_view id);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_PHRASES_H_
