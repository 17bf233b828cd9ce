#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

bool IsPattern(Node target) {
  return target.Is(Kind::kPatternList) || target.Is(Kind::kTuplePattern) ||
         target.Is(Kind::kListPattern) || target.Is(Kind::kTuple) || target.Is(Kind::kList) ||
         target.Is(Kind::kExpressionList);
}

// What a row of the table is called: names and fields of self.
bool HasName(Node target) {
  return target.Is(Kind::kIdentifier) ||
         (target.Is(Kind::kAttribute) && target.child(Field::kObject).text() == "self");
}

}  // namespace

void Interpreter::Note(Node statement, const std::string& name, const Value& value,
                       bool is_imagined) {
  if (!IsTraced() || stops()) return;
  if (notes_.size() >= kMaxNotes) {
    GiveUp("too many steps");
    return;
  }
  Noted noted{.statement = statement,
              .name = name,
              .text = TextOf(value).value_or(""),
              .loops = frame().loops,
              .is_imagined = is_imagined,
              .is_changed = surroundings_.is_changed(statement)};
  if (value.Is(Type::kTensor)) noted.shape = absl::StrJoin(value.tensor->shape, " x ");
  notes_.push_back(std::move(noted));
}

void Interpreter::RunAssignment(Node assignment) {
  const Node right = assignment.child(Field::kRight);
  const Node left = assignment.child(Field::kLeft);
  if (!right) return;  // Only an annotation.
  if (right.Is(Kind::kAssignment) || right.Is(Kind::kYield)) {
    GiveUp("an assignment of several names");
    return;
  }
  Value value = Evaluate(right);
  if (halt_.kind() == Halt::Kind::kUnknown && left.Is(Kind::kIdentifier)) {
    halt_.Resume();
    Forget(right);
    value = Value();
  }
  if (stops()) return;
  if (value.Is(Type::kOpaque) && IsTraced()) return AssignUnknown(assignment, value);
  Assign(left, value);
  NoteTargets(assignment.parent(), left, value);
}

void Interpreter::NoteTargets(Node statement, Node left, const Value& value) {
  if (HasName(left)) return Note(statement, std::string(left.text()), value);
  if (left.Is(Kind::kSubscript) && HasName(left.child(Field::kValue)) && !stops()) {
    const Node changed = left.child(Field::kValue);
    return Note(statement, std::string(changed.text()), Evaluate(changed));
  }
  if (!IsPattern(left)) return;
  for (Node target : left.named_children()) {
    if (!stops() && HasName(target)) {
      Note(statement, std::string(target.text()), Evaluate(target));
    }
  }
}

// What is made up for it, or supposed, is an input and no step of the function.
void Interpreter::AssignUnknown(Node assignment, const Value& value) {
  const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
  if (left.Is(Kind::kIdentifier)) {
    const Value imagined = surroundings_.imagine(left.text(), right);
    if (imagined.Is(Type::kOpaque)) {
      return Assign(left, value.text.empty() ? OfUnknown(left, right) : value);
    }
    Assign(left, imagined);
    return Note(assignment.parent(), std::string(left.text()), imagined, true);
  }
  // b, s, h = x.shape: what is not known has as many dimensions as there are names.
  if (absl::EndsWith(value.text, ".shape") && IsPattern(left)) {
    Value::Items sizes;
    for (int i = 0; i < left.named_child_count(); ++i) {
      sizes.push_back(Supposed(absl::StrCat(value.text, "[", i, "]")));
    }
    return Assign(left, Value::Tuple(std::move(sizes)));
  }
  Assign(left, value);
  NoteTargets(assignment.parent(), left, value);
}

void Interpreter::Assign(Node target, const Value& value) {
  target = python::WithoutParentheses(target);
  if (stops()) return;
  if (target.Is(Kind::kIdentifier)) {
    frame().locals[std::string(target.text())] = value;
    return;
  }
  if (IsPattern(target)) return Unpack(target, value);
  if (target.Is(Kind::kSubscript)) return AssignItem(target, value);
  if (!target.Is(Kind::kAttribute)) {
    GiveUp("a target");
    return;
  }
  const Value object = Evaluate(target.child(Field::kObject));
  if (stops()) return;
  if (!object.Is(Type::kObject)) {
    GiveUp("an attribute of what is no object");
    return;
  }
  object.object->fields[std::string(target.child(Field::kAttribute).text())] = value;
}

void Interpreter::Unpack(Node targets, const Value& value) {
  const std::optional<Value::Items> items = Iterate(value);
  if (!items) return;
  std::vector<Node> names;
  for (Node target : targets.named_children()) {
    if (target.Is(Kind::kListSplatPattern) || target.Is(Kind::kListSplat)) {
      GiveUp("a starred target");
      return;
    }
    names.push_back(target);
  }
  if (names.size() != items->size()) {
    halt_.Raise("another number of values");
    return;
  }
  for (size_t i = 0; i < names.size(); ++i) Assign(names[i], (*items)[i]);
}

void Interpreter::AssignItem(Node subscript, const Value& value) {
  const Value object = Evaluate(subscript.child(Field::kValue));
  const Value index = OfIndex(subscript);
  if (stops()) return;
  if (object.Is(Type::kTensor)) return WriteItem(*object.tensor, index, value, halt_);
  if (object.Is(Type::kList) && index.IsInteger()) {
    const std::optional<size_t> at = DimOf(index.integer, object.items->size());
    if (!at) {
      halt_.Raise("an index that there is not");
      return;
    }
    (*object.items)[*at] = value;
    return;
  }
  if (!object.Is(Type::kDict) || index.Is(Type::kFloat)) {
    GiveUp("an item of what is not known");
    return;
  }
  for (auto& [key, held] : *object.entries) {
    const std::optional<bool> equal = AreEqual(key, index);
    if (!equal) {
      GiveUp("a key that is not known");
      return;
    }
    if (*equal) {
      held = value;
      return;
    }
  }
  object.entries->emplace_back(index, value);
}

void Interpreter::RunAugmented(Node assignment) {
  const Node target = assignment.child(Field::kLeft);
  const Value old = Evaluate(target);
  const Value value = Evaluate(assignment.child(Field::kRight));
  if (stops()) return;
  absl::string_view op = assignment.child(Field::kOperator).text();
  op.remove_suffix(1);  // "=".
  const Value result = Augmented(target, op, old, value);
  if (stops()) return;
  const Node statement = assignment.parent();
  if (HasName(target)) return Note(statement, std::string(target.text()), result);
  if (target.Is(Kind::kSubscript) && HasName(target.child(Field::kValue))) {
    const Node changed = target.child(Field::kValue);
    Note(statement, std::string(changed.text()), Evaluate(changed));
  }
}

// Lists and tensors change in place; others are replaced.
Value Interpreter::Augmented(Node target, absl::string_view op, const Value& old,
                             const Value& value) {
  if (old.Is(Type::kList)) {
    const std::optional<Value::Items> items = ItemsOf(value);
    if (op != "+" || !items) return GiveUp("an operator of lists");
    old.items->insert(old.items->end(), items->begin(), items->end());
    return old;
  }
  if (!old.Is(Type::kTensor)) {
    const Value result = value.Is(Type::kTensor) ? OperateOnTensors(op, old, value, halt_)
                                                 : OperateOnValues(op, old, value, halt_);
    Assign(target, result);
    return result;
  }
  const Value result = OperateOnTensors(op, old, value, halt_);
  if (stops()) return {};
  if (result.tensor->shape != old.tensor->shape) return halt_.Raise("a result of another shape");
  if (IsFloating(result.tensor->dtype) && !IsFloating(old.tensor->dtype)) {
    return halt_.Raise("a result of another dtype");
  }
  Store(*old.tensor, result, halt_);
  // x[i] += y: of an index tensor, what was read was a copy.
  if (target.Is(Kind::kSubscript)) Assign(target, result);
  return old;
}

}  // namespace allreview::worked_examples
