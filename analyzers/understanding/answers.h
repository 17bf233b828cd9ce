#ifndef ANALYZERS_UNDERSTANDING_ANSWERS_H_
#define ANALYZERS_UNDERSTANDING_ANSWERS_H_

// How Knowledge finds and keeps its answers. Private to this folder.

#include <utility>

#include "analyzers/understanding/knowledge.h"

namespace allreview::understanding {

template <typename Map>
const typename Map::mapped_type::Answer* Knowledge::FindAnswer(Map Answers::*kind,
                                                               const typename Map::key_type& key) {
  const Map& settled = answers_.*kind;
  if (const auto known = settled.find(key);
      known != settled.end() && !WouldDiffer(known->second.met)) {
    TakeUp(known->second.met);
    return &known->second.answer;
  }
  for (size_t i = 0; i < questions_.size(); ++i) {
    const Map& depending = questions_[i].answers.*kind;
    const auto known = depending.find(key);
    if (known == depending.end()) continue;
    Meet(static_cast<int>(i));
    TakeUp(known->second.met);
    return &known->second.answer;
  }
  return nullptr;
}

template <typename Map>
typename Map::mapped_type::Answer& Knowledge::Keep(Map& answers, typename Map::key_type key,
                                                   typename Map::mapped_type::Answer answer,
                                                   const Hand& outer) {
  const auto [at, is_new] = answers.try_emplace(std::move(key));
  // What is settled stays: somebody may be reading it.
  if (is_new || hand_.touched != kUntouched) at->second = {std::move(answer), hand_.met};
  PutDown(outer);
  return at->second.answer;
}

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_ANSWERS_H_
