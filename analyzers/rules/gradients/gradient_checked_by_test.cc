// Praise: a new test compares an autograd.Function with numerical gradients.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// `Scale` of `Scale.apply`, also inside a lambda or a function of this file. Null: none.
Node AppliedIn(const Module& module, Node expression, int depth = 0) {
  const Node value = module.Dereference(expression);
  if (value.Is(NodeKind::kAttribute) && LastName(value) == "apply") {
    return value.child(Field::kObject);
  }
  Node body = value.Is(NodeKind::kLambda) ? value.child(Field::kBody) : Node();
  if (!body && value.Is(NodeKind::kIdentifier) && depth == 0) {
    const std::string name = module.ResolveAsWritten(value);
    if (!absl::StartsWith(name, ":")) return Node();
    const Definition* function = module.FindDefinition(absl::string_view(name).substr(1));
    if (function == nullptr || function->kind == Definition::Kind::kClass) return Node();
    body = function->body;
  }
  if (!body) return Node();
  if (body.Is(NodeKind::kCall)) return AppliedIn(module, body.child(Field::kFunction), depth + 1);
  for (Node node : body.descendants()) {
    if (!node.Is(NodeKind::kCall)) continue;
    const Node callee = node.child(Field::kFunction);
    if (callee.Is(NodeKind::kAttribute) && LastName(callee) == "apply") {
      return callee.child(Field::kObject);
    }
  }
  return Node();
}

bool IsSkipped(const Definition& test) {
  return std::any_of(test.decorators.begin(), test.decorators.end(), [](Node decorator) {
    const Node name = decorator.Is(NodeKind::kCall) ? decorator.child(Field::kFunction) : decorator;
    return LastName(name) == "skip" || LastName(name) == "xfail";
  });
}

void Check(FileContext& file, Node call) {
  if (!file.is_test()) return;
  const absl::string_view name = LastName(call.child(Field::kFunction));
  if (name != "gradcheck" && name != "gradgradcheck") return;
  const std::string resolved = file.module().Resolve(call.child(Field::kFunction));
  if (!absl::StartsWith(resolved, "torch.autograd")) return;
  const Definition* test = file.module().EnclosingFunction(call);
  if (test == nullptr || IsSkipped(*test)) return;
  // With raise_exception=False nobody may look at the answer.
  const bool is_quiet = python::KeywordArgument(call, "raise_exception").Is(NodeKind::kFalse);
  if (is_quiet && call.parent().Is(NodeKind::kExpressionStatement)) return;
  const Node checked = python::Argument(call, 0, "func");
  const Node function = checked ? AppliedIn(file.module(), checked) : Node();
  if (!function) return;
  file.Report({.at = call,
               .params = {{"function", std::string(function.text())},
                          {"test", std::string(test->simple_name)},
                          {"check", std::string(name)}},
               .identity = std::string(function.text()),
               .kind = Kind::kPraise});
}

}  // namespace

extern constinit const Rule kGradientCheckedByTest = {
    .info = {.id = "gradient-checked-by-test",
             .title = {"Gradient checked numerically by a test", "测试对梯度做了数值检验"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .message = {"`{test}` checks the gradient of `{function}` against finite differences",
                         "`{test}` 用有限差分检验了 `{function}` 的梯度"},
             .consequence = {"A wrong backward fails a test instead of distorting a loss curve",
                             "错误的 backward 会在测试中暴露，而不是在 loss 曲线上"},
             .advice = {"Keep `{check}` in step with the inputs that `{function}` supports",
                        "让 `{check}` 与 `{function}` 支持的输入保持同步"},
             .why = "A wrong hand-written backward raises no error. A numerical check is the "
                    "cheapest proof that it is the derivative of its forward.",
             .fix = "Nothing to do.",
             .bad = R"py(
# --- tests/test_scale.py
import torch
from pkg.ops import Scale

def test_scale_gradient():
    x = torch.randn(3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Scale.apply, (x,))
)py",
             .good = R"py(
# --- tests/test_scale.py
import torch
from pkg.ops import Scale

def test_scale_gradient():
    x = torch.randn(3, requires_grad=True)
    Scale.apply(x).sum().backward()
    assert x.grad is not None
)py"},
    .kinds = {NodeKind::kCall},
    .names = "gradcheck gradgradcheck",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
