#include "sentences/statement_table.h"

#include <map>

#include "sentences/statement_table_headers.inc"
#include "sentences/table.h"

namespace allreview {

absl::Span<const Phrase> StatementPhrases() {
  static constexpr Phrase kAll[] = {
#include "sentences/statement_table.inc"
  };
  return kAll;
}

const Phrase* FindStatementPhrase(absl::string_view id) {
  static const auto& index = *[] {
    auto* by_id = new std::map<absl::string_view, const Phrase*>;
    for (const Phrase& phrase : StatementPhrases()) by_id->emplace(phrase.id(), &phrase);
    return by_id;
  }();
  const auto phrase = index.find(id);
  return phrase == index.end() ? FindPhrase(id) : phrase->second;
}

}  // namespace allreview
