#include "services/analysis/change_model/stories/shape_rules.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/variables.h"
#include "services/analysis/change_model/stories/shape_operations.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Arguments;
using python::ArgumentsOf;
using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxDepth = 40;

bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string ShapeRules::DimOf(Node expression) const {
  expression = python::WithoutParentheses(expression);
  Node object, index;
  if (expression.Is(Kind::kSubscript)) {
    const Node shape = expression.child(Field::kValue);
    if (shape.Is(Kind::kAttribute) && shape.child(Field::kAttribute).text() == "shape") {
      object = shape.child(Field::kObject);
      index = expression.child(Field::kSubscript);
    }
  } else if (expression.Is(Kind::kCall)) {
    const Node function = expression.child(Field::kFunction);
    if (function.Is(Kind::kAttribute) && function.child(Field::kAttribute).text() == "size") {
      object = function.child(Field::kObject);
      index = python::Argument(expression, 0, "dim");
    }
  } else if (expression.Is(Kind::kBinaryOperator)) {
    const std::string left = DimOf(expression.child(Field::kLeft));
    const std::string right = DimOf(expression.child(Field::kRight));
    const absl::string_view op = expression.child(Field::kOperator).text();
    if (op == "*") return Times({left, right});
    if (op == "//") return Over(left, right);
    if (op == "+") return Plus(left, right);
  }
  const Shape shape = object && index ? ShapeOf(object) : std::nullopt;
  const std::optional<int> number = index ? IntegerOf(index) : std::nullopt;
  if (shape && number) {
    if (const auto at = DimIndex(*number, shape->size())) return (*shape)[*at];
  }
  std::string text = OneLine(expression.text(), 64);
  absl::string_view view = text;
  for (absl::string_view prefix : {"self.config.", "config.", "self.", "args."}) {
    if (absl::ConsumePrefix(&view, prefix)) break;
  }
  return view.size() > 28 ? "?" : std::string(view);
}

ShapeResult ShapeRules::Of(Node expression) const {
  expression = python::WithoutParentheses(expression);
  switch (expression.kind()) {
    case Kind::kIdentifier:
      return {.shape = shape_of_(std::string(expression.text()))};
    case Kind::kAttribute: {
      const Node object = expression.child(Field::kObject);
      const absl::string_view name = expression.child(Field::kAttribute).text();
      if (object.text() == self_) return {.shape = shape_of_(absl::StrCat("self.", name))};
      if (name == "data" || name == "grad" || name == "main_grad") return Of(object);
      if (name != "T" && name != "mT") return {};
      Shape shape = ShapeOf(object);
      if (!shape || shape->size() < 2) return {};
      std::swap((*shape)[shape->size() - 1], (*shape)[shape->size() - 2]);
      return {.shape = std::move(shape)};
    }
    case Kind::kCall:
      return OfCall(expression);
    case Kind::kSubscript:
      return {.shape = OfIndex(expression)};
    case Kind::kUnaryOperator:
      return Of(expression.child(Field::kArgument));
    case Kind::kBinaryOperator: {
      const Node left = expression.child(Field::kLeft), right = expression.child(Field::kRight);
      const absl::string_view op = expression.child(Field::kOperator).text();
      if (op == "@") return {.shape = MatrixProduct(ShapeOf(left), ShapeOf(right))};
      if (right.Is(Kind::kInteger) || right.Is(Kind::kFloat)) return {.shape = ShapeOf(left)};
      if (left.Is(Kind::kInteger) || left.Is(Kind::kFloat)) return {.shape = ShapeOf(right)};
      return {.shape = Broadcast(ShapeOf(left), ShapeOf(right))};
    }
    case Kind::kConditionalExpression: {
      const Shape yes = ShapeOf(expression.named_child(0));
      return {.shape = yes == ShapeOf(expression.named_child(2)) ? yes : std::nullopt};
    }
    default:
      return {};
  }
}

ShapeResult ShapeRules::OfCall(Node call) const {
  int nesting = 0;
  for (Node outer = call.parent(); outer && nesting < kMaxDepth; outer = outer.parent()) {
    nesting += outer.Is(Kind::kCall);
  }
  if (nesting >= kMaxDepth) return {};
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  const std::string resolved = module_.Resolve(function);
  absl::string_view name = resolved;
  if (absl::ConsumePrefix(&name, "torch.")) {
    absl::ConsumePrefix(&name, "nn.functional.");
    if (absl::StrContains(name, ".")) return {};
    if (IsOneOf(name, {"cat", "concat", "stack", "einsum", "where"})) {
      return {.shape = Joined(name, call)};
    }
    if (Shape shape = OfFactory(name, call)) return {.shape = std::move(shape)};
    return OfOperation(name, python::Argument(call, 0, "input"), call, 1);
  }
  if (!resolved.empty() || !function.Is(Kind::kAttribute)) return {};
  const Node object = function.child(Field::kObject);
  if (object.text() == self_) return {.shape = OfModule(call)};
  const absl::string_view method = function.child(Field::kAttribute).text();
  if (absl::StartsWith(method, "new_")) return {.shape = OfFactory(method.substr(4), call)};
  return OfOperation(method, object, call, 0);
}

ShapeResult ShapeRules::OfOperation(absl::string_view name, Node operand, Node call,
                                    int first) const {
  const Shape shape = ShapeOf(operand);
  for (absl::string_view view :
       {"view", "reshape", "expand", "view_as", "reshape_as", "expand_as"}) {
    if (name == view) return {.shape = Viewed(name, shape, call, first), .parts = {}};
  }
  if (!shape) return {};
  return ResultOf({.name = name, .dims = *shape, .call = call, .first = first, .rules = *this});
}

Shape ShapeRules::SizesIn(Node call, int first) const {
  Dims sizes;
  const Arguments arguments = ArgumentsOf(call);
  std::vector<Node> given(arguments.positional.begin() +
                              std::min<long>(first, static_cast<long>(arguments.positional.size())),
                          arguments.positional.end());
  if (given.empty()) {
    const Node size = python::KeywordArgument(call, "size");
    if (!size) return std::nullopt;
    given.push_back(size);
  }
  if (arguments.has_star) return std::nullopt;
  for (Node argument : given) {
    const Node bare = python::WithoutParentheses(argument);
    // torch.empty(x.shape), x.view(y.size())
    if (bare.Is(Kind::kAttribute) && bare.child(Field::kAttribute).text() == "shape") {
      return ShapeOf(bare.child(Field::kObject));
    }
    if (bare.Is(Kind::kCall) && ArgumentsOf(bare).positional.empty()) {
      const Node function = bare.child(Field::kFunction);
      if (function.child(Field::kAttribute).text() == "size") {
        return ShapeOf(function.child(Field::kObject));
      }
    }
    for (Node element : rules::ElementsOf(bare)) {
      if (element.Is(Kind::kListSplat)) return std::nullopt;
      sizes.push_back(DimOf(element));
    }
  }
  // A single name may well hold all sizes.
  if (sizes.size() == 1 && given.size() == 1 && given[0].Is(Kind::kIdentifier)) return std::nullopt;
  return sizes;
}

Shape ShapeRules::Viewed(absl::string_view name, const Shape& from, Node call, int first) const {
  if (absl::EndsWith(name, "_as")) return ShapeOf(python::Argument(call, first, "other"));
  Shape sizes = SizesIn(call, first);
  // x.view(torch.int32), x.view(y.dtype)
  if (!sizes || (sizes->size() == 1 && (absl::StrContains(sizes->front(), "torch.") ||
                                        absl::EndsWith(sizes->front(), "dtype")))) {
    return std::nullopt;
  }
  if (name != "expand") return Reshape(from, *std::move(sizes));
  if (!from || from->size() > sizes->size()) {
    if (std::count(sizes->begin(), sizes->end(), "-1") > 0) return std::nullopt;
    return sizes;
  }
  const size_t offset = sizes->size() - from->size();
  for (size_t i = 0; i < from->size(); ++i) {
    if ((*sizes)[offset + i] == "-1") (*sizes)[offset + i] = (*from)[i];
  }
  return sizes;
}

Shape ShapeRules::OfFactory(absl::string_view name, Node call) const {
  if (name == "arange") {
    const Arguments arguments = ArgumentsOf(call);
    if (arguments.positional.size() != 1) return std::nullopt;
    return Dims{DimOf(arguments.positional[0])};
  }
  if (name == "full") {
    const Node size = python::Argument(call, 0, "size");
    Dims dims;
    if (!rules::ElementsOf(size).empty() && (size.Is(Kind::kTuple) || size.Is(Kind::kList))) {
      for (Node element : rules::ElementsOf(size)) dims.push_back(DimOf(element));
      return dims;
    }
    return std::nullopt;
  }
  if (!IsOneOf(name, {"zeros", "ones", "empty", "rand", "randn"})) return std::nullopt;
  return SizesIn(call, 0);
}

Shape ShapeRules::Joined(absl::string_view name, Node call) const {
  if (name == "einsum") {
    const Arguments arguments = ArgumentsOf(call);
    if (arguments.positional.empty()) return std::nullopt;
    std::vector<Shape> operands;
    for (size_t i = 1; i < arguments.positional.size(); ++i) {
      operands.push_back(ShapeOf(arguments.positional[i]));
    }
    return Einsum(python::Module::StringContent(arguments.positional[0]), operands);
  }
  if (name == "where") {
    const Node yes = python::Argument(call, 1, "input");
    const Node no = python::Argument(call, 2, "other");
    if (!yes || !no) return std::nullopt;
    if (no.Is(Kind::kInteger) || no.Is(Kind::kFloat)) return ShapeOf(yes);
    return Broadcast(ShapeOf(yes), ShapeOf(no));
  }
  const Node list = python::WithoutParentheses(python::Argument(call, 0, "tensors"));
  if (!list.Is(Kind::kList) && !list.Is(Kind::kTuple)) return std::nullopt;
  const std::vector<Node> parts = rules::ElementsOf(list);
  const std::optional<int> dim = DimArgument(call, 1, 0);
  if (parts.empty() || !dim) return std::nullopt;
  Shape result = ShapeOf(parts[0]);
  if (!result) return std::nullopt;
  if (name == "stack") {
    const auto at = DimIndex(*dim, result->size() + 1);
    if (!at) return std::nullopt;
    result->insert(result->begin() + static_cast<long>(*at), absl::StrCat(parts.size()));
    return result;
  }
  const auto at = DimIndex(*dim, result->size());
  if (!at) return std::nullopt;
  for (size_t i = 1; i < parts.size(); ++i) {
    const Shape other = ShapeOf(parts[i]);
    const bool fits = other && other->size() == result->size();
    (*result)[*at] = fits ? Plus((*result)[*at], (*other)[*at]) : std::string(1, '?');
  }
  return result;
}

// self.part(x), where __init__ made the part of a well-known class.
Shape ShapeRules::OfModule(Node call) const {
  const python::Definition* a_class = module_.EnclosingClass(call);
  if (a_class == nullptr) return std::nullopt;
  const absl::string_view name = call.child(Field::kFunction).child(Field::kAttribute).text();
  const std::vector<Node> values = module_.SelfAttributeValues(*a_class, name);
  if (values.size() != 1 || !values[0].Is(Kind::kCall)) return std::nullopt;
  Shape shape = ShapeOf(python::Argument(call, 0, "input"));
  const std::string resolved = module_.Resolve(values[0].child(Field::kFunction));
  absl::string_view kind = resolved;
  if (!shape || shape->empty() || !absl::ConsumePrefix(&kind, "torch.nn.")) return std::nullopt;
  if (IsOneOf(kind, {"Dropout", "LayerNorm", "RMSNorm", "ReLU", "GELU", "SiLU", "Sigmoid", "Tanh",
                     "Softmax", "Identity"})) {
    return shape;
  }
  if (kind == "Linear") {
    shape->back() = DimOf(python::Argument(values[0], 1, "out_features"));
    return shape;
  }
  if (kind == "Embedding") {
    shape->push_back(DimOf(python::Argument(values[0], 1, "embedding_dim")));
    return shape;
  }
  return std::nullopt;
}

Shape ShapeRules::OfIndex(Node subscript) const {
  const Shape shape = ShapeOf(subscript.child(Field::kValue));
  if (!shape) return std::nullopt;
  Dims result;
  size_t at = 0;
  std::vector<Node> indices;
  for (Node child : subscript.children()) {
    if (child.field() == Field::kSubscript) indices.push_back(child);
  }
  for (Node index : indices) {
    if (index.Is(Kind::kNone)) {
      result.push_back("1");
      continue;
    }
    if (index.Is(Kind::kEllipsis)) {
      size_t later = 0;
      for (Node other : indices) later += other.index() > index.index() && !other.Is(Kind::kNone);
      while (at + later < shape->size()) result.push_back((*shape)[at++]);
      continue;
    }
    if (at >= shape->size()) return std::nullopt;
    if (index.Is(Kind::kSlice)) {
      result.push_back(index.text() == ":" ? (*shape)[at] : "?");
    } else if (!IntegerOf(index)) {
      return std::nullopt;  // A mask, a tensor of indices or a number: unknown.
    }
    ++at;
  }
  result.insert(result.end(), shape->begin() + static_cast<long>(at), shape->end());
  return result;
}

}  // namespace allreview::analysis
