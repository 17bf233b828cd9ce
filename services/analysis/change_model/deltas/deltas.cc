#include "services/analysis/change_model/deltas/deltas.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/analysis/change_model/deltas/code_facts.h"
#include "services/analysis/change_model/deltas/delta_list.h"
#include "services/analysis/change_model/deltas/fact_comparison.h"
#include "services/analysis/change_model/deltas/local_functions.h"
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

// Whether a delta is worth telling of a symbol that is new as a whole.
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

// What others still hold when the definition that spoke of it is gone as a whole.
bool IsKeptByOthers(Delta::Kind kind) {
  return kind == Delta::KIND_STATE_DICT_KEY || kind == Delta::KIND_ENVIRONMENT_VARIABLE;
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

using LocalFacts = std::map<std::string, Facts>;

// By the function inside of the function.
LocalFacts TakeLocals(Facts& facts) {
  LocalFacts taken;
  for (CodeFact& fact : facts) {
    if (!fact.local.empty()) taken[fact.local].push_back(fact);
  }
  std::erase_if(facts, [](const CodeFact& fact) { return !fact.local.empty(); });
  return taken;
}

void MoveNotable(Facts& from, Facts& to) {
  for (const CodeFact& fact : from) {
    if (IsNotable(fact.kind)) to.push_back(fact);
  }
  std::erase_if(from, [](const CodeFact& fact) { return IsNotable(fact.kind); });
}

void SortBySource(Facts& facts) {
  std::stable_sort(facts.begin(), facts.end(), [](const CodeFact& a, const CodeFact& b) {
    return a.node.index() < b.node.index();
  });
}

class DeltaWriter {
 public:
  explicit DeltaWriter(const moves::Moves& moves) : moves_(moves) {}

  void Write(SymbolChange& change) {
    const ChangedSymbol::Status status = change.symbol.status();
    const v1::SymbolKind kind = change.symbol.kind();
    if (kind == v1::SYMBOL_KIND_MODULE) return;
    DeltaList deltas(change.module_before, change.module_after);
    if (status == ChangedSymbol::STATUS_REFORMATTED) {
      AddDocstringDelta(change, deltas);
    } else if (IsSetting(kind)) {
      AddSettingDeltas(change, deltas);
      AddSignatureDeltas(change, deltas);
    } else {
      AddSignatureDeltas(change, deltas);
      CompareCode(change, deltas);
    }
    deltas.MoveTo(change.symbol);
  }

 private:
  void CompareCode(const SymbolChange& change, DeltaList& deltas) {
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
    JoinDecorators(after, deltas);
    Classify(change.module_before, before);
    Classify(change.module_after, after);
    CancelShared(before, after);
    CompareLocals(change, is_whole, before, after, deltas);
    if (is_whole) {
      std::erase_if(before, [](const CodeFact& fact) { return !IsKeptByOthers(fact.kind); });
      std::erase_if(after, [](const CodeFact& fact) { return !IsNotable(fact.kind); });
    }
    CompareFacts(std::move(before), std::move(after), deltas);
  }

  // `with x:` holds all that the function does.
  static bool IsWholeBody(Node item) {
    Node statement = item;
    while (statement && !statement.Is(Kind::kWithStatement)) statement = statement.parent();
    const Node block = statement ? statement.parent() : Node();
    if (!block.Is(Kind::kBlock) || !block.parent().Is(Kind::kFunctionDefinition)) return false;
    for (Node child : block.named_children()) {
      const bool is_text = child.Is(Kind::kComment) || child.named_child(0).Is(Kind::kString);
      if (child != statement && !is_text) return false;
    }
    return true;
  }

  // A decorator that became a `with` around the body is one edit, and no call that is new.
  static void JoinDecorators(Facts& after, DeltaList& deltas) {
    std::erase_if(after, [&](const CodeFact& fact) {
      if (!fact.node || !fact.node.parent().Is(Kind::kWithItem) || !IsWholeBody(fact.node)) {
        return false;
      }
      const std::string text = LineOf(fact.node);
      return deltas.ReplaceGone(Delta::KIND_DECORATOR, absl::StrCat("@", text),
                                {absl::StrCat("with ", text), fact.node});
    });
  }

  static LocalFunctions LocalsOf(const std::optional<SideSymbol>& side) {
    const bool is_function =
        side && side->definition != nullptr && side->definition->kind != Definition::Kind::kClass;
    return is_function ? LocalFunctionsOf(*side->definition) : LocalFunctions();
  }

  // Takes the facts of functions inside of it out. What these do is done by the function itself as
  // far as it runs them and others notice; all else is a change of theirs.
  void CompareLocals(const SymbolChange& change, bool is_whole, Facts& before, Facts& after,
                     DeltaList& deltas) {
    const LocalFunctions old = LocalsOf(change.before), now = LocalsOf(change.after);
    if (old.empty() && now.empty()) return;
    const auto runs = [](const LocalFunctions& of, const std::string& name) {
      const auto found = of.find(name);
      return found != of.end() && found->second.runs;
    };
    LocalFacts old_facts = TakeLocals(before), new_facts = TakeLocals(after);
    LocalFunctions all = now;
    all.insert(old.begin(), old.end());
    for (const auto& [name, local] : all) {
      Facts& gone = old_facts[name];
      Facts& added = new_facts[name];
      if (runs(old, name)) MoveNotable(gone, before);
      if (runs(now, name)) MoveNotable(added, after);
      if (is_whole) continue;
      if (old.count(name) > 0 && now.count(name) > 0) {
        DeltaList inner(change.module_before, change.module_after);
        CompareFacts(std::move(gone), std::move(added), inner);
        deltas.AddInner(name, std::move(inner));
      } else {
        AddLocal(name, local.node, now.count(name) > 0, deltas);
      }
    }
    for (Facts* facts : {&before, &after}) SortBySource(*facts);
  }

  // A function inside of this one that came or went, unless it is at another place now.
  void AddLocal(const std::string& name, Node node, bool is_new, DeltaList& deltas) const {
    const moves::Trace trace = is_new ? moves_.WhereFrom(node) : moves_.WhereTo(node);
    if (trace.IsFromElsewhere()) return;
    const DeltaSide side{
        absl::StrCat("def ", name, LineOf(node.child(Field::kParameters), {.max_bytes = 80})),
        node};
    deltas.Add(Delta::KIND_VALUE, is_new ? DeltaSide() : side, is_new ? side : DeltaSide());
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
