// The main loss is scaled by cp / num_microbatches, an auxiliary loss by 1 / num_microbatches.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/distributed/scales.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kScaledBy("scaled-by-axis", "this one is also scaled by the size of {group}",
                           "这一处还按 {group} 的大小缩放");
constexpr Phrase kPhrases[] = {kScaledBy};

// What is averaged over the micro-batches of a step, and over nothing else that is counted.
bool IsAveragedOverMicrobatches(const Scale& scale) {
  if (!scale.is_known || scale.counts.size() != 1) return false;
  const auto& [name, power] = *scale.counts.begin();
  return power == -1 && IsMicrobatchCount(name);
}

std::vector<Scaling> AveragesOf(const Module& module, const Definition& function) {
  std::vector<Scaling> averages;
  const auto add = [&](const Scaling& scaling) {
    if (IsAveragedOverMicrobatches(scaling.scale)) averages.push_back(scaling);
  };
  for (const Scaling& scaling : ScalingsIn(module, function.body)) add(scaling);
  ForEachOwnNode(function.body, NodeKind::kBlock, [&](Node block) {
    for (const Scaling& scaling : ScalingsIn(module, block)) add(scaling);
  });
  ForEachOwnNode(function.body, NodeKind::kCall, [&](Node call) {
    if (!absl::StrContains(CalleeName(call), "scal")) return;
    for (Node argument : python::ArgumentsOf(call).positional) {
      add({call, argument, ScaleOf(module, argument)});
    }
  });
  return averages;
}

// A condition around the node, in its function, asks about the axes.
bool IsDecidedBy(const Module& module, Node node, Axes axes) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    const Node condition = around.child(Field::kCondition);
    for (Node asked : condition.descendants()) {
      if (!asked.Is(NodeKind::kIdentifier) && !asked.Is(NodeKind::kAttribute)) continue;
      if (DirectSizeOf(module, asked).axes & axes) return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  const std::vector<Scaling> averages = AveragesOf(module, *function);
  for (const Scaling& lacking : averages) {
    if (lacking.scale.AxesThatDifferFrom({}) != 0) continue;
    for (const Scaling& full : averages) {
      if (full.scale.DistanceFrom({}) != 1) continue;
      const Axes axes = full.scale.AxesThatDifferFrom({});
      if (IsDecidedBy(module, lacking.at, axes)) break;
      const Words group = Describe({.kind = Group::Kind::kKnown, .axes = axes});
      file.Report(
          {.at = lacking.at,
           .params = {{"scaled", OneLine(lacking.target)},
                      {"count", lacking.scale.counts.begin()->first},
                      {"other", OneLine(full.target)},
                      {"line", absl::StrCat(full.at.first_line())},
                      {"group", group}},
           .related = {{Sentence(kScaledBy, {{"group", group}}), RangeOf(module, full.at)}}});
      break;
    }
  }
}

}  // namespace

extern constinit const Rule kScaleMissesAxisOfSibling = {
    .info =
        {.id = "scale-misses-axis-of-sibling",
         .title = {"Loss scaled without the group size that its siblings include",
                   "loss 缩放漏掉了同类处计入的组大小"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{scaled}` is scaled by 1/{count} only; `{other}` on line {line} is also "
                     "scaled by the size of {group}",
                     "`{scaled}` 只按 1/{count} 缩放；第 {line} 行的 `{other}` 还按 {group} "
                     "的大小缩放"},
         .consequence = {"If both go through the same gradient reduction, one of them has a weight "
                         "that depends on the number of ranks; training still converges, to "
                         "something else",
                         "如果二者经过同样的梯度归约，其中一个的权重就会随 rank "
                         "数变化；训练仍会收敛，但收敛到别的结果"},
         .advice = {"Scale both by the same factors, or say in a comment why one is already "
                    "normalised over {group}",
                    "让二者使用相同的缩放因子，或者用注释说明为什么其中一个已经在 {group} "
                    "上归一化"},
         .phrases = kPhrases,
         .why = "Gradients are averaged over data and context parallelism together. A loss that is "
                "already a mean over the context-parallel ranks is multiplied by their number "
                "first; an auxiliary loss beside it needs the same factor.",
         .fix = "Give the losses that share a reduction the same factors.",
         .bad = R"py(
def scale(loss, aux, main, grad_scale, cp_size, num_microbatches):
    main.set_loss_scale(grad_scale * cp_size / num_microbatches)
    aux.set_loss_scale(grad_scale / num_microbatches)
)py",
         .good = R"py(
def scale(loss, aux, main, grad_scale, cp_size, num_microbatches):
    main.set_loss_scale(grad_scale * cp_size / num_microbatches)
    aux.set_loss_scale(grad_scale * cp_size / num_microbatches)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
