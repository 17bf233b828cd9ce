// Products of matrices and einsum.

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {

using python::Node;

std::optional<SizeReader::Contraction> SizeReader::MatrixProduct(const Shape& a,
                                                                 const Shape& b) const {
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  const std::optional<Size> rows = DimensionOf(a, a.is_closed() && a.rank() == 1 ? -1 : -2);
  const std::optional<Size> inner = DimensionOf(a, -1);
  const bool is_vector = b.is_closed() && b.rank() == 1;
  const std::optional<Size> columns =
      is_vector ? std::optional<Size>(Size::Constant(1)) : DimensionOf(b, -1);
  if (!rows || !inner || !columns) return std::nullopt;
  Contraction product;
  product.result.kind =
      a.is_closed() && b.is_closed() ? Shape::Kind::kClosed : Shape::Kind::kOpenFront;
  const Shape& batch = a.is_closed() && a.rank() >= b.rank() ? a : b;
  if (batch.is_closed()) {
    for (int i = 0; i + 2 < batch.rank(); ++i) product.result.dims.push_back(batch.dims[i]);
  } else {
    product.result.base = batch.base;
    product.result.next = -3;
  }
  product.result.dims.push_back(*rows);
  if (!is_vector) product.result.dims.push_back(*columns);
  product.time = product.result.Elements() * *inner;
  return product;
}

std::optional<SizeReader::Contraction> SizeReader::Einsum(absl::string_view equation,
                                                          const std::vector<Node>& operands) const {
  if (equation.empty() || absl::StrContains(equation, "...")) return std::nullopt;
  std::map<char, Size> sizes;
  size_t operand = 0;
  int index = 0;
  absl::string_view inputs = equation.substr(0, equation.find("->"));
  for (char c : inputs) {
    if (c == ',') {
      ++operand;
      index = 0;
    } else if (absl::ascii_isalpha(c)) {
      const std::optional<Size> size =
          operand < operands.size() ? DimensionOf(ShapeOf(operands[operand]), index) : std::nullopt;
      const bool is_named = size && !absl::StrContains(ToString(size->Lead()), ".size(");
      // The letters of the equation are names, too.
      if (is_named) {
        sizes[c] = *size;
      } else {
        sizes.emplace(c, Size::Symbol(absl::string_view(&c, 1)));
      }
      ++index;
    }
  }
  const size_t arrow = equation.find("->");
  if (arrow == absl::string_view::npos) return std::nullopt;
  Contraction contraction = {.time = Size::Constant(1)};
  contraction.result.kind = Shape::Kind::kClosed;
  for (const auto& [letter, size] : sizes) contraction.time = contraction.time * size;
  for (char c : equation.substr(arrow + 2)) {
    if (sizes.count(c)) contraction.result.dims.push_back(sizes[c]);
  }
  return contraction;
}

}  // namespace allreview::scaling
