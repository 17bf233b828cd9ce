#include "analyzers/test_plan/new_arithmetic.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "analyzers/paths/paths.h"
#include "analyzers/test_plan/new_definitions.h"

namespace allreview::test_plan {
namespace {

using change::AnalysedFile;
using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// A call of torch or numpy, or a tensor among the parameters.
bool SpeaksOfTensors(const Module& module, const Definition& function) {
  const absl::string_view parameters = function.node.child(Field::kParameters).text();
  if (absl::StrContains(parameters, "Tensor") || absl::StrContains(parameters, "ndarray")) {
    return true;
  }
  for (Node call : function.body.descendants(Kind::kCall)) {
    const std::string name = module.Resolve(call.child(Field::kFunction));
    if (absl::StartsWith(name, "torch.") || absl::StartsWith(name, "numpy.")) return true;
  }
  return false;
}

// "division", "mean"; empty: the node is none.
absl::string_view ArithmeticOf(Node node) {
  static constexpr absl::string_view kNames[] = {
      "mean", "sum",     "exp",    "log",     "log2", "sqrt",    "rsqrt",    "matmul",
      "bmm",  "mm",      "einsum", "std",     "var",  "cumsum",  "prod",     "div",
      "pow",  "softmax", "norm",   "argsort", "dot",  "uniform", "quantile", "median"};
  if (node.Is(Kind::kBinaryOperator)) {
    const absl::string_view op = node.child(Field::kOperator).text();
    if (op == "/") return "division";
    if (op == "@") return "matmul";
    return op == "**" ? "power" : "";
  }
  if (!node.Is(Kind::kCall)) return "";
  const Node function = node.child(Field::kFunction);
  if (!function.Is(Kind::kAttribute)) return "";
  const absl::string_view name = function.child(Field::kAttribute).text();
  // self.norm(x) is a layer, logger.log("…") no number.
  const absl::string_view object = function.child(Field::kObject).text();
  if (object == "self" || absl::StrContains(object, "log")) return "";
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames) ? name : "";
}

}  // namespace

std::vector<Trigger> NewArithmetic(const std::vector<AnalysedFile>& files,
                                   const moves::Moves& moves) {
  std::vector<Trigger> triggers;
  for (const AnalysedFile& file : files) {
    const bool is_product = file.after != nullptr && paths::IsProductSource(file.changed->path);
    if (!is_product || file.lines.added().empty()) continue;
    const std::vector<Definition>& all = file.after->definitions();
    for (const Definition& definition : all) {
      const bool is_nested =
          definition.parent >= 0 && all[definition.parent].kind != Definition::Kind::kClass;
      if (definition.kind == Definition::Kind::kClass || is_nested) continue;
      if (!file.lines.Touches(definition.node) || !IsNewCode(*file.after, definition, moves) ||
          !SpeaksOfTensors(*file.after, definition)) {
        continue;
      }
      for (Node node : definition.body.descendants()) {
        const absl::string_view operation = ArithmeticOf(node);
        if (operation.empty()) continue;
        triggers.push_back({&file, node, &definition, std::string(operation), false});
        break;
      }
    }
  }
  return triggers;
}

}  // namespace allreview::test_plan
