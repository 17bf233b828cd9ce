#ifndef ANALYZERS_INTENT_AUTHOR_SENTENCES_H_
#define ANALYZERS_INTENT_AUTHOR_SENTENCES_H_

// The sentences of a description and of messages of commits.
//
//   for (const Sentence& sentence : SentencesOf(change.description())) ...
//
// Title, body, then commit by commit, the first line being one sentence. What one says again is
// left out. At most kMaxAuthorSentences. Pure.

#include <cstddef>
#include <vector>

#include "analyzers/change/changed_file.h"
#include "analyzers/intent/sentence.h"

namespace allreview::intent {

inline constexpr size_t kMaxAuthorSentences = 5'000;

std::vector<Sentence> SentencesOf(const change::Description& description);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_AUTHOR_SENTENCES_H_
