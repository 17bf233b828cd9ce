// Shapes of views and copies that hold the elements of one tensor in another order or number.

#include <algorithm>

#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Node;

int Normal(int index, int rank) { return index < 0 ? index + rank : index; }

}  // namespace

Shape SizeReader::Transposed(const Shape& shape, int i, int j) const {
  if (!shape.is_known()) return {};
  const bool is_closed = shape.is_closed();
  Shape result = shape;
  if (is_closed) {
    i = Normal(i, shape.rank());
    j = Normal(j, shape.rank());
    if (std::min(i, j) < 0 || std::max(i, j) >= shape.rank()) return {};
    std::swap(result.dims[i], result.dims[j]);
    return result;
  }
  if ((i < 0) != (j < 0)) return {};
  const int count = i < 0 ? std::max(-i, -j) : std::max(i, j) + 1;
  result.dims.clear();
  for (int k = 0; k < count; ++k) {
    const std::optional<Size> size = DimensionOf(shape, i < 0 ? k - count : k);
    if (!size) return {};
    result.dims.push_back(*size);
  }
  std::swap(result.dims[Normal(i, count)], result.dims[Normal(j, count)]);
  result.kind = i < 0 ? Shape::Kind::kOpenFront : Shape::Kind::kOpenBack;
  result.next = i < 0 ? -1 - count : count;
  return result;
}

Shape SizeReader::OfTranspose(const Parts& parts) const {
  const Shape shape = ShapeOf(parts.tensor, parts.depth);
  if (parts.callee.name == "t") return Transposed(shape, -2, -1);
  const std::optional<int> i = parts.Integer(0, "dim0"), j = parts.Integer(1, "dim1");
  return i && j ? Transposed(shape, *i, *j) : Shape();
}

Shape SizeReader::OfPermutation(const Parts& parts) const {
  const Shape shape = ShapeOf(parts.tensor, parts.depth);
  Shape result = {.kind = Shape::Kind::kClosed};
  for (Node node : parts.rest) {
    const std::optional<int> i = IntegerOf(node);
    const std::optional<Size> size = i ? DimensionOf(shape, *i) : std::nullopt;
    if (!size) return {};
    result.dims.push_back(*size);
  }
  return result;
}

Shape SizeReader::OfUnsqueeze(const Parts& parts) const {
  const std::optional<int> at = parts.Integer(0, "dim");
  if (!at) return {};
  const Shape shape = ShapeOf(parts.tensor, parts.depth);
  Shape result = shape;
  if (shape.is_closed()) {
    const int i = Normal(*at, shape.rank() + 1);
    if (i < 0 || i > shape.rank()) return {};
    result.dims.insert(result.dims.begin() + i, Size::Constant(1));
    return result;
  }
  // What stands between the new dimension and the end that is known.
  const bool is_front = *at < 0;
  const int count = is_front ? -*at - 1 : *at;
  result.dims.clear();
  for (int k = 0; k < count; ++k) {
    const std::optional<Size> size = DimensionOf(shape, is_front ? k - count : k);
    if (!size) return {};
    result.dims.push_back(*size);
  }
  result.kind = is_front ? Shape::Kind::kOpenFront : Shape::Kind::kOpenBack;
  result.next = is_front ? -1 - count : count;
  result.dims.insert(is_front ? result.dims.begin() : result.dims.end(), Size::Constant(1));
  const std::optional<Size> before = is_front ? DimensionOf(shape, -1 - count) : std::nullopt;
  if (before) {
    result.dims.insert(result.dims.begin(), *before);
    --result.next;
  }
  return result;
}

Shape SizeReader::OfView(const Parts& parts) const {
  Shape result = ShapeOfArguments(parts.rest, parts.depth);
  for (const Size& size : result.dims) {
    if (size.IsConstant() && size.constant() < 0) return {};
  }
  return result;
}

Shape SizeReader::Expanded(const Parts& parts, bool is_repeat) const {
  const Shape shape = ShapeOf(parts.tensor, parts.depth);
  const Shape wanted = ShapeOfArguments(parts.rest, parts.depth);
  if (!wanted.is_closed()) return {};
  Shape result = wanted;
  for (int i = 1; i <= wanted.rank(); ++i) {
    const Size& size = wanted.dims[wanted.rank() - i];
    const std::optional<Size> own = DimensionOf(shape, -i);
    Size& out = result.dims[wanted.rank() - i];
    if (is_repeat) {
      if (own) out = size * *own;
    } else if (size.IsConstant() && size.constant() < 0) {
      if (!own) return {};
      out = *own;
    }
  }
  return result;
}

Shape SizeReader::OfExpand(const Parts& parts) const { return Expanded(parts, false); }

Shape SizeReader::OfRepeat(const Parts& parts) const { return Expanded(parts, true); }

Shape SizeReader::OfLike(const Parts& parts) const {
  return parts.rest.empty() ? Shape() : ShapeOf(parts.rest[0], parts.depth);
}

Shape SizeReader::OfOneHot(const Parts& parts) const {
  const Node classes =
      !parts.rest.empty() ? parts.rest[0] : python::KeywordArgument(parts.call, "num_classes");
  Shape result = ShapeOf(parts.tensor, parts.depth);
  if (!result.is_closed() || !classes) return {};
  result.dims.push_back(Read(classes, 1));
  return result;
}

Shape SizeReader::OfDiagonal(const Parts& parts) const {
  Shape result = ShapeOf(parts.tensor, parts.depth);
  if (!result.is_closed() || result.rank() == 0) return {};
  result.dims.push_back(result.dims.back());
  return result;
}

}  // namespace allreview::scaling
