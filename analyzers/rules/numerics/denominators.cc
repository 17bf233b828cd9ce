#include "analyzers/rules/numerics/denominators.h"

#include "absl/strings/match.h"

namespace allreview::rules::numerics {

using python::Module;

Division DivisionOf(Node node) {
  if (node.Is(NodeKind::kAugmentedAssignment)) {
    if (node.child(Field::kOperator).text() != "/=") return {};
    return {node, node.child(Field::kLeft), python::WithoutParentheses(node.child(Field::kRight))};
  }
  if (!node.Is(NodeKind::kBinaryOperator) && !node.Is(NodeKind::kParenthesizedExpression))
    return {};
  const Binary binary = BinaryOf(node);
  if (binary.op != "/") return {};
  return {node, binary.left, binary.right};
}

Operation MaskCountOf(const Module& module, Node denominator) {
  const Floored sum = FindFloored(module, denominator, {"sum", "count_nonzero"});
  if (!sum.operation) return {};
  const python::Arguments arguments = python::ArgumentsOf(sum.operation.call);
  const size_t own = sum.operation.is_method ? 0 : 1;
  if (arguments.positional.size() > own || python::KeywordArgument(sum.operation.call, "dim") ||
      python::KeywordArgument(sum.operation.call, "axis")) {
    return {};
  }
  const absl::string_view name = BaseName(sum.operation.operand);
  const bool is_mask = NameHasWord(name, {"mask", "masks", "valid", "keep", "kept"}) ||
                       absl::StartsWith(name, "is_");
  return is_mask ? sum.operation : Operation();
}

bool IsNamedLikeSize(Node expression) {
  return NameHasWord(
      BaseName(expression),
      {"size",         "sizes",   "len",     "length",      "dim",        "dims",   "scale",
       "scaling",      "time",    "elapsed", "temperature", "temp",       "world",  "group",
       "ranks",        "rank",    "batch",   "interval",    "heads",      "hidden", "width",
       "height",       "seconds", "ms",      "duration",    "factor",     "degree", "layers",
       "microbatches", "lr",      "freq",    "numel",       "iterations", "steps",  "shape",
       "tp",           "pp",      "dp",      "cp",          "ep"});
}

bool IsNumpy(const python::Values& values, Node expression) {
  return values.Of(expression).type == python::ValueType::kNumpy;
}

}  // namespace allreview::rules::numerics
