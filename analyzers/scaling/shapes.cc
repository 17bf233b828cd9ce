// Shapes of names, subscripts and operators.

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxDepth = 10;

Shape OfScalar() { return {.kind = Shape::Kind::kClosed}; }

bool IsOne(const Size& size) { return size.IsConstant() && size.constant() == 1; }

bool IsNamed(const Size& size) { return !absl::StrContains(ToString(size.Lead()), ".size("); }

// The better name for two sizes that must be the same unless one is 1. A name of the code tells
// more than "x.size(1)".
Size Common(const Size& a, const Size& b) {
  if (IsOne(a)) return b;
  if (IsOne(b)) return a;
  if (a.IsConstant() != b.IsConstant()) return a.IsConstant() ? a : b;
  return !IsNamed(a) && IsNamed(b) ? b : a;
}

}  // namespace

std::optional<Size> SizeReader::DimensionOf(const Shape& shape, int index) const {
  const int rank = shape.rank();
  if (shape.kind == Shape::Kind::kUnknown) return std::nullopt;
  if (shape.is_closed()) {
    const int i = index < 0 ? rank + index : index;
    if (i < 0 || i >= rank) return std::nullopt;
    return shape.dims[i];
  }
  if (shape.kind == Shape::Kind::kOpenBack) {
    if (index >= 0 && index < rank) return shape.dims[index];
    if (shape.base.empty() || (index < 0 && rank > 0)) return std::nullopt;
    return Named(
        absl::StrCat(shape.base, ".size(", index < 0 ? index : shape.next + index - rank, ")"));
  }
  if (index >= 0) return std::nullopt;
  if (-index <= rank) return shape.dims[rank + index];
  if (shape.base.empty()) return std::nullopt;
  return Named(absl::StrCat(shape.base, ".size(", shape.next + index + rank + 1, ")"));
}

Shape SizeReader::ShapeOf(Node expression) const {
  Shape shape = ShapeOf(expression, 0);
  for (Size& dimension : shape.dims) dimension = Bound(dimension);
  return shape;
}

Shape SizeReader::ShapeOf(Node expression, int depth) const {
  expression = python::WithoutParentheses(expression);
  if (depth > kMaxDepth) return {};
  switch (expression.kind()) {
    case Kind::kInteger:
    case Kind::kFloat:
      return OfScalar();
    case Kind::kIdentifier:
      return ShapeOfName(expression, depth);
    case Kind::kAttribute: {
      const absl::string_view name = expression.child(Field::kAttribute).text();
      const Node object = expression.child(Field::kObject);
      if (name == "T" || name == "mT") return Transposed(ShapeOf(object, depth + 1), -2, -1);
      if (name == "data" || name == "grad" || name == "real") return ShapeOf(object, depth + 1);
      if (!object.Is(Kind::kIdentifier)) return {};
      return {.kind = Shape::Kind::kOpenBack, .dims = {}, .base = IdOf(expression)};
    }
    case Kind::kSubscript:
      return ShapeOfSubscript(expression, depth);
    case Kind::kCall:
      return ShapeOfCall(expression, depth);
    case Kind::kUnaryOperator:
      return ShapeOf(expression.child(Field::kArgument), depth + 1);
    case Kind::kBinaryOperator: {
      const Shape left = ShapeOf(expression.child(Field::kLeft), depth + 1);
      const Shape right = ShapeOf(expression.child(Field::kRight), depth + 1);
      if (expression.child(Field::kOperator).text() != "@") return Broadcast(left, right);
      const std::optional<Contraction> product = MatrixProduct(left, right);
      return product ? product->result : Shape();
    }
    case Kind::kComparisonOperator:
      return Broadcast(ShapeOf(expression.named_child(0), depth + 1),
                       ShapeOf(expression.named_child(1), depth + 1));
    case Kind::kConditionalExpression:
      return ShapeOf(expression.named_child(0), depth + 1);
    default:
      return {};
  }
}

Shape SizeReader::ShapeOfName(Node identifier, int depth) const {
  const std::string id = IdOf(identifier);
  const auto found = ranks_.find(id);
  if (found != ranks_.end()) return {.kind = Shape::Kind::kClosed, .dims = found->second};
  const Node value = python::WithoutParentheses(module_.ReachingValue(identifier));
  if (value && !value.Is(Kind::kInteger) && !value.Is(Kind::kFloat)) {
    Shape shape = ShapeOf(value, depth + 1);
    if (shape.is_known()) return shape;
  }
  const python::ValueType type = values_.Of(identifier).type;
  if (type == python::ValueType::kNumber || type == python::ValueType::kBool) return OfScalar();
  if (type != python::ValueType::kUnknown && type != python::ValueType::kTensor) return {};
  return {.kind = Shape::Kind::kOpenBack, .dims = {}, .base = id};
}

Shape SizeReader::ShapeOfSubscript(Node subscript, int depth) const {
  const Shape of = ShapeOf(subscript.child(Field::kValue), depth + 1);
  if (!of.is_known()) return {};
  std::vector<Node> indices;
  for (Node child : subscript.children()) {
    if (child.field() == Field::kSubscript) indices.push_back(child);
  }
  Shape shape = {.kind = Shape::Kind::kClosed};
  int next = 0;  // Of the dimensions of `of`; from the end behind an ellipsis.
  for (size_t i = 0; i < indices.size(); ++i) {
    const Node index = indices[i];
    if (index.Is(Kind::kNone)) {
      shape.dims.push_back(Size::Constant(1));
      continue;
    }
    if (index.Is(Kind::kEllipsis)) {
      int behind = 0;
      for (size_t j = i + 1; j < indices.size(); ++j) behind += !indices[j].Is(Kind::kNone);
      if (of.is_closed()) {
        for (; next < of.rank() - behind; ++next) shape.dims.push_back(of.dims[next]);
      } else {
        // What is before it stays unknown.
        shape = {.kind = Shape::Kind::kOpenFront, .base = of.base, .next = -1 - behind};
        next = -behind;
        // `x[..., None]` certainly has a last dimension.
        const std::optional<Size> last = behind == 0 ? DimensionOf(of, -1) : std::nullopt;
        if (last) {
          shape.dims.push_back(*last);
          --shape.next;
        }
      }
      continue;
    }
    const std::optional<Size> whole = DimensionOf(of, next++);
    if (index.Is(Kind::kInteger) || index.Is(Kind::kUnaryOperator)) continue;
    if (index.Is(Kind::kIdentifier) || index.Is(Kind::kBinaryOperator) ||
        index.Is(Kind::kAttribute) || index.Is(Kind::kCall) || index.Is(Kind::kSubscript)) {
      const python::ValueType type = values_.Of(index).type;
      if (type == python::ValueType::kNumber || HasLoopVariable(Read(index, 1))) continue;
      const Shape positions = ShapeOf(index, depth + 1);
      const bool is_gather = positions.is_closed() && positions.rank() > 0;
      if (!is_gather) return {};
      shape.dims.insert(shape.dims.end(), positions.dims.begin(), positions.dims.end());
      continue;
    }
    if (!index.Is(Kind::kSlice)) return {};
    if (index.named_child_count() == 0) {
      if (!whole) return {};
      shape.dims.push_back(*whole);
    } else if (index.named_child_count() == 1 && absl::StartsWith(index.text(), ":") &&
               !index.named_child(0).Is(Kind::kUnaryOperator)) {
      shape.dims.push_back(Read(index.named_child(0), 1));  // x[:n]
    } else if (index.named_child_count() == 2 && !index.named_child(1).Is(Kind::kUnaryOperator)) {
      shape.dims.push_back(Read(index.named_child(1), 1) - Read(index.named_child(0), 1));
    } else {
      if (!whole) return {};
      shape.dims.push_back(*whole);
    }
  }
  if (shape.kind == Shape::Kind::kOpenFront) return shape;
  if (of.is_closed()) {
    for (; next >= 0 && next < of.rank(); ++next) shape.dims.push_back(of.dims[next]);
    return shape;
  }
  if (of.kind != Shape::Kind::kOpenBack) return {};
  for (; next < of.rank(); ++next) shape.dims.push_back(of.dims[next]);
  shape.kind = Shape::Kind::kOpenBack;
  shape.base = of.base;
  shape.next = of.next + next - of.rank();
  return shape;
}

Shape SizeReader::Broadcast(const Shape& a, const Shape& b) const {
  if (!a.is_known() || !b.is_known()) return {};
  if (a.is_closed() && a.rank() == 0) return b;
  if (b.is_closed() && b.rank() == 0) return a;
  const bool is_front = a.kind == Shape::Kind::kOpenFront || b.kind == Shape::Kind::kOpenFront;
  const bool is_back = a.kind == Shape::Kind::kOpenBack || b.kind == Shape::Kind::kOpenBack;
  if (is_front && is_back) return {};
  // What is quite unknown may be a number: it does not make anything grow.
  if (!b.is_closed() && b.rank() == 0) return a;
  if (!a.is_closed() && a.rank() == 0) return b;
  const int rank = std::max(a.rank(), b.rank());
  Shape result = is_back || is_front ? (a.is_closed() ? b : a) : a;
  result.dims.assign(rank, Size::Constant(1));
  for (int i = 0; i < rank; ++i) {
    // Closed shapes and those open in front line up at their ends.
    const int from_end = i - rank;
    const std::optional<Size> x = DimensionOf(a, is_back ? i : from_end);
    const std::optional<Size> y = DimensionOf(b, is_back ? i : from_end);
    if (!x && !y) return {};
    result.dims[i] = x && y ? Common(*x, *y) : x ? *x : *y;
  }
  if (is_back) result.next += rank - (a.is_closed() ? b : a).rank();
  if (is_front) result.next -= rank - (a.is_closed() ? b : a).rank();
  return result;
}

}  // namespace allreview::scaling
