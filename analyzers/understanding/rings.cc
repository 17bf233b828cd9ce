#include "analyzers/understanding/rings.h"

namespace allreview::understanding {

Rings::Id Rings::Current(Id ring) {
  while (joined_[ring] != ring) ring = joined_[ring] = joined_[joined_[ring]];
  return ring;
}

Rings::Id Rings::RingOf(const Question& question) {
  const auto known = by_question_.find(question);
  return known == by_question_.end() ? kNone : Current(known->second);
}

Rings::Id Rings::Join(const std::vector<Question>& questions) {
  Id all = kNone;
  for (const Question& question : questions) {
    const Id ring = RingOf(question);
    if (all == kNone) {
      all = ring;
    } else if (ring != kNone) {
      joined_[ring] = all;
    }
  }
  if (all == kNone) {
    all = static_cast<Id>(joined_.size());
    joined_.push_back(all);
  }
  for (const Question& question : questions) by_question_[question] = all;
  return all;
}

}  // namespace allreview::understanding
