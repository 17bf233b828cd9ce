// `x == float("nan")` is always false.

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Module;

bool IsNan(const Module& module, Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(NodeKind::kCall)) {
    if (!module.Calls(expression, "builtins.float")) return false;
    const Node text = python::Argument(expression, 0, "");
    const std::string value = absl::AsciiStrToLower(Module::StringContent(text));
    return value == "nan" || value == "-nan" || value == "+nan";
  }
  const std::string name = module.Resolve(expression);
  return name == "torch.nan" || name == "numpy.nan" || name == "numpy.NaN" || name == "numpy.NAN" ||
         name == "math.nan";
}

// The library call that answers the question, by what the file imports.
std::string TestFor(const Module& module, Node nan) {
  const std::string name = module.Resolve(nan);
  if (absl::string_view(name).substr(0, 6) == "numpy.") return "np.isnan";
  return name == "math.nan" ? "math.isnan" : "torch.isnan";
}

void Check(FileContext& file, Node comparison) {
  const Module& module = file.module();
  Node left, op, right;
  for (Node child : comparison.children()) {
    if (child.Is(NodeKind::kComment)) continue;
    if (child.field() == Field::kOperators) {
      if (op) return;  // A chain: nothing to rewrite, and never seen.
      op = child;
    } else {
      (op ? right : left) = child;
    }
  }
  if (!op || (op.text() != "==" && op.text() != "!=")) return;
  const bool is_left = IsNan(module, left);
  if (!is_left && !IsNan(module, right)) return;
  const Node nan = is_left ? left : right;
  const Node value = is_left ? right : left;
  const bool is_equal = op.text() == "==";
  const std::string test = TestFor(module, nan);
  file.Report({.at = comparison,
               .params = {{"comparison", std::string(comparison.text())},
                          {"result", is_equal ? "False" : "True"},
                          {"test", test},
                          {"value", std::string(value.text())}}});
}

}  // namespace

extern constinit const Rule kCompareToNan = {
    .info =
        {.id = "compare-to-nan",
         .title = {"Comparison with NaN", "与 NaN 比较"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{comparison}` is always {result}, because NaN differs from every value, "
                     "including itself",
                     "`{comparison}` 恒为 {result}，因为 NaN 与任何值都不相等，包括它自己"},
         .consequence = {"The check never detects a NaN: broken losses or gradients pass silently",
                         "该检查永远发现不了 NaN：异常的 loss 或梯度会悄悄通过"},
         .advice = {"Use `{test}({value})`", "使用 `{test}({value})`"},
         .why = "In IEEE 754, every comparison with NaN is false, except `!=`, which is true.",
         .fix = "Use torch.isnan, numpy.isnan or math.isnan.",
         .bad = R"py(
import torch

def check(loss):
    if loss == float("nan"):
        raise RuntimeError("bad loss")
)py",
         .good = R"py(
import torch

def check(loss):
    if torch.isnan(loss):
        raise RuntimeError("bad loss")
)py",
         .references = {"IEEE 754-2019, 5.11"}},
    .kinds = {NodeKind::kComparisonOperator},
    .names = "NAN NaN float nan",
    .check = Check};

}  // namespace allreview::rules
