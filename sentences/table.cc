#include "sentences/table.h"

#include <map>

#include "sentences/table_headers.inc"

namespace allreview {

absl::Span<const Phrase> AllPhrases() {
  static constexpr Phrase kAll[] = {
#include "sentences/table.inc"
  };
  return kAll;
}

const Phrase* FindPhrase(absl::string_view id) {
  static const auto& index = *[] {
    auto* by_id = new std::map<absl::string_view, const Phrase*>;
    for (const Phrase& phrase : AllPhrases()) by_id->emplace(phrase.id(), &phrase);
    return by_id;
  }();
  const auto phrase = index.find(id);
  return phrase == index.end() ? nullptr : phrase->second;
}

}  // namespace allreview
