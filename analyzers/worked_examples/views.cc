#include <algorithm>
#include <numeric>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

Value NoSuchDim(Call& call) { return call.halt.Raise("a dimension that there is not"); }

// A -1 becomes what is left. nullopt: it does not fit.
std::optional<Sizes> Completed(Sizes wanted, int64_t count) {
  int64_t known = 1, open = -1;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == -1) {
      if (open >= 0) return std::nullopt;
      open = static_cast<int64_t>(i);
    } else {
      known *= wanted[i];
    }
    if (wanted[i] < -1 || known > kMaxElements) return std::nullopt;
  }
  if (open >= 0) {
    if (known == 0 || count % known != 0) return std::nullopt;
    wanted[static_cast<size_t>(open)] = count / known;
    known = count;
  }
  return known == count ? std::optional<Sizes>(std::move(wanted)) : std::nullopt;
}

Value Shaped(Call& call, const Tensor& x, const Sizes& wanted, bool may_copy) {
  const std::optional<int64_t> count = CountOf(x.shape);
  const std::optional<Sizes> shape = Completed(wanted, count.value_or(0));
  if (!count || !shape) return call.halt.Raise("a view that does not fit");
  if (IsContiguous(x)) {
    Tensor view = NewTensor(*shape, {}, x.dtype);
    view.storage = x.storage;
    view.offset = x.offset;
    return Value::Of(std::move(view));
  }
  if (!may_copy) return call.Fail("a view of what is not contiguous");
  Tensor copy = NewTensor(*shape, ElementsOf(x), x.dtype);
  // Torch may have made a view.
  copy.storage->is_frozen = true;
  x.storage->is_frozen = true;
  return Value::Of(std::move(copy));
}

Value Reshape(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> wanted = call.SizesFrom(1, "shape");
  if (!wanted) return call.Fail("a shape that is not known");
  return Shaped(call, x, *wanted, call.name != "view");
}

Value ViewAs(Call& call) {
  const Tensor x = call.AsTensor(0, "input"), other = call.AsTensor(1, "other");
  return Shaped(call, x, other.shape, call.name != "view_as");
}

Value Flatten(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  if (x.rank() == 0) return Shaped(call, x, {1}, true);
  const std::optional<size_t> first =
      DimOf(call.MaybeInteger(1, "start_dim").value_or(0), x.rank());
  const std::optional<size_t> last = DimOf(call.MaybeInteger(2, "end_dim").value_or(-1), x.rank());
  if (!first || !last || *first > *last) return NoSuchDim(call);
  Sizes shape(x.shape.begin(), x.shape.begin() + static_cast<ptrdiff_t>(*first));
  int64_t joined = 1;
  for (size_t i = *first; i <= *last; ++i) joined *= x.shape[i];
  shape.push_back(joined);
  shape.insert(shape.end(), x.shape.begin() + static_cast<ptrdiff_t>(*last) + 1, x.shape.end());
  return Shaped(call, x, shape, true);
}

Value Permuted(Call& call, const Tensor& x, const std::vector<size_t>& order) {
  std::vector<size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != i || sorted.size() != x.rank()) return NoSuchDim(call);
  }
  Tensor view = x;
  for (size_t i = 0; i < order.size(); ++i) {
    view.shape[i] = x.shape[order[i]];
    view.strides[i] = x.strides[order[i]];
  }
  return Value::Of(std::move(view));
}

Value Permute(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> dims = call.SizesFrom(1, "dims");
  if (!dims || dims->size() != x.rank()) return NoSuchDim(call);
  std::vector<size_t> order;
  for (const int64_t dim : *dims) order.push_back(DimOf(dim, x.rank()).value_or(x.rank()));
  return Permuted(call, x, order);
}

Value Swapped(Call& call, const Tensor& x, std::optional<size_t> a, std::optional<size_t> b) {
  if (!a || !b) return NoSuchDim(call);
  std::vector<size_t> order(x.rank());
  std::iota(order.begin(), order.end(), size_t{0});
  std::swap(order[*a], order[*b]);
  return Permuted(call, x, order);
}

Value Transpose(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const int64_t a = call.Integer(1, "dim0"), b = call.Integer(2, "dim1");
  return call.halt.stops() ? Value() : Swapped(call, x, DimOf(a, x.rank()), DimOf(b, x.rank()));
}

Value TransposeMatrix(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  if (x.rank() < 2) return Value::Of(x);
  if (x.rank() > 2) return call.Fail("a transposed stack");
  return Swapped(call, x, size_t{0}, size_t{1});
}

Value Unsqueeze(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank() + 1);
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  const int64_t stride = *dim < x.rank() ? x.strides[*dim] * x.shape[*dim] : 1;
  x.shape.insert(x.shape.begin() + static_cast<ptrdiff_t>(*dim), 1);
  x.strides.insert(x.strides.begin() + static_cast<ptrdiff_t>(*dim), stride);
  return Value::Of(std::move(x));
}

Value Squeeze(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const Value* const given = call.Get(1, "dim");
  std::optional<Sizes> dims = given == nullptr ? std::nullopt : IntegersOf(*given);
  if (given != nullptr && !dims) return call.Fail("a dimension that is no integer");
  Tensor view = x;
  view.shape.clear();
  view.strides.clear();
  for (size_t i = 0; i < x.rank(); ++i) {
    const bool is_named = !dims || std::any_of(dims->begin(), dims->end(), [&](int64_t dim) {
      return DimOf(dim, x.rank()) == i;
    });
    if (is_named && x.shape[i] == 1) continue;
    view.shape.push_back(x.shape[i]);
    view.strides.push_back(x.strides[i]);
  }
  if (dims) {
    for (const int64_t dim : *dims) {
      if (!DimOf(dim, x.rank())) return NoSuchDim(call);
    }
  }
  return Value::Of(std::move(view));
}

Value Expand(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  std::optional<Sizes> shape = call.SizesFrom(1, "size");
  if (!shape || shape->size() < x.rank()) return call.halt.Raise("an expansion that does not fit");
  const size_t offset = shape->size() - x.rank();
  for (size_t i = 0; i < shape->size(); ++i) {
    if ((*shape)[i] != -1) continue;
    if (i < offset) return call.halt.Raise("an expansion that does not fit");
    (*shape)[i] = x.shape[i - offset];
  }
  std::optional<Tensor> view = Expanded(x, *shape);
  if (!view) return call.halt.Raise("an expansion that does not fit");
  return Value::Of(*std::move(view));
}

Value ExpandAs(Call& call) {
  const Tensor x = call.AsTensor(0, "input"), other = call.AsTensor(1, "other");
  std::optional<Tensor> view = Expanded(x, other.shape);
  if (!view) return call.halt.Raise("an expansion that does not fit");
  return Value::Of(*std::move(view));
}

Value Narrow(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const int64_t start = call.Integer(2, "start"), length = call.Integer(3, "length");
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  if (start < 0 || length < 0 || start + length > x.shape[*dim]) {
    return call.halt.Raise("a part that there is not");
  }
  x.offset += start * x.strides[*dim];
  x.shape[*dim] = length;
  return Value::Of(std::move(x));
}

Value SelectOne(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const int64_t index = call.Integer(2, "index");
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  const std::optional<size_t> at = DimOf(index, static_cast<size_t>(x.shape[*dim]));
  if (!at) return call.halt.Raise("an index that there is not");
  return Value::Of(Select(x, *dim, static_cast<int64_t>(*at)));
}

Value Unbind(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.MaybeInteger(1, "dim").value_or(0), x.rank());
  if (!dim) return NoSuchDim(call);
  Value::Items parts;
  for (int64_t i = 0; i < x.shape[*dim]; ++i) parts.push_back(Value::Of(Select(x, *dim, i)));
  return Value::Tuple(std::move(parts));
}

Value Diagonal(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  if (x.rank() != 2) return call.Fail("a diagonal of another rank");
  x.shape = {std::min(x.shape[0], x.shape[1])};
  x.strides = {x.strides[0] + x.strides[1]};
  return Value::Of(std::move(x));
}

}  // namespace

const Operations& ViewOperations() {
  static const Operations& all = *new Operations{
      {"view", Reshape},        {"reshape", Reshape},    {"view_as", ViewAs},
      {"reshape_as", ViewAs},   {"flatten", Flatten},    {"permute", Permute},
      {"transpose", Transpose}, {"swapaxes", Transpose}, {"t", TransposeMatrix},
      {"unsqueeze", Unsqueeze}, {"squeeze", Squeeze},    {"expand", Expand},
      {"expand_as", ExpandAs},  {"narrow", Narrow},      {"select", SelectOne},
      {"unbind", Unbind},       {"diagonal", Diagonal},
  };
  return all;
}

}  // namespace allreview::worked_examples
