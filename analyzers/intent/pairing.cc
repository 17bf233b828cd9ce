#include "analyzers/intent/pairing.h"

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>

#include "base/poll.h"

namespace allreview::intent {
namespace {

using Key = std::tuple<absl::string_view, absl::string_view, absl::string_view>;

// How much of its place must be the same.
enum class Pass : uint8_t { kDefinition, kFile, kChange };

class Pairs {
 public:
  Pairs(std::vector<Sentence>& before, std::vector<Sentence>& after, const FollowPlace& follow)
      : before_(before), after_(after), is_paired_(before.size()) {
    places_.reserve(before.size());
    for (const Sentence& sentence : before) places_.push_back(follow(sentence));
  }

  void Match(Pass pass) {
    std::map<Key, std::deque<size_t>> open;
    for (size_t i = 0; i < before_.size(); ++i) {
      Poll();
      if (!is_paired_[i]) open[KeyOf(before_[i].text, places_[i], pass)].push_back(i);
    }
    for (Sentence& sentence : after_) {
      Poll();
      if (sentence.presence == Presence::kBoth) continue;
      const auto found = open.find(KeyOf(sentence.text, PlaceOf(sentence), pass));
      if (found == open.end() || found->second.empty()) continue;
      const size_t i = found->second.front();
      found->second.pop_front();
      is_paired_[i] = true;
      sentence.presence = Presence::kBoth;
      sentence.is_moved = pass != Pass::kDefinition && before_[i].owner != sentence.owner;
    }
  }

  bool is_paired(size_t before) const { return is_paired_[before]; }

 private:
  struct View {
    absl::string_view path, owner;
  };
  static View PlaceOf(const Sentence& sentence) { return {sentence.path, sentence.owner}; }
  template <typename Place>
  static Key KeyOf(absl::string_view text, const Place& place, Pass pass) {
    return {text, pass == Pass::kChange ? absl::string_view() : absl::string_view(place.path),
            pass == Pass::kDefinition ? absl::string_view(place.owner) : absl::string_view()};
  }

  std::vector<Sentence>& before_;
  std::vector<Sentence>& after_;
  std::vector<PlaceAfter> places_;
  std::vector<bool> is_paired_;
};

}  // namespace

std::vector<Sentence> Paired(std::vector<Sentence> before, std::vector<Sentence> after,
                             const FollowPlace& follow) {
  Pairs pairs(before, after, follow);
  pairs.Match(Pass::kDefinition);
  pairs.Match(Pass::kFile);
  pairs.Match(Pass::kChange);
  for (size_t i = 0; i < before.size(); ++i) {
    if (pairs.is_paired(i)) continue;
    before[i].presence = Presence::kBefore;
    after.push_back(std::move(before[i]));
  }
  return after;
}

}  // namespace allreview::intent
