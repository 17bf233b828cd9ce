// masked_fill(mask, -10000.0): not below all scores, and fp16 cannot hold more.

#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using numerics::Operation;
using python::Module;

constexpr Phrase kDoesNotFit("does-not-fit",
                             "does not fit into fp16, whose lowest number is -65504",
                             "超出 fp16 的范围（最小值为 -65504）");
constexpr Phrase kOnlyLooks("only-looks", "only looks like minus infinity", "只是看起来像负无穷");
constexpr Phrase kFillRaises("fill-raises",
                             "masked_fill raises an error, or the entry becomes -inf",
                             "masked_fill 会抛出异常，或者该元素变成 -inf");
constexpr Phrase kBecomesUniform(
    "becomes-uniform",
    "A fully masked row silently becomes uniform attention over masked keys, and large scores "
    "compete with it",
    "整行被屏蔽时会悄悄变成对被屏蔽 key 的均匀注意力，较大的分数也会与它竞争");
constexpr Phrase kPhrases[] = {kDoesNotFit, kOnlyLooks, kFillRaises, kBecomesUniform};

constexpr double kLowestHalf = -65504;
constexpr double kMagic = -5000;  // Nobody writes numbers below this but to mask.

bool IsScore(Node operand) {
  return numerics::NameHasWord(numerics::BaseName(operand),
                               {"logits", "scores", "score", "attn", "attention", "weights", "sim",
                                "similarity", "energy", "qk", "affinity"});
}

// Rows that are masked everywhere are set to 0, or looked for.
bool HandlesFullRows(const Module& module, Node fill) {
  return numerics::AnyOwnNode(
      numerics::OwnerOf(module, fill), NodeKind::kAttribute, [&](Node node) {
        const absl::string_view name = node.child(Field::kAttribute).text();
        return name == "all" || name == "nan_to_num" ||
               (absl::StartsWith(name, "masked_fill") && node.index() > fill.subtree_end());
      });
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Operation fill = numerics::OperationOf(module, call, {"masked_fill"});
  if (!fill) return;
  const Node value = fill.Argument(1, "value");
  const std::optional<double> number = numerics::NumberOf(file.values(), value);
  if (!number || *number > kMagic || std::isinf(*number)) return;
  const bool is_half = file.values().Of(fill.operand).dtype == python::Dtype::kFloat16;
  const bool overflows = *number < kLowestHalf;
  if (overflows ? !is_half : !IsScore(fill.operand)) return;
  if (!overflows && HandlesFullRows(module, call)) return;
  const Node operand = numerics::WithoutCasts(fill.operand);
  Observation observation{.at = call,
                          .params = {{"value", numerics::Text(value)},
                                     {"scores", numerics::Text(fill.operand)},
                                     {"problem", overflows ? kDoesNotFit : kOnlyLooks},
                                     {"effect", overflows ? kFillRaises : kBecomesUniform}}};
  const std::string finfo = numerics::SpellingOf(module, call, "torch.finfo");
  if (!finfo.empty() && operand.Is(NodeKind::kIdentifier) && operand == fill.operand) {
    observation.edits = {
        Replace(module, value, absl::StrCat(finfo, "(", operand.text(), ".dtype).min"))};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kMagicMaskConstant = {
    .info =
        {.id = "magic-mask-constant",
         .title = {"Magic number instead of the lowest value of the dtype",
                   "用魔法数字代替 dtype 的最小值"},
         .message = {"The mask value {value} of `{scores}` {problem}",
                     "`{scores}` 的屏蔽值 {value} {problem}"},
         .consequence = {"{effect}", "{effect}"},
         .advice =
             {"Fill with `torch.finfo({scores}.dtype).min`, and set fully masked rows to 0 after "
              "the softmax",
              "用 `torch.finfo({scores}.dtype).min` 填充，并在 softmax 之后把整行被屏蔽的行置 0"},
         .phrases = kPhrases,
         .why = "A constant that is low enough for one model or dtype is not for another: -1e9 "
                "does not fit into fp16, and unscaled scores can reach -1e4.",
         .fix = "Use torch.finfo(x.dtype).min, the lowest finite value of the dtype.",
         .bad = R"py(
import torch

def mask(attention_scores, padding):
    return attention_scores.masked_fill(padding, -10000.0)
)py",
         .good = R"py(
import torch

def mask(attention_scores, padding):
    lowest = torch.finfo(attention_scores.dtype).min
    return attention_scores.masked_fill(padding, lowest)
)py"},
    .kinds = {NodeKind::kCall},
    .names = "masked_fill masked_fill_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
