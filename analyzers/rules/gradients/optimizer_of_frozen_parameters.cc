// An optimizer all of whose parameters are frozen.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kMadeHere("frozen-optimizer-made", "the optimizer that holds them is made here",
                           "持有这些参数的优化器在这里创建");
constexpr Phrase kPhrases[] = {kMadeHere};

// The module is, or is a part of, what the other is.
bool IsWithin(Objects& objects, ObjectId part, ObjectId whole) {
  for (int depth = 0; part != kNoObject && depth < 8; ++depth) {
    if (part == whole) return true;
    part = objects[part].part_of;
  }
  return false;
}

// Some of its parameters may have gradients again.
bool MayBeThawed(Lifecycles& lives, ObjectId module) {
  Objects& objects = lives.objects();
  for (const Occurrence* thawed : lives.DirectOf(Event::kThawed)) {
    if (thawed->object == kNoObject || IsWithin(objects, thawed->object, module) ||
        IsWithin(objects, module, thawed->object)) {
      return true;
    }
  }
  return false;
}

// `model.head = nn.Linear(...)`: the new head of the module is not frozen.
bool GetsNewParts(Lifecycles& lives, const Story& story, const Occurrence& frozen) {
  const python::Module& module = lives.module();
  for (Node assignment : module.tree().root().descendants(NodeKind::kAssignment)) {
    const Node target = assignment.child(Field::kLeft);
    if (!target.Is(NodeKind::kAttribute) && !target.Is(NodeKind::kSubscript)) continue;
    const Node base = target.Is(NodeKind::kAttribute) ? target.child(Field::kObject)
                                                      : target.child(Field::kValue);
    Objects& objects = lives.objects();
    if (target.child(Field::kAttribute).text() == "requires_grad") continue;
    if (objects.OwnerOf(assignment) == story.owner) {
      const Occurrence stored{
          .node = assignment, .inner = assignment, .point = story.flow->PointOf(assignment)};
      if (!story.CanFollow(frozen, stored)) continue;
    }
    const ObjectId changed = objects.RootOf(base);
    if (changed != kNoObject &&
        (IsWithin(objects, changed, frozen.object) || IsWithin(objects, frozen.object, changed))) {
      return true;
    }
  }
  return false;
}

bool IsCertain(Lifecycles& lives, const Story& story, const Occurrence& frozen,
               ObjectId optimizer) {
  Objects& objects = lives.objects();
  const Objects::Held held = objects.HeldBy(optimizer);
  if (!held.is_all || held.roots != std::vector<ObjectId>{frozen.object}) return false;
  const std::vector<Occurrence> made = MadeIn(objects, story, optimizer);
  if (made.empty()) return false;
  // Whichever comes first, one never runs without the other.
  const bool is_before = story.Precedes(frozen, made[0]);
  const bool is_after =
      story.Precedes(made[0], frozen) &&
      story.flow->PostDominates(frozen.point, made[0].point, python::ControlFlow::Paths::kNormal);
  return (is_before || is_after) && !objects.IsHandedOver(frozen.object) &&
         !MayBeThawed(lives, frozen.object) && !GetsNewParts(lives, story, frozen);
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  if (lives.DirectOf(Event::kFrozen).empty()) return;
  const std::vector<ObjectId> optimizers = OwnOptimizers(lives);
  for (const Story* story : lives.Stories()) {
    for (const Occurrence* frozen : story->Of(Event::kFrozen)) {
      if (!frozen->is_direct() || frozen->object == kNoObject) continue;
      for (ObjectId optimizer : optimizers) {
        if (!IsCertain(lives, *story, *frozen, optimizer)) continue;
        const Node origin = lives.objects()[optimizer].origin;
        file.Report({.at = frozen->node,
                     .params = {{"frozen", OneLine(frozen->node)},
                                {"optimizer", OneLine(origin)},
                                {"line", absl::StrCat(origin.first_line())}},
                     .related = {{kMadeHere, RangeOf(file.module(), origin)}}});
      }
    }
  }
}

}  // namespace

extern constinit const Rule kOptimizerOfFrozenParameters = {
    .info =
        {.id = "optimizer-of-frozen-parameters",
         .title = {"Optimizer holds nothing but frozen parameters", "优化器持有的参数全部被冻结"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{frozen}` freezes all parameters that the optimizer of line {line} holds",
                     "`{frozen}` 冻结了第 {line} 行的优化器持有的全部参数"},
         .consequence = {"No step of the optimizer changes anything: either backward raises, "
                         "or the model stays as it is and no error says so",
                         "优化器的任何一步都不会改变参数：要么 backward 报错，"
                         "要么模型保持不变而没有任何报错"},
         .advice = {"Leave the parameters that `{optimizer}` is to train unfrozen",
                    "不要冻结 `{optimizer}` 需要训练的参数"},
         .phrases = kPhrases,
         .why = "An optimizer skips parameters without a gradient, and frozen ones have none. "
                "No code of the file thaws them or puts new modules in their place, and nobody "
                "else gets hold of them.",
         .fix = "Freeze the backbone only, or hand the optimizer what is left to train.",
         .bad = R"py(
import torch

def finetune(batches):
    head = torch.nn.Linear(8, 8)
    optimizer = torch.optim.Adam(head.parameters())
    for p in head.parameters():
        p.requires_grad = False
    optimizer.step()
)py",
         .good = R"py(
import torch

def finetune(batches):
    head = torch.nn.Linear(8, 8)
    optimizer = torch.optim.Adam(head.parameters())
    for p in head.parameters():
        p.requires_grad = True
    optimizer.step()
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/autograd.html"
                        "#setting-requires-grad"}},
    .kinds = {NodeKind::kModule},
    .names = "requires_grad requires_grad_",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
