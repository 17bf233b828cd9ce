#include "services/analysis/change_model/deltas/fact_comparison.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using v1::Delta;

// A result is that of one function; all else may have gone from a function to one inside of it.
std::tuple<int, std::string, std::string> KeyOf(const CodeFact& fact) {
  return {fact.kind, fact.key, fact.kind == Delta::KIND_RETURN ? fact.local : ""};
}

// Words that two texts share, of those of the longer one.
double ResemblanceOf(const std::string& a, const std::string& b) {
  const auto words = [](const std::string& text) {
    std::vector<std::string> result(1);
    for (const char c : text) {
      const bool is_word = absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
      if (is_word) {
        result.back() += c;
      } else if (!result.back().empty()) {
        result.emplace_back();
      }
    }
    if (result.back().empty()) result.pop_back();
    std::sort(result.begin(), result.end());
    return result;
  };
  const std::vector<std::string> x = words(a), y = words(b);
  if (x.empty() || y.empty()) return 0;
  std::vector<std::string> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  const size_t least = std::min(x.size(), y.size()), most = std::max(x.size(), y.size());
  // One condition that another was added to.
  const bool is_part = both.size() == least && least >= 2;
  return std::max(is_part ? 0.6 : 0.0,
                  static_cast<double>(both.size()) / static_cast<double>(most));
}

// A branch, loop, guard or result whose text is mostly the old one.
bool MayResemble(Delta::Kind kind) {
  return kind == Delta::KIND_BRANCH || kind == Delta::KIND_LOOP || kind == Delta::KIND_GUARD ||
         kind == Delta::KIND_RETURN || kind == Delta::KIND_STATE_DICT_KEY;
}

constexpr absl::string_view kCut = "…";

// Long enough for readers to find the difference. A call as written: its key has absolute names.
std::string WholeOf(const CodeFact& fact) {
  constexpr size_t kMaxBytes = 1000;
  const bool is_plain_call = fact.kind == Delta::KIND_CALL || fact.kind == Delta::KIND_COLLECTIVE ||
                             fact.kind == Delta::KIND_TENSOR_OPERATION;
  if (is_plain_call && fact.node.Is(Kind::kCall)) {
    return LineOf(fact.node, {.elides_calls = true, .max_bytes = kMaxBytes});
  }
  return ShortLine(fact.key, kMaxBytes);
}

class FactComparison {
 public:
  FactComparison(Facts before, Facts after, DeltaList& deltas)
      : before_(std::move(before)), after_(std::move(after)), deltas_(deltas) {}

  void Compare() {
    SetValuesAside();
    PairBySubject(before_, after_);
    PairByResemblance();
    PairOnlyResults();
    DropInner(before_);
    DropInner(after_);
    for (const CodeFact& fact : before_) Tell(&fact, nullptr);
    for (const CodeFact& fact : after_) Tell(nullptr, &fact);
    PairBySubject(old_values_, new_values_);
  }

 private:
  // Branches and loops in one that is new, or gone, go without saying. Facts stand in source order.
  static void DropInner(Facts& facts) {
    uint32_t block_end = 0;
    std::erase_if(facts, [&](const CodeFact& fact) {
      const bool is_block = fact.kind == Delta::KIND_BRANCH || fact.kind == Delta::KIND_LOOP;
      if (!is_block) return false;
      if (fact.node.index() < block_end) return true;
      const Node end = EndOf(fact);
      block_end = (end ? end : fact.node).subtree_end();
      return false;
    });
  }

  // Values of local variables count only where nothing else in the statement tells of the change.
  void SetValuesAside() {
    const auto move_values = [](Facts& from, Facts& to) {
      for (const CodeFact& fact : from) {
        if (fact.kind == Delta::KIND_VALUE) to.push_back(fact);
      }
      std::erase_if(from, [](const CodeFact& f) { return f.kind == Delta::KIND_VALUE; });
    };
    move_values(before_, old_values_);
    move_values(after_, new_values_);
    const auto is_told = [](const Facts& others) {
      return [&others](const CodeFact& value) {
        return std::any_of(others.begin(), others.end(),
                           [&](const CodeFact& other) { return value.node.Contains(other.node); });
      };
    };
    std::erase_if(old_values_, is_told(before_));
    std::erase_if(new_values_, is_told(after_));
  }

  void PairBySubject(Facts& before, Facts& after) {
    std::map<std::pair<int, std::string>, std::vector<size_t>> by_subject;
    for (size_t i = before.size(); i-- > 0;) {
      if (!before[i].subject.empty()) by_subject[{before[i].kind, before[i].subject}].push_back(i);
    }
    std::vector<bool> is_told(before.size());
    std::erase_if(after, [&](const CodeFact& now) {
      const auto found = by_subject.find({now.kind, now.subject});
      if (found == by_subject.end() || found->second.empty()) return false;
      const size_t old = found->second.back();
      found->second.pop_back();
      is_told[old] = true;
      Tell(&before[old], &now);
      return true;
    });
    size_t i = 0;
    std::erase_if(before, [&](const CodeFact&) { return is_told[i++]; });
  }

  void PairByResemblance() {
    std::vector<bool> is_told(before_.size());
    std::erase_if(after_, [&](const CodeFact& now) {
      if (!MayResemble(now.kind)) return false;
      double best = 0.5;
      size_t old = before_.size();
      for (size_t i = 0; i < std::min<size_t>(before_.size(), 200); ++i) {
        if (is_told[i] || before_[i].kind != now.kind) continue;
        const double resemblance = ResemblanceOf(before_[i].key, now.key);
        if (resemblance > best) best = resemblance, old = i;
      }
      if (old == before_.size()) return false;
      is_told[old] = true;
      Tell(&before_[old], &now);
      return true;
    });
    size_t i = 0;
    std::erase_if(before_, [&](const CodeFact&) { return is_told[i++]; });
  }

  // A function that returned one thing and returns another.
  void PairOnlyResults() {
    const auto only = [](Facts& facts) {
      const auto is_result = [](const CodeFact& f) { return f.kind == Delta::KIND_RETURN; };
      return std::count_if(facts.begin(), facts.end(), is_result) == 1
                 ? std::find_if(facts.begin(), facts.end(), is_result)
                 : facts.end();
    };
    const auto old = only(before_), now = only(after_);
    if (old == before_.end() || now == after_.end()) return;
    Tell(&*old, &*now);
    before_.erase(old);
    after_.erase(now);
  }

  // A branch ends where another one begins.
  static Node EndOf(const CodeFact& fact) {
    return fact.kind == Delta::KIND_BRANCH ? fact.node.child(Field::kConsequence) : Node();
  }

  void Tell(const CodeFact* old, const CodeFact* now) {
    const auto side = [](const CodeFact* fact) {
      return fact == nullptr ? DeltaSide() : DeltaSide{fact->text, fact->node, EndOf(*fact)};
    };
    DeltaSide before = side(old), after = side(now);
    // Where texts are cut the difference may lie behind the cut.
    const bool is_cut = absl::EndsWith(before.text, kCut) || absl::EndsWith(after.text, kCut);
    if (old != nullptr && now != nullptr && (is_cut || before.text == after.text)) {
      before.text = WholeOf(*old), after.text = WholeOf(*now);
    }
    deltas_.Add((now != nullptr ? now : old)->kind, before, after);
  }

  Facts before_, after_, old_values_, new_values_;
  DeltaList& deltas_;
};

}  // namespace

namespace {

// How often the code says it does not matter: a result that another `return` still gives, a
// variable that is read anyway, a call that stands twice.
bool IsOnceOrNever(const CodeFact& fact) {
  const bool reads_environment =
      fact.kind == Delta::KIND_UNSPECIFIED &&
      (absl::StrContains(fact.key, "getenv(") || absl::StrContains(fact.key, "environ."));
  return reads_environment || fact.kind == Delta::KIND_RETURN || fact.kind == Delta::KIND_CALL ||
         fact.kind == Delta::KIND_TENSOR_OPERATION || fact.kind == Delta::KIND_DTYPE ||
         fact.kind == Delta::KIND_DEVICE || fact.kind == Delta::KIND_ENVIRONMENT_VARIABLE;
}

}  // namespace

void CancelShared(Facts& before, Facts& after) {
  std::map<std::tuple<int, std::string, std::string>, int> counts, shared;
  for (const CodeFact& fact : before) ++counts[KeyOf(fact)];
  std::erase_if(after, [&](const CodeFact& fact) {
    const auto found = counts.find(KeyOf(fact));
    if (found == counts.end() || found->second == 0) return false;
    if (IsOnceOrNever(fact)) {
      shared[found->first] = found->second;
      return true;
    }
    --found->second;
    ++shared[found->first];
    return true;
  });
  std::erase_if(before, [&](const CodeFact& fact) {
    const auto found = shared.find(KeyOf(fact));
    return found != shared.end() && found->second-- > 0;
  });
}

void CompareFacts(Facts before, Facts after, DeltaList& deltas) {
  FactComparison(std::move(before), std::move(after), deltas).Compare();
}

}  // namespace allreview::analysis
