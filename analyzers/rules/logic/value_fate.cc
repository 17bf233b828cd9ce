#include "analyzers/rules/logic/value_fate.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "analyzers/rules/logic/local_names.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules::logic {

using python::Binding;
using python::ControlFlow;
using python::Definition;
using python::Module;
using python::Scopes;

namespace {

bool IsBinding(Scopes::BindingRange bindings, Node identifier) {
  const Binding* found = std::lower_bound(
      bindings.begin(), bindings.end(), identifier.index(),
      [](const Binding& binding, uint32_t index) { return binding.node.index() < index; });
  return found != bindings.end() && found->node == identifier &&
         found->kind != Binding::Kind::kAugmented;
}

}  // namespace

Node PlainAssignment(const Binding& binding) {
  if (binding.kind != Binding::Kind::kAssignment || !binding.value) return Node();
  const Node assignment = binding.node.parent();
  const bool is_plain = assignment.Is(NodeKind::kAssignment) &&
                        assignment.parent().Is(NodeKind::kExpressionStatement) &&
                        assignment.child(Field::kRight) == binding.value;
  return is_plain ? assignment : Node();
}

std::vector<Local> LocalsOf(const Module& module, Node body,
                            const std::function<bool(Scopes::BindingRange)>& wants) {
  std::vector<Local> locals;
  ForEachName(module.scopes(), module.scopes().ScopeOf(body), [&](Scopes::BindingRange bindings) {
    if (wants(bindings)) locals.push_back({bindings});
  });
  if (locals.empty()) return locals;
  const python::Identifiers& identifiers = module.identifiers();
  absl::flat_hash_map<uint32_t, Local*> by_number;
  for (Local& local : locals) {
    by_number[identifiers.NumberOf(local.bindings.begin()->name)] = &local;
  }
  NestedCode nested(body,
                    {NodeKind::kFunctionDefinition, NodeKind::kClassDefinition, NodeKind::kLambda});
  identifiers.ForEachIn(body, [&](Node node, uint32_t number) {
    const auto found = by_number.find(number);
    if (found == by_number.end() || !IsVariable(node)) return;
    Local& local = *found->second;
    local.is_shared |= nested.Holds(node) || node.parent().Is(NodeKind::kNonlocalStatement) ||
                       node.parent().Is(NodeKind::kGlobalStatement);
    if (!IsBinding(local.bindings, node)) local.reads.push_back(node);
  });
  std::erase_if(locals, [](const Local& local) { return local.is_shared; });
  return locals;
}

Fate FateOf(const ControlFlow& flow, ControlFlow::Point from,
            const std::vector<ControlFlow::Point>& reads,
            const std::vector<ControlFlow::Point>& stores, int& steps) {
  Fate fate;
  std::vector<bool> is_seen(static_cast<size_t>(flow.size()), false);
  std::vector<ControlFlow::Point> open = {from};
  while (!open.empty() && !fate.is_read) {
    if (--steps < 0) fate.is_read = true;  // Nobody knows.
    const ControlFlow::Point point = open.back();
    open.pop_back();
    for (const ControlFlow::Edge& edge : flow.From(point)) {
      if (is_seen[static_cast<size_t>(edge.to)]) continue;
      is_seen[static_cast<size_t>(edge.to)] = true;
      if (edge.to == ControlFlow::kRaised) continue;
      fate.is_kept |= edge.to == ControlFlow::kExit;
      fate.is_read |= std::binary_search(reads.begin(), reads.end(), edge.to);
      if (std::binary_search(stores.begin(), stores.end(), edge.to)) {
        fate.killers.push_back(edge.to);
      } else {
        open.push_back(edge.to);
      }
    }
  }
  return fate;
}

std::vector<ControlFlow::Point> PointsOf(const ControlFlow& flow, const std::vector<Node>& nodes) {
  std::vector<ControlFlow::Point> points;
  for (Node node : nodes) points.push_back(flow.PointOf(node));
  std::sort(points.begin(), points.end());
  return points;
}

bool IsPlainPython(const Module& module, const Definition& function) {
  for (const Definition* around = &function; around != nullptr;
       around = around->parent < 0 ? nullptr : &module.definitions()[around->parent]) {
    for (Node decorator : around->decorators) {
      const std::string name = module.Resolve(
          decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator);
      if (!absl::StartsWith(name, "builtins.") && !absl::StartsWith(name, "torch.") &&
          !absl::StartsWith(name, "contextlib.") && !absl::StartsWith(name, "functools.") &&
          !absl::StartsWith(name, "abc.") && !absl::StartsWith(name, "typing.")) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace allreview::rules::logic
