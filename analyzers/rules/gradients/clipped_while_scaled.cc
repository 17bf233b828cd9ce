// Gradients that are clipped while they are still multiplied by the scale of a GradScaler.

#include <algorithm>

#include "analyzers/rules/gradients/training_loops.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

constexpr Phrase kScaledHere("scaled-backward", "the loss is multiplied by the scale here",
                             "loss 在这里乘以缩放系数");
constexpr Phrase kPhrases[] = {kScaledHere};

// A GradScaler that scales; `GradScaler(enabled=False)` does not.
bool Scales(Objects& objects, ObjectId scaler) {
  if (scaler == kNoObject || objects[scaler].kind != ObjectKind::kScaler) return false;
  return !python::KeywordArgument(objects[scaler].origin, "enabled").Is(NodeKind::kFalse);
}

// The backward pass of a loss that the scaler scaled: scaler.scale(loss).backward().
const Occurrence* ScaledBackward(Objects& objects, const Story& story, const Occurrence& clipped,
                                 ObjectId scaler) {
  for (const Occurrence* backward : story.Of(Event::kBackward)) {
    const Node scaled = ReceiverOf(backward->node);
    if (!backward->is_direct() || CalleeName(scaled) != "scale") continue;
    if (objects.SoleOf(ReceiverOf(scaled)) == scaler && story.CanFollow(*backward, clipped)) {
      return backward;
    }
  }
  return nullptr;
}

// Somebody may unscale the gradients before they are clipped.
bool MayBeUnscaled(Lifecycles& lives, const Story& story, const Occurrence& clipped,
                   ObjectId scaler) {
  const std::vector<const Occurrence*> unscaled = story.Of(Event::kUnscaled);
  return lives.TouchesGradients() || lives.objects().IsHandedOver(scaler) ||
         std::any_of(unscaled.begin(), unscaled.end(), [&](const Occurrence* at) {
           return story.CanFollow(*at, clipped, story.Of(Event::kBackward));
         });
}

void CheckStory(FileContext& file, Lifecycles& lives, const Story& story) {
  Objects& objects = lives.objects();
  for (const Occurrence* clipped : story.Of(Event::kClipped)) {
    if (!clipped->is_direct()) continue;
    for (const Occurrence* step : story.Of(Event::kStep)) {
      if (!Scales(objects, step->object)) continue;
      if (!story.CanFollow(*clipped, *step, story.Of(Event::kBackward))) continue;
      const Occurrence* backward = ScaledBackward(objects, story, *clipped, step->object);
      if (backward == nullptr || MayBeUnscaled(lives, story, *clipped, step->object)) continue;
      file.Report({.at = clipped->node,
                   .params = {{"clip", OneLine(clipped->node.child(Field::kFunction))},
                              {"scaler", OneLine(ReceiverOf(step->inner))}},
                   .related = {{kScaledHere, RangeOf(file.module(), backward->node)}}});
      break;
    }
  }
}

void Check(FileContext& file, Node) {
  Lifecycles lives(file.module());
  for (const Story* story : lives.Stories()) CheckStory(file, lives, *story);
}

}  // namespace

extern constinit const Rule kClippedWhileScaled = {
    .info = {.id = "clipped-while-scaled",
             .title = {"Gradients clipped before they are unscaled", "梯度在反缩放之前被裁剪"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{clip}` clips gradients that are still multiplied by the scale of "
                         "`{scaler}`",
                         "`{clip}` 裁剪的梯度仍乘着 `{scaler}` 的缩放系数"},
             .consequence = {"The limit is divided by the scale, which begins at 65536: nearly all "
                             "of each gradient is cut off",
                             "裁剪阈值相当于除以缩放系数（初始为 65536），"
                             "每个梯度几乎全部被裁掉"},
             .advice = {"Call `{scaler}.unscale_(optimizer)` before the gradients are clipped",
                        "在裁剪之前调用 `{scaler}.unscale_(optimizer)`"},
             .phrases = kPhrases,
             .why = "scale(loss).backward() makes gradients that are multiplied by the scale. "
                    "step() divides them unless unscale_() did; between the two they are large.",
             .fix = "Unscale, clip, step, update.",
             .bad = R"py(
import torch

def train(model, optimizer, loss):
    scaler = torch.amp.GradScaler("cuda")
    scaler.scale(loss).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
)py",
             .good = R"py(
import torch

def train(model, optimizer, loss):
    scaler = torch.amp.GradScaler("cuda")
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/amp_examples.html"
                            "#gradient-clipping"}},
    .kinds = {NodeKind::kModule},
    .names = "GradScaler",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
