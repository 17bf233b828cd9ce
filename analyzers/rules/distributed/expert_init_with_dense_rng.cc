// Weights of experts are drawn from the random state of dense tensor-parallel weights.

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/rules/distributed/rng_tracker.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kFilledHere("filled-here", "filled here", "在这里填充");
constexpr Phrase kPhrases[] = {kFilledHere};

// "Experts", "ExpertMLP", "init_expert_weights", but not "SharedExpert", which is dense.
bool SpeaksOfExperts(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  return absl::StrContains(lower, "expert") && !absl::StrContains(lower, "shared") &&
         !absl::StrContains(lower, "router");
}

// Innermost definition around the node that is about experts. Null: none.
const Definition* ExpertDefinition(const Module& module, Node node) {
  const Definition* definition = module.EnclosingDefinition(node);
  while (definition != nullptr && !SpeaksOfExperts(definition->simple_name)) {
    if (definition->parent < 0) return nullptr;
    definition = &module.definitions()[definition->parent];
  }
  return definition;
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "init_method" && !absl::EndsWith(CalleeName(call), "_") &&
      !absl::EndsWith(CalleeName(call), "_init_method")) {
    return;
  }
  const RandomInit init = RandomInitOf(call);
  if (init.target.empty()) return;
  const Module& module = file.module();
  const Node fork = ForkAround(module, call);
  if (!fork || fork.child(Field::kArguments).named_child_count() > 0) return;
  const Definition* definition = ExpertDefinition(module, call);
  if (definition == nullptr) return;
  // Split on is_expert, here or in the class: the dense half is meant.
  if (absl::StrContains(definition->body.text(), "is_expert") ||
      IsUnderConditionOn(call, "expert")) {
    return;
  }
  file.Report({.at = fork,
               .params = {{"parameter", init.target},
                          {"definition", definition->name},
                          {"fork", OneLine(fork)}},
               .because = file.IsChanged(fork) ? fork : call,
               .related = {{kFilledHere, RangeOf(module, call)}}});
}

}  // namespace

extern constinit const Rule kExpertInitWithDenseRng = {
    .info =
        {.id = "expert-init-with-dense-rng",
         .title = {"Expert weights drawn from the random state of dense weights",
                   "用 dense 权重的随机状态初始化专家权重"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{definition}` fills `{parameter}` under `{fork}`, the random state of dense "
                     "weights",
                     "`{definition}` 在 `{fork}`（dense 权重的随机状态）下填充 `{parameter}`"},
         .consequence =
             {"Expert-parallel ranks draw the same numbers: experts on different ranks start as "
              "copies of each other",
              "各专家并行 rank 会抽到相同的随机数：不同 rank 上的专家一开始就是彼此的副本"},
         .advice =
             {"Use the random state of experts: `fork(get_expert_parallel_rng_tracker_name())`",
              "显式使用专家的随机状态：`fork(get_expert_parallel_rng_tracker_name())`"},
         .phrases = kPhrases,
         .why =
             "The default state of the tracker differs only between tensor-parallel ranks. Experts "
             "are also spread over expert-parallel ranks, and their random state has its own name.",
         .fix = "Fork the tracker with the name of the expert-parallel state.",
         .bad = R"py(
class Experts:
    def __init__(self, config, tracker, weight):
        self.weight = weight
        with tracker.fork():
            config.init_method(self.weight)
)py",
         .good = R"py(
class Experts:
    def __init__(self, config, tracker, weight, name):
        self.weight = weight
        with tracker.fork(name):
            config.init_method(self.weight)
)py"},
    .kinds = {NodeKind::kCall},
    .file_names = "fork",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
