#include "services/analysis/change_model/deltas/deltas.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "services/analysis/change_model/deltas/code_facts.h"
#include "services/analysis/change_model/deltas/delta_list.h"
#include "services/analysis/change_model/deltas/setting_deltas.h"
#include "services/analysis/change_model/deltas/signature_deltas.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;
using v1::ChangedSymbol;
using v1::Delta;

using Facts = std::vector<CodeFact>;

// Takes out of both what both have, as often as both have it.
void CancelShared(Facts& before, Facts& after) {
  using Key = std::pair<int, std::string>;
  std::map<Key, int> counts;
  for (const CodeFact& fact : before) ++counts[{fact.kind, fact.key}];
  std::map<Key, int> shared;
  std::erase_if(after, [&](const CodeFact& fact) {
    const auto found = counts.find({fact.kind, fact.key});
    if (found == counts.end() || found->second == 0) return false;
    --found->second;
    ++shared[found->first];
    return true;
  });
  std::erase_if(before, [&](const CodeFact& fact) {
    const auto found = shared.find({fact.kind, fact.key});
    return found != shared.end() && found->second-- > 0;
  });
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

// Pairs what is about the same thing, and tells it as one delta.
class FactComparison {
 public:
  FactComparison(Facts before, Facts after, DeltaList& deltas)
      : before_(std::move(before)), after_(std::move(after)), deltas_(deltas) {}

  void Compare() {
    SetValuesAside();
    PairBySubject(before_, after_);
    PairByResemblance();
    PairOnlyResults();
    for (const CodeFact& fact : before_) Tell(&fact, nullptr);
    for (const CodeFact& fact : after_) Tell(nullptr, &fact);
    PairBySubject(old_values_, new_values_);
  }

 private:
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

  void Tell(const CodeFact* old, const CodeFact* now) {
    const auto side = [](const CodeFact* fact) {
      return fact == nullptr ? DeltaSide() : DeltaSide{fact->text, fact->node};
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

// Whether a delta is worth telling of a symbol that is new or gone as a whole.
bool IsNotable(Delta::Kind kind) {
  switch (kind) {
    case Delta::KIND_RAISE:
    case Delta::KIND_COLLECTIVE:
    case Delta::KIND_DTYPE:
    case Delta::KIND_DEVICE:
    case Delta::KIND_STATE_DICT_KEY:
    case Delta::KIND_ENVIRONMENT_VARIABLE:
    case Delta::KIND_GUARD:
      return true;
    default:
      return false;
  }
}

// Attributes of a class itself: "x = 1" in its body.
Facts FactsOfClass(const Definition& a_class) {
  Facts facts;
  for (Node statement : a_class.body.children()) {
    if (!statement.Is(Kind::kExpressionStatement)) continue;
    const Node assignment = statement.named_child(0);
    // Annotated ones are fields, and symbols of their own.
    if (!assignment.Is(Kind::kAssignment) || assignment.child(Field::kType)) continue;
    facts.push_back({.kind = Delta::KIND_ATTRIBUTE,
                     .text = LineOf(assignment),
                     .key = LineOf(assignment, {.max_bytes = 4000}),
                     .subject = std::string(assignment.child(Field::kLeft).text()),
                     .node = assignment});
  }
  return facts;
}

// What another function has now, or had before. What a function returns is its own business.
bool IsMoved(const CodeFact& fact, const moves::Trace& trace) {
  return fact.kind != Delta::KIND_RETURN && trace.IsFromElsewhere();
}

class DeltaWriter {
 public:
  explicit DeltaWriter(const moves::Moves& moves) : moves_(moves) {}

  void Write(SymbolChange& change) {
    const ChangedSymbol::Status status = change.symbol.status();
    const v1::SymbolKind kind = change.symbol.kind();
    if (status == ChangedSymbol::STATUS_REFORMATTED || kind == v1::SYMBOL_KIND_MODULE) return;
    DeltaList deltas(change.module_before, change.module_after);
    if (IsSetting(kind)) {
      AddSettingDeltas(change, deltas);
      AddSignatureDeltas(change, deltas);
    } else {
      AddSignatureDeltas(change, deltas);
      CompareFacts(change, deltas);
    }
    deltas.MoveTo(change.symbol);
  }

 private:
  void CompareFacts(const SymbolChange& change, DeltaList& deltas) {
    // A symbol that existed before is compared as a whole, unless its text is not known.
    const bool is_whole = change.symbol.status() == ChangedSymbol::STATUS_ADDED ||
                          change.symbol.status() == ChangedSymbol::STATUS_REMOVED;
    if (!is_whole && (!change.before || !change.after)) return;
    Facts before = FactsOfSide(change.before), after = FactsOfSide(change.after);
    CancelShared(before, after);
    std::erase_if(before,
                  [&](const CodeFact& fact) { return IsMoved(fact, moves_.WhereTo(fact.node)); });
    std::erase_if(after,
                  [&](const CodeFact& fact) { return IsMoved(fact, moves_.WhereFrom(fact.node)); });
    Classify(change.module_before, before);
    Classify(change.module_after, after);
    CancelShared(before, after);
    if (is_whole) {
      for (Facts* facts : {&before, &after}) {
        std::erase_if(*facts, [](const CodeFact& fact) { return !IsNotable(fact.kind); });
      }
    }
    FactComparison(std::move(before), std::move(after), deltas).Compare();
  }

  static Facts FactsOfSide(const std::optional<SideSymbol>& side) {
    if (!side || side->definition == nullptr) return {};
    return side->kind == v1::SYMBOL_KIND_CLASS ? FactsOfClass(*side->definition)
                                               : FactsOf(*side->definition);
  }

  void Classify(const Module* module, Facts& facts) {
    if (module == nullptr || facts.empty()) return;
    auto& classifier = classifiers_[module];
    if (classifier == nullptr) classifier = std::make_unique<CallClassifier>(*module);
    classifier->Classify(facts);
  }

  const moves::Moves& moves_;
  std::map<const Module*, std::unique_ptr<CallClassifier>> classifiers_;
};

}  // namespace

void AddDeltas(std::vector<SymbolChange>& changes, const moves::Moves& moves,
               const std::function<bool()>& should_stop) {
  DeltaWriter writer(moves);
  for (SymbolChange& change : changes) {
    if (should_stop && should_stop()) return;
    writer.Write(change);
  }
}

}  // namespace allreview::analysis
