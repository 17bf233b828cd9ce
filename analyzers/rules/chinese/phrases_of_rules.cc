// What rules put into the parameters of their texts, and say of related places.

#include "analyzers/rules/chinese/tables.h"

namespace allreview::rules::chinese {

absl::Span<const PhrasePair> PhrasesOfRules() {
  static constexpr PhrasePair kPhrases[] = {
      {"it is new", "它是新增的"},
  };
  return kPhrases;
}

}  // namespace allreview::rules::chinese
