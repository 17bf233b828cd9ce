// Praise: a tensor-parallel parameter is filled under the random state of its rank.

#include <map>
#include <string>

#include "analyzers/rules/distributed/rng_tracker.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kRandomState("random-state", "the random state of the rank", "该 rank 的随机状态");
constexpr Phrase kPhrases[] = {kRandomState};

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* definition = DefinitionOf(module, node);
  if (definition == nullptr || definition->kind == Definition::Kind::kMethod) return;
  std::map<std::string, Node> marked = MarksIn(definition->body);
  for (Node call : definition->body.descendants(NodeKind::kCall)) {
    const RandomInit init = RandomInitOf(call);
    if (init.target.empty() || !marked.count(init.target)) continue;
    const Node fork = ForkAround(module, call);
    // What is new is both: the initialisation and the fork.
    if (!fork || !file.IsChanged(fork) || !file.IsChanged(call)) continue;
    file.Report({.at = call,
                 .params = {{"parameter", init.target}, {"fork", OneLine(fork)}},
                 .related = {{kRandomState, RangeOf(module, fork)}},
                 .kind = Kind::kPraise});
    marked.erase(init.target);  // Once for each parameter.
  }
}

}  // namespace

extern constinit const Rule kRngTrackerInTensorParallelInit = {
    .info =
        {.id = "rng-tracker-in-tensor-parallel-init",
         .title = {"Tensor-parallel parameter initialised under the RNG tracker",
                   "张量并行参数在 RNG tracker 下初始化"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .message = {"`{parameter}` is tensor-parallel and filled under `{fork}`, as it should be",
                     "`{parameter}` 是张量并行参数，并且按要求在 `{fork}` 下填充"},
         .consequence = {"Each rank draws its own shard, and runs stay reproducible",
                         "每个 rank 各自抽取自己的分片，训练也保持可复现"},
         .advice = {"Keep it this way", "请保持这样"},
         .phrases = kPhrases,
         .why = "Shards drawn from the shared random state are copies of each other, and nothing "
                "reports it. The tracker's fork is easy to forget.",
         .fix = "Nothing to do.",
         .bad = R"py(
import torch

class Gate(torch.nn.Module):
    def __init__(self, n, tp, init_method, tracker):
        self.w = torch.nn.Parameter(torch.empty(n // tp))
        setattr(self.w, "tensor_model_parallel", True)
        with tracker.fork():
            init_method(self.w)
)py",
         .good = R"py(
import torch

class Gate(torch.nn.Module):
    def __init__(self, n, init_method):
        self.w = torch.nn.Parameter(torch.empty(n))
        init_method(self.w)
)py"},
    .kinds = {NodeKind::kClassDefinition, NodeKind::kFunctionDefinition},
    .names = "fork",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
