// A scheduler that moves on before the optimizer has used its first learning rate.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kStepsHere("optimizer-steps-later", "the optimizer steps here",
                            "优化器在这里 step");
constexpr Phrase kPhrases[] = {kStepsHere};

// The scheduler counts by itself: no epoch, no metric.
bool Counts(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  return arguments.positional.empty() && arguments.keywords.empty() && !arguments.has_star &&
         !arguments.has_double_star;
}

// The step of its optimizer that follows in the same turn of a loop, when none comes before. Null:
// none is certain.
const Occurrence* FirstStepAfter(Lifecycles& lives, const Story& story,
                                 const Occurrence& scheduled) {
  Objects& objects = lives.objects();
  const Node origin = objects[scheduled.object].origin;
  const ObjectId optimizer = objects.SoleOf(python::Argument(origin, 0, "optimizer"));
  if (optimizer == kNoObject || objects[optimizer].kind != ObjectKind::kOptimizer ||
      objects.IsHandedOver(optimizer) || objects.IsHandedOver(scheduled.object)) {
    return nullptr;
  }
  const std::vector<const Occurrence*> steps = story.Of(Event::kStep, optimizer);
  for (const Occurrence* direct : lives.DirectOf(Event::kStep)) {
    const bool is_here = std::any_of(steps.begin(), steps.end(), [&](const Occurrence* step) {
      return step->inner == direct->inner;
    });
    if (direct->object == optimizer && !is_here) return nullptr;  // Perhaps earlier.
  }
  for (const Occurrence* step : steps) {
    const bool is_later = story.Precedes(scheduled, *step) && step->node != scheduled.node &&
                          story.AreInOneLoop(scheduled, *step);
    if (!is_later) return nullptr;
  }
  return steps.empty() ? nullptr : steps.front();
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  for (const Occurrence* scheduled : story.Of(Event::kScheduled)) {
    if (!scheduled->is_direct() || !Counts(scheduled->node)) continue;
    if (MadeIn(lives.objects(), story, scheduled->object).empty()) continue;
    const Occurrence* step = FirstStepAfter(lives, story, *scheduled);
    if (step == nullptr) continue;
    file.Report({.at = scheduled->node,
                 .params = {{"scheduled", OneLine(scheduled->node)},
                            {"line", absl::StrCat(step->node.first_line())}},
                 .related = {{kStepsHere, RangeOf(file.module(), step->inner)}}});
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kSchedulerBeforeOptimizer = {
    .info =
        {.id = "scheduler-before-optimizer",
         .title = {"Scheduler steps before its optimizer", "调度器先于优化器执行 step"},
         .severity = Severity::kP2,
         .impact = Impact::kMedium,
         .message = {"`{scheduled}` runs before the first step of its optimizer, in line {line}",
                     "`{scheduled}` 先于其优化器在第 {line} 行的第一次 step 执行"},
         .consequence = {"The first learning rate of the schedule is never used, and all others "
                         "come one step early; PyTorch warns of it",
                         "调度的第一个学习率从未被使用，其余的都提前一步；"
                         "PyTorch 会给出警告"},
         .advice = {"Call it after the optimizer has stepped", "在优化器 step 之后再调用"},
         .phrases = kPhrases,
         .why = "Since PyTorch 1.1 a scheduler expects to be stepped after its optimizer.",
         .fix = "Step the optimizer first, then the scheduler.",
         .bad = R"py(
import torch

def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        scheduler.step()
        optimizer.step()
)py",
         .good = R"py(
import torch

def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).sum().backward()
        optimizer.step()
        scheduler.step()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/optim.html"
                        "#how-to-adjust-learning-rate"}},
    .kinds = {NodeKind::kModule},
    .names = "lr_scheduler",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
