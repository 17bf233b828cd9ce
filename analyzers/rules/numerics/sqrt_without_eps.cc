// sqrt of a sum of squares: the gradient at 0 is 0 / 0.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/traits.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

// Code that no gradient passes: data, metrics, optimizers, tools, checkpoints.
bool IsOffTheGradientPath(const Module& module, Node node) {
  if (paths::IsTestPath(module.path())) return true;
  for (absl::string_view part :
       {"preprocess", "dataset", "data/", "metric", "optimizer", "tools/", "logging", "checkpoint",
        "export", "inference", "audio", "monitor", "clip_grad"}) {
    if (absl::StrContains(module.path(), part)) return true;
  }
  const python::Definition* function = module.EnclosingFunction(node);
  if (function == nullptr) return true;
  for (absl::string_view part : {"init", "log", "metric", "report", "stat", "grad", "norm_of",
                                 "eval", "step", "clip", "monitor"}) {
    if (absl::StrContains(function->simple_name, part)) return true;
  }
  return python::IsUnderNoGrad(module, node) || python::TraitsOf(module, *function).is_no_grad;
}

// The squares that are summed; for a variance its input.
Node SummedSquares(const Module& module, Node radicand) {
  const Operation reduction = numerics::ValueOperation(module, radicand, {"sum", "mean", "var"});
  if (!reduction) return Node();
  if (reduction.name == "var") return reduction.operand;
  return numerics::SquaredOperand(module, numerics::ValueOf(module, reduction.operand));
}

Node RadicandOf(const Module& module, Node node) {
  if (node.Is(NodeKind::kBinaryOperator)) {
    const numerics::Binary power = numerics::BinaryOf(node);
    return power.op == "**" && numerics::LiteralOf(power.right) == 0.5 ? power.left : Node();
  }
  return numerics::OperationOf(module, node, {"sqrt"}).operand;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Node radicand = RadicandOf(module, node);
  if (!radicand) return;
  const Node x = SummedSquares(module, radicand);
  if (!x || numerics::MentionsWord(x, {"grad", "grads", "gradient"})) return;
  if (python::FindZeroGuard(module, radicand) || IsOffTheGradientPath(module, node)) return;
  // sqrt(...) + eps and sqrt(...).clamp(...) save the value, not the gradient.
  file.Report({.at = node, .params = {{"root", numerics::Text(node)}, {"x", numerics::Text(x)}}});
}

}  // namespace

extern constinit const Rule kSqrtWithoutEps = {
    .info = {.id = "sqrt-without-eps",
             .title = {"Square root of a sum of squares without an epsilon",
                       "对平方和开方时没有加 epsilon"},
             .confidence = Confidence::kMedium,
             .message = {"`{root}` has a NaN gradient where `{x}` is all zeros",
                         "当 `{x}` 全为零时，`{root}` 的梯度是 NaN"},
             .consequence =
                 {"One zero vector, for example padding, makes the gradient of the whole batch NaN",
                  "只要有一个零向量（例如 padding），整个 batch 的梯度就会变成 NaN"},
             .advice = {"Use `torch.linalg.vector_norm`, or add an epsilon under the root",
                        "使用 `torch.linalg.vector_norm`，或者在根号内加上 epsilon"},
             .why = "At 0 the derivative of the root is infinite and that of the squares is 0: the "
                    "chain rule multiplies inf by 0. An epsilon outside the root does not help. "
                    "vector_norm defines the gradient there as 0.",
             .fix = "Use torch.linalg.vector_norm(x, dim=-1), or torch.sqrt(x.pow(2).sum(-1) + "
                    "1e-12) in fp32.",
             .bad = R"py(
import torch

def distance(difference):
    return torch.sqrt((difference ** 2).sum(-1))
)py",
             .good = R"py(
import torch

def distance(difference):
    return torch.linalg.vector_norm(difference, dim=-1)
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/numerical_accuracy.html"},
             .tier = Tier::kHint},
    .kinds = {NodeKind::kCall, NodeKind::kBinaryOperator},
    .file_names = "mean mean_ sum sum_ var var_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
