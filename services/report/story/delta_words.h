#ifndef SERVICES_REPORT_STORY_DELTA_WORDS_H_
#define SERVICES_REPORT_STORY_DELTA_WORDS_H_

// The words for one difference of a symbol. Part of deltas_text.h.

#include <string>
#include <vector>

#include "proto/analysis/v1/change_model.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

enum class DeltaWay { kAdded, kRemoved, kChanged };

DeltaWay WayOf(const analysis::v1::Delta& delta);

// How differences of one kind are told. {what} is one or more code spans; of what changed, pairs.
struct DeltaWords {
  analysis::v1::Delta::Kind kind;
  Phrase added, removed, changed;
};

// All there are, in the order in which they are told.
std::vector<const DeltaWords*> AllDeltaWords();
// Null: none.
const DeltaWords* WordsOf(const analysis::v1::Delta& delta);
// The {what} of one difference.
std::string WhatOf(Language language, const analysis::v1::Delta& delta);
std::string ClauseOf(Language language, const DeltaWords& words, DeltaWay way,
                     const std::string& what);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_DELTA_WORDS_H_
