#ifndef ANALYZERS_INTENT_PAIRING_H_
#define ANALYZERS_INTENT_PAIRING_H_

// Which sentences of the two sides of a change are the same. Internal to intent_of_change.cc.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/intent/sentence.h"

namespace allreview::intent {

// What a sentence of the old side is called on the new one: its path and its definition.
struct PlaceAfter {
  std::string path, owner;
};
using FollowPlace = std::function<PlaceAfter(const Sentence& before)>;

// All of `after`, and of `before` those that are gone. What stands on both sides is kBoth, and has
// is_moved where neither its definition nor its file is the same. Linear but for sorting.
std::vector<Sentence> Paired(std::vector<Sentence> before, std::vector<Sentence> after,
                             const FollowPlace& follow);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_PAIRING_H_
