// The part of Knowledge that keeps track of what answers depend on.

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

void Knowledge::Meet(int question) {
  Touch(question);
  if (question + 1 >= static_cast<int>(questions_.size())) return;
  std::vector<Rings::Question> ring;
  for (size_t i = static_cast<size_t>(question); i < questions_.size(); ++i) {
    ring.emplace_back(questions_[i].about, questions_[i].is_class);
  }
  TakeUp({.rings = {rings_.Join(ring)}});
}

void Knowledge::TakeUp(Hand other) {
  Touch(other.touched);
  if (other.rings.empty()) return;
  hand_.rings.insert(hand_.rings.end(), other.rings.begin(), other.rings.end());
  for (Rings::Id& ring : hand_.rings) ring = rings_.Current(ring);
  std::sort(hand_.rings.begin(), hand_.rings.end());
  hand_.rings.erase(std::unique(hand_.rings.begin(), hand_.rings.end()), hand_.rings.end());
}

bool Knowledge::IsAskedFromWithin(const std::vector<Rings::Id>& rings) {
  return std::any_of(questions_.begin(), questions_.end(), [&](const Question& question) {
    const Rings::Id mine = rings_.RingOf({question.about, question.is_class});
    return mine != Rings::kNone && std::any_of(rings.begin(), rings.end(), [&](Rings::Id ring) {
             return rings_.Current(ring) == mine;
           });
  });
}

}  // namespace allreview::understanding
