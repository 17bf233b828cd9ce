// Praise: a masked mean whose count is kept above 0.

#include <string>
#include <utility>

#include "analyzers/python/guards.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

constexpr Phrase kKeptPositive("kept-positive", "kept above 0 here", "在这里保持大于 0");
constexpr Phrase kPhrases[] = {kKeptPositive};

void Check(FileContext& file, Node node) {
  const Division division = numerics::DivisionOf(node);
  if (!division) return;
  const Module& module = file.module();
  const Operation count = numerics::MaskCountOf(module, division.denominator);
  if (!count) return;
  const python::ZeroGuard guard = python::FindZeroGuard(module, division.denominator);
  if (guard.kind != python::ZeroGuard::Kind::kClamp) return;
  Observation observation{
      .at = node,
      .params = {{"mask", numerics::Text(numerics::WithoutCasts(count.operand))}},
      .identity = numerics::Text(numerics::WithoutCasts(count.operand)),
      .kind = Kind::kPraise};
  if (!node.Contains(guard.node)) {
    observation.related.push_back({kKeptPositive, RangeOf(module, guard.node)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMaskedMeanGuarded = {
    .info = {.id = "masked-mean-guarded",
             .title = {"Masked mean that handles an empty mask", "能处理空 mask 的带掩码均值"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .message = {"The mean over `{mask}` stays finite when the mask keeps nothing",
                         "当 `{mask}` 没有保留任何元素时，均值仍然有限"},
             .consequence = {"A micro-batch with nothing but padding does not make the loss NaN",
                             "全是 padding 的 micro-batch 不会让 loss 变成 NaN"},
             .advice = {"Keep the clamp and the division together when this code moves",
                        "移动这段代码时，把 clamp 与除法放在一起"},
             .phrases = kPhrases,
             .why = "This is good practice, not a problem: dividing by the sum of a mask without a "
                    "floor is a common way to lose a training run.",
             .fix = "Nothing to do.",
             .bad = R"py(
def loss_func(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)
)py",
             .good = R"py(
def loss_func(losses):
    return losses.sum() / losses.numel()
)py"},
    .kinds = {NodeKind::kBinaryOperator, NodeKind::kAugmentedAssignment},
    .file_names = "count_nonzero count_nonzero_ sum sum_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
