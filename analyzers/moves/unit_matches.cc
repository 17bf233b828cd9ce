#include "analyzers/moves/unit_matches.h"

#include <algorithm>
#include <unordered_map>

#include "base/poll.h"

namespace allreview::moves {
namespace {

using How = UnitMatch::How;

// Fewer tokens are the same by chance: of the only one of its kind, and of one among several.
constexpr uint32_t kMinTokens = 6;
constexpr uint32_t kMinTokensOfMany = 12;

struct Place {
  int32_t file = 0, unit = 0;
};

uint64_t Mix(uint64_t hash, uint64_t more) {
  hash = (hash ^ (more + 0x9E3779B97F4A7C15u + (hash << 6))) * 0xC2B2AE3D27D4EB4Fu;
  return hash ^ (hash >> 31);
}

class Matcher {
 public:
  Matcher(Side& before, Side& after) : before_(before), after_(after) {}

  void Match() {
    for (Side* side : {&before_, &after_}) {
      side->matches.resize(side->files.size());
      for (size_t i = 0; i < side->files.size(); ++i) {
        if (side->files[i] != nullptr) side->matches[i].resize(side->files[i]->all().size());
      }
    }
    const auto in_group = [](const Side& side, Place at) {
      const Unit& unit = UnitAt(side, at);
      const std::vector<int32_t>& groups = side.groups[at.file];
      const int32_t group = unit.definition < 0 ? groups.back() : groups[unit.definition];
      return Mix(Mix(unit.hash, static_cast<uint64_t>(group)), unit.is_call());
    };
    const auto anywhere = [](const Side& side, Place at) {
      const Unit& unit = UnitAt(side, at);
      return Mix(unit.hash, unit.is_call());
    };
    const auto loose = [](const Side& side, Place at) {
      return Mix(UnitAt(side, at).loose_hash, 2);
    };
    Pair(How::kStayed, in_group);
    Pair(How::kMoved, anywhere);
    Pair(How::kMovedToReceiver, loose);
    MatchHeaders();
  }

 private:
  struct Bucket {
    std::vector<Place> places;  // Of the old side.
    size_t next = 0;
    size_t wanted = 0;  // Of the new side.
  };

  static const Unit& UnitAt(const Side& side, Place at) {
    return side.files[at.file]->all()[at.unit];
  }
  static UnitMatch& MatchAt(Side& side, Place at) { return side.matches[at.file][at.unit]; }
  static bool IsOpen(Side& side, Place at) { return MatchAt(side, at).how == How::kNone; }

  static bool IsCandidate(How how, const Unit& unit) {
    if (unit.is_import && how != How::kStayed) return false;
    switch (how) {
      case How::kStayed:
        return unit.size() > 0;
      case How::kMoved:
        return unit.size() >= kMinTokens;
      default:
        return !unit.is_call() && unit.loose_end - unit.loose_first >= kMinTokens;
    }
  }

  // Those without a match, largest first.
  std::vector<Place> OpenOnes(Side& side, How how) {
    std::vector<Place> open;
    for (size_t file = 0; file < side.files.size(); ++file) {
      if (side.files[file] == nullptr) continue;
      for (size_t unit = 0; unit < side.files[file]->all().size(); ++unit) {
        const Place at = {static_cast<int32_t>(file), static_cast<int32_t>(unit)};
        if (IsOpen(side, at) && IsCandidate(how, UnitAt(side, at))) open.push_back(at);
      }
    }
    std::stable_sort(open.begin(), open.end(), [&side](Place a, Place b) {
      return UnitAt(side, a).size() > UnitAt(side, b).size();
    });
    return open;
  }

  template <typename KeyAt>
  void Pair(How how, const KeyAt& key_at) {
    std::unordered_map<uint64_t, Bucket> buckets;
    for (Place at : OpenOnes(before_, how)) buckets[key_at(before_, at)].places.push_back(at);
    if (buckets.empty()) return;
    const std::vector<Place> wanted = OpenOnes(after_, how);
    for (Place at : wanted) {
      const auto bucket = buckets.find(key_at(after_, at));
      if (bucket != buckets.end()) ++bucket->second.wanted;
    }
    for (Place at : wanted) {
      Poll();
      if (!IsOpen(after_, at)) continue;
      const auto bucket = buckets.find(key_at(after_, at));
      if (bucket == buckets.end() || !IsCertain(how, UnitAt(after_, at), bucket->second)) continue;
      PairWithFirst(how, bucket->second, at);
    }
  }

  static bool IsCertain(How how, const Unit& unit, const Bucket& bucket) {
    if (how == How::kStayed) return true;
    if (bucket.places.size() == 1 && bucket.wanted == 1) return true;
    return how == How::kMoved && !unit.is_call() && unit.size() >= kMinTokensOfMany;
  }

  void PairWithFirst(How how, Bucket& bucket, Place to) {
    while (bucket.next < bucket.places.size() && !IsOpen(before_, bucket.places[bucket.next])) {
      ++bucket.next;
    }
    if (bucket.next == bucket.places.size()) return;
    const Place from = bucket.places[bucket.next];
    if (!AreEqual(how, from, to)) return;
    ++bucket.next;
    Take(how, from, to);
    if (how == How::kMoved) TakeNeighbours(from, to);
  }

  bool AreEqual(How how, Place from, Place to) const {
    const Units &old = *before_.files[from.file], &now = *after_.files[to.file];
    return how == How::kMovedToReceiver ? old.AreEqualButForReceiver(from.unit, now, to.unit)
                                        : old.AreEqual(from.unit, now, to.unit);
  }

  // Together with all that is in it.
  void Take(How how, Place from, Place to) {
    const Unit &old = UnitAt(before_, from), &now = UnitAt(after_, to);
    const int count = std::min(old.inner_end - from.unit, now.inner_end - to.unit);
    for (int i = 0; i < count; ++i) {
      Poll();
      Link(how, {from.file, from.unit + i}, {to.file, to.unit + i});
    }
  }

  // Small pieces may have been taken for something else before.
  void Link(How how, Place from, Place to) {
    UnitMatch &old = MatchAt(before_, from), &now = MatchAt(after_, to);
    if (old.how != How::kNone) MatchAt(after_, {old.file, old.unit}) = {};
    if (now.how != How::kNone) MatchAt(before_, {now.file, now.unit}) = {};
    old = {.how = how, .file = to.file, .unit = to.unit};
    now = {.how = how, .file = from.file, .unit = from.unit};
  }

  // What stood beside it and moved along: alone it may be too little to be recognised.
  void TakeNeighbours(Place from, Place to) {
    const Units &old = *before_.files[from.file], &now = *after_.files[to.file];
    if (UnitAt(after_, to).is_call()) return;
    for (const bool is_forward : {true, false}) {
      Place a = from, b = to;
      while (true) {
        a.unit = is_forward ? old.Next(a.unit) : old.Previous(a.unit);
        b.unit = is_forward ? now.Next(b.unit) : now.Previous(b.unit);
        if (a.unit < 0 || b.unit < 0 || !MayFollow(a, b) || !AreEqual(How::kMoved, a, b)) break;
        Take(How::kMoved, a, b);
      }
    }
  }

  // Inner statements first: a header that is known makes the one around it known.
  void MatchHeaders() {
    for (size_t file = 0; file < after_.files.size(); ++file) {
      if (after_.files[file] == nullptr) continue;
      const Units& now = *after_.files[file];
      for (int i = static_cast<int>(now.all().size()) - 1; i >= 0; --i) {
        Poll();
        const UnitMatch match = after_.matches[file][i];
        if (match.how == How::kNone) continue;
        const Units& old = *before_.files[match.file];
        const Place to = {static_cast<int32_t>(file), now.all()[i].parent};
        const Place from = {match.file, old.all()[match.unit].parent};
        if (to.unit < 0 || from.unit < 0 || !IsOpen(after_, to) || !IsOpen(before_, from)) continue;
        if (!old.HaveEqualHeaders(from.unit, now, to.unit)) continue;
        Link(match.how, from, to);
        MatchAt(before_, from).is_header = MatchAt(after_, to).is_header = true;
      }
    }
  }

  bool MayFollow(Place from, Place to) {
    const auto is_free = [](Side& side, Place at) {
      return IsOpen(side, at) ||
             (MatchAt(side, at).how == How::kStayed && UnitAt(side, at).size() < kMinTokens);
    };
    return is_free(before_, from) && is_free(after_, to);
  }

  Side& before_;
  Side& after_;
};

}  // namespace

void MatchUnits(Side& before, Side& after) { Matcher(before, after).Match(); }

}  // namespace allreview::moves
