// exp(x) - 1 cancels near 0.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kOneSubtracted("one-subtracted", "1 is subtracted", "减去 1");
constexpr Phrase kPhrases[] = {kOneSubtracted};

void Check(FileContext& file, Node node) {
  const numerics::Binary difference = numerics::BinaryOf(node);
  if (difference.op != "-" || numerics::LiteralOf(difference.right) != 1) return;
  const Module& module = file.module();
  const Operation exp = numerics::ValueOperation(module, difference.left, {"exp"});
  if (!exp) return;
  if (numerics::MentionsWord(exp.operand, {"log", "max", "clamp", "num", "steps"}) &&
      !numerics::MentionsWord(exp.operand, {"ratio", "probs", "logprobs", "prob"})) {
    return;
  }
  Observation observation{
      .at = node,
      .params = {{"difference", numerics::Text(node)}, {"x", numerics::Text(exp.operand)}}};
  const std::string function = numerics::SpellingOf(module, node, "torch.expm1");
  if (!function.empty() && difference.left == exp.call) {
    observation.edits = {
        Replace(module, node, absl::StrCat(function, "(", exp.operand.text(), ")"))};
  }
  if (!node.Contains(exp.call)) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{"exp", exp.call}, {kOneSubtracted, node}}));
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kExpMinusOne = {
    .info = {.id = "exp-minus-one",
             .title = {"exp(x) - 1 instead of expm1", "用 exp(x) - 1 代替 expm1"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .confidence = Confidence::kMedium,
             .message = {"`{difference}` cancels when `{x}` is near 0",
                         "当 `{x}` 接近 0 时 `{difference}` 会发生相消"},
             .consequence = {"Below 6e-8 (fp32), 5e-4 (fp16) or 4e-3 (bf16) the result is 0, and "
                             "small results have few correct digits",
                             "小于 6e-8（fp32）、5e-4（fp16）或 4e-3（bf16）时结果为 "
                             "0，较小的结果也只剩很少的正确数字"},
             .advice = {"Use `torch.expm1({x})`", "使用 `torch.expm1({x})`"},
             .phrases = kPhrases,
             .why = "exp(x) is rounded to the precision near 1, and the subtraction leaves only "
                    "the rounding error. Measured with |x| from 1e-8 to 1e-2, 10% of the results "
                    "in fp32, 68% in fp16 and 92% in bf16 were 0.",
             .fix = "Use torch.expm1(x).",
             .bad = R"py(
import torch

def growth(rate):
    return torch.exp(rate) - 1
)py",
             .good = R"py(
import torch

def growth(rate):
    return torch.expm1(rate)
)py",
             .references = {"TorchFix TOR107",
                            "https://docs.pytorch.org/docs/stable/generated/torch.expm1.html"},
             .tier = Tier::kHint,
             .is_measurable = true},
    .kinds = {NodeKind::kBinaryOperator},
    .file_names = "exp exp_",
    .check = Check};

}  // namespace allreview::rules
