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

int Normal(int index, int rank) { return index < 0 ? index + rank : index; }

bool IsTrue(Node node) { return node.Is(Kind::kTrue); }

}  // namespace

struct SizeReader::NamedRule {
  ShapeRule rule;
  absl::string_view names;  // With a blank around each.
};

const SizeReader::NamedRule SizeReader::kShapeRules[] = {
    {&SizeReader::OfFactory, " zeros ones empty rand randn new_zeros new_ones new_empty "},
    {&SizeReader::OfFilled, " full new_full "},
    {&SizeReader::OfRandomIntegers, " randint "},
    {&SizeReader::OfSteps, " arange linspace "},
    {&SizeReader::OfIdentity, " eye "},
    {&SizeReader::OfJoin, " cat concat stack "},
    {&SizeReader::OfEinsum, " einsum "},
    {&SizeReader::OfWhere, " where "},
    // As the first tensor.
    {&SizeReader::OfTensor,
     " contiguous clone detach to float half bfloat16 double long int bool cuda cpu exp exp2 expm1 "
     "log log1p log2 sqrt rsqrt abs neg sigmoid tanh relu gelu silu softplus softmax log_softmax "
     "cumsum cumprod logcumsumexp dropout clamp clamp_ clamp_min clamp_max masked_fill "
     "masked_fill_ type_as requires_grad_ nan_to_num roll flip tril triu sort argsort zeros_like "
     "ones_like empty_like full_like rand_like randn_like normalize pin_memory zero_ fill_ copy_ "
     "add_ mul_ sub_ div_ scatter scatter_ scatter_add index_add index_fill "},
    {&SizeReader::OfBoth,
     " add sub mul div true_divide maximum minimum pow eq ne lt gt le ge logaddexp fmod remainder "
     "bitwise_and "},
    {&SizeReader::OfReduction,
     " sum mean max min amax amin prod logsumexp any all argmax argmin norm std var median "
     "nansum "},
    {&SizeReader::OfMatrixProduct, " matmul bmm mm "},
    {&SizeReader::OfPairs, " outer cdist "},
    {&SizeReader::OfTranspose, " t transpose swapaxes swapdims "},
    {&SizeReader::OfPermutation, " permute "},
    {&SizeReader::OfUnsqueeze, " unsqueeze "},
    {&SizeReader::OfView, " view reshape "},
    {&SizeReader::OfExpand, " expand "},
    {&SizeReader::OfLike, " expand_as view_as reshape_as "},
    {&SizeReader::OfRepeat, " repeat tile "},
    {&SizeReader::OfOneHot, " one_hot "},
    {&SizeReader::OfDiagonal, " diag_embed "},
};

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
      for (Node child : only.named_children()) nodes.push_back(child);
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

std::optional<int> SizeReader::Parts::Integer(size_t position, absl::string_view keyword) const {
  Node node = position < rest.size() ? rest[position] : Node();
  if (!node) node = python::KeywordArgument(call, keyword);
  return IntegerOf(node);
}

Shape SizeReader::ShapeOfCall(Node call, int depth) const {
  const Callee callee = CalleeOf(call);
  const bool is_library = callee.self || absl::StartsWith(callee.full, "torch.") ||
                          absl::StartsWith(callee.full, "numpy.");
  if (!is_library) return {};
  Parts parts = {call, callee, callee.self, callee.arguments, depth + 1};
  if (!parts.tensor && !parts.rest.empty()) {
    parts.tensor = parts.rest.front();
    parts.rest.erase(parts.rest.begin());
  }
  const std::string wanted = absl::StrCat(" ", callee.name, " ");
  for (const NamedRule& rule : kShapeRules) {
    if (absl::StrContains(rule.names, wanted)) return (this->*rule.rule)(parts);
  }
  return {};
}

Shape SizeReader::OfFactory(const Parts& parts) const {
  const Node size = python::KeywordArgument(parts.call, "size");
  if (size) return ShapeOfArguments({size}, parts.depth);
  std::vector<Node> sizes = parts.callee.arguments;
  if (sizes.empty()) return {};
  // np.zeros(shape, dtype): one argument is the shape; of torch all are.
  const bool is_numpy = absl::StartsWith(parts.callee.full, "numpy.") &&
                        !absl::StartsWith(parts.callee.full, "numpy.random.");
  if (is_numpy) sizes.resize(1);
  return ShapeOfArguments(sizes, parts.depth);
}

Shape SizeReader::OfFilled(const Parts& parts) const {
  const Node size = python::Argument(parts.call, 0, "size");
  return size ? ShapeOfArguments({size}, parts.depth) : Shape();
}

Shape SizeReader::OfRandomIntegers(const Parts& parts) const {
  const Node size = python::KeywordArgument(parts.call, "size");
  const std::vector<Node>& given = parts.callee.arguments;
  if (!size && given.size() < 2) return {};
  return ShapeOfArguments({size ? size : given.back()}, parts.depth);
}

Shape SizeReader::OfSteps(const Parts& parts) const {
  const std::vector<Node>& given = parts.callee.arguments;
  Shape shape = {.kind = Shape::Kind::kClosed};
  if (parts.callee.name == "arange") {
    shape.dims.push_back(CountOfRange(given, parts.depth));
  } else {
    shape.dims.push_back(given.size() > 2 ? Read(given[2], 1) : Size::Constant(100));
  }
  return shape;
}

Shape SizeReader::OfIdentity(const Parts& parts) const {
  const std::vector<Node>& given = parts.callee.arguments;
  if (given.empty()) return {};
  const Size n = Read(given[0], 1);
  return {.kind = Shape::Kind::kClosed, .dims = {n, given.size() > 1 ? Read(given[1], 1) : n}};
}

Shape SizeReader::OfTensor(const Parts& parts) const { return ShapeOf(parts.tensor, parts.depth); }

Shape SizeReader::OfBoth(const Parts& parts) const {
  if (parts.rest.empty()) return {};
  return Broadcast(ShapeOf(parts.tensor, parts.depth), ShapeOf(parts.rest[0], parts.depth));
}

Shape SizeReader::OfWhere(const Parts& parts) const {
  const std::vector<Node>& given = parts.callee.arguments;
  if (given.size() != 3) return {};
  return Broadcast(ShapeOf(given[0], parts.depth),
                   Broadcast(ShapeOf(given[1], parts.depth), ShapeOf(given[2], parts.depth)));
}

Shape SizeReader::OfMatrixProduct(const Parts& parts) const {
  if (parts.rest.size() != 1) return {};
  const std::optional<Contraction> product =
      MatrixProduct(ShapeOf(parts.tensor, parts.depth), ShapeOf(parts.rest[0], parts.depth));
  return product ? product->result : Shape();
}

// Each of one with each of the other.
Shape SizeReader::OfPairs(const Parts& parts) const {
  if (parts.rest.empty()) return {};
  const int index = parts.callee.name == "outer" ? -1 : -2;
  const std::optional<Size> a = DimensionOf(ShapeOf(parts.tensor, parts.depth), index);
  const std::optional<Size> b = DimensionOf(ShapeOf(parts.rest[0], parts.depth), index);
  if (!a || !b) return {};
  return {.kind = Shape::Kind::kClosed, .dims = {*a, *b}};
}

Shape SizeReader::OfEinsum(const Parts& parts) const {
  const std::vector<Node>& given = parts.callee.arguments;
  if (given.empty()) return {};
  const std::optional<Contraction> result = Einsum(
      python::Module::StringContent(given[0]), std::vector<Node>(given.begin() + 1, given.end()));
  return result ? result->result : Shape();
}

Shape SizeReader::OfReduction(const Parts& parts) const {
  Node dimension = python::Argument(parts.call, parts.callee.self ? 0 : 1, "dim");
  if (!dimension) dimension = python::KeywordArgument(parts.call, "axis");
  if (!dimension) return {.kind = Shape::Kind::kClosed};
  Shape shape = ShapeOf(parts.tensor, parts.depth);
  const std::optional<int> index = IntegerOf(dimension);
  if (!shape.is_closed() || !index) return {};
  const int i = Normal(*index, shape.rank());
  if (i < 0 || i >= shape.rank()) return {};
  const bool keeps = IsTrue(python::KeywordArgument(parts.call, "keepdim")) ||
                     IsTrue(python::KeywordArgument(parts.call, "keepdims"));
  if (keeps) {
    shape.dims[i] = Size::Constant(1);
  } else {
    shape.dims.erase(shape.dims.begin() + i);
  }
  return shape;
}

// cat and stack, of a list that is written there or of a comprehension.
Shape SizeReader::OfJoin(const Parts& parts) const {
  const std::vector<Node>& given = parts.callee.arguments;
  const Node list = given.empty() ? Node() : module_.Dereference(given[0]);
  const bool is_literal = list.Is(Kind::kList) || list.Is(Kind::kTuple);
  Shape item;
  Size count = Size::Constant(1);
  if (list.Is(Kind::kListComprehension) || list.Is(Kind::kGeneratorExpression)) {
    item = ShapeOf(list.child(Field::kBody), parts.depth);
    count = Count(list, parts.depth);
  } else if (is_literal && list.named_child_count() > 0) {
    item = ShapeOf(list.named_child(0), parts.depth);
    count = Size::Constant(list.named_child_count());
  }
  if (!item.is_closed()) return {};
  const bool is_stack = parts.callee.name == "stack";
  const std::optional<int> index = IntegerOf(python::Argument(parts.call, 1, "dim"));
  const int i = Normal(index.value_or(0), item.rank() + (is_stack ? 1 : 0));
  if (i < 0 || i > item.rank() || (!is_stack && i == item.rank())) return {};
  if (is_stack) {
    item.dims.insert(item.dims.begin() + i, count);
    return item;
  }
  if (!is_literal) {
    item.dims[i] = item.dims[i] * count;
    return item;
  }
  for (Node other : list.named_children()) {
    if (other == list.named_child(0)) continue;
    const std::optional<Size> more = DimensionOf(ShapeOf(other, parts.depth), i);
    item.dims[i] = item.dims[i] + more.value_or(Size::Constant(1));
  }
  return item;
}

}  // namespace allreview::scaling
