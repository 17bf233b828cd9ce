#ifndef SENTENCES_TABLE_H_
#define SENTENCES_TABLE_H_

// All phrases of sentences/phrases/, by id: for who shows what another process said. The build
// collects them from the headers, so nobody lists them. Constant: any thread may read it.
//
// A header of phrases/ holds what is said of one subject. Producers include the one that they
// need; ids are unique over all of them. Phrases of rules stand elsewhere
// (analyzers/rules/README.md), those of documents where documents say them.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sentences/phrase.h"

namespace allreview {

absl::Span<const Phrase> AllPhrases();

// Null: there is none with that id.
const Phrase* FindPhrase(absl::string_view id);

}  // namespace allreview

#endif  // SENTENCES_TABLE_H_
