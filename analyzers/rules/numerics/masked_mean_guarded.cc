// Praise: a masked mean whose count is kept above 0.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/rules/numerics/denominators.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using numerics::Division;
using numerics::Operation;
using python::Module;

void Check(FileContext& file, Node node) {
  const Division division = numerics::DivisionOf(node);
  if (!division || file.is_test()) return;
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
    observation.related.push_back({"kept above 0 here", RangeOf(module, guard.node)});
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMaskedMeanGuarded = {
    .info = {.id = "masked-mean-guarded",
             .title = "Masked mean that survives an empty mask",
             .category = "numerics",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "The mean over `{mask}` stays finite when it keeps nothing",
             .consequence = "A micro-batch of padding alone does not make the loss NaN",
             .advice = "Keep the clamp with the division when this code moves",
             .why = "Praise, not a problem: dividing by the sum of a mask without a floor is a "
                    "common way to lose a training run.",
             .fix = "Nothing to do.",
             .bad = "def loss_func(losses, loss_mask):\n"
                    "    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)\n",
             .good = "def loss_func(losses):\n"
                     "    return losses.sum() / losses.numel()\n",
             .references = {"catalogue: numerics and performance 2"}},
    .kinds = {NodeKind::kBinaryOperator, NodeKind::kAugmentedAssignment},
    .file_names = "count_nonzero count_nonzero_ sum sum_",
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
