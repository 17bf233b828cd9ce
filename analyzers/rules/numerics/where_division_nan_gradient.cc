// torch.where(d > 0, n / d, 0): the branch not taken still sends NaN backwards.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/traits.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Dtype;
using python::Module;

// A division in a branch whose denominator the condition tests.
numerics::Division DivisionIn(Node branch, Node condition) {
  const auto is_tested = [&](const numerics::Division& division) {
    const Node d = division.denominator;
    const bool is_name =
        d.Is(NodeKind::kIdentifier) || d.Is(NodeKind::kAttribute) || d.Is(NodeKind::kSubscript);
    return is_name && python::Mentions(condition, d.text());
  };
  const numerics::Division outer = numerics::DivisionOf(python::WithoutParentheses(branch));
  if (outer && is_tested(outer)) return outer;
  for (Node node : branch.descendants()) {
    const numerics::Division division = numerics::DivisionOf(node);
    if (division && is_tested(division)) return division;
  }
  return {};
}

bool NeedsNoGradient(const FileContext& file, Node d) {
  const Module& module = file.module();
  const Dtype dtype = file.values().Of(d).dtype;
  if (dtype == Dtype::kInteger || dtype == Dtype::kBool) return true;
  if (python::IsUnderNoGrad(module, d)) return true;
  const absl::string_view name = numerics::BaseName(d);
  if (numerics::NameHasWord(name, {"count", "counts", "num", "len", "lengths", "n", "tokens",
                                   "mask", "size", "std", "safe"})) {
    return true;
  }
  const python::Definition* function = module.EnclosingFunction(d);
  return function == nullptr || python::TraitsOf(module, *function).is_no_grad;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation where = numerics::OperationOf(module, call, {"where"});
  if (!where || where.is_method) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.size() != 3) return;
  const Node condition = arguments.positional[0];
  for (Node branch : {arguments.positional[1], arguments.positional[2]}) {
    const numerics::Division division = DivisionIn(branch, condition);
    if (!division) continue;
    const Node d = division.denominator;
    // This very where does not count; a guard of the definition does.
    const python::ZeroGuard guard = python::FindZeroGuard(module, d);
    if (guard && guard.node != call) return;
    if (NeedsNoGradient(file, d)) return;
    file.Report({.at = call,
                 .params = {{"quotient", numerics::Text(division.at)},
                            {"d", numerics::Text(d)},
                            {"condition", numerics::Text(condition)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kWhereDivisionNanGradient = {
    .info =
        {.id = "where-division-nan-gradient",
         .title = {"torch.where does not stop the gradient of the unselected branch",
                   "torch.where 挡不住未选中分支的梯度"},
         .confidence = Confidence::kMedium,
         .message = {"`{quotient}` is also computed where `{d}` is 0: torch.where hides the value, "
                     "but not its NaN gradient",
                     "`{d}` 为 0 时也会计算 `{quotient}`：torch.where "
                     "隐藏了它的值，却挡不住它的 NaN 梯度"},
         .consequence = {"The forward pass looks fine, but the first backward pass with a zero in "
                         "`{d}` makes the gradients NaN",
                         "前向看起来正常，而第一次遇到 `{d}` 为 0 的反向就会让梯度变成 NaN"},
         .advice = {"Choose the denominator first: `d_safe = torch.where({condition}, {d}, 1.0)`, "
                    "then divide by it",
                    "先选择分母：`d_safe = torch.where({condition}, {d}, 1.0)`，再除以它"},
         .why =
             "Both branches are computed. In the backward pass the unselected branch gets the "
             "gradient 0, and 0 times the infinite derivative of n / d is NaN. Measured with zeros "
             "in a quarter of the denominators, about a quarter of the gradients were NaN.",
         .fix = "Use torch.where twice: once for the denominator, once for the result.",
         .bad = R"py(
import torch

def ratio(n, d):
    return torch.where(d > 0, n / d, 0.0)
)py",
         .good = R"py(
import torch

def ratio(n, d):
    safe = torch.where(d > 0, d, 1.0)
    return torch.where(d > 0, n / safe, 0.0)
)py",
         .tier = Tier::kHint,
         .checks = {AuditCheck::kNumerics, AuditCheck::kGradients}},
    .kinds = {NodeKind::kCall},
    .names = "where where_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
