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

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  if (file.is_test()) return;
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
                 .related = {{"the random state of the rank", RangeOf(module, fork)}},
                 .kind = Kind::kPraise});
    marked.erase(init.target);  // Once for each parameter.
  }
}

}  // namespace

extern constinit const Rule kRngTrackerInTensorParallelInit = {
    .info = {.id = "rng-tracker-in-tensor-parallel-init",
             .title = "Tensor-parallel parameter initialised under the RNG tracker",
             .category = "distributed",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{parameter}` is tensor-parallel and filled under `{fork}`, as it should "
                        "be",
             .consequence = "Each rank draws its own shard, and runs stay reproducible",
             .advice = "Keep it this way",
             .why = "Shards that are drawn from the shared random state are copies of each other, "
                    "which nothing reports. The tracker's fork is easily forgotten.",
             .fix = "Nothing to do.",
             .bad = "import torch\n"
                    "\n"
                    "class Gate(torch.nn.Module):\n"
                    "    def __init__(self, n, tp, init_method, tracker):\n"
                    "        self.w = torch.nn.Parameter(torch.empty(n // tp))\n"
                    "        setattr(self.w, \"tensor_model_parallel\", True)\n"
                    "        with tracker.fork():\n"
                    "            init_method(self.w)\n",
             .good = "import torch\n"
                     "\n"
                     "class Gate(torch.nn.Module):\n"
                     "    def __init__(self, n, init_method):\n"
                     "        self.w = torch.nn.Parameter(torch.empty(n))\n"
                     "        init_method(self.w)\n",
             .references = {"catalogue: distributed 36"}},
    .kinds = {NodeKind::kClassDefinition, NodeKind::kFunctionDefinition},
    .names = "fork",
    .check = Check};

}  // namespace allreview::rules
