#include "analyzers/tensor_expressions/evaluator.h"

#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/python/module.h"

namespace allreview::tensor_expressions {

using python::Field;
using python::Kind;
using python::Node;

Value Evaluator::Evaluate(Node expression) {
  Value value = Read(expression);
  const Unknown* unknown = value.As<Unknown>();
  if (unknown == nullptr) return value;
  Unknown why = *unknown;
  if (!why.node) why.node = expression;
  return environment_.Opaque(expression, why);
}

Value Evaluator::Read(Node node) {
  switch (node.kind()) {
    case Kind::kParenthesizedExpression:
      return Read(python::WithoutParentheses(node));
    case Kind::kInteger:
    case Kind::kFloat: {
      const std::optional<double> number = ReadNumberLiteral(node.text());
      if (number.has_value()) return {*number};
      return {Unknown{Refusal::kUnsupportedSyntax, "a complex number"}};
    }
    case Kind::kTrue:
      return {true};
    case Kind::kFalse:
      return {false};
    case Kind::kNone:
      return {None{}};
    case Kind::kString:
      return {std::string(python::Module::StringContent(node))};
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kExpressionList:
      return ReadTuple(node);
    case Kind::kIdentifier:
      return ReadIdentifier(node);
    case Kind::kAttribute:
      return ReadAttribute(node);
    case Kind::kBinaryOperator:
      return Binary(node.child(Field::kOperator).text(), Evaluate(node.child(Field::kLeft)),
                    Evaluate(node.child(Field::kRight)), node);
    case Kind::kUnaryOperator:
    case Kind::kNotOperator:
      return ReadUnary(node);
    case Kind::kComparisonOperator:
      return ReadComparison(node);
    case Kind::kBooleanOperator:
      return ReadBoolean(node);
    case Kind::kConditionalExpression:
      return ReadConditional(node);
    case Kind::kLambda:
      return {Lambda{node}};
    case Kind::kCall:
      return ReadCall(node);
    case Kind::kSubscript:
      return ReadSubscript(node);
    default:
      return {Unknown{Refusal::kUnsupportedSyntax, std::string(python::KindName(node.kind()))}};
  }
}

Value Evaluator::ReadTuple(Node node) {
  Tuple tuple;
  for (Node child : node.named_children()) {
    tuple.items.push_back(Evaluate(child));
  }
  return {std::move(tuple)};
}

Value Evaluator::ReadIdentifier(Node identifier) {
  for (auto scope = locals_.rbegin(); scope != locals_.rend(); ++scope) {
    const auto found = scope->find(identifier.text());
    if (found != scope->end()) return found->second;
  }
  if (std::optional<Value> value = environment_.Variable(identifier)) return *std::move(value);
  const std::string dotted = environment_.Resolve(identifier);
  if (const std::optional<double> constant = NamedConstant(dotted)) return {*constant};
  if (std::optional<Value> dtype = NamedDtype(dotted)) return *std::move(dtype);
  return {Unknown{Refusal::kUnknownValue, std::string(identifier.text())}};
}

Value Evaluator::ReadAttribute(Node attribute) {
  if (std::optional<Value> value = environment_.Variable(attribute)) return *std::move(value);
  const std::string dotted = environment_.Resolve(attribute);
  if (const std::optional<double> constant = NamedConstant(dotted)) return {*constant};
  if (std::optional<Value> dtype = NamedDtype(dotted)) return *std::move(dtype);
  const Node object = attribute.child(Field::kObject);
  if (object.Is(Kind::kIdentifier) && absl::StartsWith(dotted, "torch.")) {
    return {Unknown{Refusal::kUnknownValue, dotted}};
  }
  return ReadAttributeOf(Evaluate(object), attribute.child(Field::kAttribute).text(), attribute);
}

Value Evaluator::ReadAttributeOf(const Value& object, absl::string_view name, Node node) {
  if (const FormatLimits* limits = object.As<FormatLimits>()) {
    // The format under test is not known here: what every format of 16 bits holds does for a mask.
    const numerics::FormatTraits traits =
        numerics::TraitsOf(limits->format.value_or(numerics::Format::kFp16));
    if (name == "max") return {traits.max};
    if (name == "min") return {-traits.max};
    if (limits->format.has_value() && name == "eps") return {std::ldexp(2.0, -traits.precision)};
    if (limits->format.has_value() && (name == "tiny" || name == "smallest_normal")) {
      return {std::ldexp(1.0, traits.min_exponent)};
    }
    return {Unknown{Refusal::kUnknownValue, absl::StrCat("finfo.", name)}};
  }
  if (const Tuple* tuple = object.As<Tuple>(); tuple != nullptr && tuple->items.size() == 2) {
    if (name == "values") return tuple->items[0];
    if (name == "indices") return tuple->items[1];
  }
  const TermRef* ref = object.As<TermRef>();
  if (ref == nullptr) return {Unknown{Refusal::kUnknownValue, std::string(node.text())}};
  if (name == "dtype") {
    const Storage storage = terms_[ref->term].storage;
    if (storage != Storage::kFloat) return {IntegerDtype{.is_bool = storage == Storage::kBool}};
    return {DtypeOfTerm{ref->term}};
  }
  if (name == "data" || name == "real") return object;
  if (name == "T" || name == "mT" || name == "H") {
    return View(ref->term, std::string(name), node);
  }
  const bool is_shape = name == "shape" || name == "ndim" || name == "device" || name == "is_cuda";
  return {Unknown{is_shape ? Refusal::kShape : Refusal::kUnknownValue, std::string(node.text())}};
}

Value Evaluator::View(int term, std::string place, Node node) {
  return {TermRef{terms_.Add({.kind = Term::Kind::kView,
                              .function = std::move(place),
                              .positional = {Value{TermRef{term}}},
                              .storage = terms_[term].storage,
                              .node = node})}};
}

Value Evaluator::ReadConditional(Node node) {
  // value if condition else otherwise.
  const Value condition = Evaluate(node.named_child(1));
  if (condition.As<None>() != nullptr) return Evaluate(node.named_child(2));
  const std::optional<double> number = condition.AsNumber();
  if (!number.has_value()) {
    return {Unknown{Refusal::kDataDependentBranch, std::string(node.text())}};
  }
  return Evaluate(node.named_child(*number != 0 ? 0 : 2));
}

std::optional<CallValues> Evaluator::ReadArguments(Node call, Unknown& why) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.has_star || arguments.has_double_star) {
    why = {Refusal::kUnsupportedSyntax, "a call with * or **", call};
    return std::nullopt;
  }
  CallValues values;
  for (const Node argument : arguments.positional) values.positional.push_back(Evaluate(argument));
  for (const Node keyword : arguments.keywords) {
    values.keywords.emplace_back(keyword.child(Field::kName).text(),
                                 Evaluate(keyword.child(Field::kValue)));
  }
  return values;
}

}  // namespace allreview::tensor_expressions
