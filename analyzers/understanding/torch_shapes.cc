// The part of the calls of torch that gives one tensor another shape.

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// Strides of a view: what becomes of the sizes becomes of them, too.
template <typename Function>
std::optional<std::vector<Size>> StridesAfter(const Tensor& tensor, Function changed) {
  std::optional<std::vector<Size>> strides = StridesOf(tensor);
  if (!strides) return std::nullopt;
  return changed(Tensor{.has_rank = true, .sizes = *std::move(strides)}).tensor.sizes;
}

// The same dimensions in another order.
template <typename Function>
Outcome Reorder(TensorCall& call, const Tensor& tensor, Function changed) {
  Shaped shaped = changed(tensor);
  if (tensor.has_memory() && tensor.has_rank && shaped.why.empty()) {
    const Tensor dims = changed({.has_rank = true, .sizes = DimensionsOf(tensor)}).tensor;
    shaped.tensor = Reordered(std::move(shaped.tensor), tensor, dims.sizes);
    shaped.is_view = true;
    return call.ReturnLike(std::move(shaped), tensor);
  }
  return call.ReturnView(std::move(shaped), tensor);
}

// What view() and reshape() make of a shape that the tensor can have.
Outcome ReshapeTo(TensorCall& call, const Tensor& tensor, Shaped shaped, bool may_copy) {
  if (tensor.is_contiguous || !shaped.why.empty()) {
    shaped.tensor = ViewOf(std::move(shaped.tensor), tensor, std::nullopt);
    shaped.tensor.is_contiguous = tensor.is_contiguous;
    shaped.is_view = true;
    return call.ReturnLike(std::move(shaped), tensor);
  }
  const bool is_known = shaped.tensor.has_rank && tensor.memory != nullptr;
  Viewing viewing = is_known ? Viewed(tensor, shaped.tensor.sizes) : Viewing();
  if (!viewing.is_impossible) {
    // Nobody knows whether reshape() copies when strides are not known.
    if (may_copy && !viewing.strides) return call.ReturnLike(std::move(shaped), tensor);
    return call.ReturnView(std::move(shaped), tensor, std::move(viewing.strides));
  }
  if (!may_copy) {
    shaped.why = absl::StrCat("cannot view ", ShapeText(tensor), ", whose ", OrderText(tensor),
                              ", as ", ShapeText(shaped.tensor), " without a copy");
    return call.Return(std::move(shaped), tensor.dtype, tensor.device);
  }
  shaped.tensor.is_contiguous = true;
  return call.ReturnLike(std::move(shaped), tensor);
}

template <bool kMayCopy>
Outcome View(TensorCall& call) {
  const Value* const shape = call.Find("shape");
  const std::optional<std::vector<Size>> sizes = call.SizesAt("shape");
  // Some shapes no tensor can have.
  const Shaped of_any = sizes ? Reshaped({}, *sizes) : Shaped();
  if (!of_any.why.empty()) return call.Fail(of_any.why);
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (sizes) return ReshapeTo(call, *tensor, Reshaped(*tensor, *sizes), kMayCopy);
  const Atom* const only = shape == nullptr ? nullptr : shape->only();
  // x.view(dtype) sees the bytes as something else.
  const bool is_shape = only != nullptr && (!only->is_sized || only->parts.size() > 1);
  return is_shape ? ReshapeTo(call, *tensor, {}, kMayCopy) : call.SomeTensor();
}

template <bool kMayCopy>
Outcome ViewLikeOther(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Tensor* const other = call.TensorAt("other");
  if (tensor == nullptr || other == nullptr) return call.SomeTensor();
  return ReshapeTo(call, *tensor, {.tensor = other->WithoutMemory()}, kMayCopy);
}

Outcome ExpandAs(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Tensor* const other = call.TensorAt("other");
  if (tensor == nullptr || other == nullptr) return call.SomeTensor();
  return call.ReturnView({.tensor = *other}, *tensor);
}

// A dimension that is repeated has the stride 0.
std::optional<std::vector<Size>> StridesOfExpanded(const Tensor& tensor,
                                                   const std::vector<Size>& sizes) {
  const std::optional<std::vector<Size>> strides = StridesOf(tensor);
  if (!strides || sizes.size() < strides->size()) return std::nullopt;
  const size_t extra = sizes.size() - strides->size();
  std::vector<Size> expanded(sizes.size(), Size::Constant(0));
  for (size_t i = extra; i < sizes.size(); ++i) {
    const Size& from = tensor.sizes[i - extra];
    const bool is_same = from.is_known() && from == sizes[i];
    if (is_same) expanded[i] = (*strides)[i - extra];
    if (!is_same && from.constant() != 1) expanded[i] = Size();
  }
  return expanded;
}

Outcome Expand(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<std::vector<Size>> sizes = call.SizesAt("size");
  Shaped shaped = sizes ? Expanded(*tensor, *sizes) : Shaped();
  std::optional<std::vector<Size>> strides = StridesOfExpanded(*tensor, shaped.tensor.sizes);
  return call.ReturnView(std::move(shaped), *tensor, std::move(strides));
}

Outcome Repeat(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<std::vector<Size>> times = call.SizesAt("repeats");
  if (!times || !tensor->has_rank) return call.ReturnLike({}, *tensor);
  if (times->size() < tensor->sizes.size()) {
    return call.Fail("repeat() needs a number for each dimension of " + ShapeText(*tensor));
  }
  std::vector<Size> sizes = *times;
  const size_t extra = sizes.size() - tensor->sizes.size();
  for (size_t i = extra; i < sizes.size(); ++i) sizes[i] = sizes[i] * tensor->sizes[i - extra];
  Tensor repeated = {.has_rank = true, .sizes = std::move(sizes), .is_contiguous = true};
  return call.ReturnLike({.tensor = std::move(repeated)}, *tensor);
}

Outcome Flatten(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> first = call.IntegerOr("start_dim", 0);
  const std::optional<int64_t> last = call.IntegerOr("end_dim", -1);
  if (tensor == nullptr) return call.SomeTensor();
  return ReshapeTo(call, *tensor, first && last ? Flattened(*tensor, *first, *last) : Shaped(),
                   /*may_copy=*/true);
}

Outcome Unflatten(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  const std::optional<std::vector<Size>> sizes = call.SizesAt("sizes");
  std::string why;
  const std::optional<size_t> place = dim ? DimensionOf(*tensor, *dim, why) : std::nullopt;
  if (!why.empty()) return call.Fail(std::move(why));
  if (!place || !sizes) return call.ReturnLike({}, *tensor);
  Shaped part = Reshaped({.has_rank = true, .sizes = {tensor->sizes[*place]}}, *sizes);
  if (!part.why.empty()) return call.Fail(std::move(part.why));
  std::vector<Size> all = tensor->sizes;
  const auto at = all.erase(all.begin() + static_cast<int64_t>(*place));
  all.insert(at, part.tensor.sizes.begin(), part.tensor.sizes.end());
  return ReshapeTo(call, *tensor, {.tensor = {.has_rank = true, .sizes = std::move(all)}},
                   /*may_copy=*/false);
}

Outcome Item(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> count = tensor ? tensor->count().constant() : std::nullopt;
  Outcome outcome = {.value = SomeNumber(call.place())};
  if (count.value_or(1) == 1) return outcome;
  Outcome failed = call.Fail(
      absl::StrCat("item() takes one element, and ", ShapeText(*tensor), " has ", *count));
  return failed.why.empty() ? outcome : failed;
}

Outcome Permute(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<std::vector<int64_t>> dims = call.IntegersAt("dims");
  if (!dims) return call.ReturnView({}, *tensor);
  return Reorder(call, *tensor, [&](const Tensor& from) { return Permuted(from, *dims); });
}

Outcome TransposeBetween(TensorCall& call, const Tensor& tensor, int64_t first, int64_t second) {
  return Reorder(call, tensor, [&](const Tensor& from) { return Transposed(from, first, second); });
}

Outcome Transpose(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> first = call.IntegerAt("dim0"), second = call.IntegerAt("dim1");
  if (tensor == nullptr) return call.SomeTensor();
  return first && second ? TransposeBetween(call, *tensor, *first, *second)
                         : call.ReturnView({}, *tensor);
}

// x.t()
Outcome TransposeMatrix(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (tensor->has_rank && tensor->sizes.size() > 2) {
    return call.Fail("t() is for matrices, not for " + ShapeText(*tensor));
  }
  const bool is_matrix = tensor->has_rank && tensor->sizes.size() == 2;
  return is_matrix ? TransposeBetween(call, *tensor, 0, 1) : call.ReturnView({}, *tensor);
}

// Strides of dimensions that stay.
std::optional<std::vector<Size>> StridesOfSqueezed(const Tensor& tensor, size_t rank) {
  const std::optional<std::vector<Size>> strides = StridesOf(tensor);
  if (!strides || rank == tensor.sizes.size()) return strides;
  std::vector<Size> left;
  for (size_t i = 0; i < strides->size(); ++i) {
    if (tensor.sizes[i].constant() != 1) left.push_back((*strides)[i]);
  }
  return left.size() == rank ? std::optional(std::move(left)) : std::nullopt;
}

Outcome Squeeze(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  Shaped shaped;
  if (call.IsGiven("dim")) {
    const std::optional<int64_t> dim = call.IntegerAt("dim");
    if (dim) shaped = Squeezed(*tensor, *dim);
  } else {
    shaped.tensor.has_rank = tensor->has_rank;
    for (const Size& size : tensor->sizes) {
      if (!size.constant()) return call.ReturnView({}, *tensor);
      if (*size.constant() != 1) shaped.tensor.sizes.push_back(size);
    }
    if (!tensor->has_rank) shaped = Shaped();
  }
  std::optional<std::vector<Size>> strides = StridesOfSqueezed(*tensor, shaped.tensor.sizes.size());
  return call.ReturnView(std::move(shaped), *tensor, std::move(strides));
}

Outcome Unsqueeze(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  if (tensor == nullptr) return call.SomeTensor();
  if (!dim) return call.ReturnView({}, *tensor);
  const auto unsqueezed = [&](const Tensor& from) { return Unsqueezed(from, *dim); };
  return call.ReturnView(unsqueezed(*tensor), *tensor, StridesAfter(*tensor, unsqueezed));
}

// x.select(dim, index)
Outcome Select(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  if (!dim) return call.ReturnView({}, *tensor);
  return call.ReturnView(Reduced(*tensor, {*dim}, false), *tensor, StridesWithout(*tensor, *dim));
}

// The size of one dimension becomes that of `size`.
Outcome Resize(TensorCall& call, const Size& size) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  return call.ReturnLike(dim ? Resized(*tensor, *dim, size) : Shaped(), *tensor);
}

Outcome Narrow(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  if (tensor == nullptr) return call.SomeTensor();
  if (!dim) return call.ReturnView({}, *tensor);
  return call.ReturnView(Resized(*tensor, *dim, call.SizeAt("length")), *tensor,
                         StridesOf(*tensor));
}

Outcome IndexSelect(TensorCall& call) {
  const Tensor* const index = call.TensorAt("index");
  return Resize(call, index != nullptr && index->has_rank ? index->at(0) : Size());
}

// x.repeat_interleave(repeats, dim)
Outcome RepeatInterleave(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  if (tensor == nullptr || !dim) return call.SomeTensor();
  return Resize(call, tensor->at(*dim) * call.SizeAt("repeats"));
}

// x.gather(dim, index)
Outcome Gather(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Tensor* const index = call.TensorAt("index");
  if (tensor == nullptr || index == nullptr) return call.SomeTensor();
  const bool differ = tensor->has_rank && index->has_rank && !tensor->sizes.empty() &&
                      !index->sizes.empty() && tensor->sizes.size() != index->sizes.size();
  if (differ) {
    return call.Fail("gather() from " + ShapeText(*tensor) + " by " + ShapeText(*index) +
                     ", which has another rank");
  }
  return call.ReturnLike({.tensor = *index}, *tensor);
}

Outcome SizeOrShape(TensorCall& call) {
  const Value* const input = call.Find("input");
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return {.value = Value::Unknown()};
  if (!call.IsGiven("dim")) return {.value = ShapeOf(*input->only(), call.place())};
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  std::string why;
  if (dim) DimensionOf(*tensor, *dim, why);
  if (!why.empty() && call.is_exact()) return {.why = std::move(why)};
  return {.value =
              Value::OfSize(dim ? understanding::SizeAt(*tensor, *dim) : Size(), call.place())};
}

Outcome Rank(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const bool is_known = tensor != nullptr && tensor->has_rank;
  const Size rank = is_known ? Size::Constant(static_cast<int64_t>(tensor->sizes.size())) : Size();
  const Value value = Value::OfSize(rank, call.place());
  return {.value = call.is_exact() ? value : value.Promised()};
}

Outcome Count(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Value value = Value::OfSize(tensor == nullptr ? Size() : tensor->count(), call.place());
  return {.value = call.is_exact() ? value : value.Promised()};
}

constexpr TorchFunction kReshaping[] = {
    {"dim", "input", &Rank},
    {"expand", "input *size", &Expand},
    {"expand_as", "input other", &ExpandAs},
    {"flatten", "input start_dim end_dim", &Flatten},
    {"gather", "input dim index", &Gather},
    {"index_select", "input dim index", &IndexSelect},
    {"item", "input", &Item},
    {"narrow", "input dim start length", &Narrow},
    {"ndimension", "input", &Rank},
    {"numel", "input", &Count},
    {"permute", "input *dims", &Permute},
    {"repeat", "input *repeats", &Repeat},
    {"repeat_interleave", "input repeats dim", &RepeatInterleave},
    {"reshape", "input *shape", &View<true>},
    {"reshape_as", "input other", &ViewLikeOther<true>},
    {"select", "input dim index", &Select},
    {"size", "input dim", &SizeOrShape},
    {"squeeze", "input dim", &Squeeze},
    {"swapaxes", "input dim0 dim1", &Transpose},
    {"swapdims", "input dim0 dim1", &Transpose},
    {"t", "input", &TransposeMatrix},
    {"transpose", "input dim0 dim1", &Transpose},
    {"unflatten", "input dim *sizes", &Unflatten},
    {"unsqueeze", "input dim", &Unsqueeze},
    {"view", "input *shape", &View<false>},
    {"view_as", "input other", &ViewLikeOther<false>},
};

}  // namespace

const TorchFunction* FindReshaping(absl::string_view name) { return FindIn(kReshaping, name); }

}  // namespace allreview::understanding
