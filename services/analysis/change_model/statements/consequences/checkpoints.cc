// Keys that models and other objects save and load.

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/moves.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/consequences.h"
#include "services/analysis/change_model/statements/consequences/effects_on.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Module;
using python::Node;
using NodeKind = python::Kind;

// A key that the state of a module has, by the line that makes it.
struct StateKey {
  Node node;
  std::string condition;  // Of the innermost `if` around it; empty: always.
  bool is_buffer = false;
};
using StateKeys = std::map<std::string, StateKey>;

// Modules of torch that hold parameters under the name that they are given.
bool HasParameters(absl::string_view resolved) {
  for (absl::string_view name : {"Linear", "Embedding", "LayerNorm", "RMSNorm", "GroupNorm",
                                 "Conv1d", "Conv2d", "Conv3d", "BatchNorm2d", "Parameter"}) {
    if (resolved == absl::StrCat("torch.nn.", name)) return true;
  }
  return false;
}

std::string ConditionAround(Node node) {
  for (Node at = node; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    const Node parent = at.parent();
    if (parent.Is(NodeKind::kIfStatement) && at.field() == Field::kConsequence) {
      return LineOf(parent.child(Field::kCondition), {.max_bytes = 100});
    }
    if (parent.Is(NodeKind::kElseClause) || parent.Is(NodeKind::kElifClause)) return "…";
  }
  return "";
}

StateKeys KeysOf(const Module& module, const Definition& init) {
  StateKeys keys;
  for (Node assignment : init.body.descendants(NodeKind::kAssignment)) {
    const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
    if (!left.Is(NodeKind::kAttribute) || left.child(Field::kObject).text() != "self") continue;
    if (!right.Is(NodeKind::kCall) || !HasParameters(module.Resolve(right.child(Field::kFunction))))
      continue;
    keys.emplace(std::string(left.child(Field::kAttribute).text()),
                 StateKey{assignment, ConditionAround(assignment)});
  }
  for (Node call : init.body.descendants(NodeKind::kCall)) {
    const absl::string_view function = call.child(Field::kFunction).text();
    const bool is_buffer = function == "self.register_buffer";
    if (!is_buffer && function != "self.register_parameter") continue;
    if (python::KeywordArgument(call, "persistent").text() == "False") continue;
    const Node name = python::Argument(call, 0, "name");
    if (!name.Is(NodeKind::kString)) continue;
    keys.emplace(std::string(Module::StringContent(name)),
                 StateKey{call, ConditionAround(call), is_buffer});
  }
  return keys;
}

Consequence About(const Module& module, const Definition& a_class, absl::string_view predicate,
                  const std::string& key, Node at, rules::Side side, int weight, Words text) {
  return {.kind = v1::ChangeStatement::KIND_CHECKPOINT,
          .subject = IdOf(module.path(), a_class.name),
          .predicate = predicate,
          .object = key,
          .weight = weight,
          .text = std::move(text),
          .places = {rules::RangeOf(module, at, side)}};
}

void CompareClasses(const Module& before, const Definition& old_init, const Module& after,
                    const Definition& init, Consequences& statements) {
  const Definition* a_class = after.EnclosingClass(init.node);
  if (a_class == nullptr) return;
  const StateKeys old_keys = KeysOf(before, old_init), keys = KeysOf(after, init);
  const std::string name(a_class->simple_name);
  for (const auto& [key, state] : keys) {
    if (old_keys.contains(key) || state.condition == "…") continue;
    Params params = {{"class", name}, {"key", key}};
    const bool is_always = state.condition.empty();
    if (!is_always) params.emplace_back("condition", state.condition);
    statements.push_back(About(
        after, *a_class, "state-key-new", key, state.node, rules::Side::kRight, is_always ? 85 : 65,
        Sentence(is_always ? phrases::kStateKeyNew : phrases::kStateKeyNewUnder,
                 std::move(params))));
  }
  for (const auto& [key, state] : old_keys) {
    if (keys.contains(key) || absl::StrContains(init.body.text(), key)) continue;
    statements.push_back(About(before, *a_class, "state-key-gone", key, state.node,
                               rules::Side::kLeft, 84,
                               Sentence(phrases::kStateKeyGone, {{"class", name}, {"key", key}})));
  }
}

bool IsSaver(absl::string_view name) {
  return name == "state_dict" || name == "get_state" || name == "__getstate__" ||
         absl::EndsWith(name, "_state_dict");
}

std::map<std::string, Node> WrittenKeys(const Definition& saver) {
  std::map<std::string, Node> keys;
  for (Node pair : saver.body.descendants(NodeKind::kPair)) {
    const Node key = pair.child(Field::kKey);
    if (key.Is(NodeKind::kString)) keys.emplace(std::string(Module::StringContent(key)), pair);
  }
  for (Node assignment : saver.body.descendants(NodeKind::kAssignment)) {
    const Node key = assignment.child(Field::kLeft).child(Field::kSubscript);
    if (key.Is(NodeKind::kString)) {
      keys.emplace(std::string(Module::StringContent(key)), assignment);
    }
  }
  return keys;
}

void CompareSavers(const Module& before, const Definition& old_saver, const Module& after,
                   const Definition& saver, Consequences& statements) {
  const std::map<std::string, Node> old_keys = WrittenKeys(old_saver), keys = WrittenKeys(saver);
  for (const auto& [key, node] : keys) {
    if (key.empty() || old_keys.contains(key)) continue;
    statements.push_back(
        About(after, saver, "saved-key-new", key, node, rules::Side::kRight, 70,
              Sentence(phrases::kSavedKeyNew, {{"function", saver.name}, {"key", key}})));
  }
  for (const auto& [key, node] : old_keys) {
    if (key.empty() || keys.contains(key) || absl::StrContains(saver.body.text(), key)) continue;
    statements.push_back(
        About(before, saver, "saved-key-gone", key, node, rules::Side::kLeft, 76,
              Sentence(phrases::kSavedKeyGone, {{"function", saver.name}, {"key", key}})));
  }
}

}  // namespace

void AddEffectsOnCheckpoints(const change::AnalysedChange& change, Consequences& statements) {
  for (const AnalysedFile& file : change.files()) {
    if (!IsChangedProduct(file)) continue;
    for (const Definition& after : file.after->definitions()) {
      const bool is_init = after.simple_name == "__init__";
      if (!is_init && !IsSaver(after.simple_name)) continue;
      const Definition* before = change.moves().WhereFrom(after);
      if (before == nullptr || before->node.tree() != &file.before->tree()) continue;
      is_init ? CompareClasses(*file.before, *before, *file.after, after, statements)
              : CompareSavers(*file.before, *before, *file.after, after, statements);
    }
  }
}

}  // namespace allreview::analysis
