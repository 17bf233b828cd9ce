#include "services/analysis/change_model/stories/matching.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr double kLeastSimilarity = 0.5;
constexpr double kLeastSimilarityElsewhere = 0.65;
constexpr size_t kMaxPairs = 40'000;  // That are compared in detail, in one block.
constexpr size_t kMaxCells = 1'000'000;
// `return` and `else` alone say nothing about where they come from.
constexpr size_t kLeastWordsOfMoved = 3;

double Dice(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  if (a.empty() && b.empty()) return 1;
  size_t common = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      ++common, ++i, ++j;
    else if (a[i] < b[j])
      ++i;
    else
      ++j;
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

Item MakeItem(const Statements& statements, int first, int end) {
  Item item{.first = first, .end = end, .hash = 0};
  for (int i = first; i < end; ++i) {
    const Statement& statement = statements[i];
    const uint64_t place = static_cast<uint64_t>(statement.depth - statements[first].depth);
    item.hash = (item.hash ^ (statement.hash + place)) * 0x9E3779B97F4A7C15u;
    item.hash ^= item.hash >> 29;
  }
  return item;
}

void CollectWords(const Statements& statements, Item& item) {
  for (int i = item.first; i < item.end; ++i) {
    item.words.insert(item.words.end(), statements[i].words.begin(), statements[i].words.end());
  }
  std::sort(item.words.begin(), item.words.end());
}

class Matcher {
 public:
  Matcher(const Statements& before, const Statements& after)
      : before_(before),
        after_(after),
        to_after_(before.size(), -1),
        to_before_(after.size(), -1),
        is_elsewhere_(after.size(), false) {}

  Matching Match() {
    MatchItems(ItemsOf(before_, 0, before_.size()), ItemsOf(after_, 0, after_.size()), false);
    MatchMoved();
    MatchSimilarElsewhere();
    UndoOrphaning();
    SplitGuardedOtherwise();
    return {std::move(to_after_), std::move(to_before_), std::move(is_elsewhere_)};
  }

 private:
  // 0: they cannot be the same.
  double SimilarityOf(const Item& a, const Item& b) const {
    if (a.hash == b.hash) return 2;  // Rather one that stays than two that are alike.
    const Statement& old = before_[a.first];
    const Statement& now = after_[b.first];
    if (old.kind != now.kind) return 0;
    if (old.kind == Step::KIND_ELSE) return 1;
    const double header = old.hash == now.hash ? 1 : Dice(old.words, now.words);
    const bool is_simple = a.end == a.first + 1 && b.end == b.first + 1;
    double similarity = is_simple ? header : 0.5 * header + 0.5 * Dice(a.words, b.words);
    if (is_simple && HasSameTarget(old, now)) similarity = 0.4 + 0.6 * similarity;
    if (old.kind == Step::KIND_RETURN) similarity = 0.3 + 0.7 * similarity;
    return similarity >= kLeastSimilarity ? similarity : 0;
  }

  // What is assigned or called.
  static python::Node TargetOf(const Statement& statement) {
    const python::Node expression = statement.node.named_child(0);
    const python::Node left = expression.child(python::Field::kLeft);
    return left ? left : expression.child(python::Field::kFunction);
  }
  static bool HasSameTarget(const Statement& a, const Statement& b) {
    const python::Node target = TargetOf(a);
    return target && target.text() == TargetOf(b).text();
  }

  void MatchItems(std::vector<Item> old, std::vector<Item> now, bool are_clauses) {
    size_t i = 0, j = 0, old_end = old.size(), now_end = now.size();
    while (i < old_end && j < now_end && old[i].hash == now[j].hash) {
      MatchPair(old[i++], now[j++], are_clauses);
    }
    while (i < old_end && j < now_end && old[old_end - 1].hash == now[now_end - 1].hash) {
      MatchPair(old[--old_end], now[--now_end], are_clauses);
    }
    for (size_t k = i; k < old_end; ++k) CollectWords(before_, old[k]);
    for (size_t k = j; k < now_end; ++k) CollectWords(after_, now[k]);
    old = {old.begin() + i, old.begin() + old_end};
    now = {now.begin() + j, now.begin() + now_end};
    for (const auto& [a, b] : BestPairs(old, now)) MatchPair(old[a], now[b], are_clauses);
  }

  // Pairs in order so that the sum of their similarities is greatest.
  std::vector<std::pair<int, int>> BestPairs(const std::vector<Item>& old,
                                             const std::vector<Item>& now) const {
    const size_t n = old.size(), m = now.size();
    if (n * m > kMaxCells) return EqualPairs(old, now);
    // What is too large is compared near its diagonal only.
    const double slope = n == 0 ? 0 : static_cast<double>(m) / static_cast<double>(n);
    const double band =
        n * m <= kMaxPairs ? static_cast<double>(m) : static_cast<double>(kMaxPairs) / 2.0 / n;
    std::vector<double> best((n + 1) * (m + 1), 0);
    const auto at = [&](size_t a, size_t b) -> double& { return best[a * (m + 1) + b]; };
    std::vector<float> similarity(n * m, 0);
    for (size_t a = n; a-- > 0;) {
      for (size_t b = m; b-- > 0;) {
        double& cell = at(a, b) = std::max(at(a + 1, b), at(a, b + 1));
        const double distance = static_cast<double>(b) - slope * static_cast<double>(a);
        if (distance > band || distance < -band) continue;
        const double pair = SimilarityOf(old[a], now[b]);
        similarity[a * m + b] = static_cast<float>(pair);
        if (pair > 0) cell = std::max(cell, at(a + 1, b + 1) + pair);
      }
    }
    std::vector<std::pair<int, int>> pairs;
    for (size_t a = 0, b = 0; a < n && b < m;) {
      const double pair = similarity[a * m + b];
      if (pair > 0 && at(a, b) <= at(a + 1, b + 1) + pair + 1e-6) {
        pairs.emplace_back(static_cast<int>(a++), static_cast<int>(b++));
      } else if (at(a + 1, b) >= at(a, b + 1)) {
        ++a;
      } else {
        ++b;
      }
    }
    return pairs;
  }

  static std::vector<std::pair<int, int>> EqualPairs(const std::vector<Item>& old,
                                                     const std::vector<Item>& now) {
    std::map<uint64_t, std::vector<int>> places;
    for (size_t a = 0; a < old.size(); ++a) places[old[a].hash].push_back(static_cast<int>(a));
    std::vector<std::pair<int, int>> pairs;
    int next = 0;
    for (size_t b = 0; b < now.size(); ++b) {
      const auto found = places.find(now[b].hash);
      if (found == places.end()) continue;
      const auto place = std::lower_bound(found->second.begin(), found->second.end(), next);
      if (place == found->second.end()) continue;
      pairs.emplace_back(*place, static_cast<int>(b));
      next = *place + 1;
    }
    return pairs;
  }

  void MatchPair(const Item& old, const Item& now, bool are_clauses) {
    if (!are_clauses) {
      MatchItems(ClausesOf(before_, old), ClausesOf(after_, now), true);
      return;
    }
    to_after_[old.first] = now.first;
    to_before_[now.first] = old.first;
    MatchItems(ItemsOf(before_, old.first + 1, old.end), ItemsOf(after_, now.first + 1, now.end),
               false);
  }

  void MatchMoved() {
    std::map<uint64_t, std::vector<int>> gone;  // Last ones first.
    for (int i = before_.size(); i-- > 0;) {
      if (to_after_[i] < 0) gone[before_[i].hash].push_back(i);
    }
    std::map<uint64_t, int> came;
    for (int j = 0; j < after_.size(); ++j) came[after_[j].hash] += to_before_[j] < 0 ? 1 : 0;
    for (int j = 0; j < after_.size(); ++j) {
      if (to_before_[j] >= 0) continue;
      const auto found = gone.find(after_[j].hash);
      if (found == gone.end() || found->second.empty()) continue;
      const bool is_single = found->second.size() == 1 && came[after_[j].hash] == 1;
      if (after_[j].words.size() < kLeastWordsOfMoved &&
          !(is_single && IsIndentedOtherwise(found->second.back(), j))) {
        continue;
      }
      MatchElsewhere(found->second.back(), j);
      found->second.pop_back();
    }
  }

  // A header was put around it, or taken away: few words are enough.
  bool IsIndentedOtherwise(int i, int j) const {
    const Statement& old = before_[i];
    const Statement& now = after_[j];
    const bool is_simple = now.kind == Step::KIND_ASSIGNMENT || now.kind == Step::KIND_CALL ||
                           now.kind == Step::KIND_RETURN;
    return is_simple && now.words.size() > 1 &&
           ((now.parent >= 0 && to_before_[now.parent] < 0) ||
            (old.parent >= 0 && to_after_[old.parent] < 0));
  }

  // Code that was put under a new header, and changed at the same time.
  void MatchSimilarElsewhere() {
    std::vector<int> gone;
    for (int i = 0; i < before_.size(); ++i) {
      if (to_after_[i] < 0 && before_[i].words.size() >= kLeastWordsOfMoved) gone.push_back(i);
    }
    size_t next = 0;
    constexpr size_t kMaxAhead = 40;
    for (int j = 0; j < after_.size() && next < gone.size(); ++j) {
      if (to_before_[j] >= 0 || after_[j].words.size() < kLeastWordsOfMoved) continue;
      double best = kLeastSimilarityElsewhere;
      size_t found = gone.size();
      for (size_t k = next; k < std::min(gone.size(), next + kMaxAhead); ++k) {
        if (before_[gone[k]].kind != after_[j].kind) continue;
        const double similarity = Dice(before_[gone[k]].words, after_[j].words);
        if (similarity > best) best = similarity, found = k;
      }
      if (found == gone.size()) continue;
      MatchElsewhere(gone[found], j);
      next = found + 1;
    }
  }

  void MatchElsewhere(int before, int after) {
    to_after_[before] = after;
    to_before_[after] = before;
    is_elsewhere_[after] = true;
  }

  // A header that went elsewhere while something under it is gone would leave that without one.
  void UndoOrphaning() {
    std::vector<bool> has_gone_child(before_.size(), false);
    for (int i = before_.size(); i-- > 0;) {
      const int after = to_after_[i];
      if (after >= 0 && is_elsewhere_[after] && has_gone_child[i]) {
        to_before_[after] = -1;
        is_elsewhere_[after] = false;
        to_after_[i] = -1;
      }
      if (to_after_[i] < 0 && before_[i].parent >= 0) has_gone_child[before_[i].parent] = true;
    }
  }

  // Whether it decides if, or how often, what it holds runs.
  static bool Decides(const Statement& header) {
    if (header.kind == Step::KIND_WITH) return false;
    return header.kind != Step::KIND_TRY || header.node.Is(python::Kind::kExceptClause);
  }

  // What decides about a statement, the innermost first, as statements of the left side. Headers
  // without a partner do not count; whether there are some.
  struct Guards {
    std::vector<int> headers;
    bool has_others = false;
    friend bool operator==(const Guards& a, const Guards& b) { return a.headers == b.headers; }
  };
  static Guards GuardsOf(const Statements& side, int at, const std::vector<int>& partners,
                         bool is_after) {
    Guards guards;
    for (int i = side[at].parent; i >= 0; i = side[i].parent) {
      if (!Decides(side[i])) continue;
      if (partners[i] < 0) {
        guards.has_others = true;
      } else {
        guards.headers.push_back(is_after ? partners[i] : i);
      }
    }
    return guards;
  }

  // Code that went into another branch does something else: it is gone there and new here. It stays
  // the same where only a header was put around it, or was taken away.
  void SplitGuardedOtherwise() {
    std::vector<int> split;
    for (int j = 0; j < after_.size(); ++j) {
      if (!is_elsewhere_[j]) continue;
      const int i = to_before_[j];
      const Guards old = GuardsOf(before_, i, to_after_, false);
      const Guards now = GuardsOf(after_, j, to_before_, true);
      const bool is_edited = before_[i].hash != after_[j].hash;
      // Or one header went and another one came.
      const bool has_both = old.has_others && now.has_others;
      if (!(old == now) || has_both || (is_edited && (old.has_others || now.has_others))) {
        split.push_back(j);
      }
    }
    for (const int j : split) {
      to_after_[to_before_[j]] = -1;
      to_before_[j] = -1;
      is_elsewhere_[j] = false;
    }
    if (!split.empty()) UndoOrphaning();
  }

  const Statements& before_;
  const Statements& after_;
  std::vector<int> to_after_, to_before_;
  std::vector<bool> is_elsewhere_;
};

}  // namespace

std::vector<Item> ItemsOf(const Statements& statements, int first, int end) {
  std::vector<Item> items;
  for (int i = first; i < end;) {
    int last = statements[i].end;
    while (last < end && statements[last].head == i) last = statements[last].end;
    items.push_back(MakeItem(statements, i, last));
    i = last;
  }
  return items;
}

std::vector<Item> ClausesOf(const Statements& statements, const Item& item) {
  std::vector<Item> clauses;
  for (int i = item.first; i < item.end; i = statements[i].end) {
    clauses.push_back(MakeItem(statements, i, statements[i].end));
  }
  return clauses;
}

Matching Match(const Statements& before, const Statements& after) {
  return Matcher(before, after).Match();
}

}  // namespace allreview::analysis
