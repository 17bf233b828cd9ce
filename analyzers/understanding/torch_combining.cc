// The part of the calls of torch that takes tensors together and apart.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

Dtype CommonDtype(const std::vector<Tensor>& tensors) {
  Dtype dtype = tensors.empty() ? Dtype::kUnknown : tensors[0].dtype;
  for (const Tensor& tensor : tensors) dtype = Promoted(dtype, tensor.dtype);
  return dtype;
}

Outcome Join(TensorCall& call, Shaped (*joined)(const std::vector<Tensor>&, int64_t)) {
  const std::optional<std::vector<Tensor>> tensors = call.TensorsAt("tensors");
  const std::optional<int64_t> dim = call.IntegerOr("dim", 0);
  if (!tensors) return call.SomeTensor();
  Shaped shaped = dim ? joined(*tensors, *dim) : Shaped();
  // Images may keep their channels last.
  const size_t rank = shaped.tensor.sizes.size();
  const bool is_image = !shaped.tensor.has_rank || rank == 4 || rank == 5;
  shaped.tensor.is_contiguous =
      !is_image || std::all_of(tensors->begin(), tensors->end(),
                               [](const Tensor& tensor) { return tensor.is_contiguous; });
  return call.Return(std::move(shaped), CommonDtype(*tensors), Device::kUnknown);
}

Outcome Cat(TensorCall& call) { return Join(call, &Concatenated); }
Outcome Stack(TensorCall& call) { return Join(call, &Stacked); }

Outcome SomeTensors(const TensorCall& call) {
  return {.value =
              Value::Collection(Kind::kTuple, Value::OfTensor({}, call.place()), call.place())};
}

// As many tensors as `sizes` has, each with that size in the dimension.
Outcome Parts(TensorCall& call, const Tensor& tensor, int64_t dim, const std::vector<Size>& sizes) {
  std::vector<Tensor> parts;
  for (const Size& size : sizes) {
    Shaped part = Resized(tensor, dim, size);
    if (!part.why.empty()) return call.Fail(std::move(part.why));
    part.tensor.dtype = tensor.dtype;
    part.tensor.device = tensor.device;
    parts.push_back(ViewOf(std::move(part.tensor), tensor, StridesOf(tensor)));
  }
  return call.ReturnAll(std::move(parts));
}

// x.chunk(3, dim): fewer and smaller ones when it does not divide.
Outcome Chunk(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> chunks = call.IntegerAt("chunks"), dim = call.IntegerOr("dim", 0);
  if (tensor == nullptr || !chunks || !dim || *chunks < 1 ||
      *chunks > static_cast<int64_t>(Value::kMaxParts)) {
    return SomeTensors(call);
  }
  const Size part = tensor->at(*dim).DividedBy(Size::Constant(*chunks));
  if (!part.is_known()) return SomeTensors(call);
  return Parts(call, *tensor, *dim, std::vector<Size>(static_cast<size_t>(*chunks), part));
}

// x.split(size, dim), x.split([2, 3], dim)
Outcome Split(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Value* const by = call.Find("split_size_or_sections");
  const std::optional<int64_t> dim = call.IntegerOr("dim", 0);
  if (tensor == nullptr || by == nullptr || !dim) return SomeTensors(call);
  const bool is_list = by->only() != nullptr && by->only()->is_sized;
  const std::optional<std::vector<Size>> sizes = call.SizesAt("split_size_or_sections");
  if (!sizes) return SomeTensors(call);
  const Size all = tensor->at(*dim);
  if (!is_list) {
    const std::optional<int64_t> count = all.DividedBy(sizes->at(0)).constant();
    const bool is_even = count && *count > 0 && *count <= static_cast<int64_t>(Value::kMaxParts);
    if (!is_even) return SomeTensors(call);
    return Parts(call, *tensor, *dim, std::vector<Size>(static_cast<size_t>(*count), sizes->at(0)));
  }
  Size sum = Size::Constant(0);
  for (const Size& size : *sizes) sum = sum + size;
  if (Size::CertainlyDiffer(sum, all)) {
    return call.Fail(absl::StrCat("split() into ", sum.ToText(), " of ", ShapeText(*tensor),
                                  ", which has ", all.ToText()));
  }
  return Parts(call, *tensor, *dim, *sizes);
}

Outcome Unbind(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> dim = call.IntegerOr("dim", 0);
  if (tensor == nullptr || !dim) return SomeTensors(call);
  Shaped part = Reduced(*tensor, {*dim}, false);
  if (!part.why.empty()) return call.Fail(std::move(part.why));
  part.tensor.dtype = tensor->dtype;
  part.tensor.device = tensor->device;
  part.tensor = ViewOf(std::move(part.tensor), *tensor, StridesWithout(*tensor, *dim));
  const std::optional<int64_t> count = tensor->at(*dim).constant();
  if (!count || *count < 0 || *count > static_cast<int64_t>(Value::kMaxParts)) {
    return {.value = Value::Collection(Kind::kTuple, call.Made(part.tensor), call.place())};
  }
  return call.ReturnAll(std::vector<Tensor>(static_cast<size_t>(*count), part.tensor));
}

Outcome Multiply(TensorCall& call) {
  const Value *const a = call.Find("input"), *const b = call.Find("other");
  if (call.TensorAt("input") == nullptr || call.TensorAt("other") == nullptr) {
    return call.SomeTensor();
  }
  return OperateTensors(ir::Operator::kMatrixMultiply, *a->only(), *b->only(), call.place());
}

// Of a fixed rank, nothing is broadcast: mm, bmm.
template <size_t kRank>
Outcome MultiplyOfRank(TensorCall& call) {
  const Tensor *const a = call.TensorAt("input"), *const b = call.TensorAt("other");
  for (const Tensor* tensor : {a, b}) {
    if (tensor == nullptr) return call.SomeTensor();
    if (tensor->has_rank && tensor->sizes.size() != kRank) {
      return call.Fail(absl::StrCat(ShapeText(*tensor), " has not ", kRank, " dimensions"));
    }
  }
  if (kRank == 3 && Size::CertainlyDiffer(a->at(0), b->at(0))) {
    return call.Fail(absl::StrCat("bmm() of ", ShapeText(*a), " and ", ShapeText(*b)));
  }
  return Multiply(call);
}

Outcome Einsum(TensorCall& call) {
  const Value* const equation = call.Find("equation");
  const Atom* const only = equation == nullptr ? nullptr : equation->only();
  const std::optional<std::vector<Tensor>> operands = call.TensorsAt("operands");
  const bool is_known = only != nullptr && only->kind == Kind::kText && only->is_constant &&
                        only->is_exact && operands;
  if (!is_known) return call.SomeTensor();
  return call.Return(Contracted(only->text, *operands), CommonDtype(*operands), Device::kUnknown);
}

// F.linear(x, weight)
Outcome Linear(TensorCall& call) {
  const Tensor *const x = call.TensorAt("input"), *const weight = call.TensorAt("weight");
  if (x == nullptr || weight == nullptr) return call.SomeTensor();
  const bool is_matrix = weight->has_rank && weight->sizes.size() == 2;
  if (call.is_exact() && CertainlyDiffer(x->dtype, weight->dtype)) {
    return call.Fail(
        absl::StrCat("cannot multiply ", NameOf(x->dtype), " and ", NameOf(weight->dtype)), true);
  }
  Shaped shaped = is_matrix ? Projected(*x, weight->at(1), weight->at(0)) : Shaped();
  shaped.tensor.is_contiguous = true;
  return call.ReturnLike(std::move(shaped), *x);
}

// F.embedding(input, weight)
Outcome Embedding(TensorCall& call) {
  const Tensor *const x = call.TensorAt("input"), *const weight = call.TensorAt("weight");
  if (x == nullptr || weight == nullptr) return call.SomeTensor();
  if (IsFloating(x->dtype)) {
    return call.Fail(absl::StrCat("an embedding is indexed by integers, not by ", NameOf(x->dtype)),
                     true);
  }
  Tensor result = {.has_rank = x->has_rank, .sizes = x->sizes};
  result.sizes.push_back(weight->at(-1));
  return call.Return({.tensor = Contiguous(std::move(result))}, weight->dtype, weight->device);
}

Outcome CrossEntropy(TensorCall& call) {
  const Tensor *const x = call.TensorAt("input"), *const target = call.TensorAt("target");
  if (x != nullptr && IsIntegral(x->dtype)) {
    return call.Fail(absl::StrCat("cross_entropy() of logits of ", NameOf(x->dtype)), true);
  }
  if (x == nullptr || target == nullptr || call.IsGiven("reduction")) return call.SomeTensor();
  const bool are_rows = x->has_rank && x->sizes.size() == 2 && target->has_rank;
  if (are_rows && target->sizes.size() == 1 && Size::CertainlyDiffer(x->at(0), target->at(0))) {
    return call.Fail(
        absl::StrCat("cross_entropy() of ", ShapeText(*x), " and ", ShapeText(*target)));
  }
  return call.Return({.tensor = {.has_rank = true}}, x->dtype, x->device);
}

Outcome Attention(TensorCall& call) {
  const Tensor *const query = call.TensorAt("query"), *const key = call.TensorAt("key"),
                      *const value = call.TensorAt("value");
  if (query == nullptr || key == nullptr || value == nullptr) return call.SomeTensor();
  if (Size::CertainlyDiffer(query->at(-1), key->at(-1))) {
    return call.Fail(absl::StrCat("attention of ", ShapeText(*query), " to ", ShapeText(*key), ": ",
                                  query->at(-1).ToText(), " and ", key->at(-1).ToText()));
  }
  return call.ReturnLike(Projected(*query, query->at(-1), value->at(-1)), *query);
}

// Indices of elements: the rows of one tensor, or a tensor for each dimension.
Outcome Nonzero(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<bool> as_tuple = call.BoolOr("as_tuple", false);
  if (!as_tuple) return {.value = Value::Unknown()};
  const bool has_rank = tensor != nullptr && tensor->has_rank;
  const size_t rank = has_rank ? tensor->sizes.size() : 0;
  if (!*as_tuple) {
    Tensor rows = {.has_rank = true, .sizes = {Size(), Size()}};
    if (has_rank) rows.sizes[1] = Size::Constant(static_cast<int64_t>(rank));
    return call.Return({.tensor = std::move(rows)}, Dtype::kInt64, Device::kUnknown);
  }
  if (rank == 0) return SomeTensors(call);
  const Tensor indices = {.has_rank = true, .sizes = {Size()}, .dtype = Dtype::kInt64};
  return call.ReturnAll(std::vector<Tensor>(rank, indices));
}

constexpr TorchFunction kCombining[] = {
    {"bmm", "input other", &MultiplyOfRank<3>},
    {"cat", "tensors dim", &Cat},
    {"chunk", "input chunks dim", &Chunk},
    {"concat", "tensors dim", &Cat},
    {"concatenate", "tensors dim", &Cat},
    {"cross_entropy", "input target", &CrossEntropy},
    {"einsum", "equation *operands", &Einsum},
    {"embedding", "input weight", &Embedding},
    {"linear", "input weight bias", &Linear},
    {"matmul", "input other", &Multiply},
    {"mm", "input other", &MultiplyOfRank<2>},
    {"nonzero", "input as_tuple", &Nonzero},
    {"scaled_dot_product_attention", "query key value attn_mask dropout_p is_causal", &Attention},
    {"split", "input split_size_or_sections dim", &Split},
    {"stack", "tensors dim", &Stack},
    {"unbind", "input dim", &Unbind},
};

}  // namespace

const TorchFunction* FindCombining(absl::string_view name) { return FindIn(kCombining, name); }

}  // namespace allreview::understanding
