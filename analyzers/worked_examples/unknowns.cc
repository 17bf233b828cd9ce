// What is not known any more, and what stands in for it.

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/worked_examples/interpreter.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxTaintDepth = 4;
constexpr size_t kMaxWrittenBytes = 80;

bool IsPattern(Node target) {
  return target.Is(Kind::kPatternList) || target.Is(Kind::kTuplePattern) ||
         target.Is(Kind::kListPattern) || target.Is(Kind::kTuple) || target.Is(Kind::kList) ||
         target.Is(Kind::kExpressionList) || target.Is(Kind::kAsPatternTarget);
}

// `x` of `x.a[0].b`.
Node RootOf(Node expression) {
  while (true) {
    expression = python::WithoutParentheses(expression);
    if (expression.Is(Kind::kAttribute)) {
      expression = expression.child(Field::kObject);
    } else if (expression.Is(Kind::kSubscript)) {
      expression = expression.child(Field::kValue);
    } else if (expression.Is(Kind::kCall)) {
      expression = expression.child(Field::kFunction);
    } else {
      return expression;
    }
  }
}

// It holds the list, dictionary or tensor.
bool Reaches(const Value& value, const void* shared, int depth) {
  if (value.items.get() == shared || value.entries.get() == shared) return true;
  if (depth >= kMaxTaintDepth) return value.items != nullptr || value.entries != nullptr;
  const auto reaches = [&](const Value& item) { return Reaches(item, shared, depth + 1); };
  if (value.items != nullptr) {
    return std::any_of(value.items->begin(), value.items->end(), reaches);
  }
  return value.entries != nullptr &&
         std::any_of(value.entries->begin(), value.entries->end(),
                     [&](const auto& entry) { return reaches(entry.second); });
}

void DropFrom(Value& slot, const void* shared, int depth) {
  if (slot.Is(Type::kObject) && depth < kMaxTaintDepth) {
    for (auto& [name, field] : slot.object->fields) DropFrom(field, shared, depth + 1);
  } else if (Reaches(slot, shared, depth)) {
    slot = Value();
  }
}

// Calls that change none of their arguments: what is not known of them is only their result.
bool LeavesArguments(absl::string_view name) {
  if (absl::EndsWith(name, "_") || absl::StrContains(name, "distributed")) return false;
  for (absl::string_view prefix : {"torch.", "math.", "builtins.", "numpy."}) {
    if (absl::StartsWith(name, prefix))
      return name != "builtins.next" && name != "builtins.setattr";
  }
  return false;
}

// The result of a call of that name tells of the set-up, not of what ran before.
bool IsQuestion(absl::string_view name) {
  for (absl::string_view start : {"get_", "is_", "has_", "num_", "_get_"}) {
    if (absl::StartsWith(name, start)) return true;
  }
  return absl::EndsWith(name, "rank") || absl::EndsWith(name, "world_size") || name == "size";
}

}  // namespace

const python::Module& Interpreter::frame_module() const { return *frames_.back().module; }

Interpreter::Flow Interpreter::Recover(Node statement) {
  if (IsLeft(statement)) {
    // A function that is called gives its caller the reason.
    if (IsTraced()) halt_.End("a way that is not known");
    return Flow::kNext;
  }
  halt_.Resume();
  Forget(statement);
  if (IsTraced()) TrackChanged(statement);
  return Flow::kNext;
}

// All that the code may have changed.
void Interpreter::Forget(Node code) {
  steps_ += 5;
  for (Kind kind : {Kind::kAssignment, Kind::kAugmentedAssignment, Kind::kForStatement}) {
    if (code.Is(kind)) ForgetTarget(code.child(Field::kLeft));
    for (Node binding : code.descendants(kind)) ForgetTarget(binding.child(Field::kLeft));
  }
  for (Node named : code.descendants(Kind::kNamedExpression)) ForgetTarget(named.named_child(0));
  for (Node pattern : code.descendants(Kind::kAsPattern)) {
    ForgetTarget(pattern.last_named_child());
  }
  for (Node deletion : code.descendants(Kind::kDeleteStatement)) {
    for (Node target : deletion.named_children()) ForgetTarget(target);
  }
  if (code.Is(Kind::kCall)) ForgetHandedOver(code);
  for (Node call : code.descendants(Kind::kCall)) ForgetHandedOver(call);
}

void Interpreter::ForgetTarget(Node target) {
  target = python::WithoutParentheses(target);
  if (target.Is(Kind::kIdentifier)) {
    frame().locals[std::string(target.text())] = Value();
    return;
  }
  if (IsPattern(target)) {
    for (Node one : target.named_children()) {
      ForgetTarget(one.Is(Kind::kListSplatPattern) ? one.named_child(0) : one);
    }
    return;
  }
  const Node root = RootOf(target);
  const auto local = frame().locals.find(root.text());
  if (local == frame().locals.end()) return;
  const bool is_field = target.Is(Kind::kAttribute) && target.child(Field::kObject) == root;
  if (is_field && local->second.Is(Type::kObject)) {
    local->second.object->fields[std::string(target.child(Field::kAttribute).text())] = Value();
    return;
  }
  Taint(Value(local->second));
  if (local->second.Is(Type::kOpaque)) local->second = Value();
}

// What the call may change: the object that it is a method of, and its arguments.
void Interpreter::ForgetHandedOver(Node call) {
  const Node callee = python::WithoutParentheses(call.child(Field::kFunction));
  const Node root = RootOf(callee);
  const auto local = frame().locals.find(root.text());
  const bool is_method = callee.Is(Kind::kAttribute) && local != frame().locals.end();
  const std::string name = is_method ? "" : frame().module->Resolve(callee);
  if (LeavesArguments(name)) return;
  if (is_method) {
    const absl::string_view method = callee.child(Field::kAttribute).text();
    const bool is_tensor = local->second.Is(Type::kTensor) && !absl::EndsWith(method, "_");
    if (is_tensor) return;
    if (local->second.Is(Type::kObject)) {
      TaintObject(callee, method);
    } else {
      Taint(Value(local->second));
    }
  }
  for (Node identifier : call.child(Field::kArguments).descendants(Kind::kIdentifier)) {
    const auto held = frame().locals.find(identifier.text());
    if (held == frame().locals.end()) continue;
    const Node use = identifier.parent();
    const bool is_read = use.Is(Kind::kAttribute) && use.child(Field::kObject) == identifier;
    // x.shape, self.size: what it reads is no more than a number, or of self.
    if (is_read && !use.parent().Is(Kind::kCall) && !held->second.Is(Type::kOpaque)) {
      if (held->second.Is(Type::kTensor)) continue;
      if (held->second.Is(Type::kObject)) {
        const auto field = held->second.object->fields.find(use.child(Field::kAttribute).text());
        if (field != held->second.object->fields.end()) Taint(Value(field->second));
        continue;
      }
    }
    Taint(Value(held->second));
  }
}

// self.f(): what a method of its class stores; all, when nobody sees the method.
void Interpreter::TaintObject(Node callee, absl::string_view method) {
  const auto self = frame().locals.find(RootOf(callee).text());
  Object& object = *self->second.object;
  if (!(callee.child(Field::kObject) == RootOf(callee))) {
    const Node field = callee.child(Field::kObject);
    const auto held = object.fields.find(field.child(Field::kAttribute).text());
    if (held != object.fields.end()) Taint(Value(held->second));
    return;
  }
  const Code code = MethodOf(object, method);
  if (code.function == nullptr) {
    const bool is_own = object.a_class != nullptr &&
                        !object.module->SelfAttributeValues(*object.a_class, method).empty();
    if (!is_own && !IsQuestion(method)) Taint(Value(self->second));
    return;
  }
  bool is_open = false;
  const Node body = code.function->body;
  for (Node name : body.descendants(Kind::kIdentifier)) {
    if (name.text() != "self") continue;
    const Node use = name.parent();
    const bool is_called = use.Is(Kind::kAttribute) && use.field() == Field::kFunction;
    if (!use.Is(Kind::kAttribute)) is_open = true;
    if (is_called && MethodOf(object, use.child(Field::kAttribute).text()).function != nullptr) {
      is_open = true;
    }
    if (use.field() == Field::kLeft) {
      object.fields[std::string(use.child(Field::kAttribute).text())] = Value();
    }
  }
  if (is_open) Taint(Value(self->second));
}

// Whatever holds it, nobody knows what it holds.
void Interpreter::Taint(const Value& value, int depth) {
  if (depth > kMaxTaintDepth || ++steps_ > kMaxSteps) return;
  switch (value.type) {
    case Type::kTensor:
      for (double& element : value.tensor->storage->data) {
        element = std::numeric_limits<double>::quiet_NaN();
      }
      value.tensor->storage->is_frozen = true;
      return;
    case Type::kObject:
      value.object->is_tainted = true;
      for (auto& [name, field] : value.object->fields) {
        Taint(Value(field), depth + 1);
        field = Value();
      }
      return;
    case Type::kTuple:
    case Type::kList: {
      const std::shared_ptr<Value::Items> items = value.items;
      for (const Value& item : Value::Items(*items)) Taint(item, depth + 1);
      if (value.Is(Type::kList)) Drop(items.get());
      return;
    }
    case Type::kDict: {
      const std::shared_ptr<Value::Entries> entries = value.entries;
      for (const auto& [key, item] : Value::Entries(*entries)) Taint(item, depth + 1);
      return Drop(entries.get());
    }
    default:
      return;
  }
}

void Interpreter::Drop(const void* shared) {
  for (Frame& frame : frames_) {
    for (auto& [name, value] : frame.locals) DropFrom(value, shared, 0);
  }
}

// It reads what the other version may have made otherwise.
bool Interpreter::ReadsChanged(Node code) const {
  if (changed_names_.empty() || !IsTraced()) return false;
  const auto is_changed = [&](Node node) { return changed_names_.count(node.text()) > 0; };
  if (is_changed(code)) return true;
  for (Kind kind : {Kind::kIdentifier, Kind::kAttribute}) {
    for (Node node : code.descendants(kind)) {
      if (is_changed(node)) return true;
    }
  }
  return false;
}

// What it comes to does not follow from what is known: nothing contradicts what is supposed.
bool Interpreter::ReadsOnlyInputs(Node code) const {
  const auto is_input = [&](Node name) {
    const auto local = frames_.back().locals.find(name.text());
    if (local == frames_.back().locals.end() || name.text() == "self") return true;
    if (name.field() == Field::kAttribute || name.field() == Field::kName) return true;
    return local->second.Is(Type::kNone) ||
           (local->second.Is(Type::kOpaque) && !local->second.text.empty());
  };
  if (code.Is(Kind::kIdentifier)) return is_input(code);
  for (Node name : code.descendants(Kind::kIdentifier)) {
    if (!is_input(name)) return false;
  }
  return true;
}

// Which names hold something that depends on what the change touches.
void Interpreter::TrackChanged(Node statement) {
  const Node expression = statement.named_child(0);
  const bool is_simple = statement.Is(Kind::kExpressionStatement);
  const bool is_changed = surroundings_.is_changed(statement) || changed_blocks_ > 0 ||
                          (is_simple && ReadsChanged(expression.child(Field::kRight)));
  if (is_simple && expression.Is(Kind::kAssignment)) {
    return TrackTarget(expression.child(Field::kLeft), is_changed);
  }
  if (!is_changed) return;
  for (Kind kind : {Kind::kAssignment, Kind::kAugmentedAssignment, Kind::kForStatement}) {
    for (Node binding : statement.descendants(kind)) TrackTarget(binding.child(Field::kLeft), true);
  }
  // x.add_(y), f(x): what a call may change.
  for (Node call : statement.descendants(Kind::kCall)) {
    const Node callee = call.child(Field::kFunction);
    if (callee.Is(Kind::kAttribute)) TrackTarget(callee.child(Field::kObject), true);
    for (Node argument : call.child(Field::kArguments).named_children()) {
      TrackTarget(argument, true);
    }
  }
}

void Interpreter::TrackTarget(Node target, bool is_changed) {
  if (IsPattern(target)) {
    for (Node one : target.named_children()) TrackTarget(one, is_changed);
    return;
  }
  Node name = target;
  while (name.Is(Kind::kSubscript)) name = name.child(Field::kValue);
  if (is_changed) {
    changed_names_.emplace(name.text());
  } else if (name == target) {
    changed_names_.erase(std::string(name.text()));
  }
}

Value Interpreter::Supposed(absl::string_view written) {
  if (written.size() > kMaxWrittenBytes || stops()) return {};
  const Value value = surroundings_.suppose(written);
  return value.Is(Type::kOpaque) ? Value::Input(written) : value;
}

// get_world_size(), mesh.get_rank(): what the function computes has no part in it.
Value Interpreter::SupposedCall(Node call) {
  const Node callee = call.child(Field::kFunction);
  const Node name = callee.Is(Kind::kAttribute) ? callee.child(Field::kAttribute) : callee;
  if (!name.Is(Kind::kIdentifier) || !IsQuestion(name.text()) || !IsTraced()) return {};
  const Node root = RootOf(callee);
  const auto local = frame().locals.find(root.text());
  if (local != frame().locals.end()) {
    const bool is_input = local->second.Is(Type::kOpaque) && !local->second.text.empty();
    if (!is_input && root.text() != "self") return {};
    if (root.text() == "self" && local->second.Is(Type::kObject) &&
        (local->second.object->is_tainted ||
         MethodOf(*local->second.object, name.text()).function)) {
      return {};
    }
  }
  if (ReadsChanged(call) || !ReadsOnlyInputs(call)) return {};
  return call.text().size() > kMaxWrittenBytes ? Value() : surroundings_.suppose(call.text());
}

// A name that gets what is not known becomes an input, where both versions get the same.
Value Interpreter::OfUnknown(Node target, Node value) {
  const bool is_same = frame().loops == 0 && changed_blocks_ == 0 && !ReadsChanged(value) &&
                       ReadsOnlyInputs(value) && !surroundings_.is_changed(value);
  return is_same ? Supposed(target.text()) : Value();
}

}  // namespace allreview::worked_examples
