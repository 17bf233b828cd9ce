#include "analyzers/rules/shared_phrases.h"

#include <algorithm>

#include "analyzers/rules/phrase_headers.inc"
#include "sentences/table.h"

namespace allreview::rules {

absl::Span<const Phrase> SharedPhrases() {
  static constexpr Phrase kAll[] = {
#include "analyzers/rules/shared_phrases.inc"
  };
  return kAll;
}

const Phrase* FindPhrase(const RuleInfo& rule, absl::string_view id) {
  for (const absl::Span<const Phrase> phrases : {rule.phrases, SharedPhrases()}) {
    const auto* phrase = std::find_if(phrases.begin(), phrases.end(),
                                      [&](const Phrase& phrase) { return phrase.id() == id; });
    if (phrase != phrases.end()) return phrase;
  }
  return allreview::FindPhrase(id);
}

}  // namespace allreview::rules
