// A training loop that validates, and then trains on in eval mode.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kTrainedHere("trained-in-eval-mode", "the next forward pass that trains",
                              "下一次用于训练的前向传播");
constexpr Phrase kPhrases[] = {kTrainedHere};

// Layers that do something else in eval mode may be in it.
bool DependsOnMode(Lifecycles& lives, ObjectId model) {
  const lifecycles::Object object = lives.objects()[model];
  if (!absl::StartsWith(object.maker, lives.module().name())) return true;
  const absl::string_view source = lives.module().source();
  return absl::StrContains(source, "ropout") || absl::StrContains(source, "BatchNorm") ||
         absl::StrContains(source, ".training");
}

std::vector<const Occurrence*> ModesOf(const Story& story, ObjectId model) {
  std::vector<const Occurrence*> modes;
  for (const Occurrence& at : story.all) {
    const bool sets_mode = at.event == Event::kTrain || at.event == Event::kMode;
    if (sets_mode && (at.object == model || at.object == kNoObject)) modes.push_back(&at);
  }
  return modes;
}

bool IsOneOf(const std::vector<const Occurrence*>& all, const Occurrence& one) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Occurrence* at) { return at->node == one.node; });
}

// The forward pass that trains in eval mode, which a step of an optimizer of the model follows.
const Occurrence* TrainedIn(Lifecycles& lives, const Story& story, const Occurrence& eval) {
  const std::vector<const Occurrence*> modes = ModesOf(story, eval.object);
  const std::vector<const Occurrence*> evals = story.Of(Event::kEval, eval.object);
  for (const Occurrence* called : story.Of(Event::kCalled)) {
    if (lives.objects().RootOf(called->object) != eval.object || called->node == eval.node ||
        IsOneOf(modes, *called) || lives.IsWithoutGradients(called->inner) ||
        !story.CanFollow(eval, *called, modes)) {
      continue;
    }
    for (const Occurrence* backward : story.Of(Event::kBackward)) {
      const bool is_trained = backward->node == called->node
                                  ? backward->inner.index() != called->inner.index()
                                  : story.CanFollow(*called, *backward, evals);
      if (is_trained && story.AreInOneLoop(eval, *backward)) return called;
    }
  }
  return nullptr;
}

// The file means the model to train in eval mode, as when it freezes statistics.
bool IsMeant(Lifecycles& lives, const Story& story, ObjectId model) {
  bool is_trained = false, is_outside = false;
  for (const Occurrence* at : lives.DirectOf(Event::kTrain)) is_trained |= at->object == model;
  for (const Occurrence* at : story.Of(Event::kEval, model)) {
    is_outside |= !story.AreInOneLoop(*at, *at);
  }
  return !is_trained && is_outside;
}

bool IsOptimised(Lifecycles& lives, ObjectId model) {
  for (ObjectId optimizer : OwnOptimizers(lives)) {
    const Objects::Held held = lives.objects().HeldBy(optimizer);
    if (held.roots == std::vector<ObjectId>{model}) return true;
  }
  return false;
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  for (const Occurrence* eval : story.Of(Event::kEval)) {
    if (eval->object == kNoObject || !eval->is_certain) continue;
    if (lives.objects().OwnerOf(lives.objects()[eval->object].origin) != story.owner) continue;
    if (!story.AreInOneLoop(*eval, *eval)) continue;
    const Occurrence* trained = TrainedIn(lives, story, *eval);
    if (trained == nullptr || !IsOptimised(lives, eval->object) ||
        lives.objects().IsHandedOver(eval->object) || IsMeant(lives, story, eval->object) ||
        !DependsOnMode(lives, eval->object)) {
      continue;
    }
    file.Report({.at = eval->node,
                 .params = {{"eval", OneLine(eval->node)},
                            {"line", absl::StrCat(trained->node.first_line())}},
                 .related = {{kTrainedHere, RangeOf(file.module(), trained->node)}}});
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kLeftInEvalMode = {
    .info =
        {.id = "left-in-eval-mode",
         .title = {"Model trains on in eval mode", "模型在 eval 模式下继续训练"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{eval}` leaves the model in eval mode, in which line {line} trains it in "
                     "the next turn of the loop",
                     "`{eval}` 之后模型停留在 eval 模式，循环下一轮第 {line} "
                     "行就在该模式下训练它"},
         .consequence = {"From the first validation on, dropout is off and batch norm neither "
                         "uses nor updates the statistics of the batch",
                         "从第一次验证开始，dropout 失效，batch norm 既不使用也不更新"
                         "批次的统计量"},
         .advice = {"Call `train()` of the model at the start of each turn, or after the "
                    "validation",
                    "在每轮开始时或验证之后调用模型的 `train()`"},
         .phrases = kPhrases,
         .why = "eval() holds until train() is called. No path from the validation to the next "
                "training step calls it, and nobody else gets hold of the model.",
         .fix = "Call train() where each turn begins to train.",
         .bad = R"py(
import torch
from torchvision import models

def fit(batches, held_out, epochs):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for epoch in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            model(batch).sum().backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(model(held_out).sum())
)py",
         .good = R"py(
import torch
from torchvision import models

def fit(batches, held_out, epochs):
    model = models.resnet18()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.train()
        for batch in batches:
            optimizer.zero_grad()
            model(batch).sum().backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(model(held_out).sum())
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/"
                        "torch.nn.Module.html#torch.nn.Module.eval"}},
    .kinds = {NodeKind::kModule},
    .names = "eval",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
