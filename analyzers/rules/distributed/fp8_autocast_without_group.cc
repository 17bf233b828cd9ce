// fp8_autocast(fp8_recipe=DelayedScaling(...)) in code with pipeline stages: amaxes of all ranks.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// Transformer Engine's, by its import or by where an attribute leads.
bool IsAutocast(const Module& module, Node call) {
  const std::string name = module.Resolve(call.child(Field::kFunction));
  const absl::string_view text = name.empty() ? call.child(Field::kFunction).text() : name;
  return absl::StrContains(text, "transformer_engine") || absl::StartsWith(text, "te.");
}

// The constructor of the recipe, when the call is handed one that the function makes.
Node RecipeOf(const Module& module, Node call) {
  const Node recipe = python::Argument(call, 2, "fp8_recipe");
  const Node made = module.Dereference(recipe);
  return made.Is(NodeKind::kCall) && CalleeName(made) == "DelayedScaling" ? made : Node();
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (CalleeName(call) != "fp8_autocast" || !IsAutocast(module, call)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) return;
  if (python::Argument(call, 3, "fp8_group")) return;
  if (python::Argument(call, 0, "enabled").Is(NodeKind::kFalse)) return;
  const Node recipe = RecipeOf(module, call);
  if (!recipe || python::KeywordArgument(recipe, "reduce_amax")) return;
  file.Report({.at = call,
               .params = {{"callee", std::string(call.child(Field::kFunction).text())}},
               .because = file.IsChanged(call) ? call : recipe});
}

}  // namespace

extern constinit const Rule kFp8AutocastWithoutGroup = {
    .info =
        {.id = "fp8-autocast-without-group",
         .title = {"FP8 scaling factors reduced over all ranks", "FP8 缩放因子在所有 rank 上归约"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{callee}` with delayed scaling gets no `fp8_group`, so largest values are "
                     "reduced over all ranks, in code that has parallel groups of its own",
                     "使用延迟缩放的 `{callee}` 没有传入 `fp8_group`，因此最大值会在所有 rank "
                     "上归约，而这段代码有自己的并行组"},
         .consequence =
             {"Pipeline stages enter it a different number of times and wait for each "
              "other for ever; replicas of other models share scaling factors",
              "各流水线 stage 进入的次数不同，会永远互相等待；不同模型的副本还会共享缩放因子"},
         .advice = {"Pass the group over which tensors are sharded or replicated as `fp8_group`",
                    "把张量切分或复制所在的组作为 `fp8_group` 传入"},
         .why = "Delayed scaling reduces the largest absolute values when the context is left. "
                "Without a group that is a collective of the whole job, which every rank must "
                "enter equally often.",
         .fix = "Pass `fp8_group`.",
         .bad = R"py(
from megatron.core import parallel_state
from transformer_engine.pytorch import fp8_autocast
from transformer_engine.common.recipe import DelayedScaling

def forward(layer, x):
    recipe = DelayedScaling(margin=0)
    with fp8_autocast(enabled=True, fp8_recipe=recipe):
        return layer(x, parallel_state.get_pipeline_model_parallel_rank())
)py",
         .good = R"py(
from megatron.core import parallel_state
from transformer_engine.pytorch import fp8_autocast
from transformer_engine.common.recipe import DelayedScaling

def forward(layer, x):
    recipe = DelayedScaling(margin=0)
    group = parallel_state.get_amax_reduction_group()
    with fp8_autocast(enabled=True, fp8_recipe=recipe, fp8_group=group):
        return layer(x)
)py"},
    .kinds = {NodeKind::kCall},
    .names = "fp8_autocast",
    .file_names = "parallel_state mpu pp_group pipeline_parallel_group",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
