// The part of the calls of torch that knows its modules: what they are made with, and what they
// make of a tensor.

#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

Outcome Same(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  return x == nullptr ? call.SomeTensor() : call.ReturnLike({.tensor = *x}, *x);
}

// The weights of a module are floating.
std::string WhyNotFloating(const Tensor& x, absl::string_view name) {
  return IsIntegral(x.dtype) ? absl::StrCat(name, " of ", NameOf(x.dtype)) : "";
}

Outcome Linear(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  const Size in = call.SizeAt("in_features"), out = call.SizeAt("out_features");
  if (x == nullptr) {
    return call.Return({.tensor = {.sizes = {out}, .is_contiguous = true}}, Dtype::kUnknown, {});
  }
  if (std::string why = WhyNotFloating(*x, "Linear"); !why.empty()) {
    return call.Fail(std::move(why), true);
  }
  Shaped shaped = Projected(*x, in, out);
  shaped.tensor.is_contiguous = true;
  return call.ReturnLike(std::move(shaped), *x);
}

Outcome Embedding(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  if (x == nullptr) return call.SomeTensor();
  if (IsFloating(x->dtype)) {
    return call.Fail(absl::StrCat("an embedding is indexed by integers, not by ", NameOf(x->dtype)),
                     true);
  }
  Tensor result = {.has_rank = x->has_rank, .sizes = x->sizes};
  result.sizes.push_back(call.SizeAt("embedding_dim"));
  result.is_contiguous = true;
  return call.Return({.tensor = std::move(result)}, Dtype::kFloat, x->device);
}

// LayerNorm, RMSNorm: the last sizes are those that it was made for.
Outcome NormOfLast(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  const std::optional<std::vector<Size>> sizes = call.SizesAt("normalized_shape");
  if (x == nullptr) return call.SomeTensor();
  for (size_t i = 1; sizes && i <= sizes->size(); ++i) {
    const Size &wanted = (*sizes)[sizes->size() - i], found = x->at(-static_cast<int64_t>(i));
    if (Size::CertainlyDiffer(wanted, found)) {
      return call.Fail(absl::StrCat("normalizes ", wanted.ToText(), ", not ", found.ToText(),
                                    " of ", ShapeText(*x)));
    }
  }
  return call.ReturnLike({.tensor = *x}, *x);
}

std::string WhyNotChannels(const Tensor& x, const Size& found, const Size& wanted) {
  if (!Size::CertainlyDiffer(found, wanted)) return "";
  return absl::StrCat(ShapeText(x), " has ", found.ToText(), " channels, not ", wanted.ToText());
}

Outcome BatchNorm(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  if (x == nullptr) return call.SomeTensor();
  const bool has_channels = x->has_rank && x->sizes.size() >= 2;
  std::string why = has_channels ? WhyNotChannels(*x, x->at(1), call.SizeAt("num_features")) : "";
  return why.empty() ? call.ReturnLike({.tensor = *x}, *x) : call.Fail(std::move(why));
}

// A number for each of `count` dimensions.
std::vector<Size> NumbersOf(TensorCall& call, absl::string_view name, size_t count,
                            const std::vector<Size>& fallback) {
  const Value* const given = call.Find(name);
  if (given == nullptr || given->IsCertainly(Kind::kNone)) return fallback;
  std::vector<Size> sizes = call.SizesAt(name).value_or(std::vector<Size>(count));
  if (sizes.size() == 1) sizes.resize(count, sizes[0]);
  return sizes.size() == count ? sizes : std::vector<Size>(count);
}

// What a window that slides over the last dimensions leaves of them.
std::vector<Size> Slid(TensorCall& call, const Tensor& x, size_t count, bool has_own_stride) {
  const std::vector<Size> ones(count, Size::Constant(1)), zeros(count, Size::Constant(0));
  const std::vector<Size> kernel = NumbersOf(call, "kernel_size", count, std::vector<Size>(count));
  const std::vector<Size> stride = NumbersOf(call, "stride", count, has_own_stride ? ones : kernel);
  const std::vector<Size> padding = NumbersOf(call, "padding", count, zeros);
  const std::vector<Size> dilation = NumbersOf(call, "dilation", count, ones);
  const bool is_ceil = call.IsGiven("ceil_mode");
  std::vector<Size> sizes;
  for (size_t i = 0; i < count; ++i) {
    const Size size = x.at(static_cast<int64_t>(i) - static_cast<int64_t>(count));
    const Size covered = dilation[i] * (kernel[i] - ones[i]) + ones[i];
    const Size steps = size + padding[i] + padding[i] - covered;
    const Size left = is_ceil ? Size() : steps.FloorDividedBy(stride[i]) + ones[i];
    sizes.push_back(left.constant().value_or(1) > 0 ? left : Size());
  }
  return sizes;
}

Outcome WithLast(TensorCall& call, const Tensor& x, const std::vector<Size>& last,
                 const std::optional<Size>& channels) {
  Tensor result = {.has_rank = true, .sizes = x.sizes};
  result.sizes.resize(x.sizes.size() - last.size());
  if (channels) result.sizes.back() = *channels;
  result.sizes.insert(result.sizes.end(), last.begin(), last.end());
  return call.ReturnLike({.tensor = std::move(result)}, x);
}

std::string WhyNotRank(const Tensor& x, size_t count) {
  const size_t rank = x.sizes.size();
  if (rank == count + 1 || rank == count + 2) return "";
  return absl::StrCat(ShapeText(x), " has not ", count + 1, " or ", count + 2, " dimensions");
}

template <size_t kCount>
Outcome Convolution(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  const Size in = call.SizeAt("in_channels"), out = call.SizeAt("out_channels");
  if (x == nullptr || !x->has_rank) return call.SomeTensor();
  std::string why = WhyNotRank(*x, kCount);
  if (why.empty()) {
    why = WhyNotChannels(*x, x->at(-static_cast<int64_t>(kCount) - 1), in);
  }
  if (!why.empty()) return call.Fail(std::move(why));
  return WithLast(call, *x, Slid(call, *x, kCount, true), out);
}

template <size_t kCount>
Outcome Pool(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  if (x == nullptr || !x->has_rank) return call.SomeTensor();
  if (std::string why = WhyNotRank(*x, kCount); !why.empty()) return call.Fail(std::move(why));
  return WithLast(call, *x, Slid(call, *x, kCount, false), std::nullopt);
}

template <size_t kCount>
Outcome AdaptivePool(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  if (x == nullptr || !x->has_rank || !WhyNotRank(*x, kCount).empty()) return call.SomeTensor();
  return WithLast(call, *x, NumbersOf(call, "output_size", kCount, std::vector<Size>(kCount)),
                  std::nullopt);
}

Outcome FlattenModule(TensorCall& call) {
  const Tensor* const x = call.TensorAt("input");
  const std::optional<int64_t> first = call.IntegerOr("start_dim", 1);
  const std::optional<int64_t> last = call.IntegerOr("end_dim", -1);
  if (x == nullptr) return call.SomeTensor();
  return call.ReturnLike(first && last ? Flattened(*x, *first, *last) : Shaped(), *x);
}

// One after the other.
Outcome Sequential(TensorCall& call) {
  const Value* const layers = call.Find("layers");
  const Atom* const only = layers == nullptr ? nullptr : layers->only();
  Value value = *call.Find("input");
  // Others may add layers to an empty one.
  const bool is_known = only != nullptr && only->is_sized && !only->parts.empty();
  if (!is_known) return {.value = Value::Unknown()};
  for (const Value& layer : only->parts) {
    const Atom* const module = layer.only();
    if (module == nullptr || module->kind != Kind::kInstance) return {.value = Value::Unknown()};
    Atom exact = *module;
    exact.is_exact = exact.is_exact && call.is_exact();
    std::optional<Outcome> outcome = CallModuleOfTorch(exact, {{.value = value}}, call.place());
    if (!outcome) return {.value = Value::Unknown()};
    if (!outcome->why.empty()) return *std::move(outcome);
    value = std::move(outcome->value);
  }
  return {.value = std::move(value)};
}

constexpr absl::string_view kConvolution =
    "in_channels out_channels kernel_size stride padding dilation groups bias";
constexpr absl::string_view kMaxPool = "kernel_size stride padding dilation";
constexpr absl::string_view kAveragePool = "kernel_size stride padding ceil_mode";
constexpr TorchFunction kModules[] = {
    {"AdaptiveAvgPool1d", "output_size", &AdaptivePool<1>},
    {"AdaptiveAvgPool2d", "output_size", &AdaptivePool<2>},
    {"AvgPool1d", kAveragePool, &Pool<1>},
    {"AvgPool2d", kAveragePool, &Pool<2>},
    {"BatchNorm1d", "num_features", &BatchNorm},
    {"BatchNorm2d", "num_features", &BatchNorm},
    {"BatchNorm3d", "num_features", &BatchNorm},
    {"Conv1d", kConvolution, &Convolution<1>},
    {"Conv2d", kConvolution, &Convolution<2>},
    {"Conv3d", kConvolution, &Convolution<3>},
    {"Dropout", "p inplace", &Same},
    {"Dropout1d", "p inplace", &Same},
    {"Dropout2d", "p inplace", &Same},
    {"ELU", "alpha inplace", &Same},
    {"Embedding", "num_embeddings embedding_dim padding_idx", &Embedding},
    {"Flatten", "start_dim end_dim", &FlattenModule},
    {"GELU", "", &Same},
    {"Hardswish", "inplace", &Same},
    {"Identity", "*ignored", &Same},
    {"LayerNorm", "normalized_shape eps", &NormOfLast},
    {"LeakyReLU", "negative_slope inplace", &Same},
    {"Linear", "in_features out_features bias device dtype", &Linear},
    {"LogSoftmax", "dim", &Same},
    {"MaxPool1d", kMaxPool, &Pool<1>},
    {"MaxPool2d", kMaxPool, &Pool<2>},
    {"Mish", "inplace", &Same},
    {"PReLU", "num_parameters", &Same},
    {"RMSNorm", "normalized_shape eps", &NormOfLast},
    {"ReLU", "inplace", &Same},
    {"ReLU6", "inplace", &Same},
    {"Sequential", "*layers", &Sequential},
    {"SiLU", "inplace", &Same},
    {"Sigmoid", "", &Same},
    {"Softmax", "dim", &Same},
    {"Softplus", "beta threshold", &Same},
    {"Tanh", "", &Same},
};

constexpr absl::string_view kRoom = "torch.nn.";

const TorchFunction* FindModule(absl::string_view name) {
  return absl::ConsumePrefix(&name, kRoom) ? FindIn(kModules, name) : nullptr;
}

}  // namespace

std::optional<Value> MakeModuleOfTorch(absl::string_view name,
                                       const std::vector<CallArgument>& arguments, Place place) {
  const TorchFunction* const row = FindModule(name);
  if (row == nullptr) return std::nullopt;
  const std::optional<TensorCall> call =
      TensorCall::Bind(row->parameters, nullptr, arguments, place);
  if (!call) return Value::InstanceOfExternal(name, place);
  Atom module = {
      .kind = Kind::kInstance, .text = std::string(name), .is_sized = true, .origin = place};
  for (const auto& [parameter, value] : call->given()) {
    module.keys.push_back(parameter);
    module.parts.push_back(value);
  }
  return Value(std::move(module));
}

std::optional<Outcome> CallModuleOfTorch(const Atom& module,
                                         const std::vector<CallArgument>& arguments, Place place) {
  const TorchFunction* const row = module.code ? nullptr : FindModule(module.text);
  const bool is_one =
      arguments.size() == 1 &&
      (arguments[0].kind == CallArgument::Kind::kPositional || arguments[0].keyword == "input");
  // Without the arguments of its constructor nothing is known of it.
  if (row == nullptr || !is_one || (!module.is_sized && !row->parameters.empty())) {
    return std::nullopt;
  }
  TensorCall call = TensorCall::OfModule(module, arguments[0].value, place);
  return row->call(call);
}

Value AttributeOfModuleOfTorch(const Atom& module, absl::string_view name, Place place) {
  for (size_t i = 0; i < module.keys.size(); ++i) {
    if (module.keys[i] == name && module.is_sized) return module.parts[i].Opened();
  }
  const bool is_linear = module.text == "torch.nn.Linear" && module.is_sized;
  if (!is_linear || name != "weight") return Value::Unknown();
  TensorCall call = TensorCall::OfModule(module, Value(), place);
  const std::vector<Size> sizes = {call.SizeAt("out_features"), call.SizeAt("in_features")};
  return call.Made({.has_rank = true, .sizes = sizes});
}

}  // namespace allreview::understanding
