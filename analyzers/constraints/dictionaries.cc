// Dictionaries that are filled with what an object is to be made of:
//
//   options = {}
//   for f in dataclasses.fields(Config):
//       if hasattr(args, f.name):
//           options[f.name] = getattr(args, f.name)
//   options["dtype"] = args.params_dtype
//   config = Config(**options)
//
// Such a dictionary is an object without a class; its keys are its fields.

#include <string>

#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using Type = Constant::Type;

bool IsEmptyDictionary(const Known& known) {
  return known.value.type == Type::kSequence && known.value.text == "dict";
}

// `name` of `for f in dataclasses.fields(C): options[f.name] = getattr(object, f.name)`, perhaps
// behind `if hasattr(object, f.name)`: the assignment. Null: another loop.
Node CopyIn(const python::Module& module, Node loop) {
  const Node over = loop.child(Field::kRight);
  if (!over.Is(Kind::kCall) || !module.Calls(over, "dataclasses.fields")) return {};
  Node block = loop.child(Field::kBody);
  Node statement = block.named_child(0);
  if (block.named_child_count() == 1 && statement.Is(Kind::kIfStatement) &&
      !statement.child(Field::kAlternative)) {
    const Node condition = statement.child(Field::kCondition);
    if (condition.child(Field::kFunction).text() != "hasattr") return {};
    block = statement.child(Field::kConsequence);
    statement = block.named_child(0);
  }
  const Node assignment = statement.named_child(0);
  const bool is_copy = block.named_child_count() == 1 && assignment.Is(Kind::kAssignment) &&
                       assignment.child(Field::kLeft).Is(Kind::kSubscript) &&
                       assignment.child(Field::kRight).Is(Kind::kCall);
  return is_copy ? assignment : Node();
}

}  // namespace

// options["key"] = value
bool Interpreter::StoreItem(Node target, const Known& value) {
  const Node base = target.child(Field::kValue);
  if (!base.Is(Kind::kIdentifier)) return false;
  Known dictionary = Evaluate(base);
  if (IsEmptyDictionary(dictionary)) {
    dictionary = {{.type = Type::kObject, .object = NewObject({})}, {}};
    Write({Space(), std::string(base.text())}, dictionary);
  }
  if (dictionary.value.type != Type::kObject) return false;
  const Known key = Evaluate(target.child(Field::kSubscript));
  if (key.value.type == Type::kText) {
    Write({dictionary.value.object, key.value.text}, value);
  } else {
    TaintObject(dictionary.value.object);
  }
  return true;
}

// A loop that takes what fields of a class are called from an object.
bool Interpreter::CopyFields(Node loop) {
  const Node assignment = CopyIn(*frame().module, loop);
  if (!assignment) return false;
  const Node left = assignment.child(Field::kLeft);
  const Node right = assignment.child(Field::kRight);
  const std::string name = std::string(loop.child(Field::kLeft).text()) + ".name";
  const Node base = left.child(Field::kValue);
  const bool is_same = right.child(Field::kFunction).text() == "getattr" &&
                       left.child(Field::kSubscript).text() == name &&
                       python::Argument(right, 1, "").text() == name;
  if (!is_same || !base.Is(Kind::kIdentifier) || !IsEmptyDictionary(Evaluate(base))) return false;
  const Known from = Evaluate(python::Argument(right, 0, ""));
  if (from.value.type != Type::kObject) return false;
  const int object = from.value.object;
  const int copy = NewObject({.initial = [this, object](absl::string_view field) {
    return Read({object, std::string(field)});
  }});
  Write({Space(), std::string(base.text())}, {{.type = Type::kObject, .object = copy}, {}});
  return true;
}

// The dictionary that `**` of the arguments hands over; -1: none that is known.
int Interpreter::DictionaryIn(Node arguments) {
  const Node splat = arguments.child(Kind::kDictionarySplat);
  const Known dictionary = splat ? Evaluate(splat.named_child(0)) : Known();
  if (dictionary.value.type != Type::kObject) return -1;
  return objects_[dictionary.value.object].class_name.empty() ? dictionary.value.object : -1;
}

}  // namespace allreview::constraints
