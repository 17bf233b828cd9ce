#include "analyzers/rules/performance/element_read.h"

#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/performance/hot_path.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

bool IsComprehension(Node node) {
  return node.Is(NodeKind::kListComprehension) || node.Is(NodeKind::kSetComprehension) ||
         node.Is(NodeKind::kDictionaryComprehension) || node.Is(NodeKind::kGeneratorExpression);
}

// Loops of the function that run the node again and again, innermost first. Those around so many
// others do not matter.
std::vector<Node> LoopsOver(Node node) {
  constexpr size_t kMaxLoops = 64;
  std::vector<Node> loops;
  for (Node inner = node, outer = node.parent(); outer && loops.size() < kMaxLoops;
       inner = outer, outer = outer.parent()) {
    if (outer.Is(NodeKind::kFunctionDefinition) || outer.Is(NodeKind::kLambda) ||
        outer.Is(NodeKind::kClassDefinition)) {
      break;
    }
    if (outer.Is(NodeKind::kForStatement) && inner.field() == Field::kBody) loops.push_back(outer);
    if (!IsComprehension(outer)) continue;
    // In a comprehension what a clause iterates over runs before it.
    for (Node clause : outer.children()) {
      if (loops.size() == kMaxLoops) break;
      if (clause.Is(NodeKind::kForInClause) && clause != inner) loops.push_back(clause);
    }
  }
  return loops;
}

bool IsTarget(Node loop, Node identifier) {
  return loop && identifier.Is(NodeKind::kIdentifier) &&
         Mentions(loop.child(Field::kLeft), identifier.text());
}

// The innermost loop whose variable the index is computed from; null: none.
Node LoopOfIndex(const FileContext& file, const std::vector<Node>& loops, Node index) {
  for (Node loop : loops) {
    for (uint32_t i = index.index(); i < index.subtree_end(); ++i) {
      const Node part(index.tree(), i);
      if (!IsVariable(part)) continue;
      if (IsTarget(loop, part)) return loop;
      // pos = base + i; x[pos]
      const Node value = file.module().ReachingValue(part);
      if (!value || !loop.Contains(value)) continue;
      for (Node name : value.descendants()) {
        if (IsVariable(name) && IsTarget(loop, name)) return loop;
      }
    }
  }
  return {};
}

// `t` of `for x in t`, `for i, x in enumerate(t)` and `for x, y in zip(t, u)`.
Node IteratedBy(const FileContext& file, Node loop, Node identifier) {
  const Node left = loop.child(Field::kLeft);
  const Node iterable = python::WithoutParentheses(loop.child(Field::kRight));
  if (left.Is(NodeKind::kIdentifier)) return left.text() == identifier.text() ? iterable : Node();
  if (!iterable.Is(NodeKind::kCall)) return {};
  const std::vector<Node> arguments = python::ArgumentsOf(iterable).positional;
  const std::vector<Node> targets = ElementsOf(left);
  if (file.module().Calls(iterable, "builtins.enumerate")) {
    const bool is_item = targets.size() == 2 && targets[1].text() == identifier.text();
    return is_item && !arguments.empty() ? arguments[0] : Node();
  }
  if (!file.module().Calls(iterable, "builtins.zip")) return {};
  for (size_t i = 0; i < targets.size() && i < arguments.size(); ++i) {
    if (targets[i].text() == identifier.text()) return arguments[i];
  }
  return {};
}

// The function asks of the value what only tensors know: `x.numel()`, `x.device`.
bool IsUsedAsTensor(const python::Module& module, Node value) {
  const python::Definition* function = module.EnclosingFunction(value);
  if (function == nullptr || value.Is(NodeKind::kCall)) return false;
  for (Node name :
       module.identifiers().Of({"numel", "device", "is_cuda", "cuda", "new_tensor", "new_zeros"})) {
    if (name.field() != Field::kAttribute || !function->body.Contains(name)) continue;
    if (name.parent().child(Field::kObject).text() == value.text()) return true;
  }
  return false;
}

bool IsTensorOfGpu(const FileContext& file, Node tensor) {
  if (!tensor || file.values().IsHost(tensor)) return false;
  if (!IsGpuTensor(file, tensor) && !IsUsedAsTensor(file.module(), tensor)) return false;
  // Inference keeps its books on the CPU.
  return !IsInferencePath(file.module().path()) ||
         file.values().Of(tensor).device == python::DeviceType::kGpu;
}

}  // namespace

ElementRead FindElementRead(const FileContext& file, Node call, const HostSync& sync) {
  if (!sync.tensor) return {};
  const std::vector<Node> loops = LoopsOver(call);
  if (loops.empty()) return {};
  Node element = numerics::ValueOf(file.module(), sync.tensor);
  if (element.Is(NodeKind::kIdentifier)) {
    for (Node loop : loops) {
      if (!IsTarget(loop, element)) continue;
      const Node tensor = IteratedBy(file, loop, element);
      return IsTensorOfGpu(file, tensor) ? ElementRead{loop, tensor} : ElementRead();
    }
    return {};
  }
  ElementRead read;
  // For x[i][j] the innermost loop counts: it runs most often.
  while (element.Is(NodeKind::kSubscript)) {
    for (Node index : element.children()) {
      if (index.field() != Field::kSubscript) continue;
      const Node loop = LoopOfIndex(file, loops, index);
      if (loop && (!read.loop || read.loop.Contains(loop))) read.loop = loop;
    }
    element = element.child(Field::kValue);
  }
  read.tensor = element;
  return read.loop && IsTensorOfGpu(file, element) ? read : ElementRead();
}

}  // namespace allreview::rules
