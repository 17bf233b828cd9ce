// A tensor-parallel parameter gets random values under the random state that all ranks share.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/rng_tracker.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kMarkedHere("marked-here", "`{name}` is marked as tensor-parallel here",
                             "`{name}` 在这里被标记为张量并行");
constexpr Phrase kPhrases[] = {kMarkedHere};

struct Marks {
  std::map<std::string, Node> marked;  // Parameter text, the mark.
  std::vector<RandomInit> inits;
  std::set<absl::string_view> forked_calls;  // Methods that run under a fork.
};

// Marks in a class, or in a function outside of any class.
Marks CollectMarks(const Module& module, Node body) {
  Marks marks;
  marks.marked = MarksIn(body);
  if (marks.marked.empty()) return marks;
  for (Node call : body.descendants(NodeKind::kCall)) {
    if (RandomInit init = RandomInitOf(call); !init.target.empty()) {
      marks.inits.push_back(std::move(init));
    } else if (MayRunUnderFork(module, call)) {
      marks.forked_calls.insert(CalleeName(call));
    }
  }
  return marks;
}

// Weights made on the CPU are made whole, the same on each rank, and then cut.
bool IsCpuInitialisation(Node call) {
  return IsUnderConditionOn(call, "cpu_init") || IsUnderConditionOn(call, "use_cpu");
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* definition = DefinitionOf(module, node);
  if (definition == nullptr) return;
  // Methods are looked at with their class.
  if (definition->kind == Definition::Kind::kMethod) {
    return;
  }
  const Marks marks = CollectMarks(module, definition->body);
  for (const RandomInit& init : marks.inits) {
    const auto marked = marks.marked.find(init.target);
    if (marked == marks.marked.end() || MayRunUnderFork(module, init.call) ||
        IsCpuInitialisation(init.call)) {
      continue;
    }
    const Definition* function = module.EnclosingFunction(init.call);
    if (function != nullptr && marks.forked_calls.count(function->simple_name)) continue;
    file.Report({.at = init.call,
                 .params = {{"parameter", init.target},
                            {"call", OneLine(init.call)},
                            {"line", absl::StrCat(marked->second.first_line())}},
                 .because = file.IsChanged(init.call) ? init.call : marked->second,
                 .related = {{Sentence(kMarkedHere, {{"name", init.target}}),
                              RangeOf(module, marked->second)}}});
  }
}

}  // namespace

extern constinit const Rule kTensorParallelInitOutsideRngTracker = {
    .info = {.id = "tensor-parallel-init-outside-rng-tracker",
             .title = {"Tensor-parallel parameter initialised outside the RNG tracker",
                       "张量并行参数在 RNG tracker 之外初始化"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{parameter}` is tensor-parallel (line {line}), but `{call}` fills it "
                         "outside the RNG tracker's fork",
                         "`{parameter}` 是张量并行参数（第 {line} 行），但 `{call}` 在 RNG tracker "
                         "的 fork 之外填充它"},
             .consequence =
                 {"All tensor-parallel ranks draw the same numbers, so the shards of the parameter "
                  "start as copies of each other",
                  "所有张量并行 rank 会抽到相同的随机数，该参数的各个分片一开始就是彼此的副本"},
             .advice = {"Wrap the initialisation in `with get_cuda_rng_tracker().fork():`",
                        "用 `with get_cuda_rng_tracker().fork():` 包住初始化"},
             .phrases = kPhrases,
             .why = "The default random state has the same seed on all ranks of a tensor-parallel "
                    "group, as replicated parameters require. Shards must differ, and the "
                    "tracker's fork gives each rank its own state.",
             .fix = "Fill sharded parameters under the tracker's fork, and those of experts under "
                    "the experts' state.",
             .bad = R"py(
import torch

class Gate(torch.nn.Module):
    def __init__(self, n, tp, init_method):
        self.w = torch.nn.Parameter(torch.empty(n // tp))
        setattr(self.w, "tensor_model_parallel", True)
        init_method(self.w)
)py",
             .good = R"py(
import torch

class Gate(torch.nn.Module):
    def __init__(self, n, tp, init_method, tracker):
        self.w = torch.nn.Parameter(torch.empty(n // tp))
        setattr(self.w, "tensor_model_parallel", True)
        with tracker.fork():
            init_method(self.w)
)py"},
    .kinds = {NodeKind::kClassDefinition, NodeKind::kFunctionDefinition},
    .names = kMarkingNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
