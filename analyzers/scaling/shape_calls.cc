// Shapes of what calls return.

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/scaling/size_reader.h"

namespace allreview::scaling {
namespace {

using python::Field;
using python::Kind;
using python::Node;

template <size_t N>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[N]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr absl::string_view kFactories[] = {"zeros", "ones",      "empty",    "rand",
                                            "randn", "new_zeros", "new_ones", "new_empty"};
constexpr absl::string_view kFilled[] = {"full", "new_full"};
// The result is as the first tensor.
constexpr absl::string_view kSame[] = {"contiguous",
                                       "clone",
                                       "detach",
                                       "to",
                                       "float",
                                       "half",
                                       "bfloat16",
                                       "double",
                                       "long",
                                       "int",
                                       "bool",
                                       "cuda",
                                       "cpu",
                                       "exp",
                                       "exp2",
                                       "expm1",
                                       "log",
                                       "log1p",
                                       "log2",
                                       "sqrt",
                                       "rsqrt",
                                       "abs",
                                       "neg",
                                       "sigmoid",
                                       "tanh",
                                       "relu",
                                       "gelu",
                                       "silu",
                                       "softplus",
                                       "softmax",
                                       "log_softmax",
                                       "cumsum",
                                       "cumprod",
                                       "logcumsumexp",
                                       "dropout",
                                       "clamp",
                                       "clamp_",
                                       "clamp_min",
                                       "clamp_max",
                                       "masked_fill",
                                       "masked_fill_",
                                       "type_as",
                                       "requires_grad_",
                                       "nan_to_num",
                                       "roll",
                                       "flip",
                                       "tril",
                                       "triu",
                                       "sort",
                                       "argsort",
                                       "zeros_like",
                                       "ones_like",
                                       "empty_like",
                                       "full_like",
                                       "rand_like",
                                       "randn_like",
                                       "normalize",
                                       "pin_memory",
                                       "zero_",
                                       "fill_",
                                       "copy_",
                                       "add_",
                                       "mul_",
                                       "sub_",
                                       "div_",
                                       "scatter",
                                       "scatter_",
                                       "scatter_add",
                                       "index_add",
                                       "index_fill"};
constexpr absl::string_view kBetween[] = {
    "add", "sub", "mul", "div", "true_divide", "maximum",   "minimum", "pow",       "eq",
    "ne",  "lt",  "gt",  "le",  "ge",          "logaddexp", "fmod",    "remainder", "bitwise_and"};
constexpr absl::string_view kReductions[] = {
    "sum", "mean",   "max",    "min",  "amax", "amin", "prod",   "logsumexp", "any",
    "all", "argmax", "argmin", "norm", "std",  "var",  "median", "nansum"};

int Normal(int index, int rank) { return index < 0 ? index + rank : index; }

bool IsTrue(Node node) { return node.Is(Kind::kTrue); }

}  // namespace

SizeReader::Callee SizeReader::CalleeOf(Node call) const {
  Callee callee;
  const Node function = python::WithoutParentheses(call.child(Field::kFunction));
  callee.arguments = python::ArgumentsOf(call).positional;
  callee.full = module_.Resolve(function);
  if (callee.full.empty() && function.Is(Kind::kAttribute)) {
    callee.self = function.child(Field::kObject);
    callee.full = absl::StrCat(".", function.child(Field::kAttribute).text());
  } else if (callee.full.empty()) {
    callee.full = std::string(function.text());
  }
  const size_t dot = callee.full.rfind('.');
  callee.name = dot == std::string::npos ? callee.full : callee.full.substr(dot + 1);
  return callee;
}

Shape SizeReader::ShapeOfArguments(const std::vector<Node>& sizes, int depth) const {
  std::vector<Node> nodes = sizes;
  if (nodes.size() == 1) {
    const Node only = module_.Dereference(nodes[0]);
    if (only.Is(Kind::kTuple) || only.Is(Kind::kList)) {
      nodes.clear();
      for (int i = 0; i < only.named_child_count(); ++i) nodes.push_back(only.named_child(i));
    } else if (only.Is(Kind::kAttribute) && only.child(Field::kAttribute).text() == "shape") {
      return ShapeOf(only.child(Field::kObject), depth + 1);
    } else if (only.Is(Kind::kCall) && CalleeOf(only).name == "size" &&
               CalleeOf(only).arguments.empty()) {
      return ShapeOf(CalleeOf(only).self, depth + 1);
    } else if (only.Is(Kind::kBinaryOperator)) {
      return {};  // Shapes that are put together.
    }
  }
  Shape shape = {.kind = Shape::Kind::kClosed};
  for (Node node : nodes) {
    if (node.Is(Kind::kListSplat)) return {};
    shape.dims.push_back(Read(node, 1));
  }
  return shape;
}

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

Shape SizeReader::Reduced(Node call, const Callee& callee, int depth) const {
  const Node tensor = callee.self                ? callee.self
                      : callee.arguments.empty() ? Node()
                                                 : callee.arguments[0];
  Shape shape = ShapeOf(tensor, depth + 1);
  const int position = callee.self ? 0 : 1;
  Node dimension = python::Argument(call, position, "dim");
  if (!dimension) dimension = python::KeywordArgument(call, "axis");
  if (!dimension) return {.kind = Shape::Kind::kClosed};
  const std::optional<int> index = IntegerOf(dimension);
  if (!shape.is_closed() || !index) return {};
  const int i = Normal(*index, shape.rank());
  if (i < 0 || i >= shape.rank()) return {};
  const bool keeps = IsTrue(python::KeywordArgument(call, "keepdim")) ||
                     IsTrue(python::KeywordArgument(call, "keepdims"));
  if (keeps) {
    shape.dims[i] = Size::Constant(1);
  } else {
    shape.dims.erase(shape.dims.begin() + i);
  }
  return shape;
}

Shape SizeReader::Expanded(const Shape& shape, const std::vector<Node>& sizes,
                           bool is_repeat) const {
  const Shape wanted = ShapeOfArguments(sizes, 1);
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

Shape SizeReader::Joined(Node call, const Callee& callee, int depth) const {
  const Node list = callee.arguments.empty() ? Node() : module_.Dereference(callee.arguments[0]);
  Shape item;
  Size count = Size::Constant(1);
  if (list.Is(Kind::kListComprehension) || list.Is(Kind::kGeneratorExpression)) {
    item = ShapeOf(list.child(Field::kBody), depth + 1);
    count = Count(list, depth + 1);
  } else if (list.Is(Kind::kList) || list.Is(Kind::kTuple)) {
    if (list.named_child_count() == 0) return {};
    item = ShapeOf(list.named_child(0), depth + 1);
    count = Size::Constant(list.named_child_count());
  }
  if (!item.is_closed()) return {};
  const std::optional<int> index = IntegerOf(python::Argument(call, 1, "dim"));
  const bool is_stack = callee.name == "stack";
  const int i = Normal(index.value_or(0), item.rank() + (is_stack ? 1 : 0));
  if (i < 0 || i > item.rank() || (!is_stack && i == item.rank())) return {};
  if (is_stack) {
    item.dims.insert(item.dims.begin() + i, count);
  } else if (list.Is(Kind::kList) || list.Is(Kind::kTuple)) {
    for (int k = 1; k < list.named_child_count(); ++k) {
      const std::optional<Size> more = DimensionOf(ShapeOf(list.named_child(k), depth + 1), i);
      item.dims[i] = item.dims[i] + more.value_or(Size::Constant(1));
    }
  } else {
    item.dims[i] = item.dims[i] * count;
  }
  return item;
}

Shape SizeReader::ShapeOfCall(Node call, int depth) const {
  const Callee callee = CalleeOf(call);
  const std::string& name = callee.name;
  const std::vector<Node>& given = callee.arguments;
  const bool is_library = callee.self || absl::StartsWith(callee.full, "torch.") ||
                          absl::StartsWith(callee.full, "numpy.");
  if (!is_library) return {};
  // The tensor and what follows it, however it is called.
  Node tensor = callee.self;
  std::vector<Node> rest = given;
  if (!tensor && !rest.empty()) {
    tensor = rest.front();
    rest.erase(rest.begin());
  }
  const auto integer = [&](size_t i, absl::string_view keyword) {
    Node node = i < rest.size() ? rest[i] : Node();
    if (!node) node = python::KeywordArgument(call, keyword);
    return IntegerOf(node);
  };
  if (IsOneOf(name, kFactories)) {
    const Node keyword = python::KeywordArgument(call, "size");
    return ShapeOfArguments(keyword ? std::vector<Node>{keyword} : given, depth);
  }
  if (IsOneOf(name, kFilled)) {
    const Node size = python::Argument(call, 0, "size");
    return size ? ShapeOfArguments({size}, depth) : Shape();
  }
  if (name == "randint") {
    const Node size = python::KeywordArgument(call, "size");
    return size || given.size() > 1 ? ShapeOfArguments({size ? size : given.back()}, depth)
                                    : Shape();
  }
  if (name == "arange" || name == "linspace") {
    Shape shape = {.kind = Shape::Kind::kClosed};
    shape.dims.push_back(name == "arange"   ? CountOfRange(given, depth)
                         : given.size() > 2 ? Read(given[2], 1)
                                            : Size::Constant(100));
    return shape;
  }
  if (name == "eye" && !given.empty()) {
    const Size n = Read(given[0], 1);
    return {.kind = Shape::Kind::kClosed, .dims = {n, given.size() > 1 ? Read(given[1], 1) : n}};
  }
  if (name == "cat" || name == "concat" || name == "stack") return Joined(call, callee, depth);
  if (name == "einsum" && !given.empty()) {
    const std::optional<Contraction> result = Einsum(
        python::Module::StringContent(given[0]), std::vector<Node>(given.begin() + 1, given.end()));
    return result ? result->result : Shape();
  }
  if (name == "where" && given.size() == 3) {
    return Broadcast(ShapeOf(given[0], depth + 1),
                     Broadcast(ShapeOf(given[1], depth + 1), ShapeOf(given[2], depth + 1)));
  }
  if (!tensor) return {};
  if (IsOneOf(name, kSame)) return ShapeOf(tensor, depth + 1);
  if (IsOneOf(name, kReductions)) return Reduced(call, callee, depth);
  const Shape shape = ShapeOf(tensor, depth + 1);
  if (IsOneOf(name, kBetween) && !rest.empty())
    return Broadcast(shape, ShapeOf(rest[0], depth + 1));
  if (name == "matmul" || name == "bmm" || name == "mm") {
    if (rest.size() != 1) return {};
    const std::optional<Contraction> result = MatrixProduct(shape, ShapeOf(rest[0], depth + 1));
    return result ? result->result : Shape();
  }
  if (name == "outer" || name == "cdist") {
    if (rest.empty()) return {};
    const int index = name == "outer" ? -1 : -2;
    const std::optional<Size> a = DimensionOf(shape, index);
    const std::optional<Size> b = DimensionOf(ShapeOf(rest[0], depth + 1), index);
    if (!a || !b) return {};
    return {.kind = Shape::Kind::kClosed, .dims = {*a, *b}};
  }
  if (name == "t") return Transposed(shape, -2, -1);
  if (name == "transpose" || name == "swapaxes" || name == "swapdims") {
    const std::optional<int> i = integer(0, "dim0"), j = integer(1, "dim1");
    return i && j ? Transposed(shape, *i, *j) : Shape();
  }
  if (name == "permute") {
    Shape result = {.kind = Shape::Kind::kClosed};
    for (Node node : rest) {
      const std::optional<int> i = IntegerOf(node);
      const std::optional<Size> size = i ? DimensionOf(shape, *i) : std::nullopt;
      if (!size) return {};
      result.dims.push_back(*size);
    }
    return result;
  }
  if (name == "unsqueeze") {
    const std::optional<int> at = integer(0, "dim");
    if (!at) return {};
    Shape result = shape;
    if (shape.is_closed()) {
      const int i = Normal(*at, shape.rank() + 1);
      if (i < 0 || i > shape.rank()) return {};
      result.dims.insert(result.dims.begin() + i, Size::Constant(1));
      return result;
    }
    const int count = *at < 0 ? -*at - 1 : *at;
    result.dims.clear();
    for (int k = 0; k < count; ++k) {
      const std::optional<Size> size = DimensionOf(shape, *at < 0 ? k - count : k);
      if (!size) return {};
      result.dims.push_back(*size);
    }
    result.kind = *at < 0 ? Shape::Kind::kOpenFront : Shape::Kind::kOpenBack;
    result.next = *at < 0 ? -1 - count : count;
    result.dims.insert(*at < 0 ? result.dims.begin() : result.dims.end(), Size::Constant(1));
    // One of the dimensions that were there belongs to the picture.
    if (*at < 0) {
      if (const auto before = DimensionOf(shape, -1 - count)) {
        result.dims.insert(result.dims.begin(), *before);
        --result.next;
      }
    }
    return result;
  }
  if (name == "view" || name == "reshape") {
    const Shape result = ShapeOfArguments(rest, depth);
    for (const Size& size : result.dims) {
      if (size.IsConstant() && size.constant() < 0) return {};
    }
    return result;
  }
  if (name == "expand") return Expanded(shape, rest, /*is_repeat=*/false);
  if (name == "expand_as" && !rest.empty()) return ShapeOf(rest[0], depth + 1);
  if (name == "repeat" || name == "tile") return Expanded(shape, rest, /*is_repeat=*/true);
  if (name == "one_hot") {
    const Node classes = !rest.empty() ? rest[0] : python::KeywordArgument(call, "num_classes");
    if (!shape.is_closed() || !classes) return {};
    Shape result = shape;
    result.dims.push_back(Read(classes, 1));
    return result;
  }
  if (name == "diag_embed" && shape.is_closed() && shape.rank() > 0) {
    Shape result = shape;
    result.dims.push_back(shape.dims.back());
    return result;
  }
  return {};
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
