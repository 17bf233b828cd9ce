#include "services/analysis/change_model/stories/shape_operations.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/numbers.h"
#include "analyzers/rules/shared/variables.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Arguments;
using python::ArgumentsOf;
using python::Kind;
using python::Node;

// How many values of chunk() and its like may be told apart.
constexpr size_t kMaxParts = 16;

std::vector<int> IntegersIn(Node call, int first) {
  std::vector<int> values;
  const Arguments arguments = ArgumentsOf(call);
  for (size_t i = static_cast<size_t>(first); i < arguments.positional.size(); ++i) {
    for (Node element : rules::ElementsOf(arguments.positional[i])) {
      const std::optional<int> value = IntegerOf(element);
      if (!value) return {};
      values.push_back(*value);
    }
  }
  return values;
}

std::optional<size_t> AxisOf(const ShapeOperation& op, int position, std::optional<int> fallback,
                             size_t rank) {
  const std::optional<int> dim = DimArgument(op.call, position, fallback);
  return dim ? DimIndex(*dim, rank) : std::nullopt;
}

ShapeResult Same(const ShapeOperation& op) { return {.shape = op.dims, .parts = {}}; }

ShapeResult Reduced(const ShapeOperation& op) {
  const Arguments arguments = ArgumentsOf(op.call);
  const bool has_dim = arguments.positional.size() > static_cast<size_t>(op.first) ||
                       python::KeywordArgument(op.call, "dim") ||
                       python::KeywordArgument(op.call, "axis");
  if (!has_dim) return {.shape = Dims{}, .parts = {}};
  const auto at = AxisOf(op, op.first, std::nullopt, op.dims.size());
  if (!at) return {};
  Dims result = op.dims;
  if (python::KeywordArgument(op.call, "keepdim").Is(Kind::kTrue)) {
    result[*at] = std::string(1, '1');
  } else {
    result.erase(result.begin() + static_cast<long>(*at));
  }
  return {.shape = std::move(result), .parts = {}};
}

// With a dimension: values and indices.
ShapeResult Extreme(const ShapeOperation& op) {
  ShapeResult reduced = Reduced(op);
  if (!DimArgument(op.call, op.first, std::nullopt)) return reduced;
  return {.shape = std::nullopt, .parts = {reduced.shape, reduced.shape}};
}

ShapeResult Sorted(const ShapeOperation& op) {
  return {.shape = std::nullopt, .parts = {op.dims, op.dims}};
}

ShapeResult TopK(const ShapeOperation& op) {
  const auto at = AxisOf(op, op.first + 1, -1, op.dims.size());
  const Node k = python::Argument(op.call, op.first, "k");
  if (!at || !k) return {};
  Dims dims = op.dims;
  dims[*at] = op.rules.DimOf(k);
  return {.shape = std::nullopt, .parts = {dims, dims}};
}

ShapeResult Transposed(const ShapeOperation& op) {
  std::vector<int> axes = IntegersIn(op.call, op.first);
  if (op.name == "t" && op.dims.size() == 2) axes = {0, 1};
  if (axes.size() != 2) return {};
  const auto a = DimIndex(axes[0], op.dims.size()), b = DimIndex(axes[1], op.dims.size());
  if (!a || !b) return {};
  Dims dims = op.dims;
  std::swap(dims[*a], dims[*b]);
  return {.shape = std::move(dims), .parts = {}};
}

ShapeResult Permuted(const ShapeOperation& op) {
  const std::vector<int> axes = IntegersIn(op.call, op.first);
  if (axes.size() != op.dims.size()) return {};
  Dims permuted;
  for (int axis : axes) {
    const auto at = DimIndex(axis, op.dims.size());
    if (!at) return {};
    permuted.push_back(op.dims[*at]);
  }
  return {.shape = std::move(permuted), .parts = {}};
}

ShapeResult Unsqueezed(const ShapeOperation& op) {
  const auto at = AxisOf(op, op.first, std::nullopt, op.dims.size() + 1);
  if (!at) return {};
  Dims dims = op.dims;
  dims.insert(dims.begin() + static_cast<long>(*at), "1");
  return {.shape = std::move(dims), .parts = {}};
}

// Only of a dimension that is known to be 1: others stay, which nobody can see here.
ShapeResult Squeezed(const ShapeOperation& op) {
  const auto at = AxisOf(op, op.first, std::nullopt, op.dims.size());
  if (!at || op.dims[*at] != "1") return {};
  Dims dims = op.dims;
  dims.erase(dims.begin() + static_cast<long>(*at));
  return {.shape = std::move(dims), .parts = {}};
}

ShapeResult Flattened(const ShapeOperation& op) {
  const Node from = python::Argument(op.call, op.first, "start_dim");
  const Node to = python::Argument(op.call, op.first + 1, "end_dim");
  const std::optional<int> first = from ? IntegerOf(from) : 0, last = to ? IntegerOf(to) : -1;
  if (!first || !last) return {};
  const auto a = DimIndex(*first, op.dims.size()), b = DimIndex(*last, op.dims.size());
  if (!a || !b || *b < *a) return {};
  Dims dims = op.dims;
  const auto begin = dims.begin() + static_cast<long>(*a);
  const auto end = dims.begin() + static_cast<long>(*b) + 1;
  const std::string flat = Times(Dims(begin, end));
  dims.erase(begin + 1, end);
  dims[*a] = flat;
  return {.shape = std::move(dims), .parts = {}};
}

ShapeResult Chunked(const ShapeOperation& op) {
  const Node count = python::Argument(op.call, op.first, "chunks");
  const auto at = AxisOf(op, op.first + 1, 0, op.dims.size());
  if (!at || !count) return {};
  Dims part = op.dims;
  part[*at] = Over(op.dims[*at], op.rules.DimOf(count));
  return {.shape = std::nullopt, .parts = std::vector<Shape>(kMaxParts, part)};
}

ShapeResult Unbound(const ShapeOperation& op) {
  const auto at = AxisOf(op, op.first, 0, op.dims.size());
  if (!at) return {};
  Dims part = op.dims;
  part.erase(part.begin() + static_cast<long>(*at));
  return {.shape = std::nullopt, .parts = std::vector<Shape>(kMaxParts, part)};
}

ShapeResult Split(const ShapeOperation& op) {
  const Node sizes =
      python::WithoutParentheses(python::Argument(op.call, op.first, "split_size_or_sections"));
  const auto at = AxisOf(op, op.first + 1, 0, op.dims.size());
  if (!at || !sizes) return {};
  ShapeResult result;
  Dims part = op.dims;
  if (!sizes.Is(Kind::kList) && !sizes.Is(Kind::kTuple)) {
    // A name may stand for one size or for a list of them.
    part[*at] = IntegerOf(sizes) ? op.rules.DimOf(sizes) : std::string(1, '?');
    result.parts.assign(kMaxParts, part);
    return result;
  }
  for (Node size : rules::ElementsOf(sizes)) {
    part[*at] = op.rules.DimOf(size);
    result.parts.push_back(part);
  }
  return result;
}

ShapeResult Product(const ShapeOperation& op) {
  const Node other = python::Argument(op.call, op.first, op.name == "matmul" ? "other" : "mat2");
  return {.shape = MatrixProduct(op.dims, op.rules.ShapeOf(other)), .parts = {}};
}

ShapeResult Linear(const ShapeOperation& op) {
  const Shape weight = op.rules.ShapeOf(python::Argument(op.call, op.first, "weight"));
  if (op.dims.empty()) return {};
  Dims dims = op.dims;
  dims.back() = weight && weight->size() == 2 ? weight->front() : std::string(1, '?');
  return {.shape = std::move(dims), .parts = {}};
}

ShapeResult Combined(const ShapeOperation& op) {
  const Node other = python::Argument(op.call, op.first, "other");
  if (other.Is(Kind::kInteger) || other.Is(Kind::kFloat)) return Same(op);
  return {.shape = Broadcast(op.dims, op.rules.ShapeOf(other)), .parts = {}};
}

ShapeResult Gathered(const ShapeOperation& op) {
  const Node index = python::Argument(op.call, op.first + 1, "index");
  return {.shape = op.rules.ShapeOf(index), .parts = {}};
}

ShapeResult Selected(const ShapeOperation& op) {
  const Shape index = op.rules.ShapeOf(python::Argument(op.call, op.first + 1, "index"));
  const auto at = AxisOf(op, op.first, std::nullopt, op.dims.size());
  if (!at) return {};
  Dims dims = op.dims;
  dims[*at] = index && index->size() == 1 ? index->front() : std::string(1, '?');
  return {.shape = std::move(dims), .parts = {}};
}

struct Rule {
  absl::string_view name;
  ShapeResult (*result)(const ShapeOperation& op);
};

// clang-format off
constexpr Rule kRules[] = {
    {"abs", Same}, {"add", Combined}, {"add_", Same}, {"all", Reduced}, {"amax", Reduced},
    {"amin", Reduced}, {"any", Reduced}, {"argmax", Reduced}, {"argmin", Reduced},
    {"bernoulli", Same}, {"bfloat16", Same}, {"bmm", Product}, {"bool", Same}, {"ceil", Same},
    {"chunk", Chunked}, {"clamp", Same}, {"clamp_", Same}, {"clamp_max", Same},
    {"clamp_min", Same}, {"clone", Same}, {"contiguous", Same}, {"copy_", Same}, {"cos", Same},
    {"cpu", Same}, {"cuda", Same}, {"cumprod", Same}, {"cumsum", Same}, {"detach", Same},
    {"div", Combined}, {"div_", Same}, {"double", Same}, {"dropout", Same}, {"empty_like", Same},
    {"eq", Combined}, {"erf", Same}, {"exp", Same}, {"expm1", Same}, {"fill_", Same},
    {"flatten", Flattened}, {"flip", Same}, {"float", Same}, {"floor", Same},
    {"full_like", Same}, {"gather", Gathered}, {"ge", Combined}, {"gelu", Same},
    {"gt", Combined}, {"half", Same}, {"index_copy_", Same}, {"index_select", Selected},
    {"int", Same}, {"layer_norm", Same}, {"le", Combined}, {"leaky_relu", Same},
    {"linear", Linear}, {"log", Same}, {"log1p", Same}, {"log_softmax", Same},
    {"logical_and", Combined}, {"logical_not", Same}, {"logical_or", Combined},
    {"logsumexp", Reduced}, {"long", Same}, {"lt", Combined}, {"masked_fill", Same},
    {"masked_fill_", Same}, {"matmul", Product}, {"max", Extreme}, {"maximum", Combined},
    {"mean", Reduced}, {"median", Extreme}, {"min", Extreme}, {"minimum", Combined},
    {"mm", Product}, {"mul", Combined}, {"mul_", Same}, {"nan_to_num", Same}, {"ne", Combined},
    {"neg", Same}, {"norm", Reduced}, {"normal_", Same}, {"normalize", Same},
    {"ones_like", Same}, {"permute", Permuted}, {"pow", Same}, {"prod", Reduced},
    {"rand_like", Same}, {"randn_like", Same}, {"reciprocal", Same}, {"relu", Same},
    {"requires_grad_", Same}, {"rms_norm", Same}, {"roll", Same}, {"round", Same},
    {"rsqrt", Same}, {"scatter", Same}, {"scatter_", Same}, {"scatter_add", Same},
    {"scatter_add_", Same}, {"sigmoid", Same}, {"sign", Same}, {"silu", Same}, {"sin", Same},
    {"softmax", Same}, {"softplus", Same}, {"sort", Sorted}, {"split", Split}, {"sqrt", Same},
    {"square", Same}, {"squeeze", Squeezed}, {"std", Reduced}, {"sub", Combined},
    {"sub_", Same}, {"sum", Reduced}, {"swapaxes", Transposed}, {"t", Transposed},
    {"take_along_dim", Gathered}, {"tanh", Same}, {"to", Same}, {"topk", TopK},
    {"transpose", Transposed}, {"tril", Same}, {"triu", Same}, {"type", Same},
    {"type_as", Same}, {"unbind", Unbound}, {"uniform_", Same}, {"unsqueeze", Unsqueezed},
    {"var", Reduced}, {"zero_", Same}, {"zeros_like", Same},
};
// clang-format on

}  // namespace

std::optional<int> IntegerOf(Node node) {
  int value = 0;
  return node && absl::SimpleAtoi(OneLine(node.text(), 12), &value) ? std::optional<int>(value)
                                                                    : std::nullopt;
}

std::optional<int> DimArgument(Node call, int position, std::optional<int> fallback) {
  Node dim = python::Argument(call, position, "dim");
  if (!dim) dim = python::KeywordArgument(call, "axis");
  return dim ? IntegerOf(dim) : fallback;
}

ShapeResult ResultOf(const ShapeOperation& operation) {
  const Rule* const rule =
      std::lower_bound(std::begin(kRules), std::end(kRules), operation.name,
                       [](const Rule& a, absl::string_view name) { return a.name < name; });
  if (rule == std::end(kRules) || rule->name != operation.name) return {};
  return rule->result(operation);
}

}  // namespace allreview::analysis
