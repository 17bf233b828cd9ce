#include "analyzers/lifecycles/lifecycles.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/traits.h"

namespace allreview::lifecycles {

using python::ControlFlow;
using python::Definition;
using python::Field;
using python::Kind;
using python::Node;

namespace {

bool IsScope(Node node) {
  return node.Is(Kind::kFunctionDefinition) || node.Is(Kind::kClassDefinition) ||
         node.Is(Kind::kLambda);
}

// Calls and assignments that run when the owner runs, in source order.
template <typename Visit>
void ForEachEvent(Node owner, const Visit& visit) {
  const Node body = owner.Is(Kind::kModule) ? owner : owner.child(Field::kBody);
  if (!body) return;
  for (uint32_t i = body.index() + 1; i < body.subtree_end();) {
    const Node node = body.tree()->node(i);
    if (IsScope(node)) {
      i = node.subtree_end();
      continue;
    }
    if (node.Is(Kind::kCall) || node.Is(Kind::kAssignment)) visit(node);
    ++i;
  }
}

Node MethodObject(Node call) {
  return python::WithoutParentheses(call.child(Field::kFunction)).child(Field::kObject);
}

// `model`, `self.model`, `model.module`; methods are none.
bool MayBeObject(Node callee) {
  return callee.Is(Kind::kIdentifier) || callee.child(Field::kObject).text() == "self" ||
         callee.child(Field::kAttribute).text() == "module";
}

bool CallsMethod(Node call, absl::string_view method) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  return callee.Is(Kind::kAttribute) && callee.child(Field::kAttribute).text() == method;
}

std::optional<bool> TruthOf(Node value) {
  if (value.Is(Kind::kTrue)) return true;
  if (value.Is(Kind::kFalse)) return false;
  return std::nullopt;
}

// Whether the mode that is set there is the one that the function leaves behind.
enum class Lasting { kNever, kPerhaps, kAlways };
Lasting LastingOf(const Story& story, const Occurrence& eval) {
  Lasting lasting = Lasting::kAlways;
  for (const Occurrence& other : story.all) {
    const bool is_mode = other.event == Event::kTrain || other.event == Event::kMode;
    if (!is_mode || (other.object != eval.object && other.object != kNoObject)) continue;
    if (!story.CanFollow(eval, other)) continue;
    lasting = Lasting::kPerhaps;
    if (other.is_certain &&
        story.flow->PostDominates(other.point, eval.point, ControlFlow::Paths::kNormal)) {
      return Lasting::kNever;
    }
  }
  return lasting;
}

}  // namespace

Lifecycles::Lifecycles(const python::Module& module) : module_(module), objects_(module) {}

const std::vector<const Story*>& Lifecycles::Stories() {
  if (are_all_made_) return in_order_;
  are_all_made_ = true;
  in_order_.push_back(&StoryOf(module_.tree().root()));
  for (const Definition& definition : module_.definitions()) {
    if (definition.kind != Definition::Kind::kClass) {
      in_order_.push_back(&StoryOf(definition.node));
    }
  }
  std::erase_if(in_order_,
                [&](const Story* story) { return is_over_limit_ || story->all.empty(); });
  return in_order_;
}

const Story& Lifecycles::StoryOf(Node owner) {
  std::unique_ptr<Story>& story = stories_[owner.index()];
  if (story != nullptr) return *story;
  story = std::make_unique<Story>();
  Story& made = *story;
  made.owner = owner;
  under_way_.push_back(owner.index());
  Collect(made);
  under_way_.pop_back();
  return made;
}

std::vector<const Occurrence*> Lifecycles::DirectOf(Event event) {
  std::vector<const Occurrence*> found;
  for (const Story* story : Stories()) {
    for (const Occurrence* at : story->Of(event)) {
      if (at->is_direct()) found.push_back(at);
    }
  }
  return found;
}

void Lifecycles::Collect(Story& story) {
  ForEachEvent(story.owner, [&](Node node) {
    if (node.Is(Kind::kCall)) {
      AddCall(node, story);
    } else {
      AddAssignment(node, story);
    }
  });
  for (Node loop : story.owner.descendants(Kind::kForStatement)) {
    if (objects_.OwnerOf(loop) != story.owner) continue;
    Node iterable = loop.child(Field::kRight);
    // enumerate(tqdm(loader))
    while (iterable.Is(Kind::kCall) && !MethodObject(iterable) &&
           IsHarmless(module_.Resolve(iterable.child(Field::kFunction)))) {
      iterable = python::Argument(iterable, 0, "iterable");
    }
    const ObjectId loader = iterable ? objects_.SoleOf(iterable) : kNoObject;
    if (loader != kNoObject && objects_[loader].kind == ObjectKind::kLoader) {
      Add(Event::kIterated, loader, loop.child(Field::kRight), story);
    }
  }
}

void Lifecycles::Add(Event event, ObjectId object, Node node, Story& story, bool is_certain) {
  if (story.flow == nullptr) story.flow = &objects_.FlowOf(story.owner);
  const ControlFlow::Point point = story.flow->PointOf(node);
  is_over_limit_ = is_over_limit_ || story.flow->size() > kMaxPoints;
  if (is_over_limit_ || !story.flow->IsReachable(point)) return;
  is_over_limit_ = story.all.size() >= kMaxEvents;
  story.all.push_back({.event = event,
                       .object = object,
                       .node = node,
                       .inner = node,
                       .point = point,
                       .is_certain = is_certain});
}

void Lifecycles::AddCall(Node call, Story& story) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  const Definition* own = objects_.CalleeOf(call);
  if (own != nullptr) {
    AddCallee(call, *own, story);
    return;
  }
  if (callee.Is(Kind::kAttribute)) {
    AddMethod(call, callee.child(Field::kAttribute).text(), story);
  }
  AddFunction(call, story);
}

void Lifecycles::AddMethod(Node call, absl::string_view method, Story& story) {
  const std::optional<Event> event = EventOfMethod(method);
  if (absl::StartsWith(method, "clip_grad_")) {
    AddClipping(call, story);
  } else if (MovesCertainly(method)) {
    const ObjectId moved = objects_.SoleOf(MethodObject(call));
    if (moved != kNoObject) Add(Event::kMoved, moved, call, story);
  } else if (method == "requires_grad_") {
    AddFreezing(MethodObject(call), python::Argument(call, 0, "requires_grad"), call, story);
  } else if (event == Event::kBackward) {
    Add(*event, kNoObject, call, story);
  } else if (event == Event::kStep) {
    AddStep(call, story);
  } else if (event == Event::kTrain) {
    const Node mode = python::Argument(call, 0, "mode");
    const std::optional<bool> is_on = mode ? TruthOf(mode) : std::optional<bool>(true);
    const Event set = !is_on ? Event::kMode : *is_on ? Event::kTrain : Event::kEval;
    Add(set, objects_.RootOf(MethodObject(call)), call, story);
  } else if (event) {
    const Node base = MethodObject(call);
    Add(*event, *event == Event::kCalled ? objects_.SoleOf(base) : objects_.RootOf(base), call,
        story);
  } else if (absl::StrContains(method, "zero_grad") || absl::StrContains(method, "clear_grad")) {
    Add(Event::kCleared, kNoObject, call, story);  // optimizer.zero_grad_buffer() and its like.
  }
}

void Lifecycles::AddClipping(Node call, Story& story) {
  // Fully sharded modules clip their own gradients.
  const bool is_method =
      CallsMethod(call, "clip_grad_norm_") && python::ArgumentsOf(call).positional.size() == 1;
  const ObjectId of_module = is_method ? objects_.RootOf(MethodObject(call)) : kNoObject;
  const Node clipped = python::Argument(call, 0, "parameters");
  Add(Event::kClipped, of_module != kNoObject ? of_module : objects_.OwnerOfParameters(clipped),
      call, story);
}

void Lifecycles::AddStep(Node call, Story& story) {
  const ObjectId object = objects_.RootOf(MethodObject(call));
  const ObjectKind kind = object == kNoObject ? ObjectKind::kUnknown : objects_[object].kind;
  if (kind == ObjectKind::kScheduler) {
    Add(Event::kScheduled, object, call, story);
    return;
  }
  Add(Event::kStep, object, call, story);
  // scaler.step(optimizer)
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty() || kind == ObjectKind::kOptimizer) return;
  const ObjectId stepped = objects_.SoleOf(arguments.positional[0]);
  if (stepped != kNoObject) Add(Event::kStep, stepped, call, story);
}

void Lifecycles::AddFunction(Node call, Story& story) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  const std::string name = module_.Resolve(callee);
  const Node first = python::Argument(call, 0, "module");
  if (callee.Is(Kind::kIdentifier) && absl::StartsWith(callee.text(), "clip_grad_")) {
    AddClipping(call, story);
  } else if (name == "torch.autograd.backward") {
    if (!callee.Is(Kind::kAttribute)) Add(Event::kBackward, kNoObject, call, story);
  } else if (ReplacesParameters(name)) {
    Add(Event::kReplaced, objects_.RootOf(python::Argument(call, 0, "model")), call, story);
  } else if (KindOfMaker(name) == ObjectKind::kFsdp && first) {
    Add(Event::kReplaced, objects_.RootOf(first), call, story);
  } else if (MayBeObject(callee)) {
    const ObjectId called = objects_.SoleOf(callee);
    if (called != kNoObject) Add(Event::kCalled, called, call, story);
  }
}

void Lifecycles::AddFreezing(Node parameter, Node value, Node at, Story& story) {
  const std::optional<bool> is_on = value ? TruthOf(value) : std::optional<bool>(true);
  ObjectId frozen = objects_.RootOf(parameter);
  // for p in model.parameters(): p.requires_grad = False
  const Node loop = at.parent().parent().parent();
  if (loop.Is(Kind::kForStatement)) {
    Node target = loop.child(Field::kLeft);
    if (target.named_child_count() == 2) target = target.named_child(1);
    if (target.text() == parameter.text()) {
      frozen = objects_.OwnerOfParameters(loop.child(Field::kRight));
      at = loop.child(Field::kRight);
    }
  } else if (frozen != kNoObject && !objects_[frozen].origin.Is(Kind::kCall) &&
             objects_[frozen].part_of == kNoObject) {
    frozen = kNoObject;  // A parameter, perhaps.
  }
  const bool is_frozen = is_on == std::optional<bool>(false);
  if (is_frozen && frozen == kNoObject) return;
  Add(is_frozen ? Event::kFrozen : Event::kThawed, frozen, at, story);
}

void Lifecycles::AddAssignment(Node assignment, Story& story) {
  const Node target = assignment.child(Field::kLeft);
  if (!target.Is(Kind::kAttribute)) return;
  const absl::string_view name = target.child(Field::kAttribute).text();
  const Node value = assignment.child(Field::kRight);
  const Node base = target.child(Field::kObject);
  if (name == "grad") {
    Add(Event::kCleared, kNoObject, assignment, story);
  } else if (name == "requires_grad") {
    AddFreezing(base, value, assignment, story);
  } else if (value.Is(Kind::kCall) && base.text() != "self") {
    // model.head = nn.Linear(...)
    const Node maker = value.child(Field::kFunction);
    if (!MakesParameters(module_.Resolve(maker))) return;
    const ObjectId whole = objects_.RootOf(base);
    if (whole != kNoObject) Add(Event::kReplaced, whole, assignment, story);
  }
}

ObjectId Lifecycles::Translated(const Occurrence& inner, Node call, const Definition& callee) {
  if (inner.object == kNoObject) return kNoObject;
  const Objects::ParameterRef ref = objects_.ParameterOf(inner.object);
  if (ref.function != &callee) return inner.object;
  const Node argument = objects_.ArgumentFor(call, callee, ref.index);
  if (!argument) return kNoObject;
  const bool is_exact = inner.event == Event::kCalled || inner.event == Event::kMoved;
  return is_exact ? objects_.SoleOf(argument) : objects_.RootOf(argument);
}

void Lifecycles::AddCallee(Node call, const Definition& callee, Story& story) {
  if (under_way_.size() > kMaxDepth ||
      std::find(under_way_.begin(), under_way_.end(), callee.node.index()) != under_way_.end()) {
    return;
  }
  const Story& inner = StoryOf(callee.node);
  for (const Occurrence& at : inner.all) {
    const bool is_always = at.is_certain && inner.flow->PostDominates(at.point, ControlFlow::kEntry,
                                                                      ControlFlow::Paths::kNormal);
    if (at.event == Event::kEval) {
      const Lasting lasting = LastingOf(inner, at);
      if (lasting == Lasting::kNever) continue;
      Add(Event::kEval, Translated(at, call, callee), call, story,
          is_always && lasting == Lasting::kAlways);
    } else {
      Add(at.event, Translated(at, call, callee), call, story, is_always);
    }
    if (!story.all.empty() && story.all.back().node == call) story.all.back().inner = at.inner;
  }
}

bool Lifecycles::TouchesGradients() {
  for (Node attribute : module_.tree().root().descendants(Kind::kAttribute)) {
    if (attribute.child(Field::kAttribute).text() != "grad") continue;
    Node around = attribute.parent();
    if (around.Is(Kind::kDeleteStatement)) return true;
    // p.grad = x, p.grad.data.zero_(), p.grad /= n
    while (around.Is(Kind::kAttribute)) {
      if (absl::EndsWith(around.child(Field::kAttribute).text(), "_")) return true;
      around = around.parent();
    }
    const Node target = around.child(Field::kLeft);
    const bool is_store = around.Is(Kind::kAssignment) || around.Is(Kind::kAugmentedAssignment);
    if (is_store && target.Contains(attribute)) return true;
  }
  return false;
}

bool Lifecycles::IsWithoutGradients(Node node) const {
  return python::IsUnderNoGrad(module_, node);
}

}  // namespace allreview::lifecycles
