#include "analyzers/scaling/operations.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;
using Callee = SizeReader::Callee;

template <size_t N>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr absl::string_view kAllocating[] = {"zeros",      "ones",       "empty",
                                             "rand",       "randn",      "randint",
                                             "full",       "new_zeros",  "new_ones",
                                             "new_empty",  "new_full",   "eye",
                                             "zeros_like", "ones_like",  "empty_like",
                                             "full_like",  "rand_like",  "randn_like",
                                             "repeat",     "tile",       "repeat_interleave",
                                             "one_hot",    "diag_embed", "cat",
                                             "concat",     "stack",      "outer"};
constexpr absl::string_view kMatrixProducts[] = {"matmul",  "bmm",   "mm",
                                                 "baddbmm", "addmm", "linear"};
constexpr absl::string_view kSorts[] = {"sort",     "argsort", "topk",  "unique",
                                        "kthvalue", "median",  "msort", "searchsorted"};
constexpr absl::string_view kScans[] = {"cumsum", "cumprod", "logcumsumexp", "cummax", "cummin"};
// Cubic in the last dimension.
constexpr absl::string_view kFactorisations[] = {"inv",     "inverse",    "cholesky", "qr",
                                                 "svd",     "eigh",       "eig",      "det",
                                                 "slogdet", "matrix_exp", "pinv"};
// A copy of what an expand only pretends to be.
constexpr absl::string_view kCopies[] = {"contiguous", "clone"};

bool IsLibrary(const Callee& callee) {
  return callee.self || absl::StartsWith(callee.full, "torch.") ||
         absl::StartsWith(callee.full, "numpy.");
}

// The first tensor, and what follows it.
struct Operands {
  Node tensor;
  std::vector<Node> rest;
};

Operands OperandsOf(const Callee& callee) {
  Operands operands{.tensor = callee.self, .rest = callee.arguments};
  if (!operands.tensor && !operands.rest.empty()) {
    operands.tensor = operands.rest.front();
    operands.rest.erase(operands.rest.begin());
  }
  return operands;
}

// What is known of the elements; of an open shape, those dimensions that are named.
std::optional<Size> ElementsOf(const Shape& shape) {
  if (!shape.is_known() || shape.dims.empty()) return std::nullopt;
  return shape.Elements();
}

std::optional<OperationCost> ProductCost(const SizeReader& reader, const Shape& a, const Shape& b) {
  const auto product = reader.MatrixProduct(a, b);
  if (!product) return std::nullopt;
  return OperationCost{.time = product->time, .memory = product->result.Elements()};
}

std::optional<OperationCost> AttentionCost(const SizeReader& reader, const Callee& callee) {
  if (callee.arguments.size() < 2) return std::nullopt;
  const Shape query = reader.ShapeOf(callee.arguments[0]);
  const Shape key = reader.ShapeOf(callee.arguments[1]);
  const auto rows = reader.DimensionOf(query, -2), inner = reader.DimensionOf(query, -1);
  const auto columns = reader.DimensionOf(key, -2);
  if (!rows || !inner || !columns) return std::nullopt;
  Size time = *rows * *columns * *inner;
  for (int i = 0; i + 2 < query.rank(); ++i) time = time * query.dims[i];
  return OperationCost{.time = time};  // Fused: the scores are never in memory.
}

std::optional<OperationCost> SortCost(const SizeReader& reader, const Shape& shape) {
  const std::optional<Size> elements = ElementsOf(shape);
  if (!elements) return std::nullopt;
  const Size last = reader.DimensionOf(shape, -1).value_or(shape.dims.back());
  return OperationCost{.time = *elements * Size::Logarithm(last), .memory = *elements};
}

std::optional<OperationCost> LibraryCost(const SizeReader& reader, Node call,
                                         const Callee& callee) {
  const std::string& name = callee.name;
  const Operands operands = OperandsOf(callee);
  if (name == "einsum" && !callee.arguments.empty()) {
    const auto result =
        reader.Einsum(python::Module::StringContent(callee.arguments[0]),
                      std::vector<Node>(callee.arguments.begin() + 1, callee.arguments.end()));
    if (!result) return std::nullopt;
    return OperationCost{.time = result->time, .memory = result->result.Elements()};
  }
  if (name == "scaled_dot_product_attention") return AttentionCost(reader, callee);
  if (!operands.tensor) return std::nullopt;
  // `ring.matmul(a, b)` is no method of a tensor.
  const bool is_foreign = callee.self && callee.arguments.size() > 1;
  if (IsOneOf(name, kMatrixProducts) && !operands.rest.empty()) {
    if (is_foreign) return std::nullopt;
    const bool has_bias_first = name == "baddbmm" || name == "addmm";
    if (has_bias_first && operands.rest.size() < 2) return std::nullopt;
    const Node a = has_bias_first ? operands.rest[0] : operands.tensor;
    const Node b = has_bias_first ? operands.rest[1] : operands.rest[0];
    Shape right = reader.ShapeOf(b);
    if (name == "linear") {
      const auto rows = reader.DimensionOf(right, -2), columns = reader.DimensionOf(right, -1);
      if (!rows || !columns) return std::nullopt;
      right = {.kind = Shape::Kind::kClosed, .dims = {*columns, *rows}};
    }
    return ProductCost(reader, reader.ShapeOf(a), right);
  }
  if (name == "cdist" && !operands.rest.empty()) {
    const Shape left = reader.ShapeOf(operands.tensor);
    const Shape result = reader.ShapeOf(call);
    const auto inner = reader.DimensionOf(left, -1);
    if (!result.is_closed() || !inner) return std::nullopt;
    return OperationCost{.time = result.Elements() * *inner, .memory = result.Elements()};
  }
  if (IsOneOf(name, kSorts)) return SortCost(reader, reader.ShapeOf(operands.tensor));
  if (IsOneOf(name, kScans)) {
    const std::optional<Size> elements = ElementsOf(reader.ShapeOf(operands.tensor));
    if (!elements) return std::nullopt;
    return OperationCost{.time = *elements, .memory = *elements};
  }
  if (IsOneOf(name, kFactorisations)) {
    const Shape shape = reader.ShapeOf(operands.tensor);
    const std::optional<Size> elements = ElementsOf(shape);
    const auto last = reader.DimensionOf(shape, -1);
    if (!elements || !last) return std::nullopt;
    return OperationCost{.time = *elements * *last, .memory = *elements};
  }
  if (IsOneOf(name, kCopies) && operands.tensor.Is(Kind::kCall) &&
      absl::StartsWith(reader.CalleeOf(operands.tensor).name, "expand")) {
    const std::optional<Size> elements = ElementsOf(reader.ShapeOf(operands.tensor));
    if (!elements) return std::nullopt;
    return OperationCost{.time = *elements, .memory = *elements, .is_allocation = true};
  }
  if (!IsOneOf(name, kAllocating)) return std::nullopt;
  const std::optional<Size> elements = ElementsOf(reader.ShapeOf(call));
  if (!elements) return std::nullopt;
  return OperationCost{.time = *elements, .memory = *elements, .is_allocation = true};
}

// `x[:, :, None] * y[:, None, :]`: more than either operand holds.
std::optional<OperationCost> BroadcastCost(const SizeReader& reader, const Shape& a,
                                           const Shape& b) {
  const Shape result = reader.Broadcast(a, b);
  if (!result.is_known() || result.dims.empty() || a.dims.empty() || b.dims.empty()) {
    return std::nullopt;
  }
  const Product whole = result.Elements().Lead();
  for (const Shape* operand : {&a, &b}) {
    if (IsDominatedBy(whole, operand->Elements().Lead())) return std::nullopt;
  }
  return OperationCost{
      .time = result.Elements(), .memory = result.Elements(), .is_allocation = true};
}

bool IsList(const SizeReader& reader, Node expression) {
  return reader.values().Of(expression).type == python::ValueType::kSequence;
}

}  // namespace

std::optional<OperationCost> CostOf(const SizeReader& reader, Node expression) {
  if (expression.Is(Kind::kCall)) {
    const Callee callee = reader.CalleeOf(expression);
    if (!IsLibrary(callee)) return std::nullopt;
    return LibraryCost(reader, expression, callee);
  }
  if (!expression.Is(Kind::kBinaryOperator) && !expression.Is(Kind::kComparisonOperator)) {
    return std::nullopt;
  }
  const Shape left = reader.ShapeOf(expression.named_child(0));
  const Shape right = reader.ShapeOf(expression.named_child(1));
  if (expression.child(Field::kOperator).text() == "@") return ProductCost(reader, left, right);
  return BroadcastCost(reader, left, right);
}

std::optional<Size> ListScan(const SizeReader& reader, Node expression) {
  if (expression.Is(Kind::kComparisonOperator)) {
    const absl::string_view op = expression.child(Field::kOperators).text();
    const Node list = expression.named_child(1);
    if ((op != "in" && op != "not in") || !IsList(reader, list)) return std::nullopt;
    return reader.CountOf(list);
  }
  if (!expression.Is(Kind::kCall)) return std::nullopt;
  const Callee callee = reader.CalleeOf(expression);
  if (!callee.self || !IsList(reader, callee.self)) return std::nullopt;
  const bool is_at_front = (callee.name == "insert" || callee.name == "pop") &&
                           !callee.arguments.empty() && IntegerOf(callee.arguments[0]) == 0;
  if (!is_at_front && callee.name != "index" && callee.name != "remove" && callee.name != "count") {
    return std::nullopt;
  }
  return reader.CountOf(callee.self);
}

int ElementBytes(const SizeReader& reader, Node call) {
  if (!call.Is(Kind::kCall)) return 0;
  const Node dtype = python::KeywordArgument(call, "dtype");
  if (!dtype) return 0;
  const std::string name = reader.module().Resolve(dtype);
  for (absl::string_view wide : {"float64", "double", "int64", "long"}) {
    if (absl::EndsWith(name, absl::StrCat(".", wide))) return 8;
  }
  for (absl::string_view word : {"float32", "float", "int32", "int"}) {
    if (absl::EndsWith(name, absl::StrCat(".", word))) return 4;
  }
  for (absl::string_view half : {"bfloat16", "float16", "half", "int16"}) {
    if (absl::EndsWith(name, absl::StrCat(".", half))) return 2;
  }
  for (absl::string_view byte : {"bool", "uint8", "int8", "float8_e4m3fn", "float8_e5m2"}) {
    if (absl::EndsWith(name, absl::StrCat(".", byte))) return 1;
  }
  return 0;
}

}  // namespace allreview::scaling
