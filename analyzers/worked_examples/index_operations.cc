#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

using Numbers = std::vector<double>;

Value NoSuchDim(Call& call) { return call.halt.Raise("a dimension that there is not"); }

// Calls visit(position in the index, position in the other tensor) for each element of `index`:
// the other tensor's element at the same place, but for `dim`, where the index says.
template <typename Visit>
bool ForEachIndexed(Call& call, const Tensor& index, const Tensor& other, size_t dim,
                    const Visit& visit) {
  if (IsFloating(index.dtype) || index.rank() != other.rank()) {
    call.halt.Raise("an index that does not fit");
    return false;
  }
  for (size_t i = 0; i < other.rank(); ++i) {
    if (i == dim || index.shape[i] <= other.shape[i]) continue;
    call.halt.Raise("an index that is too large");
    return false;
  }
  const Numbers wanted = call.Elements(index);
  for (size_t i = 0; i < wanted.size(); ++i) {
    int64_t rest = static_cast<int64_t>(i), position = 0, stride = 1;
    for (size_t d = other.rank(); d-- > 0;) {
      int64_t at = rest % index.shape[d];
      rest /= index.shape[d];
      if (d == dim) at = static_cast<int64_t>(wanted[i]);
      if (at < 0 || at >= other.shape[d]) {
        call.halt.Raise("an index that there is not");
        return false;
      }
      position += at * stride;
      stride *= other.shape[d];
    }
    visit(i, static_cast<size_t>(position));
  }
  return !call.halt.stops();
}

Value Gather(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const Tensor index = call.AsTensor(2, "index");
  const Numbers elements = call.Elements(x);
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  Numbers result;
  const bool fits = ForEachIndexed(call, index, x, *dim,
                                   [&](size_t, size_t from) { result.push_back(elements[from]); });
  if (!fits) return {};
  return Value::Of(NewTensor(index.shape, std::move(result), x.dtype));
}

// x with `source` written, or added, where the index says.
template <bool kAdds>
Value Scatter(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const Tensor index = call.AsTensor(2, "index");
  const Value* source = call.Get(3, "src");
  if (source == nullptr) source = call.Keyword("value");
  const std::optional<Tensor> given = source == nullptr ? std::nullopt : TensorOf(*source);
  if (!given || !dim || call.halt.stops()) return call.Fail("nothing to scatter");
  const bool is_number = given->rank() == 0;
  if (!is_number && given->shape != index.shape) return call.Fail("a source of another shape");
  Numbers elements = call.Elements(x);
  const Numbers values = call.Elements(Converted(*given, x.dtype, call.halt));
  std::set<size_t> written;
  bool is_twice = false;
  const bool fits = ForEachIndexed(call, index, x, *dim, [&](size_t from, size_t to) {
    const double value = values[is_number ? 0 : from];
    is_twice = !written.insert(to).second || is_twice;
    elements[to] = kAdds ? elements[to] + value : value;
  });
  if (!fits) return {};
  if (is_twice && !kAdds && !is_number) return call.Fail("a place that is written twice");
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

// Positions along a dimension, by an index of rank 0 or 1.
std::optional<Sizes> PositionsIn(Call& call, const Tensor& index, int64_t size) {
  if (index.rank() > 1 || IsFloating(index.dtype)) {
    call.halt.Raise("an index that does not fit");
    return std::nullopt;
  }
  Sizes positions;
  for (const double wanted : call.Elements(index)) {
    if (wanted < 0 || wanted >= static_cast<double>(size)) {
      call.halt.Raise("an index that there is not");
      return std::nullopt;
    }
    positions.push_back(static_cast<int64_t>(wanted));
  }
  return positions;
}

Value IndexSelect(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const Tensor index = call.AsTensor(2, "index");
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  if (!PositionsIn(call, index, x.shape[*dim])) return {};
  Value::Items parts;
  const Value whole = Value::Sequence(Type::kSlice, {Value::None(), Value::None(), Value::None()});
  for (size_t i = 0; i < *dim; ++i) parts.push_back(whole);
  parts.push_back(Value::Of(index));
  return ReadItem(x, Value::Tuple(std::move(parts)), call.halt);
}

Value IndexAdd(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<size_t> dim = DimOf(call.Integer(1, "dim"), x.rank());
  const Tensor index = call.AsTensor(2, "index"), source = call.AsTensor(3, "source");
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  const std::optional<Sizes> positions = PositionsIn(call, index, x.shape[*dim]);
  Sizes expected = x.shape;
  expected[*dim] = positions ? static_cast<int64_t>(positions->size()) : 0;
  if (!positions || source.shape != expected) return call.halt.Raise("a source that does not fit");
  Numbers elements = call.Elements(x);
  const Numbers values = call.Elements(source);
  const Lines from(source.shape, *dim), to(x.shape, *dim);
  if (call.halt.stops()) return {};
  for (int64_t line = 0; line < to.count(); ++line) {
    for (size_t j = 0; j < positions->size(); ++j) {
      elements[static_cast<size_t>(to.At(line, (*positions)[j]))] +=
          values[static_cast<size_t>(from.At(line, static_cast<int64_t>(j)))];
    }
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

Value MaskedFill(Call& call) {
  const Tensor x = call.AsTensor(0, "input"), mask = call.AsTensor(1, "mask");
  const Tensor value = Converted(call.AsTensor(2, "value"), x.dtype, call.halt);
  if (mask.dtype != Dtype::kBool) return call.halt.Raise("a mask that is not of bools");
  const std::optional<Tensor> wide = Expanded(mask, x.shape);
  if (!wide || value.rank() != 0) return call.Fail("a mask that does not fit");
  Numbers elements = call.Elements(x);
  const Numbers chosen = call.Elements(*wide), fill = call.Elements(value);
  if (call.halt.stops()) return {};
  for (size_t i = 0; i < elements.size(); ++i) {
    if (chosen[i] != 0) elements[i] = fill[0];
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

Value MaskedSelect(Call& call) {
  const Tensor x = call.AsTensor(0, "input"), mask = call.AsTensor(1, "mask");
  if (mask.dtype != Dtype::kBool || mask.shape != x.shape) return call.Fail("another mask");
  return ReadItem(x, Value::Of(mask), call.halt);
}

// where(condition, x, y); where(condition) is nonzero.
Value Where(Call& call) {
  const Tensor condition = call.AsTensor(0, "condition");
  const Value x = call.Require(1, "input"), y = call.Require(2, "other");
  if (condition.dtype != Dtype::kBool || call.halt.stops()) return call.Fail("another condition");
  // The dtype is that of a sum; the elements are those of either.
  const Value sum = OperateOnTensors("maximum", x, y, call.halt);
  if (call.halt.stops()) return {};
  const Dtype dtype = sum.tensor->dtype;
  const std::optional<Sizes> shape = BroadcastShapes(condition.shape, sum.tensor->shape);
  if (!shape) return call.halt.Raise("shapes that do not broadcast");
  const std::optional<Tensor> chosen = Expanded(condition, *shape);
  const std::optional<Tensor> a = Expanded(Converted(*TensorOf(x), dtype, call.halt), *shape);
  const std::optional<Tensor> b = Expanded(Converted(*TensorOf(y), dtype, call.halt), *shape);
  if (!chosen || !a || !b || call.halt.stops()) return call.Fail("shapes that do not broadcast");
  const Numbers picks = call.Elements(*chosen), from_b = call.Elements(*b);
  Numbers result = call.Elements(*a);
  if (call.halt.stops()) return {};
  for (size_t i = 0; i < result.size(); ++i) {
    if (picks[i] == 0) result[i] = from_b[i];
  }
  return Value::Of(NewTensor(*shape, std::move(result), dtype));
}

Value OneHot(Call& call) {
  const Tensor x = call.AsTensor(0, "tensor");
  const std::optional<int64_t> given = call.MaybeInteger(1, "num_classes");
  const Numbers elements = call.Elements(x);
  if (IsFloating(x.dtype) || call.halt.stops()) return call.halt.Raise("classes that are floats");
  int64_t classes = given.value_or(-1);
  for (const double element : elements) {
    if (element < 0 || (given && *given >= 0 && element >= static_cast<double>(*given))) {
      return call.halt.Raise("a class that there is not");
    }
    if (!given || *given < 0) classes = std::max(classes, static_cast<int64_t>(element) + 1);
  }
  Sizes shape = x.shape;
  shape.push_back(classes);
  const std::optional<int64_t> count = CountOf(shape);
  if (!count || classes <= 0) return call.Fail("a tensor that is too large");
  Numbers result(static_cast<size_t>(*count));
  for (size_t i = 0; i < elements.size(); ++i) {
    result[i * static_cast<size_t>(classes) + static_cast<size_t>(elements[i])] = 1;
  }
  return Value::Of(NewTensor(std::move(shape), std::move(result), Dtype::kInt64));
}

Value BinCount(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  int64_t size = call.MaybeInteger(2, "minlength").value_or(0);
  const Numbers elements = call.Elements(x);
  if (x.rank() != 1 || IsFloating(x.dtype)) return call.halt.Raise("no counts of these");
  for (const double element : elements) {
    if (element < 0 || element >= kMaxElements) return call.halt.Raise("a negative number");
    size = std::max(size, static_cast<int64_t>(element) + 1);
  }
  if (size < 0 || size > kMaxElements || call.halt.stops()) return call.Fail("too many counts");
  Numbers counts(static_cast<size_t>(size));
  for (const double element : elements) counts[static_cast<size_t>(element)] += 1;
  return Value::Of(NewTensor({size}, std::move(counts), Dtype::kInt64));
}

// Rows of the positions that are not zero.
Value NonZero(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const bool as_tuple = call.Flag(1, "as_tuple", false);
  const Numbers elements = call.Elements(x);
  if (x.rank() == 0 || call.halt.stops()) return call.Fail("positions in a number");
  std::vector<Numbers> along(x.rank());
  Numbers rows;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] == 0) continue;
    Numbers row(x.rank());
    int64_t rest = static_cast<int64_t>(i);
    for (size_t dim = x.rank(); dim-- > 0;) {
      row[dim] = static_cast<double>(rest % x.shape[dim]);
      rest /= x.shape[dim];
    }
    rows.insert(rows.end(), row.begin(), row.end());
    for (size_t dim = 0; dim < row.size(); ++dim) along[dim].push_back(row[dim]);
  }
  const int64_t count = static_cast<int64_t>(along[0].size());
  if (!as_tuple) {
    return Value::Of(NewTensor({count, static_cast<int64_t>(x.rank())}, rows, Dtype::kInt64));
  }
  Value::Items parts;
  for (Numbers& one : along) {
    parts.push_back(Value::Of(NewTensor({count}, std::move(one), Dtype::kInt64)));
  }
  return Value::Tuple(std::move(parts));
}

}  // namespace

const Operations& IndexOperations() {
  static const Operations& all = *new Operations{
      {"gather", Gather},
      {"scatter", Scatter<false>},
      {"scatter_add", Scatter<true>},
      {"index_select", IndexSelect},
      {"index_add", IndexAdd},
      {"masked_fill", MaskedFill},
      {"masked_select", MaskedSelect},
      {"where", Where},
      {"one_hot", OneHot},
      {"bincount", BinCount},
      {"nonzero", NonZero},
  };
  return all;
}

}  // namespace allreview::worked_examples
