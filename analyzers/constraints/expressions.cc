// What expressions are.

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using Type = Constant::Type;

// With escapes, or a prefix such as f.
bool IsSpecial(Node string) {
  const absl::string_view text = string.text();
  return absl::StrContains(text, "\\") || text.empty() ||
         absl::ascii_isalpha(static_cast<unsigned char>(text[0]));
}

Constant OfLiteral(Node node) {
  switch (node.kind()) {
    case Kind::kNone:
      return Constant::None();
    case Kind::kTrue:
      return Constant::Bool(true);
    case Kind::kFalse:
      return Constant::Bool(false);
    case Kind::kInteger:
    case Kind::kFloat: {
      const Constant number = Constant::Of(node.text());
      return number.type == Type::kNumber ? number : Constant();
    }
    default:
      return !IsSpecial(node) ? Constant::Text(python::Module::StringContent(node)) : Constant();
  }
}

// The operators between the operands of a comparison.
std::vector<std::string> OperatorsOf(Node comparison) {
  std::vector<std::string> operators;
  for (Node child : comparison.children()) {
    if (child.field() != Field::kOperators) continue;
    operators.push_back(absl::StrJoin(
        absl::StrSplit(child.text(), absl::ByAnyChar(" \t\n\\"), absl::SkipEmpty()), " "));
  }
  return operators;
}

// torch has several names for some of its types.
std::string TypeOfTorch(absl::string_view name) {
  if (name == "half") return "torch.float16";
  if (name == "float") return "torch.float32";
  if (name == "double") return "torch.float64";
  for (absl::string_view known : {"bfloat16", "float16", "float32", "float64", "int8", "uint8",
                                  "int32", "int64", "float8_e4m3fn", "float8_e5m2"}) {
    if (name == known) return absl::StrCat("torch.", name);
  }
  return "";
}

void AddReasons(const Known& from, Known* to) {
  to->reasons.insert(from.reasons.begin(), from.reasons.end());
}

}  // namespace

Known Interpreter::Evaluate(Node expression) {
  if (!expression || !Spend() || depth_ >= kMaxDepth) return {};
  ++depth_;
  Known value = Compute(expression);
  --depth_;
  return value;
}

Known Interpreter::Compute(Node expression) {
  switch (expression.kind()) {
    case Kind::kParenthesizedExpression:
      return Evaluate(expression.named_child(0));
    case Kind::kNone:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kInteger:
    case Kind::kFloat:
    case Kind::kString:
      return {OfLiteral(expression), {}};
    case Kind::kIdentifier:
      return OfIdentifier(expression);
    case Kind::kAttribute:
      return OfAttribute(expression);
    case Kind::kNotOperator:
    case Kind::kBooleanOperator:
      return OfBoolean(expression);
    case Kind::kComparisonOperator:
      return OfComparison(expression);
    case Kind::kBinaryOperator:
    case Kind::kUnaryOperator:
      return OfArithmetic(expression);
    case Kind::kConditionalExpression:
      return OfConditional(expression);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kSet:
    case Kind::kDictionary:
    case Kind::kExpressionList:
      return OfSequence(expression);
    case Kind::kCall:
      return OfCall(expression);
    default:
      LoseIn(expression);
      return {};
  }
}

Known Interpreter::EvaluateIn(const python::Module& module, Node expression) {
  frames_.push_back({.id = ++last_frame_, .module = &module});
  ++tentative_;
  Known value = Evaluate(expression);
  --tentative_;
  frames_.pop_back();
  return value;
}

Known Interpreter::OfIdentifier(Node identifier) {
  const Key key = {Space(), std::string(identifier.text())};
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    const auto bound = layer->bindings.find(key);
    if (bound != layer->bindings.end()) return bound->second;
    if (layer->tainted.count(key.first) > 0) return {};
  }
  const Known known = OfModuleName(identifier);
  return known.is_known() ? known : OfClassName(identifier);
}

// A class of the repository.
Known Interpreter::OfClassName(Node name) {
  if (!absl::ascii_isupper(static_cast<unsigned char>(name.text()[0]))) return {};
  const std::string absolute = frame().module->Resolve(name);
  if (absolute.empty() || absl::StartsWith(absolute, "builtins.")) return {};
  const repository::Found found = project_.FindDefinition(absolute);
  if (!found || found.definition->kind != python::Definition::Kind::kClass) return {};
  return {{.type = Type::kClass, .text = found.name}, {}};
}

// A name of the module that is bound once, to a literal.
Known Interpreter::OfModuleName(Node identifier) {
  const python::Module& module = *frame().module;
  if (module.scopes().LookUp(identifier, identifier.text()) != 0) return {};
  const auto bindings = module.scopes().BindingsOf(0, identifier.text());
  if (bindings.size() != 1 || !bindings.begin()->value) return {};
  const Node value = python::WithoutParentheses(bindings.begin()->value);
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kTrue:
    case Kind::kFalse:
    case Kind::kInteger:
    case Kind::kFloat:
    case Kind::kString:
    case Kind::kTuple:
    case Kind::kUnaryOperator:
      return Evaluate(value);
    default:
      return {};
  }
}

Known Interpreter::OfAttribute(Node attribute) {
  const Node base = attribute.child(Field::kObject);
  const Known object = Evaluate(base);
  if (object.value.type == Type::kObject) {
    return OfField(object.value.object, attribute.child(Field::kAttribute).text());
  }
  return object.is_known() && object.value.type != Type::kClass ? Known() : OfMember(attribute);
}

Known Interpreter::OfField(int object, absl::string_view name) {
  const std::string& class_name = objects_[object].class_name;
  Known known = Read({object, std::string(name)});
  if (known.is_known() || class_name.empty()) return known;
  const repository::Found method = project_.FindMethod(class_name, name);
  if (!method) return {};
  for (const std::string& decorator : method.definition->decorators) {
    if (decorator == "builtins.property" || decorator == "property") {
      return Enter(method, Known{{.type = Type::kObject, .object = object}, {}}, {});
    }
  }
  return {};
}

// A member of an enumeration of the repository, or a type of torch.
Known Interpreter::OfMember(Node attribute) {
  const std::string owner = frame().module->Resolve(attribute.child(Field::kObject));
  const absl::string_view name = attribute.child(Field::kAttribute).text();
  if (owner == "torch") {
    const std::string type = TypeOfTorch(name);
    return type.empty() ? Known() : Known{{.type = Type::kMember, .text = type}, {}};
  }
  if (owner.empty()) return {};
  for (const std::string& base : project_.BasesOf(owner)) {
    if (!absl::StartsWith(base, "enum.")) continue;
    const std::string text =
        absl::StrCat(owner.substr(owner.rfind('.') + 1), ".", name);  // As code writes it.
    return {{.type = Type::kMember, .text = text}, {}};
  }
  return {};
}

Known Interpreter::OfBoolean(Node expression) {
  if (expression.Is(Kind::kNotOperator)) {
    Known value = Evaluate(expression.child(Field::kArgument));
    const std::optional<bool> truth = value.value.Truth();
    value.value = truth ? Constant::Bool(!*truth) : Constant();
    return value;
  }
  const bool is_or = expression.child(Field::kOperator).text() == "or";
  const Known left = Evaluate(expression.child(Field::kLeft));
  const std::optional<bool> left_truth = left.value.Truth();
  if (left_truth == is_or) return left;
  // What the left side does not decide may or may not be evaluated.
  Known right;
  if (left_truth) {
    right = Evaluate(expression.child(Field::kRight));
    AddReasons(left, &right);
    return right;
  }
  const auto [flow, layer] = Try([&] {
    right = Evaluate(expression.child(Field::kRight));
    return Flow::kNext;
  });
  Spoil(layer);
  // `unknown and False` is false, `unknown or True` true, whatever is unknown.
  if (right.value.Truth() != is_or) return {};
  return {Constant::Bool(is_or), right.reasons};
}

Known Interpreter::OfComparison(Node expression) {
  const std::vector<std::string> operators = OperatorsOf(expression);
  std::vector<Known> operands;
  for (Node operand : expression.named_children()) operands.push_back(Evaluate(operand));
  if (operands.size() != operators.size() + 1) return {};
  Known result = {Constant::Bool(true), {}};
  bool is_certain = true;
  for (size_t i = 0; i < operators.size(); ++i) {
    const std::optional<bool> holds =
        Compare(operators[i], operands[i].value, operands[i + 1].value);
    is_certain = is_certain && holds.has_value();
    if (!holds) continue;
    Known part = {Constant::Bool(*holds), {}};
    AddReasons(operands[i], &part);
    AddReasons(operands[i + 1], &part);
    if (!*holds) return part;
    AddReasons(part, &result);
  }
  return is_certain ? result : Known();
}

Known Interpreter::OfArithmetic(Node expression) {
  if (expression.Is(Kind::kUnaryOperator)) {
    Known value = Evaluate(expression.child(Field::kArgument));
    const bool is_minus = expression.child(Field::kOperator).text() == "-";
    value.value = is_minus ? Calculate("-", Constant::Number(0), value.value) : Constant();
    return value;
  }
  const Known left = Evaluate(expression.child(Field::kLeft));
  const Known right = Evaluate(expression.child(Field::kRight));
  Known result = {Calculate(expression.child(Field::kOperator).text(), left.value, right.value),
                  {}};
  if (!result.is_known()) return {};
  AddReasons(left, &result);
  AddReasons(right, &result);
  return result;
}

Known Interpreter::OfConditional(Node expression) {
  const Known condition = Evaluate(expression.named_child(1));
  const std::optional<bool> truth = condition.value.Truth();
  if (!truth) {
    LoseIn(expression);
    return {};
  }
  Known value = Evaluate(expression.named_child(*truth ? 0 : 2));
  AddReasons(condition, &value);
  return value;
}

Known Interpreter::OfSequence(Node expression) {
  if (expression.Is(Kind::kDictionary)) {
    LoseIn(expression);
    return expression.named_child_count() == 0 ? Known{Constant::Sequence("dict", {}), {}}
                                               : Known();
  }
  const absl::string_view kind = expression.Is(Kind::kList)  ? "list"
                                 : expression.Is(Kind::kSet) ? "set"
                                                             : "tuple";
  Known result = {Constant::Sequence(kind, {}), {}};
  for (Node element : expression.named_children()) {
    if (element.Is(Kind::kListSplat)) return {};
    const Known value = Evaluate(element);
    result.value.elements.push_back(value.value);
    AddReasons(value, &result);
  }
  return result;
}

// An expression that is not understood may make its calls, any number of times.
void Interpreter::LoseIn(Node expression) {
  uint32_t end = 0;  // Of the last outermost call.
  for (Node call : expression.descendants(Kind::kCall)) {
    if (call.index() < end) continue;
    end = call.subtree_end();
    ++exploring_;
    const auto [flow, layer] = Try([&] {
      Evaluate(call);
      return Flow::kNext;
    });
    --exploring_;
    Spoil(layer);
  }
}

}  // namespace allreview::constraints
