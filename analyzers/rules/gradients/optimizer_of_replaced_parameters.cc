// An optimizer that holds parameters which its model no longer has.

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kReplacedHere("parameters-replaced", "the model gets new parameters here",
                               "模型在这里换上了新的参数");
constexpr Phrase kPhrases[] = {kReplacedHere};

// FSDP keeps the parameters when it is told to.
bool KeepsParameters(Node replacing) {
  const Node keeps = python::KeywordArgument(replacing, "use_orig_params");
  return replacing.Is(NodeKind::kCall) && keeps && !keeps.Is(NodeKind::kFalse);
}

// It steps behind the replacement, and nowhere before.
bool IsUsedOnlyAfter(Lifecycles& lives, const Story& story, const Occurrence& replaced,
                     ObjectId optimizer) {
  bool is_used = false;
  for (const Occurrence* step : story.Of(Event::kStep, optimizer)) {
    if (!story.Precedes(replaced, *step)) return false;
    is_used = true;
  }
  // Steps of functions that nobody is seen to call.
  return is_used && !lives.objects().IsHandedOver(optimizer);
}

bool AddsParameters(const python::Module& module) {
  return !module.identifiers().Of({"add_param_group", "param_groups"}).empty();
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  Objects& objects = lives.objects();
  const std::vector<ObjectId> optimizers = OwnOptimizers(lives);
  for (const Occurrence* replaced : story.Of(Event::kReplaced)) {
    if (!replaced->is_direct() || replaced->object == kNoObject) continue;
    if (KeepsParameters(replaced->node)) continue;
    for (ObjectId optimizer : optimizers) {
      const Objects::Held held = objects.HeldBy(optimizer);
      const std::vector<Occurrence> made = MadeIn(objects, story, optimizer);
      if (held.roots != std::vector<ObjectId>{replaced->object} || made.empty()) continue;
      if (!story.Precedes(made[0], *replaced) || story.AreInOneLoop(made[0], *replaced)) continue;
      if (!IsUsedOnlyAfter(lives, story, *replaced, optimizer)) continue;
      const Node origin = objects[optimizer].origin;
      file.Report({.at = origin,
                   .params = {{"optimizer", OneLine(origin.child(Field::kFunction))},
                              {"replaced", OneLine(replaced->node)},
                              {"line", absl::StrCat(replaced->node.first_line())}},
                   .related = {{kReplacedHere, RangeOf(file.module(), replaced->node)}}});
    }
  }
}

void Check(FileContext& file, Node) {
  if (AddsParameters(file.module())) return;
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kOptimizerOfReplacedParameters = {
    .info =
        {.id = "optimizer-of-replaced-parameters",
         .title = {"Optimizer made before its model got new parameters",
                   "优化器创建之后模型换上了新的参数"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{optimizer}` holds the parameters that the model has before line {line}, "
                     "`{replaced}`, gives it others",
                     "`{optimizer}` 持有的是第 {line} 行 `{replaced}` 换上新参数之前的参数"},
         .consequence = {"The optimizer never updates the new parameters, and no error says so",
                         "优化器不会更新新的参数，而且没有任何报错"},
         .advice = {"Make the optimizer after line {line}", "在第 {line} 行之后创建优化器"},
         .phrases = kPhrases,
         .why = "An optimizer keeps the parameters that it is handed. A new layer, "
                "fully_shard(), FullyShardedDataParallel without use_orig_params and "
                "get_peft_model() give the model others.",
         .fix = "Change the model first, then make its optimizer.",
         .bad = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(batch):
    model = torch.nn.Linear(8, 8)
    optimizer = torch.optim.AdamW(model.parameters())
    fully_shard(model)
    model(batch).sum().backward()
    optimizer.step()
)py",
         .good = R"py(
import torch
from torch.distributed.fsdp import fully_shard

def train(batch):
    model = torch.nn.Linear(8, 8)
    fully_shard(model)
    optimizer = torch.optim.AdamW(model.parameters())
    model(batch).sum().backward()
    optimizer.step()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.fsdp.fully_shard.html",
                        "https://docs.pytorch.org/docs/stable/fsdp.html"}},
    .kinds = {NodeKind::kModule},
    .names = "step",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
