#include "analyzers/rules/gradients/training_loops.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {

Node ReceiverOf(Node call) {
  return python::WithoutParentheses(call.child(Field::kFunction)).child(Field::kObject);
}

bool HasClosure(Objects& objects, const Occurrence& step) {
  const python::Arguments arguments = python::ArgumentsOf(step.inner);
  const bool has_arguments = !arguments.positional.empty() || !arguments.keywords.empty() ||
                             arguments.has_star || arguments.has_double_star;
  if (!has_arguments) return false;
  // scaler.step(optimizer)
  const ObjectId receiver = objects.SoleOf(ReceiverOf(step.inner));
  return receiver == step.object || receiver == kNoObject;
}

std::vector<Occurrence> MadeIn(Objects& objects, const Story& story, ObjectId object) {
  const Node origin = objects[object].origin;
  if (!origin || objects.OwnerOf(origin) != story.owner) return {};
  const python::ControlFlow::Point point = story.flow->PointOf(origin);
  if (!story.flow->IsReachable(point)) return {};
  return {{.object = object, .node = origin, .inner = origin, .point = point}};
}

bool IsMadeInLoopOf(Objects& objects, const Story& story, const Occurrence& occurrence) {
  const Node origin = objects[occurrence.object].origin;
  const Node owner = objects.OwnerOf(origin);
  if (owner != story.owner) return !occurrence.is_direct() && !owner.Is(NodeKind::kModule);
  const std::vector<Occurrence> made = MadeIn(objects, story, occurrence.object);
  return made.empty() || story.AreInOneLoop(made[0], occurrence);
}

std::vector<ObjectId> OwnOptimizers(Lifecycles& lives) {
  std::vector<ObjectId> optimizers;
  for (const Occurrence* step : lives.DirectOf(Event::kStep)) {
    const ObjectId id = step->object;
    if (id == kNoObject || lives.objects()[id].kind != ObjectKind::kOptimizer) continue;
    if (std::find(optimizers.begin(), optimizers.end(), id) == optimizers.end()) {
      optimizers.push_back(id);
    }
  }
  std::erase_if(optimizers, [&](ObjectId id) { return lives.objects().IsHandedOver(id); });
  return optimizers;
}

namespace {

// A model, a loss, a function of torch, a method that any tensor or optimizer has.
bool IsPlainCall(Lifecycles& lives, Node call) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  if (lives.objects().CalleeOf(call) != nullptr) return true;  // Its events are in the story.
  if (lifecycles::IsHarmless(lives.module().Resolve(callee))) return true;
  if (!callee.Is(NodeKind::kAttribute)) return callee.Is(NodeKind::kIdentifier);
  const absl::string_view name = callee.child(Field::kAttribute).text();
  return lifecycles::IsPlainMethod(name) || name == "item" || name == "detach" || name == "mean" ||
         name == "sum" || name == "model" || name == "net" ||
         absl::StrContains(name, "criterion") || absl::StrContains(name, "loss") ||
         absl::StrContains(name, "clip_grad");
}

}  // namespace

bool MayRunOthersBetween(Lifecycles& lives, const Story& story, const Occurrence& first,
                         const Occurrence& then) {
  bool may_run = false;
  const Node body =
      story.owner.Is(NodeKind::kModule) ? story.owner : story.owner.child(Field::kBody);
  ForEachOwnNode(body, NodeKind::kCall, [&](Node call) {
    if (may_run || call == first.node || call == then.node || IsPlainCall(lives, call)) return;
    const Occurrence other{.node = call, .inner = call, .point = story.flow->PointOf(call)};
    if (!story.flow->IsReachable(other.point)) return;
    may_run = story.CanFollow(first, other, {&then}) && story.CanFollow(other, then, {&first});
  });
  return may_run;
}

}  // namespace allreview::rules
