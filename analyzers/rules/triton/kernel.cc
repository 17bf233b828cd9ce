#include "analyzers/rules/triton/kernel.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {

using python::Definition;
using python::Field;
using python::Module;
using python::Node;
using python::Parameter;

namespace {

// Decorator of triton, called or not: "jit", "autotune".
absl::string_view TritonDecorator(const Module& module, Node decorator) {
  const Node name = decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
  if (name.Is(NodeKind::kAttribute) && name.child(Field::kObject).text() == "triton") {
    return LastName(name);
  }
  if (!name.Is(NodeKind::kIdentifier)) return "";
  return absl::StartsWith(module.Resolve(name), "triton.") ? name.text() : "";
}

bool IsMemoryOp(absl::string_view op) {
  return op == "load" || op == "store" || absl::StartsWith(op, "atomic_");
}

MemoryAccess AccessOf(Node call, absl::string_view op) {
  MemoryAccess access{.op = op, .call = call, .pointer = python::Argument(call, 0, "pointer")};
  if (access.IsLoad()) {
    access.mask = python::Argument(call, 1, "mask");
    access.other = python::Argument(call, 2, "other");
  } else {
    access.value = python::Argument(call, 1, op == "store" ? "value" : "val");
    access.mask = python::Argument(call, 2, "mask");
  }
  if (access.mask.Is(NodeKind::kNone)) access.mask = Node();
  access.has_boundary_check = static_cast<bool>(python::KeywordArgument(call, "boundary_check"));
  return access;
}

bool LooksLikePointer(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StrContains(lower, "ptr") || absl::StrContains(lower, "pointer");
}

}  // namespace

Kernel::Kernel(const Module& module, const Definition& definition)
    : module_(module),
      definition_(definition),
      nodes_(OwnNodes(definition.body)),
      values_(nodes_) {}

Node Kernel::autotune() const {
  for (Node decorator : definition_.decorators) {
    if (decorator.Is(NodeKind::kCall) && TritonDecorator(module_, decorator) == "autotune") {
      return decorator;
    }
  }
  return Node();
}

const Parameter* Kernel::FindParameter(absl::string_view name) const {
  return rules::FindParameter(definition_, name);
}

bool Kernel::IsConstexpr(absl::string_view parameter) const {
  const Parameter* found = FindParameter(parameter);
  return found != nullptr && absl::EndsWith(found->annotation.text(), "constexpr");
}

std::vector<MemoryAccess> Kernel::Accesses() const {
  std::vector<MemoryAccess> accesses;
  for (Node node : nodes_) {
    if (!node.Is(NodeKind::kCall)) continue;
    const absl::string_view op = TritonOp(module_, node);
    if (!IsMemoryOp(op)) continue;
    const MemoryAccess access = AccessOf(node, op);
    if (access.pointer) accesses.push_back(access);
  }
  return accesses;
}

absl::string_view Kernel::BaseOfPointer(Node pointer) const {
  absl::string_view first;
  std::set<absl::string_view> seen;
  std::vector<Node> todo = {pointer};
  while (!todo.empty()) {
    const Node node = python::WithoutParentheses(todo.back());
    todo.pop_back();
    if (node.Is(NodeKind::kBinaryOperator)) {
      const absl::string_view op = node.child(Field::kOperator).text();
      if (op != "+" && op != "-") continue;
      todo.push_back(node.child(Field::kRight));
      todo.push_back(node.child(Field::kLeft));
    } else if (node.Is(NodeKind::kIdentifier) && seen.insert(node.text()).second) {
      const Parameter* parameter = FindParameter(node.text());
      if (parameter != nullptr) {
        if (LooksLikePointer(parameter->name)) return parameter->name;
        if (first.empty() && !IsConstexpr(parameter->name)) first = parameter->name;
        continue;
      }
      const std::vector<Node>& values = values_.Of(node.text());
      todo.insert(todo.end(), values.rbegin(), values.rend());
    }
  }
  return first;
}

std::vector<Node> Kernel::Launches() const {
  std::vector<Node> launches;
  for (Node node : module_.tree().root().descendants(NodeKind::kCall)) {
    const Node grid = node.child(Field::kFunction);
    if (grid.Is(NodeKind::kSubscript) &&
        grid.child(Field::kValue).text() == definition_.simple_name) {
      launches.push_back(node);
    }
  }
  return launches;
}

Node Kernel::ArgumentFor(Node launch, absl::string_view parameter) const {
  const std::vector<Parameter>& parameters = definition_.parameters;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == parameter) {
      return python::Argument(launch, static_cast<int>(i), parameter);
    }
  }
  return Node();
}

std::optional<Kernel> FindKernel(const Module& module, Node function_definition) {
  const Definition* definition = DefinitionOf(module, function_definition);
  if (definition == nullptr) return std::nullopt;
  for (Node decorator : definition->decorators) {
    if (TritonDecorator(module, decorator) == kKernelNames) return Kernel(module, *definition);
  }
  return std::nullopt;
}

absl::string_view TritonOp(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return "";
  Node root = function;
  while (root.Is(NodeKind::kAttribute)) root = root.child(Field::kObject);
  // The usual name, also where the import may fail and a stand-in takes its place.
  if (root.text() != "tl" && module.Resolve(root) != "triton.language") return "";
  return LastName(function);
}

bool IsTileSize(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view part : {"block", "tile", "pad", "pow", "p2", "chunk", "group", "num_warps",
                                 "warp", "thread", "world_size"}) {
    if (absl::StrContains(lower, part)) return true;
  }
  // BM, BK, BT.
  return name.size() >= 2 && name.size() <= 3 && name[0] == 'B' && absl::ascii_isupper(name[1]);
}

bool IsSentinel(Node expression) {
  const Node bare = python::WithoutParentheses(expression);
  const std::string text = absl::AsciiStrToLower(bare.text());
  if (bare.Is(NodeKind::kIdentifier) || bare.Is(NodeKind::kAttribute)) {
    return absl::StrContains(text, "neg_inf") || absl::StrContains(text, "neginf") ||
           absl::StrContains(text, "minus_inf") || absl::StrContains(text, "log_zero");
  }
  if (absl::StrContains(text, "inf")) return absl::StrContains(text, "-");
  // -1e9, -1.0e30: a number, not a computation.
  return bare.Is(NodeKind::kUnaryOperator) && absl::StartsWith(text, "-") &&
         bare.child(Field::kArgument).Is(NodeKind::kFloat) && absl::StrContains(text, "e") &&
         !absl::StrContains(text, "e-");
}

}  // namespace allreview::rules
