#include "analyzers/numerics/graph/torch_functions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/call_arguments.h"
#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/function_table.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using Arguments = CallArguments;

constexpr Axis kLast = {-1};

// F.normalize(x, -1) and x.norm(-1) are written for dim=-1 where the second parameter is p; no norm
// has a negative order.
Axis AxisOfNorm(const Arguments& a, Axis otherwise) {
  const Argument* p = a.Find("p");
  const double* order = p != nullptr ? std::get_if<double>(p) : nullptr;
  if (order != nullptr && *order < 0 && !a.Has("dim")) return {static_cast<int>(*order)};
  return a.AxisOr("dim", otherwise);
}

double OrderOfNorm(const Arguments& a) {
  const Argument* p = a.Find("p");
  const double* order = p != nullptr ? std::get_if<double>(p) : nullptr;
  return order != nullptr && *order < 0 ? 2 : a.Has("p") ? a.Number("p", 2) : 2;
}

template <Operation kOperation>
int Reduction(const Arguments& a) {
  const int x = a.CastIfAsked(a.Node("input"), "dtype");
  return a.graph().Reduce(kOperation, {x}, a.AxisOr("dim", Axis::All()),
                          {.keep_axis = a.Bool("keepdim", false)});
}

template <Operation kOperation>
int ScanCall(const Arguments& a) {
  return a.graph().Scan(kOperation, a.CastIfAsked(a.Node("input"), "dtype"),
                        a.AxisOr("dim", kLast));
}

int SoftmaxCall(const Arguments& a) {
  return Softmax(a.graph(), a.CastIfAsked(a.Node("input"), "dtype"), a.AxisOr("dim", kLast));
}

int LogSoftmaxCall(const Arguments& a) {
  return LogSoftmax(a.graph(), a.CastIfAsked(a.Node("input"), "dtype"), a.AxisOr("dim", kLast));
}

int LogSumExpCall(const Arguments& a) {
  return LogSumExp(a.graph(), a.Node("input"), a.AxisOr("dim", kLast), a.Bool("keepdim", false));
}

int VarianceCall(const Arguments& a) {
  const double correction = a.Has("correction")        ? a.Number("correction", 1)
                            : a.Bool("unbiased", true) ? 1
                                                       : 0;
  return a.graph().Reduce(kVariance, {a.Node("input")}, a.AxisOr("dim", Axis::All()),
                          {.keep_axis = a.Bool("keepdim", false), .parameter = correction});
}

int DeviationCall(const Arguments& a) {
  // One kernel: the root is taken in fp32.
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const double correction = a.Has("correction")        ? a.Number("correction", 1)
                            : a.Bool("unbiased", true) ? 1
                                                       : 0;
  const int variance =
      graph.Reduce(kVariance, {graph.WidenToFp32(x)}, a.AxisOr("dim", Axis::All()),
                   {.keep_axis = a.Bool("keepdim", false), .parameter = correction});
  return graph.CastLike(graph.Apply(kSqrt, {variance}), x);
}

int NormCall(const Arguments& a) {
  const Axis axis = AxisOfNorm(a, Axis::All());
  const GraphBuilder::ReduceOptions options = {.keep_axis = a.Bool("keepdim", false)};
  GraphBuilder& graph = a.graph();
  const int x = a.CastIfAsked(a.Node("input"), "dtype");
  const double order = OrderOfNorm(a);
  if (order == 2) return graph.Reduce(kNorm, {x}, axis, options);
  const int magnitude = graph.Apply(kAbsolute, {x});
  if (order == 1) return graph.Reduce(kSum, {magnitude}, axis, options);
  if (std::isinf(order)) return graph.Reduce(kMax, {magnitude}, axis, options);
  return graph.Fail(absl::UnimplementedError(absl::StrCat("norm: p=", order, " is not measured")));
}

int NormalizeCall(const Arguments& a) {
  if (OrderOfNorm(a) != 2) {
    return a.graph().Fail(absl::UnimplementedError("normalize: p other than 2 is not measured"));
  }
  // The default dim is 1; the tensors of training code end in the feature dimension.
  return Normalize(a.graph(), a.Node("input"), AxisOfNorm(a, {1}), a.Number("eps", 1e-12));
}

NormOptions OptionsOfNorm(const Arguments& a, double eps) {
  return {.axis = kLast,
          .eps = a.Number("eps", eps),
          .weight = a.Has("weight") ? a.Node("weight") : -1,
          .bias = a.Has("bias") ? a.Node("bias") : -1};
}

int LayerNormCall(const Arguments& a) {
  return LayerNorm(a.graph(), a.Node("input"), OptionsOfNorm(a, 1e-5));
}

int RmsNormCall(const Arguments& a) {
  // eps=None is the machine epsilon of the computation: fp32.
  return RmsNorm(a.graph(), a.Node("input"), OptionsOfNorm(a, 0x1p-23));
}

int CosineCall(const Arguments& a) {
  return CosineSimilarity(a.graph(), a.Node("x1"), a.Node("x2"), a.AxisOr("dim", {1}),
                          a.Number("eps", 1e-8));
}

// The loss of each element, or of the mean of a batch: the mean over examples is not measured,
// because rows are examples here.
int KlCall(const Arguments& a) {
  return KlDivergence(a.graph(), a.Node("input"), a.Node("target"), a.Bool("log_target", false));
}
int BceLogitsCall(const Arguments& a) {
  return BceWithLogits(a.graph(), a.Node("input"), a.Node("target"));
}
int BceCall(const Arguments& a) {
  return BinaryCrossEntropy(a.graph(), a.Node("input"), a.Node("target"));
}
int CrossEntropyCall(const Arguments& a) { return CrossEntropy(a.graph(), a.Node("input"), kLast); }
int MseCall(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int difference = graph.Apply(kSubtract, {a.Node("input"), a.Node("target")});
  return graph.Apply(kMultiply, {difference, difference});
}

int ClampCall(const Arguments& a) {
  return Clamp(a.graph(), a.Node("input"), a.Has("min") ? a.Node("min") : -1,
               a.Has("max") ? a.Node("max") : -1);
}
int ClampMinCall(const Arguments& a) {
  return Clamp(a.graph(), a.Node("input"), a.Node("min"), -1);
}
int ClampMaxCall(const Arguments& a) {
  return Clamp(a.graph(), a.Node("input"), -1, a.Node("max"));
}

int PowerCall(const Arguments& a) { return Power(a.graph(), a.Node("input"), a.Node("exponent")); }

// amax, amin, max, min: of a row, or of two tensors.
template <Operation kReduce, Operation kBinary>
int ExtremeCall(const Arguments& a) {
  const Argument* other = a.Find("dim");
  if (other != nullptr && std::holds_alternative<NodeRef>(*other)) {
    return a.graph().Apply(kBinary, {a.Node("input"), a.Node("dim")});
  }
  return Reduction<kReduce>(a);
}

// alpha * other added or subtracted in one kernel.
template <Operation kOperation>
int AddCall(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int other = a.Node("other");
  const double alpha = a.Number("alpha", 1);
  if (alpha == 1) return graph.Apply(kOperation, {x, other});
  const int scaled = graph.Apply(kMultiply, {graph.WidenToFp32(other), graph.Constant(alpha)});
  return graph.CastLike(graph.Apply(kOperation, {graph.WidenToFp32(x), scaled}), x);
}

int ReverseSubtract(const Arguments& a) {
  return a.graph().Apply(kSubtract, {a.Node("other"), a.Node("input")});
}

int SquareCall(const Arguments& a) {
  const int x = a.Node("input");
  return a.graph().Apply(kMultiply, {x, x});
}

// input + value * t1 * t2, or / t2: one kernel.
template <Operation kOperation>
int AddProduct(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int left = graph.Apply(
      kMultiply, {graph.WidenToFp32(a.Node("tensor1")), graph.Constant(a.Number("value", 1))});
  const int product = graph.Apply(kOperation, {left, graph.WidenToFp32(a.Node("tensor2"))});
  return graph.CastLike(graph.Apply(kAdd, {graph.WidenToFp32(x), product}), x);
}

int LerpCall(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int start = graph.WidenToFp32(x);
  const int end = graph.WidenToFp32(a.Node("end"));
  const int weight = graph.WidenToFp32(a.Node("weight"));
  // Lerp.h: from the nearer end.
  const int length = graph.Apply(kSubtract, {end, start});
  const int from_start = graph.Apply(kAdd, {start, graph.Apply(kMultiply, {weight, length})});
  const int rest = graph.Apply(kSubtract, {graph.Constant(1), weight});
  const int from_end = graph.Apply(kSubtract, {end, graph.Apply(kMultiply, {length, rest})});
  const int is_small = graph.Apply(kLess, {graph.Apply(kAbsolute, {weight}), graph.Constant(0.5)});
  return graph.CastLike(graph.Apply(kWhere, {is_small, from_start, from_end}), x);
}

int LogitCall(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  int p = graph.WidenToFp32(x);
  if (a.Has("eps")) {
    const double eps = a.Number("eps", 0);
    p = Clamp(graph, p, graph.Constant(eps), graph.Constant(1 - eps));
  }
  const int odds = graph.Apply(kDivide, {p, graph.Apply(kSubtract, {graph.Constant(1), p})});
  return graph.CastLike(graph.Apply(kLog, {odds}), x);
}

int GeluCall(const Arguments& a) {
  const bool is_tanh = a.Text("approximate", "none") == "tanh";
  return a.graph().Apply(is_tanh ? kGeluTanh : kGelu, {a.Node("input")});
}
int LeakyReluCall(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  const int scaled = graph.Apply(kMultiply, {x, graph.Constant(a.Number("negative_slope", 0.01))});
  return graph.Apply(kWhere, {graph.Apply(kGreater, {x, graph.Constant(0)}), x, scaled});
}

int MaskedFill(const Arguments& a) {
  return a.graph().Apply(kWhere, {a.Node("mask"), a.Node("value"), a.Node("input")});
}

// Formats other than numbers (integers, bool) are exact for what is measured here: left as they
// are.
int ToCall(const Arguments& a) {
  const int x = a.Node("input");
  for (const absl::string_view parameter : {"dtype", "other"}) {
    const Argument* target = a.Find(parameter);
    if (target == nullptr) continue;
    if (std::holds_alternative<Format>(*target) || std::holds_alternative<DtypeOf>(*target)) {
      return CastToArgument(a.graph(), x, *target);
    }
    if (const NodeRef* like = std::get_if<NodeRef>(target)) {
      return a.graph().CastLike(x, like->node);
    }
  }
  return x;
}

template <Format kFormat>
int CastCall(const Arguments& a) {
  return a.graph().CastTo(a.Node("input"), kFormat);
}

int LikeCall(const Arguments& a) { return a.graph().CastLike(a.Node("input"), a.Node("other")); }
int UnsqueezeCall(const Arguments& a) { return a.graph().RestoreAxis(a.Node("input")); }
template <int kValue>
int FilledLike(const Arguments& a) {
  GraphBuilder& graph = a.graph();
  const int x = a.Node("input");
  // x * 0 would be NaN for an infinite x.
  return a.CastIfAsked(graph.Apply(kWhere, {graph.Apply(kEqual, {x, x}), graph.Constant(kValue),
                                            graph.Constant(kValue)}),
                       "dtype");
}

#define REDUCTION_PARAMETERS \
  { "input", "dim", "keepdim", "dtype" }
constexpr Function kFunctions[] = {
    {"softmax", {"input", "dim", "_stacklevel", "dtype"}, SoftmaxCall},
    {"log_softmax", {"input", "dim", "_stacklevel", "dtype"}, LogSoftmaxCall},
    {"logsumexp", {"input", "dim", "keepdim"}, LogSumExpCall},
    {"sum", REDUCTION_PARAMETERS, Reduction<kSum>},
    {"mean", REDUCTION_PARAMETERS, Reduction<kMean>},
    {"prod", REDUCTION_PARAMETERS, Reduction<kProduct>},
    {"amax", REDUCTION_PARAMETERS, Reduction<kMax>},
    {"amin", REDUCTION_PARAMETERS, Reduction<kMin>},
    {"max", REDUCTION_PARAMETERS, ExtremeCall<kMax, kMaximum>},
    {"min", REDUCTION_PARAMETERS, ExtremeCall<kMin, kMinimum>},
    {"var", {"input", "dim", "unbiased", "keepdim", "correction"}, VarianceCall},
    {"std", {"input", "dim", "unbiased", "keepdim", "correction"}, DeviationCall},
    {"norm", {"input", "p", "dim", "keepdim", "dtype"}, NormCall},
    {"vector_norm", {"input", "p", "dim", "keepdim", "dtype"}, NormCall},
    {"normalize", {"input", "p", "dim", "eps"}, NormalizeCall},
    {"cumsum", {"input", "dim", "dtype"}, ScanCall<kCumulativeSum>},
    {"cumprod", {"input", "dim", "dtype"}, ScanCall<kCumulativeProduct>},
    {"logcumsumexp", {"input", "dim"}, ScanCall<kLogCumulativeSumExp>},
    {"layer_norm", {"input", "normalized_shape", "weight", "bias", "eps"}, LayerNormCall},
    {"rms_norm", {"input", "normalized_shape", "weight", "eps"}, RmsNormCall},
    {"cosine_similarity", {"x1", "x2", "dim", "eps"}, CosineCall},
    {"kl_div", {"input", "target", "size_average", "reduce", "reduction", "log_target"}, KlCall},
    {"binary_cross_entropy_with_logits",
     {"input", "target", "weight_", "size_average", "reduce", "reduction"},
     BceLogitsCall},
    {"binary_cross_entropy",
     {"input", "target", "weight_", "size_average", "reduce", "reduction"},
     BceCall},
    {"cross_entropy",
     {"input", "target", "weight_", "size_average", "ignore_index", "reduce", "reduction"},
     CrossEntropyCall},
    {"mse_loss", {"input", "target", "size_average", "reduce", "reduction"}, MseCall},
    {"clamp", {"input", "min", "max"}, ClampCall},
    {"clip", {"input", "min", "max"}, ClampCall},
    {"clamp_min", {"input", "min"}, ClampMinCall},
    {"clamp_max", {"input", "max"}, ClampMaxCall},
    {"pow", {"input", "exponent"}, PowerCall},
    {"add", {"input", "other", "alpha"}, AddCall<kAdd>},
    {"sub", {"input", "other", "alpha"}, AddCall<kSubtract>},
    {"subtract", {"input", "other", "alpha"}, AddCall<kSubtract>},
    {"rsub", {"input", "other"}, ReverseSubtract},
    {"square", {"input"}, SquareCall},
    {"addcmul", {"input", "tensor1", "tensor2", "value"}, AddProduct<kMultiply>},
    {"addcdiv", {"input", "tensor1", "tensor2", "value"}, AddProduct<kDivide>},
    {"lerp", {"input", "end", "weight"}, LerpCall},
    {"logit", {"input", "eps"}, LogitCall},
    {"gelu", {"input", "approximate"}, GeluCall},
    {"leaky_relu", {"input", "negative_slope"}, LeakyReluCall},
    {"masked_fill", {"input", "mask", "value"}, MaskedFill},
    {"to", {"input", "dtype", "other", "non_blocking", "copy", "device"}, ToCall},
    {"type", {"input", "dtype"}, ToCall},
    {"type_as", {"input", "other"}, LikeCall},
    {"float", {"input"}, CastCall<Format::kFp32>},
    {"double", {"input"}, CastCall<Format::kFp64>},
    {"half", {"input"}, CastCall<Format::kFp16>},
    {"bfloat16", {"input"}, CastCall<Format::kBf16>},
    {"unsqueeze", {"input", "dim"}, UnsqueezeCall},
    {"zeros_like", {"input", "dtype"}, FilledLike<0>},
    {"ones_like", {"input", "dtype"}, FilledLike<1>},
};
#undef REDUCTION_PARAMETERS

// Other names of functions, and names of methods of tensors that are operators.
constexpr std::pair<absl::string_view, absl::string_view> kOtherNames[] = {
    {"absolute", "abs"},    {"negative", "neg"}, {"multiply", "mul"},           {"divide", "div"},
    {"true_divide", "div"}, {"greater", "gt"},   {"greater_equal", "ge"},       {"less", "lt"},
    {"less_equal", "le"},   {"not_equal", "ne"}, {"expit", "sigmoid"},          {"arctan", "atan"},
    {"arcsin", "asin"},     {"arccos", "acos"},  {"log_sigmoid", "logsigmoid"}, {"fix", "trunc"},
};

constexpr absl::string_view kRenames[] = {
    "view",
    "reshape",
    "transpose",
    "permute",
    "squeeze",
    "expand",
    "expand_as",
    "view_as",
    "contiguous",
    "clone",
    "detach",
    "flatten",
    "unflatten",
    "t",
    "swapaxes",
    "movedim",
    "cuda",
    "cpu",
    "pin_memory",
    "requires_grad_",
    "narrow",
    "repeat",
    "repeat_interleave",
    "item",
};

// Functions of several operations that autocast computes in fp32; see kAutocastToFp32.
constexpr absl::string_view kAutocastComposites[] = {
    "cosine_similarity", "kl_div",    "layer_norm",
    "log_softmax",       "logsumexp", "mse_loss",
    "normalize",         "softmax",   "binary_cross_entropy_with_logits",
    "cross_entropy",     "rms_norm",  "vector_norm",
};

const Function* FindFunction(absl::string_view name) {
  for (const absl::Span<const Function> functions :
       {absl::Span<const Function>(kFunctions), ActivationFunctions(), LossFunctions(),
        ElementaryFunctions()}) {
    for (const Function& function : functions) {
      if (function.name == name) return &function;
    }
  }
  return nullptr;
}

const OperationInfo* FindOperation(absl::string_view name) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.name == name && info.kind == OperationKind::kElementwise) return &info;
  }
  return nullptr;
}

// exp_ is exp in place; the caller knows what it writes to.
absl::string_view Canonical(absl::string_view name) {
  if (name.size() > 1 && name.back() == '_' && name[name.size() - 2] != '_') {
    name.remove_suffix(1);
  }
  for (const auto& [other, canonical] : kOtherNames) {
    if (name == other) return canonical;
  }
  return name;
}

int CallOperation(GraphBuilder& graph, const TorchCall& call, const OperationInfo& info) {
  static constexpr absl::string_view kNames[] = {"input", "other"};
  static constexpr absl::string_view kWhereNames[] = {"condition", "input", "other"};
  const absl::string_view* operands = info.operation == kWhere ? kWhereNames : kNames;
  std::vector<absl::string_view> names(operands, operands + info.arity);
  for (int i = 0; i < info.parameter_count(); ++i) names.push_back(info.parameters[i].name);
  const CallArguments a(graph, call, names);
  if (!graph.status().ok()) return 0;
  std::array<double, 2> numbers = {};
  for (int i = 0; i < info.parameter_count(); ++i) {
    numbers[i] = a.Number(info.parameters[i].name, info.parameters[i].otherwise);
  }
  switch (info.arity) {
    case 1:
      return graph.Apply(info.operation, {a.Node(names[0])}, numbers);
    case 2:
      return graph.Apply(info.operation, {a.Node(names[0]), a.Node(names[1])}, numbers);
    default:
      return graph.Apply(info.operation, {a.Node(names[0]), a.Node(names[1]), a.Node(names[2])},
                         numbers);
  }
}

bool IsAutocastToFp32(absl::string_view name) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.name == name && info.Has(kAutocastToFp32)) return true;
  }
  return std::find(std::begin(kAutocastComposites), std::end(kAutocastComposites), name) !=
         std::end(kAutocastComposites);
}

// Under autocast the tensors of such a call are fp32.
TorchCall Widened(GraphBuilder& graph, TorchCall call) {
  const auto widen = [&](Argument& argument) {
    NodeRef* node = std::get_if<NodeRef>(&argument);
    if (node != nullptr) node->node = graph.WidenToFp32(node->node);
  };
  for (Argument& argument : call.positional) widen(argument);
  for (auto& [name, argument] : call.keywords) widen(argument);
  return call;
}

int CallKnown(GraphBuilder& graph, const TorchCall& call, absl::string_view name) {
  if (const Function* function = FindFunction(name)) {
    size_t count = 0;
    while (count < function->parameters.size() && !function->parameters[count].empty()) ++count;
    const CallArguments arguments(graph, call,
                                  absl::MakeConstSpan(function->parameters).subspan(0, count));
    return graph.status().ok() ? function->call(arguments) : 0;
  }
  if (const OperationInfo* info = FindOperation(name)) return CallOperation(graph, call, *info);
  return graph.Fail(
      absl::UnimplementedError(absl::StrCat(name, ": not a function that is measured")));
}

}  // namespace

bool IsRename(absl::string_view name) {
  return std::find(std::begin(kRenames), std::end(kRenames), name) != std::end(kRenames);
}

bool IsTorchFunction(absl::string_view name) {
  const absl::string_view canonical = Canonical(name);
  return FindFunction(canonical) != nullptr || FindOperation(canonical) != nullptr ||
         IsRename(name);
}

absl::StatusOr<int> CallTorch(GraphBuilder& graph, const TorchCall& call) {
  if (!graph.status().ok()) return graph.status();
  if (IsRename(call.name)) {
    const NodeRef* node =
        call.positional.empty() ? nullptr : std::get_if<NodeRef>(&call.positional[0]);
    if (node != nullptr) return node->node;
  }
  const absl::string_view name = Canonical(call.name);
  const bool is_wide = graph.semantics().autocast.has_value() && IsAutocastToFp32(name);
  const int result =
      is_wide ? CallKnown(graph, Widened(graph, call), name) : CallKnown(graph, call, name);
  if (!graph.status().ok()) return graph.status();
  return result;
}

}  // namespace allreview::numerics
