// (loss * mask).mean() divides by all elements, masked ones too.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kMaskedValues("masked-values", "the masked values", "被屏蔽的值");
constexpr Phrase kTheirMean("their-mean", "their mean", "其均值");
constexpr Phrase kPhrases[] = {kMaskedValues, kTheirMean};

// A mask by its name, and not one that drops at random or routes.
bool IsMask(Node expression) {
  const absl::string_view name = numerics::BaseName(expression);
  return numerics::NameHasWord(name, {"mask", "masks", "valid", "keep"}) &&
         !numerics::NameHasWord(name, {"dropout", "drop", "routing", "expert", "attention", "attn",
                                       "causal", "gate", "normalized"});
}

// The statement corrects the denominator: .mean() * n / mask.sum().
bool IsCorrected(Node mean, Node mask) {
  const Node statement = python::StatementOf(mean);
  for (Node node : statement.descendants(NodeKind::kIdentifier)) {
    if (mean.Contains(node)) continue;
    if (node.text() == "numel" || node.text() == "size" || node.text() == "shape" ||
        node.text() == numerics::BaseName(mask)) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation mean = numerics::OperationOf(module, call, {"mean"});
  if (!mean) return;
  const Node value = numerics::ValueOf(module, mean.operand);
  const numerics::Binary product = numerics::BinaryOf(value);
  if (product.op != "*") return;
  const bool is_left = IsMask(product.left);
  if (is_left == IsMask(product.right)) return;  // None, or a product of masks.
  const Node mask = is_left ? product.left : product.right;
  const Node loss = is_left ? product.right : product.left;
  if (IsCorrected(call, mask) || numerics::LiteralOf(loss)) return;
  Observation observation{.at = call,
                          .params = {{"mean", numerics::Text(call)},
                                     {"loss", numerics::Text(loss)},
                                     {"mask", numerics::Text(mask)}}};
  if (!call.Contains(value)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{kMaskedValues, value}, {kTheirMean, call}}));
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMaskedMeanWrongDenominator = {
    .info =
        {.id = "masked-mean-wrong-denominator",
         .title = {"Mean over a masked tensor", "对带掩码的 tensor 求均值"},
         .confidence = Confidence::kMedium,
         .message = {"`{mean}` divides by the number of all elements, including those that "
                     "`{mask}` sets to 0",
                     "`{mean}` 除以的是全部元素数，包括被 `{mask}` 置 0 的元素"},
         .consequence = {"The more padding a batch has, the smaller its loss and gradients: the "
                         "weight of a token varies from batch to batch",
                         "batch 中 padding 越多，loss 和梯度越小：不同 batch 中 token 的权重不同"},
         .advice = {"Divide by the mask: `({loss} * {mask}).sum() / {mask}.sum().clamp(min=1)`",
                    "除以 mask：`({loss} * {mask}).sum() / {mask}.sum().clamp(min=1)`"},
         .phrases = kPhrases,
         .why =
             "Multiplying by a mask removes elements from the sum, but mean() still counts them.",
         .fix = "Divide the masked sum by the sum of the mask, clamped to at least 1; across "
                "ranks, return both and divide after the reduction.",
         .bad = R"py(
def loss_func(losses, loss_mask):
    return (losses * loss_mask).mean()
)py",
         .good = R"py(
def loss_func(losses, loss_mask):
    return (losses * loss_mask).sum() / loss_mask.sum().clamp(min=1)
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "mean mean_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
