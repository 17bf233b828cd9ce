// A training loop that adds the gradients of every step to those of all steps before.

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAddedHere("gradients-added-here", "gradients are added here", "梯度在这里累加");
constexpr Phrase kPhrases[] = {kAddedHere};

bool Overlap(const Objects::Held& a, const Objects::Held& b) {
  if (a.roots.empty() || b.roots.empty()) return true;
  return std::any_of(a.roots.begin(), a.roots.end(), [&](ObjectId root) {
    return std::find(b.roots.begin(), b.roots.end(), root) != b.roots.end();
  });
}

// Somebody may clear the gradients that the optimizer uses.
bool MayBeCleared(Lifecycles& lives, ObjectId optimizer) {
  Objects& objects = lives.objects();
  const Objects::Held held = objects.HeldBy(optimizer);
  if (lives.TouchesGradients()) return true;
  for (ObjectId root : held.roots) {
    if (objects.IsHandedOver(root)) return true;
  }
  for (const Occurrence* cleared : lives.DirectOf(Event::kCleared)) {
    if (cleared->object == kNoObject || cleared->object == optimizer) return true;
    const bool is_optimizer = objects[cleared->object].kind == ObjectKind::kOptimizer;
    if (!is_optimizer || Overlap(held, objects.HeldBy(cleared->object))) return true;
  }
  return false;
}

// In one loop with the step, which uses the same optimizer in each turn.
const Occurrence* BackwardInLoop(Objects& objects, const Story& story, const Occurrence& step) {
  if (HasClosure(objects, step) || IsMadeInLoopOf(objects, story, step)) return nullptr;
  for (const Occurrence* backward : story.Of(Event::kBackward)) {
    if (story.AreInOneLoop(*backward, step)) return backward;
  }
  return nullptr;
}

// The first step of the optimizer that is in such a loop; direct ones before those of functions
// that are called.
void ReportOne(FileContext& file, Lifecycles& lives, ObjectId optimizer) {
  for (bool is_direct : {true, false}) {
    for (const Story* story : lives.Stories()) {
      for (const Occurrence* step : story->Of(Event::kStep, optimizer)) {
        if (step->is_direct() != is_direct) continue;
        const Occurrence* backward = BackwardInLoop(lives.objects(), *story, *step);
        if (backward == nullptr) continue;
        file.Report({.at = step->inner,
                     .params = {{"step", OneLine(step->inner)},
                                {"optimizer", OneLine(ReceiverOf(step->inner))}},
                     .related = {{kAddedHere, RangeOf(file.module(), backward->inner)}}});
        return;
      }
    }
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (ObjectId optimizer : OwnOptimizers(lives)) {
    if (!MayBeCleared(lives, optimizer)) ReportOne(file, lives, optimizer);
  }
}

}  // namespace

extern constinit const Rule kGradientsNeverCleared = {
    .info = {.id = "gradients-never-cleared",
             .title = {"Training loop never clears gradients", "训练循环从不清空梯度"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"Nothing clears the gradients that `{step}` uses in each turn of the loop",
                         "循环每一轮的 `{step}` 所用的梯度从未被清空"},
             .consequence = {"Each step uses the sum of the gradients of all steps so far, so the "
                             "model trains badly or diverges, and no error says so",
                             "每一步都使用此前所有步骤梯度的总和，模型训练效果差甚至发散，"
                             "而且没有任何报错"},
             .advice = {"Call `{optimizer}.zero_grad()` before the backward pass or after the step",
                        "在反向传播之前或 step 之后调用 `{optimizer}.zero_grad()`"},
             .phrases = kPhrases,
             .why = "backward adds to .grad. The optimizer is made in this file, nobody else gets "
                    "hold of it or of its model, and no code of the file clears a gradient.",
             .fix = "Clear the gradients once for each step.",
             .bad = R"py(
import torch

model = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in batches:
    model(batch).sum().backward()
    optimizer.step()
)py",
             .good = R"py(
import torch

model = torch.nn.Linear(8, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in batches:
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/"
                            "torch.optim.Optimizer.zero_grad.html"}},
    .kinds = {NodeKind::kModule},
    .names = "backward",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
