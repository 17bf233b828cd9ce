#include "analyzers/rules/distributed/owned_lists.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/observation.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

bool IsEmptyContainer(Node value) {
  switch (value.kind()) {
    case NodeKind::kList:
    case NodeKind::kDictionary:
      return value.named_child_count() == 0;
    case NodeKind::kCall: {
      const absl::string_view name = CalleeName(value);
      return python::ArgumentsOf(value).positional.empty() &&
             (name == "list" || name == "dict" || name == "set" || name == "defaultdict");
    }
    default:
      return false;
  }
}

// The text speaks of who owns what: the answer differs between ranks.
bool SpeaksOfOwnership(absl::string_view text) {
  for (absl::string_view word : {"shard", "allreduce", "expert", "rank", "owner"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

bool IsAboutOwnership(const Module& module, Node condition) {
  if (SpeaksOfOwnership(condition.text())) return true;
  for (Node node : condition.descendants(NodeKind::kIdentifier)) {
    const Node value = module.Dereference(node);
    if (value != node && SpeaksOfOwnership(value.text())) return true;
  }
  return condition.Is(NodeKind::kIdentifier) &&
         SpeaksOfOwnership(module.Dereference(condition).text());
}

// The condition asks a layer of the loop around what it is made of: with pipeline parallelism a
// stage may have no layer of the kind.
bool IsAboutKindOfLayer(Node condition) {
  if (!absl::StrContains(condition.text(), "moe") && !absl::StrContains(condition.text(), "MoE")) {
    return false;
  }
  for (Node around = condition.parent(); around; around = around.parent()) {
    if (around.Is(NodeKind::kFunctionDefinition)) return false;
    if (!around.Is(NodeKind::kForStatement)) continue;
    const absl::string_view layers = around.child(Field::kRight).text();
    const bool is_over_layers = absl::StrContains(layers, "layers") ||
                                absl::StrContains(layers, "blocks") ||
                                absl::StrContains(layers, "modules()");
    const Node target = around.child(Field::kLeft);
    for (Node name : ElementsOf(target)) {
      if (is_over_layers && Mentions(condition, name.text())) return true;
    }
  }
  return false;
}

// `if not condition: continue` before the node in its loop. Null: there is none.
Node SkippedUnless(const Module& module, Node node) {
  for (Node statement = python::StatementOf(node); statement;
       statement = python::StatementOf(statement.parent())) {
    for (Node earlier : statement.parent().named_children()) {
      if (earlier.index() >= statement.index()) break;
      if (!earlier.Is(NodeKind::kIfStatement)) continue;
      const Node last = LastStatement(earlier.child(Field::kConsequence));
      const Node condition = earlier.child(Field::kCondition);
      if (last && last.Is(NodeKind::kContinueStatement) &&
          (IsAboutOwnership(module, condition) || IsAboutKindOfLayer(condition))) {
        return condition;
      }
    }
    if (statement.parent().parent().Is(NodeKind::kForStatement)) break;
  }
  return {};
}

// `node` puts something into the container of that name.
bool Fills(Node node, absl::string_view name) {
  if (node.Is(NodeKind::kCall)) {
    const Node function = node.child(Field::kFunction);
    const absl::string_view method = CalleeName(node);
    return function.Is(NodeKind::kAttribute) && function.child(Field::kObject).text() == name &&
           (method == "append" || method == "extend" || method == "add" || method == "update");
  }
  const Node left = node.child(Field::kLeft);
  if (node.Is(NodeKind::kAugmentedAssignment)) return left.text() == name;
  return node.Is(NodeKind::kAssignment) && left.Is(NodeKind::kSubscript) &&
         left.child(Field::kValue).text() == name;
}

// Condition about ownership under which `node` runs. Null: there is none.
Node OwnershipCondition(const Module& module, Node node, const Definition& function) {
  for (Node around = node.parent(); around && around != function.node; around = around.parent()) {
    if (!around.Is(NodeKind::kIfStatement) && !around.Is(NodeKind::kElifClause)) continue;
    const Node condition = around.child(Field::kCondition);
    if (IsAboutOwnership(module, condition) || IsAboutKindOfLayer(condition)) return condition;
  }
  return SkippedUnless(module, node);
}

// Whatever is assigned to the local variable is an empty container.
bool StartsEmpty(const Module& module, Node identifier) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(identifier, identifier.text());
  if (meaning.scope <= 0) return false;
  for (const python::Binding& binding : meaning.bindings) {
    if (binding.kind == python::Binding::Kind::kAugmented) continue;
    if (binding.kind != python::Binding::Kind::kAssignment || !binding.value ||
        !IsEmptyContainer(binding.value)) {
      return false;
    }
  }
  return true;
}

// The container, which starts empty, is filled in this function for what this rank owns.
std::optional<OwnedList> FilledList(const Module& module, const Definition& function,
                                    Node identifier) {
  const absl::string_view name = identifier.text();
  std::optional<OwnedList> local;
  bool is_exchanged = false, is_always_filled = false;
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.first_byte() >= identifier.first_byte()) return;
    if (Fills(node, name)) {
      const Node condition = OwnershipCondition(module, node, function);
      if (!condition) is_always_filled = true;
      if (condition && !local) local = OwnedList{node, condition};
      // What came from all ranks is the same on all.
      if (absl::StrContains(node.text(), "gathered")) is_exchanged = true;
    }
    if (!node.Is(NodeKind::kCall)) return;
    const Collective* op = FindCollective(module, node);
    if (op != nullptr && op->output >= 0 && op->ArgumentOf(node, op->output).text() == name) {
      is_exchanged = true;
    }
  });
  return is_exchanged || is_always_filled ? std::nullopt : local;
}

// `[f(p) for p in params if is_sharded(p)]`, the only value of the name.
std::optional<OwnedList> SiftedList(const Module& module, Node identifier) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(identifier, identifier.text());
  if (meaning.scope <= 0 || meaning.bindings.size() != 1) return std::nullopt;
  const Node list = meaning.bindings.begin()->value;
  if (!list || !list.Is(NodeKind::kListComprehension)) return std::nullopt;
  for (Node child : list.named_children()) {
    if (!child.Is(NodeKind::kIfClause)) continue;
    const Node condition = child.named_child(0);
    if (condition && IsAboutOwnership(module, condition)) return OwnedList{list, condition};
  }
  return std::nullopt;
}

}  // namespace

std::optional<OwnedList> OwnedListOf(const Module& module, const Definition& function,
                                     Node identifier) {
  if (StartsEmpty(module, identifier)) return FilledList(module, function, identifier);
  return SiftedList(module, identifier);
}

}  // namespace allreview::rules
