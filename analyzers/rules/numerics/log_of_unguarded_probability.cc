// log(p) where p may be exactly 0.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/python/guards.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kProductIsNan("product-is-nan", "and 0 * -inf is NaN", "而 0 * -inf 是 NaN");
constexpr Phrase kLossToo("loss-too", "and so may the loss be", "loss 也可能如此");
constexpr Phrase kXlogyOrEntr("xlogy-or-entr", "torch.xlogy or torch.special.entr",
                              "torch.xlogy 或 torch.special.entr");
constexpr Phrase kLogSoftmax("log-softmax", "log_softmax of the logits, or clamp_min",
                             "对 logits 求得的 log_softmax，或 clamp_min");
constexpr Phrase kPhrases[] = {kProductIsNan, kLossToo, kXlogyOrEntr, kLogSoftmax};

bool IsProbability(absl::string_view name) {
  return numerics::NameHasWord(
             name, {"prob", "probs", "probability", "probabilities", "score", "scores", "weight",
                    "weights", "ratio", "ratios", "gate", "gates"}) &&
         !numerics::NameHasWord(
             name, {"exp", "lse", "log", "sumexp", "logsumexp", "logprob", "logprobs", "safe"});
}

// Never 0, or found by a rule of its own.
bool IsElsewhere(const Module& module, Node operand) {
  const Node value = numerics::ValueOf(module, operand);
  return static_cast<bool>(
             numerics::FindFloored(module, value,
                                   {"exp", "softmax", "sigmoid", "softplus", "expit", "rand",
                                    "where", "clamp", "ones", "full", "exp2", "cosh"})
                 .operation) ||
         numerics::OperationOf(module, value, {"clamp", "clamp_min", "clip", "where", "maximum"});
}

// p * log(p): there an exact 0 makes NaN, not only -inf.
bool IsTimesItself(Node log, Node operand) {
  for (Node around = log.parent(); around && !around.Is(NodeKind::kBlock);
       around = around.parent()) {
    const numerics::Binary product = numerics::BinaryOf(around);
    if (product.op != "*") continue;
    return numerics::IsSame(product.left, operand) || numerics::IsSame(product.right, operand);
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation log = numerics::OperationOf(module, call, {"log"});
  if (!log) return;
  const Node operand = numerics::WithoutCasts(log.operand);
  const bool is_name = operand.Is(NodeKind::kIdentifier) || operand.Is(NodeKind::kAttribute) ||
                       operand.Is(NodeKind::kSubscript);
  if (!is_name || !IsProbability(numerics::BaseName(operand))) return;
  if (IsElsewhere(module, operand) || python::FindZeroGuard(module, log.operand)) return;
  if (file.values().Of(operand).type == python::ValueType::kNumpy) return;
  const bool is_entropy = IsTimesItself(call, operand);
  file.Report({.at = call,
               .params = {{"p", numerics::Text(operand)},
                          {"effect", is_entropy ? kProductIsNan : kLossToo},
                          {"remedy", is_entropy ? kXlogyOrEntr : kLogSoftmax}},
               .kind = Kind::kQuestion});
}

}  // namespace

extern constinit const Rule kLogOfUnguardedProbability = {
    .info = {.id = "log-of-unguarded-probability",
             .title = {"Logarithm of a probability that can be zero", "对可能为零的概率取对数"},
             .confidence = Confidence::kLow,
             .message = {"Can `{p}` be exactly 0 here? Its logarithm is -inf then, {effect}",
                         "这里的 `{p}` 会恰好等于 0 吗？此时它的对数为 -inf，{effect}"},
             .consequence =
                 {"In a measurement with 20% exact zeros, the entropy of 85% of the rows was NaN, "
                  "in all dtypes",
                  "在一次测量中，20% 的元素恰好为 0 时，在所有 dtype 下都有 85% 的行的熵变成 NaN"},
             .advice = {"Use {remedy}", "使用 {remedy}"},
             .phrases = kPhrases,
             .why = "Masked, dropped and underflowed probabilities are exactly 0. The limit of p "
                    "log p is 0, but the product of 0 and -inf is NaN.",
             .fix = "Use torch.special.entr(p) for -p log p, torch.xlogy(p, q) for p log q, kl_div "
                    "for divergences, and clamp_min(torch.finfo(p.dtype).tiny) elsewhere.",
             .bad = R"py(
import torch

def entropy(probs):
    return -(probs * torch.log(probs)).sum(-1)
)py",
             .good = R"py(
import torch

def entropy(probs):
    return torch.special.entr(probs).sum(-1)
)py",
             .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "log log_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
