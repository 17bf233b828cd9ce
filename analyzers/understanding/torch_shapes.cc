// The part of the calls of torch that gives one tensor another shape.

#include <utility>

#include "analyzers/understanding/torch_calls.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// A new shape for the tensor `input`, from numbers that all have to be known.
using Changed = Shaped (*)(const Tensor&, int64_t, int64_t);

Outcome Change(TensorCall& call, std::optional<int64_t> first, std::optional<int64_t> second,
               Changed changed) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (!first || !second) return call.ReturnLike({}, *tensor);
  return call.ReturnLike(changed(*tensor, *first, *second), *tensor);
}

Outcome View(TensorCall& call) {
  const Value* const shape = call.Find("shape");
  const std::optional<std::vector<Size>> sizes = call.SizesAt("shape");
  // Some shapes no tensor can have.
  const Shaped of_any = sizes ? Reshaped({}, *sizes) : Shaped();
  if (!of_any.why.empty()) return call.Fail(of_any.why);
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (sizes) return call.ReturnLike(Reshaped(*tensor, *sizes), *tensor);
  const Atom* const only = shape == nullptr ? nullptr : shape->only();
  // x.view(dtype) sees the bytes as something else.
  const bool is_shape = only != nullptr && (!only->is_sized || only->parts.size() > 1);
  return is_shape ? call.ReturnLike({}, *tensor) : call.SomeTensor();
}

Outcome LikeOther(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  const Tensor* const other = call.TensorAt("other");
  if (tensor == nullptr || other == nullptr) return call.SomeTensor();
  Shaped shaped = {.tensor = *other};
  return call.ReturnLike(std::move(shaped), *tensor);
}

Outcome Expand(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<std::vector<Size>> sizes = call.SizesAt("size");
  return call.ReturnLike(sizes ? Expanded(*tensor, *sizes) : Shaped(), *tensor);
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
  return call.ReturnLike({.tensor = {.has_rank = true, .sizes = std::move(sizes)}}, *tensor);
}

Outcome Flatten(TensorCall& call) {
  const std::optional<int64_t> first = call.IntegerOr("start_dim", 0);
  return Change(call, first, call.IntegerOr("end_dim", -1), &Flattened);
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
  return call.ReturnLike({.tensor = {.has_rank = true, .sizes = std::move(all)}}, *tensor);
}

Outcome Permute(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<std::vector<int64_t>> dims = call.IntegersAt("dims");
  return call.ReturnLike(dims ? Permuted(*tensor, *dims) : Shaped(), *tensor);
}

Outcome Transpose(TensorCall& call) {
  const std::optional<int64_t> first = call.IntegerAt("dim0");
  return Change(call, first, call.IntegerAt("dim1"), &Transposed);
}

// x.t()
Outcome TransposeMatrix(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (tensor->has_rank && tensor->sizes.size() > 2) {
    return call.Fail("t() is for matrices, not for " + ShapeText(*tensor));
  }
  const bool is_matrix = tensor->has_rank && tensor->sizes.size() == 2;
  return call.ReturnLike(is_matrix ? Transposed(*tensor, 0, 1) : Shaped(), *tensor);
}

Outcome Squeeze(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  if (call.IsGiven("dim")) {
    return Change(call, call.IntegerAt("dim"), 0,
                  [](const Tensor& from, int64_t dim, int64_t) { return Squeezed(from, dim); });
  }
  Shaped shaped;
  shaped.tensor.has_rank = tensor->has_rank;
  for (const Size& size : tensor->sizes) {
    if (!size.constant()) return call.ReturnLike({}, *tensor);
    if (*size.constant() != 1) shaped.tensor.sizes.push_back(size);
  }
  return call.ReturnLike(tensor->has_rank ? std::move(shaped) : Shaped(), *tensor);
}

Outcome Unsqueeze(TensorCall& call) {
  return Change(call, call.IntegerAt("dim"), 0,
                [](const Tensor& from, int64_t dim, int64_t) { return Unsqueezed(from, dim); });
}

// x.select(dim, index)
Outcome Select(TensorCall& call) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  return call.ReturnLike(dim ? Reduced(*tensor, {*dim}, false) : Shaped(), *tensor);
}

// The size of one dimension becomes that of `size`.
Outcome Resize(TensorCall& call, const Size& size) {
  const Tensor* const tensor = call.TensorAt("input");
  if (tensor == nullptr) return call.SomeTensor();
  const std::optional<int64_t> dim = call.IntegerAt("dim");
  return call.ReturnLike(dim ? Resized(*tensor, *dim, size) : Shaped(), *tensor);
}

Outcome Narrow(TensorCall& call) { return Resize(call, call.SizeAt("length")); }

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
    {"expand_as", "input other", &LikeOther},
    {"flatten", "input start_dim end_dim", &Flatten},
    {"gather", "input dim index", &Gather},
    {"index_select", "input dim index", &IndexSelect},
    {"narrow", "input dim start length", &Narrow},
    {"ndimension", "input", &Rank},
    {"numel", "input", &Count},
    {"permute", "input *dims", &Permute},
    {"repeat", "input *repeats", &Repeat},
    {"repeat_interleave", "input repeats dim", &RepeatInterleave},
    {"reshape", "input *shape", &View},
    {"reshape_as", "input other", &LikeOther},
    {"select", "input dim index", &Select},
    {"size", "input dim", &SizeOrShape},
    {"squeeze", "input dim", &Squeeze},
    {"swapaxes", "input dim0 dim1", &Transpose},
    {"swapdims", "input dim0 dim1", &Transpose},
    {"t", "input", &TransposeMatrix},
    {"transpose", "input dim0 dim1", &Transpose},
    {"unflatten", "input dim *sizes", &Unflatten},
    {"unsqueeze", "input dim", &Unsqueeze},
    {"view", "input *shape", &View},
    {"view_as", "input other", &LikeOther},
};

}  // namespace

const TorchFunction* FindReshaping(absl::string_view name) { return FindIn(kReshaping, name); }

}  // namespace allreview::understanding
