#ifndef SENTENCES_STATEMENT_TABLE_H_
#define SENTENCES_STATEMENT_TABLE_H_

// The phrases of statements of a change (statements/), by their ids. Constant.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sentences/phrase.h"

namespace allreview {

absl::Span<const Phrase> StatementPhrases();

// Also one of the other table (table.h). Null: there is no such phrase.
const Phrase* FindStatementPhrase(absl::string_view id);

}  // namespace allreview

#endif  // SENTENCES_STATEMENT_TABLE_H_
