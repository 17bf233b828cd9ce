#include <cmath>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/worked_examples/interpreter.h"
#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

Value Number(Node node, Halt& halt) {
  const std::string text = absl::StrReplaceAll(node.text(), {{"_", ""}});
  if (node.Is(Kind::kInteger)) {
    int64_t integer = 0;
    return absl::SimpleAtoi(text, &integer) ? Value::Int(integer) : halt.GiveUp("an integer");
  }
  double number = 0;
  return absl::SimpleAtod(text, &number) ? Value::Float(number) : halt.GiveUp("a float");
}

// What the name of a constant is assigned, once and plainly. Null: something else.
Node LiteralOf(const python::Scopes::BindingRange& bindings) {
  if (bindings.size() != 1) return {};
  const python::Binding& binding = *bindings.begin();
  if (binding.kind != python::Binding::Kind::kAssignment || !binding.value) return {};
  Node number = binding.value;
  if (number.Is(Kind::kUnaryOperator)) number = number.child(Field::kArgument);
  const bool is_literal = number.Is(Kind::kInteger) || number.Is(Kind::kFloat) ||
                          number.Is(Kind::kString) || number.Is(Kind::kTrue) ||
                          number.Is(Kind::kFalse) || number.Is(Kind::kNone);
  return is_literal ? binding.value : Node();
}

}  // namespace

Value Interpreter::Evaluate(Node expression) {
  if (!Spend()) return {};
  if (depth_ >= kMaxDepth) return GiveUp("an expression that is nested too deep");
  ++depth_;
  Value value = Compute(expression);
  --depth_;
  return stops() ? Value() : value;
}

Value Interpreter::Compute(Node node) {
  switch (node.kind()) {
    case Kind::kIdentifier:
      return OfIdentifier(node);
    case Kind::kParenthesizedExpression:
      return Evaluate(node.named_child(0));
    case Kind::kAttribute:
      return OfAttribute(node);
    case Kind::kSubscript:
      return OfSubscript(node);
    case Kind::kCall:
      return OfCall(node);
    case Kind::kUnaryOperator:
    case Kind::kNotOperator:
      return OfUnary(node);
    case Kind::kBinaryOperator:
      return OfBinary(node);
    case Kind::kBooleanOperator:
      return OfBoolean(node);
    case Kind::kComparisonOperator:
      return OfComparison(node);
    case Kind::kConditionalExpression: {
      const std::optional<bool> truth = TruthUnder(node.named_child(1), true);
      if (!truth) return GiveUp("a condition that is not known");
      return Evaluate(node.named_child(*truth ? 0 : 2));
    }
    case Kind::kListComprehension:
    case Kind::kGeneratorExpression:
    case Kind::kDictionaryComprehension:
      return OfComprehension(node);
    default:
      return OfDisplay(node);
  }
}

// Literals, and what is written as its items.
Value Interpreter::OfDisplay(Node node) {
  switch (node.kind()) {
    case Kind::kInteger:
    case Kind::kFloat:
      return Number(node, halt_);
    case Kind::kString:
    case Kind::kConcatenatedString:
      return OfText(node);
    case Kind::kTrue:
      return Value::Bool(true);
    case Kind::kFalse:
      return Value::Bool(false);
    case Kind::kNone:
      return Value::None();
    case Kind::kEllipsis:
      return {.type = Type::kEllipsis};
    case Kind::kTuple:
    case Kind::kExpressionList:
      return OfSequence(node, Type::kTuple);
    case Kind::kList:
      return OfSequence(node, Type::kList);
    case Kind::kDictionary:
      return OfDictionary(node);
    case Kind::kLambda:
      return Value::Name("a lambda");
    default:
      return GiveUp("an expression that is not computed");
  }
}

Value Interpreter::OfBinary(Node node) {
  const Value a = Evaluate(node.child(Field::kLeft));
  const Value b = Evaluate(node.child(Field::kRight));
  if (stops()) return {};
  const absl::string_view op = node.child(Field::kOperator).text();
  if (op == "@") return CallTorch("matmul", {.positional = {a, b}});
  if (a.Is(Type::kTensor) || b.Is(Type::kTensor)) return OperateOnTensors(op, a, b, halt_);
  return OperateOnValues(op, a, b, halt_);
}

Value Interpreter::OfText(Node string) {
  std::string text;
  std::vector<Node> parts{string};
  if (string.Is(Kind::kConcatenatedString)) {
    parts.clear();
    for (Node part : string.named_children()) parts.push_back(part);
  }
  for (Node part : parts) {
    const absl::string_view content = python::Module::StringContent(part);
    // Formatted ones and escapes are not needed for anything that is shown.
    if (content.empty() && part.text().size() > 2) return {};
    if (absl::StrContains(content, '\\')) return {};
    absl::StrAppend(&text, content);
  }
  return Value::Text(text);
}

Value Interpreter::OfIdentifier(Node identifier) {
  for (size_t i = frames_.size(); i-- > 0;) {
    const auto local = frames_[i].locals.find(identifier.text());
    if (local != frames_[i].locals.end()) return local->second;
    break;  // Those of callers are not seen.
  }
  return OfModuleName(identifier);
}

// A constant of the module, or something that has a dotted name.
Value Interpreter::OfModuleName(Node identifier) {
  const python::Module& module = *frame().module;
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(identifier, identifier.text());
  if (meaning.scope > 0) return GiveUp("a name that is not bound yet");
  if (const Node literal = LiteralOf(meaning.bindings)) return Evaluate(literal);
  const std::string name = module.Resolve(identifier);
  if (name.empty()) return {};
  const Code code = surroundings_.find(name);
  if (code.function == nullptr) return Value::Name(name);
  return {.type = Type::kFunction, .module = code.module, .function = code.function};
}

Value Interpreter::OfAttribute(Node attribute) {
  const Node object = attribute.child(Field::kObject);
  const bool is_local = object.Is(Kind::kIdentifier) && frame().locals.count(object.text()) > 0;
  if (!is_local) {
    const std::string name = frame().module->Resolve(attribute);
    if (absl::StartsWith(name, "torch.") || absl::StartsWith(name, "math.")) {
      return name == "math.pi"     ? Value::Float(M_PI)
             : name == "math.inf"  ? Value::Float(HUGE_VAL)
             : name == "torch.inf" ? Value::Float(HUGE_VAL)
                                   : Value::Name(name);
    }
  }
  const Value held = Evaluate(object);
  if (stops()) return {};
  const Value value = OfField(held, attribute.child(Field::kAttribute).text());
  if (!value.Is(Type::kOpaque) || !value.text.empty() || ReadsChanged(attribute)) return value;
  // A field of self that no code seen here fills is an input, too.
  const bool is_field =
      object.text() == "self" && held.Is(Type::kObject) && !held.object->is_tainted;
  return is_field && !stops() ? Supposed(attribute.text()) : value;
}

Value Interpreter::OfField(const Value& object, absl::string_view name) {
  switch (object.type) {
    case Type::kOpaque:
      return object.text.empty() ? Value() : Supposed(absl::StrCat(object.text, ".", name));
    case Type::kTensor:
      return OfTensorField(object, name);
    case Type::kName:
      return Value::Name(absl::StrCat(object.text, ".", name));
    case Type::kTuple:
      for (size_t i = 0; object.parts != nullptr && i < object.parts->size(); ++i) {
        if ((*object.parts)[i] == name) return (*object.items)[i];
      }
      return GiveUp("an attribute of a tuple");
    case Type::kObject:
      break;
    default:
      return GiveUp("an attribute of a plain value");
  }
  const auto field = object.object->fields.find(name);
  if (field != object.object->fields.end()) return field->second;
  const Code method = MethodOf(*object.object, name);
  if (method.function != nullptr) {
    for (Node decorator : method.function->decorators) {
      if (decorator.text() == "property") return CallFunction(method, &object, {});
    }
    return {.type = Type::kFunction,
            .object = object.object,
            .module = method.module,
            .function = method.function};
  }
  if (object.object->is_tainted) return {};
  const Value value = surroundings_.field(*object.object, name);
  object.object->fields[std::string(name)] = value;
  return value;
}

Value Interpreter::OfTensorField(const Value& tensor, absl::string_view name) {
  const Tensor& x = *tensor.tensor;
  if (name == "shape") {
    Value::Items sizes;
    for (const int64_t size : x.shape) sizes.push_back(Value::Int(size));
    return Value::Tuple(std::move(sizes));
  }
  if (name == "dtype") return Value::Name(absl::StrCat("torch.", NameOf(x.dtype)));
  if (name == "device") return {};
  if (name == "ndim") return Value::Int(static_cast<int64_t>(x.rank()));
  if (name == "data") return tensor;
  if (name == "T" && x.rank() <= 2) return CallTorch("t", {.positional = {tensor}});
  if (name == "mT" && x.rank() >= 2) {
    return CallTorch("transpose", {.positional = {tensor, Value::Int(-1), Value::Int(-2)}});
  }
  return GiveUp("an attribute of a tensor");
}

Value Interpreter::OfIndex(Node subscript) {
  Value::Items parts;
  for (Node child : subscript.named_children()) {
    if (child.field() != Field::kSubscript) continue;
    parts.push_back(child.Is(Kind::kSlice) ? OfSlice(child) : Evaluate(child));
  }
  if (stops() || parts.empty()) return GiveUp("an index");
  const bool has_comma =
      absl::StrContains(subscript.text().substr(subscript.child(Field::kSubscript).end_byte() -
                                                subscript.first_byte()),
                        ",");
  if (parts.size() == 1 && !has_comma) return parts[0];
  return Value::Tuple(std::move(parts));
}

Value Interpreter::OfSlice(Node slice) {
  Value::Items bounds{Value::None(), Value::None(), Value::None()};
  size_t at = 0;
  for (Node child : slice.children()) {
    if (child.text() == ":" && !child.IsNamed()) {
      ++at;
    } else if (child.IsNamed() && !child.Is(Kind::kComment) && at < 3) {
      bounds[at] = Evaluate(child);
    }
  }
  return Value::Sequence(Type::kSlice, std::move(bounds));
}

Value Interpreter::OfSubscript(Node subscript) {
  const Value object = Evaluate(subscript.child(Field::kValue));
  if (stops()) return {};
  const Value index = OfIndex(subscript);
  if (stops()) return {};
  if (object.Is(Type::kOpaque)) {
    const bool is_input = !object.text.empty() && index.IsInteger();
    return is_input ? Supposed(absl::StrCat(object.text, "[", index.integer, "]")) : Value();
  }
  if (object.Is(Type::kTensor)) return ReadItem(*object.tensor, index, halt_);
  if (object.IsSequence() && index.Is(Type::kSlice)) return SliceOf(object, index, halt_);
  if (object.IsSequence() && index.IsInteger()) {
    const std::optional<size_t> at = DimOf(index.integer, object.items->size());
    return at ? (*object.items)[*at] : halt_.Raise("an index that there is not");
  }
  if (!object.Is(Type::kDict)) return GiveUp("an item of what is not known");
  for (const auto& [key, held] : *object.entries) {
    const std::optional<bool> equal = AreEqual(key, index);
    if (!equal) return GiveUp("a key that is not known");
    if (*equal) return held;
  }
  return halt_.Raise("a key that there is not");
}

Value Interpreter::OfUnary(Node expression) {
  const Value value = Evaluate(expression.child(Field::kArgument));
  if (stops()) return {};
  if (expression.Is(Kind::kNotOperator)) {
    const std::optional<bool> truth = TruthOf(value);
    return truth ? Value::Bool(!*truth) : GiveUp("a condition that is not known");
  }
  const absl::string_view op = expression.child(Field::kOperator).text();
  if (value.Is(Type::kTensor)) {
    if (op == "-") return CallTorch("neg", {.positional = {value}});
    if (op == "~" && value.tensor->dtype == Dtype::kBool) {
      return CallTorch("logical_not", {.positional = {value}});
    }
  }
  if (op == "-" && value.IsInteger()) return Value::Int(-value.integer);
  if (op == "-" && value.Is(Type::kFloat)) return Value::Float(-value.number);
  if (op == "+" && value.IsNumber()) return value;
  return GiveUp("an operator");
}

Value Interpreter::OfSequence(Node expression, Type type) {
  Value::Items items;
  for (Node child : expression.named_children()) {
    if (child.Is(Kind::kListSplat)) {
      const std::optional<Value::Items> more = Iterate(Evaluate(child.named_child(0)));
      if (more) items.insert(items.end(), more->begin(), more->end());
    } else {
      items.push_back(Evaluate(child));
    }
    if (stops()) return {};
  }
  return Value::Sequence(type, std::move(items));
}

Value Interpreter::OfDictionary(Node expression) {
  Value::Entries entries;
  for (Node child : expression.named_children()) {
    if (!child.Is(Kind::kPair)) return GiveUp("a dictionary");
    Value key = Evaluate(child.child(Field::kKey));
    if (!key.Is(Type::kText) && !key.IsInteger()) return GiveUp("a key that is not known");
    entries.emplace_back(std::move(key), Evaluate(child.child(Field::kValue)));
    if (stops()) return {};
  }
  return Value::Dict(std::move(entries));
}

}  // namespace allreview::worked_examples
