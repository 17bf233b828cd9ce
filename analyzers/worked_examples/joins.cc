#include <algorithm>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

Value NoSuchDim(Call& call) { return call.halt.Raise("a dimension that there is not"); }

std::optional<std::vector<Tensor>> TensorsOf(Call& call) {
  const Value list = call.Require(0, "tensors");
  std::vector<Tensor> tensors;
  if (!list.IsSequence() || list.items->empty()) {
    call.Fail("no list of tensors");
    return std::nullopt;
  }
  for (const Value& item : *list.items) {
    if (!item.Is(Type::kTensor)) {
      call.Fail("a list of other things");
      return std::nullopt;
    }
    tensors.push_back(*item.tensor);
  }
  return tensors;
}

// A view of `length` from `start` on along the dimension.
Tensor Part(const Tensor& x, size_t dim, int64_t start, int64_t length) {
  Tensor view = x;
  view.offset += start * x.strides[dim];
  view.shape[dim] = length;
  return view;
}

Value Joined(Call& call, const std::vector<Tensor>& tensors, size_t dim) {
  Sizes shape = tensors[0].shape;
  Dtype dtype = tensors[0].dtype;
  shape[dim] = 0;
  for (const Tensor& tensor : tensors) {
    if (tensor.rank() != shape.size()) return call.halt.Raise("tensors of other ranks");
    for (size_t i = 0; i < shape.size(); ++i) {
      if (i != dim && tensor.shape[i] != shape[i]) return call.halt.Raise("other sizes");
    }
    shape[dim] += tensor.shape[dim];
    dtype = Promote(dtype, tensor.dtype);
  }
  const std::optional<int64_t> count = CountOf(shape);
  if (!count) return call.Fail("a tensor that is too large");
  Tensor result = NewTensor(shape, std::vector<double>(static_cast<size_t>(*count)), dtype);
  int64_t start = 0;
  for (const Tensor& tensor : tensors) {
    const std::vector<double> elements = call.Elements(tensor);
    const std::vector<int64_t> places = PlacesOf(Part(result, dim, start, tensor.shape[dim]));
    for (size_t i = 0; i < places.size(); ++i) {
      result.storage->data[static_cast<size_t>(places[i])] = Rounded(elements[i], dtype);
    }
    start += tensor.shape[dim];
  }
  return Value::Of(std::move(result));
}

Value Concatenate(Call& call) {
  const std::optional<std::vector<Tensor>> tensors = TensorsOf(call);
  if (!tensors) return {};
  const std::optional<size_t> dim =
      DimOf(call.MaybeInteger(1, "dim").value_or(0), (*tensors)[0].rank());
  return dim ? Joined(call, *tensors, *dim) : NoSuchDim(call);
}

Value Stack(Call& call) {
  std::optional<std::vector<Tensor>> tensors = TensorsOf(call);
  if (!tensors) return {};
  const std::optional<size_t> dim =
      DimOf(call.MaybeInteger(1, "dim").value_or(0), (*tensors)[0].rank() + 1);
  if (!dim) return NoSuchDim(call);
  for (Tensor& tensor : *tensors) {
    if (*dim > tensor.rank()) return call.halt.Raise("tensors of other ranks");
    tensor.shape.insert(tensor.shape.begin() + static_cast<ptrdiff_t>(*dim), 1);
    tensor.strides.insert(tensor.strides.begin() + static_cast<ptrdiff_t>(*dim), 0);
  }
  return Joined(call, *tensors, *dim);
}

Value Parts(const Tensor& x, size_t dim, const Sizes& lengths) {
  Value::Items parts;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    parts.push_back(Value::Of(Part(x, dim, start, length)));
    start += length;
  }
  return Value::Tuple(std::move(parts));
}

Sizes EqualParts(int64_t size, int64_t part) {
  Sizes lengths;
  for (int64_t start = 0; start < size; start += part) {
    lengths.push_back(std::min(part, size - start));
  }
  return lengths;
}

Value Split(Call& call) {
  const Tensor x = call.AsTensor(0, "tensor");
  const Value sizes = call.Require(1, "split_size_or_sections");
  const std::optional<size_t> dim = DimOf(call.MaybeInteger(2, "dim").value_or(0), x.rank());
  if (call.halt.stops() || !dim) return NoSuchDim(call);
  const std::optional<Sizes> given = IntegersOf(sizes);
  if (!given) return call.Fail("sizes that are not known");
  if (sizes.IsInteger()) {
    if (sizes.integer <= 0) return call.halt.Raise("parts without size");
    return Parts(x, *dim, EqualParts(x.shape[*dim], sizes.integer));
  }
  int64_t total = 0;
  for (const int64_t size : *given) {
    if (size < 0) return call.halt.Raise("a negative size");
    total += size;
  }
  if (total != x.shape[*dim]) return call.halt.Raise("sizes that do not add up");
  return Parts(x, *dim, *given);
}

Value Chunk(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const int64_t chunks = call.Integer(1, "chunks");
  const std::optional<size_t> dim = DimOf(call.MaybeInteger(2, "dim").value_or(0), x.rank());
  if (call.halt.stops() || !dim) return NoSuchDim(call);
  if (chunks <= 0 || x.shape[*dim] == 0) return call.halt.Raise("no chunks");
  return Parts(x, *dim, EqualParts(x.shape[*dim], (x.shape[*dim] + chunks - 1) / chunks));
}

// Elements of the result, each by its position in the operand, along one dimension.
Value Taken(Call& call, const Tensor& x, size_t dim, const Sizes& positions) {
  Sizes shape = x.shape;
  shape[dim] = static_cast<int64_t>(positions.size());
  const std::optional<int64_t> count = CountOf(shape);
  if (!count) return call.Fail("a tensor that is too large");
  const std::vector<double> elements = call.Elements(x);
  if (call.halt.stops()) return {};
  std::vector<double> result(static_cast<size_t>(*count));
  const Lines from(x.shape, dim), to(shape, dim);
  for (int64_t line = 0; line < to.count(); ++line) {
    for (size_t j = 0; j < positions.size(); ++j) {
      result[static_cast<size_t>(to.At(line, static_cast<int64_t>(j)))] =
          elements[static_cast<size_t>(from.At(line, positions[j]))];
    }
  }
  return Value::Of(NewTensor(std::move(shape), std::move(result), x.dtype));
}

Value Repeat(Call& call) {
  Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> times = call.SizesFrom(1, "repeats");
  if (!times || times->size() < x.rank()) return call.Fail("repeats that are not known");
  while (x.rank() < times->size()) {
    x.shape.insert(x.shape.begin(), 1);
    x.strides.insert(x.strides.begin(), 0);
  }
  Value result = Value::Of(x);
  for (size_t dim = 0; dim < times->size() && !call.halt.stops(); ++dim) {
    if ((*times)[dim] < 0 || (*times)[dim] > kMaxElements) return call.Fail("too many repeats");
    Sizes positions;
    for (int64_t i = 0; i < (*times)[dim] * x.shape[dim] && i <= kMaxElements; ++i) {
      positions.push_back(i % x.shape[dim]);
    }
    result = Taken(call, *result.tensor, dim, positions);
  }
  return result;
}

Value RepeatInterleave(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const Value repeats = call.Require(1, "repeats");
  const std::optional<int64_t> wanted = call.MaybeInteger(2, "dim");
  call.Keyword("output_size");
  if (!wanted && x.rank() != 1) return call.Fail("repeats of all elements");
  const std::optional<size_t> dim = DimOf(wanted.value_or(0), x.rank());
  if (!dim || call.halt.stops()) return NoSuchDim(call);
  std::vector<double> times(static_cast<size_t>(x.shape[*dim]), repeats.AsNumber());
  if (repeats.Is(Type::kTensor)) {
    times = call.Elements(*repeats.tensor);
    if (times.size() == 1) times.assign(static_cast<size_t>(x.shape[*dim]), times[0]);
  } else if (!repeats.Is(Type::kInt)) {
    return call.Fail("repeats that are not known");
  }
  if (static_cast<int64_t>(times.size()) != x.shape[*dim]) return call.halt.Raise("other sizes");
  Sizes positions;
  for (size_t i = 0; i < times.size(); ++i) {
    if (times[i] < 0) return call.halt.Raise("negative repeats");
    for (int64_t j = 0; j < static_cast<int64_t>(times[i]); ++j) {
      if (static_cast<int64_t>(positions.size()) > kMaxElements) return call.Fail("too many");
      positions.push_back(static_cast<int64_t>(i));
    }
  }
  return Taken(call, x, *dim, positions);
}

Value Flip(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> dims = call.SizesFrom(1, "dims");
  if (!dims) return call.Fail("dimensions that are not known");
  Value result = Value::Of(x);
  for (const int64_t wanted : *dims) {
    const std::optional<size_t> dim = DimOf(wanted, x.rank());
    if (!dim || call.halt.stops()) return NoSuchDim(call);
    Sizes positions;
    for (int64_t i = x.shape[*dim]; i-- > 0;) positions.push_back(i);
    result = Taken(call, *result.tensor, *dim, positions);
  }
  return result;
}

Value Roll(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const int64_t shift = call.Integer(1, "shifts");
  const Value* const given = call.Get(2, "dims");
  if (given == nullptr && x.rank() != 1) return call.Fail("a roll of all elements");
  const std::optional<Sizes> dims = given == nullptr ? Sizes{0} : IntegersOf(*given);
  if (!dims || dims->size() != 1 || call.halt.stops()) return call.Fail("several shifts");
  const std::optional<size_t> dim = DimOf((*dims)[0], x.rank());
  if (!dim) return NoSuchDim(call);
  const int64_t size = x.shape[*dim];
  Sizes positions;
  for (int64_t i = 0; i < size; ++i) positions.push_back((((i - shift) % size) + size) % size);
  return Taken(call, x, *dim, positions);
}

template <bool kIsLower>
Value Triangle(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const int64_t diagonal = call.MaybeInteger(1, "diagonal").value_or(0);
  std::vector<double> elements = call.Elements(x);
  if (x.rank() < 2) return call.halt.Raise("a triangle of a vector");
  const int64_t columns = x.shape.back(), rows = x.shape[x.rank() - 2];
  for (size_t i = 0; i < elements.size(); ++i) {
    const int64_t column = static_cast<int64_t>(i) % columns;
    const int64_t row = static_cast<int64_t>(i) / columns % rows;
    const bool is_kept = kIsLower ? column - row <= diagonal : column - row >= diagonal;
    if (!is_kept) elements[i] = 0;
  }
  return Value::Of(NewTensor(x.shape, std::move(elements), x.dtype));
}

// F.pad(x, (before, after, …), value=…): the last dimension first.
Value Pad(Call& call) {
  const Tensor x = call.AsTensor(0, "input");
  const std::optional<Sizes> widths = IntegersOf(call.Require(1, "pad"));
  const Value* const mode = call.Get(2, "mode");
  if (mode != nullptr && mode->text != "constant") return call.Fail("another padding");
  const double value = call.Number(3, "value", 0);
  if (!widths || widths->size() % 2 != 0 || widths->size() / 2 > x.rank()) {
    return call.Fail("widths that are not known");
  }
  Sizes shape = x.shape, starts(x.rank(), 0);
  for (size_t i = 0; i < widths->size() / 2; ++i) {
    const size_t dim = x.rank() - 1 - i;
    const int64_t before = (*widths)[2 * i], after = (*widths)[2 * i + 1];
    if (before < 0 || after < 0) return call.Fail("a negative width");
    shape[dim] += before + after;
    starts[dim] = before;
  }
  const std::optional<int64_t> count = CountOf(shape);
  if (!count) return call.Fail("a tensor that is too large");
  Tensor result =
      NewTensor(shape, std::vector<double>(static_cast<size_t>(*count), value), x.dtype);
  Tensor middle = result;
  for (size_t i = 0; i < x.rank(); ++i) middle = Part(middle, i, starts[i], x.shape[i]);
  Store(middle, Value::Of(x), call.halt);
  return Value::Of(std::move(result));
}

}  // namespace

const Operations& JoinOperations() {
  static const Operations& all = *new Operations{
      {"cat", Concatenate},
      {"concat", Concatenate},
      {"concatenate", Concatenate},
      {"stack", Stack},
      {"split", Split},
      {"chunk", Chunk},
      {"repeat", Repeat},
      {"repeat_interleave", RepeatInterleave},
      {"flip", Flip},
      {"roll", Roll},
      {"tril", Triangle<true>},
      {"triu", Triangle<false>},
      {"pad", Pad},
  };
  return all;
}

}  // namespace allreview::worked_examples
