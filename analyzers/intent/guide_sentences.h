#ifndef ANALYZERS_INTENT_GUIDE_SENTENCES_H_
#define ANALYZERS_INTENT_GUIDE_SENTENCES_H_

// What the guides of a repository say. Internal to intent_of_change.cc.

#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/intent/sentence.h"

namespace allreview::intent {

// As IntentOfChange::guides().
std::vector<Sentence> SentencesOfGuides(const change::AnalysedChange& change);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_GUIDE_SENTENCES_H_
