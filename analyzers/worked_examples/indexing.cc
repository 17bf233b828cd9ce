#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzers/worked_examples/operations.h"

namespace allreview::worked_examples {
namespace {

// One place of the result of an index: positions of the operand's elements, and its shape.
struct Indexed {
  Tensor view = {};  // After slices, integers, None and `...`.
  bool is_advanced = false;
  std::vector<int64_t> places = {};  // Positions in the storage, row-major; when advanced.
  Sizes shape = {};
};

// Python's start, stop and step over a size.
struct Range {
  int64_t start = 0, count = 0, step = 1;
};
std::optional<Range> RangeOf(const Value& slice, int64_t size) {
  int64_t bounds[3] = {0, size, 1};
  for (size_t i = 0; i < 3; ++i) {
    const Value& bound = (*slice.items)[i];
    if (bound.Is(Type::kNone)) continue;
    const std::optional<Tensor> whole = TensorOf(bound);
    if (bound.IsInteger()) {
      bounds[i] = bound.integer;
    } else if (whole && whole->rank() == 0 && !IsFloating(whole->dtype)) {
      const double element = ElementsOf(*whole)[0];
      if (std::isnan(element)) return std::nullopt;
      bounds[i] = static_cast<int64_t>(element);
    } else {
      return std::nullopt;
    }
    if (i < 2) {
      if (bounds[i] < 0) bounds[i] += size;
      bounds[i] = std::clamp<int64_t>(bounds[i], 0, size);
    }
  }
  if (bounds[2] <= 0) return std::nullopt;
  const int64_t length = std::max<int64_t>(0, bounds[1] - bounds[0]);
  return Range{bounds[0], (length + bounds[2] - 1) / bounds[2], bounds[2]};
}

// How many dimensions of the operand a part of the index takes.
size_t TakenBy(const Value& part) {
  if (part.Is(Type::kNone) || part.Is(Type::kEllipsis)) return 0;
  if (part.Is(Type::kTensor) && part.tensor->dtype == Dtype::kBool) return part.tensor->rank();
  return 1;
}

// Reads an index part by part.
class Indexer {
 public:
  Indexer(const Tensor& tensor, Halt& halt) : halt_(halt) { result_.view = tensor; }

  std::optional<Indexed> Run(const Value& index) {
    Value::Items parts = index.Is(Type::kTuple) ? *index.items : Value::Items{index};
    size_t taken = 0;
    for (const Value& part : parts) taken += TakenBy(part);
    if (taken > result_.view.rank()) {
      halt_.Raise("too many indices");
      return std::nullopt;
    }
    const size_t open = result_.view.rank() - taken;
    for (const Value& part : parts) {
      if (part.Is(Type::kEllipsis)) {
        dim_ += open;
      } else if (!Apply(part)) {
        return std::nullopt;
      }
    }
    if (!advanced_.empty()) Advance();
    if (halt_.stops()) return std::nullopt;
    return std::move(result_);
  }

 private:
  bool Fail(absl::string_view why) {
    halt_.GiveUp(why);
    return false;
  }

  bool Apply(const Value& part) {
    Tensor& view = result_.view;
    if (part.Is(Type::kNone)) {
      view.shape.insert(view.shape.begin() + static_cast<ptrdiff_t>(dim_), 1);
      view.strides.insert(view.strides.begin() + static_cast<ptrdiff_t>(dim_), 0);
      ++dim_;
      return true;
    }
    if (part.Is(Type::kSlice)) {
      const std::optional<Range> range = RangeOf(part, view.shape[dim_]);
      if (!range) return Fail("a slice that is not known");
      view.offset += range->start * view.strides[dim_];
      view.shape[dim_] = range->count;
      view.strides[dim_] *= range->step;
      ++dim_;
      return true;
    }
    if (part.Is(Type::kInt)) {
      const std::optional<size_t> at = DimOf(part.integer, static_cast<size_t>(view.shape[dim_]));
      if (!at) {
        halt_.Raise("an index that there is not");
        return false;
      }
      if (!advanced_.empty()) return Fail("an integer behind index tensors");
      view = Select(view, dim_, static_cast<int64_t>(*at));
      return true;
    }
    return Collect(part);
  }

  // An index tensor, or a mask, which is one index tensor for each of its dimensions.
  bool Collect(const Value& part) {
    std::optional<Tensor> index = TensorOf(part);
    if (part.Is(Type::kList)) {
      const std::optional<Sizes> list = IntegersOf(part);
      if (!list) return Fail("an index that is not known");
      index = NewTensor({static_cast<int64_t>(list->size())},
                        std::vector<double>(list->begin(), list->end()), Dtype::kInt64);
    }
    if (!index || part.IsNumber()) return Fail("an index that is not known");
    if (!advanced_.empty() && advanced_.back().first + 1 != dim_) {
      return Fail("index tensors that are apart");
    }
    Call call("index", {}, {}, halt_);
    const std::vector<double> elements = call.Elements(*index);
    if (IsFloating(index->dtype)) halt_.Raise("an index that is a float");
    if (halt_.stops()) return false;
    if (index->dtype == Dtype::kBool) return CollectMask(*index, elements);
    if (!advanced_.empty() && advanced_.back().second.shape != index->shape) {
      return Fail("index tensors that broadcast");
    }
    advanced_.push_back({dim_++, *index});
    return true;
  }

  bool CollectMask(const Tensor& mask, const std::vector<double>& elements) {
    if (!advanced_.empty()) return Fail("a mask behind index tensors");
    for (size_t i = 0; i < mask.rank(); ++i) {
      if (mask.shape[i] == result_.view.shape[dim_ + i]) continue;
      halt_.Raise("a mask of another shape");
      return false;
    }
    std::vector<std::vector<double>> positions(mask.rank());
    for (size_t i = 0; i < elements.size(); ++i) {
      if (elements[i] == 0) continue;
      int64_t rest = static_cast<int64_t>(i);
      for (size_t dim = mask.rank(); dim-- > 0;) {
        positions[dim].push_back(static_cast<double>(rest % mask.shape[dim]));
        rest /= mask.shape[dim];
      }
    }
    for (std::vector<double>& along : positions) {
      const int64_t count = static_cast<int64_t>(along.size());
      advanced_.push_back({dim_++, NewTensor({count}, std::move(along), Dtype::kInt64)});
    }
    return !positions.empty() || Fail("a mask without dimensions");
  }

  // The dimensions of the index tensors take the place of those that they index.
  void Advance() {
    const Tensor& view = result_.view;
    const size_t first = advanced_.front().first, count = advanced_.size();
    const Sizes& middle = advanced_[0].second.shape;
    Tensor rest = view;  // Of one place: what no index tensor takes.
    rest.shape.erase(rest.shape.begin() + static_cast<ptrdiff_t>(first),
                     rest.shape.begin() + static_cast<ptrdiff_t>(first + count));
    rest.strides.erase(rest.strides.begin() + static_cast<ptrdiff_t>(first),
                       rest.strides.begin() + static_cast<ptrdiff_t>(first + count));
    result_.shape.assign(rest.shape.begin(), rest.shape.begin() + static_cast<ptrdiff_t>(first));
    result_.shape.insert(result_.shape.end(), middle.begin(), middle.end());
    result_.shape.insert(result_.shape.end(), rest.shape.begin() + static_cast<ptrdiff_t>(first),
                         rest.shape.end());
    if (!CountOf(result_.shape)) {
      halt_.GiveUp("a tensor that is too large");
      return;
    }
    std::vector<int64_t> offsets;
    for (size_t i = 0; i < ElementsOf(advanced_[0].second).size(); ++i) {
      const std::optional<int64_t> offset = OffsetAt(i);
      if (!offset) return;
      offsets.push_back(*offset);
    }
    Tensor outer = rest, inner = rest;
    outer.shape.resize(first);
    outer.strides.resize(first);
    inner.shape.erase(inner.shape.begin(), inner.shape.begin() + static_cast<ptrdiff_t>(first));
    inner.strides.erase(inner.strides.begin(),
                        inner.strides.begin() + static_cast<ptrdiff_t>(first));
    inner.offset = 0;
    const std::vector<int64_t> inner_places = PlacesOf(inner);
    for (const int64_t place : PlacesOf(outer)) {
      for (const int64_t offset : offsets) {
        for (const int64_t in : inner_places) result_.places.push_back(place + offset + in);
      }
    }
    result_.is_advanced = true;
  }

  // Of the i-th element of the index tensors together.
  std::optional<int64_t> OffsetAt(size_t i) {
    int64_t offset = 0;
    for (const auto& [dim, index] : advanced_) {
      const int64_t wanted = static_cast<int64_t>(ElementsOf(index)[i]);
      const std::optional<size_t> at = DimOf(wanted, static_cast<size_t>(result_.view.shape[dim]));
      if (!at) {
        halt_.Raise("an index that there is not");
        return std::nullopt;
      }
      offset += static_cast<int64_t>(*at) * result_.view.strides[dim];
    }
    return offset;
  }

  Halt& halt_;
  Indexed result_;
  size_t dim_ = 0;  // Of the view, for the next part.
  std::vector<std::pair<size_t, Tensor>> advanced_;
};

}  // namespace

Value ReadItem(const Tensor& tensor, const Value& index, Halt& halt) {
  std::optional<Indexed> indexed = Indexer(tensor, halt).Run(index);
  if (!indexed) return {};
  if (!indexed->is_advanced) return Value::Of(std::move(indexed->view));
  std::vector<double> elements;
  for (const int64_t place : indexed->places) {
    elements.push_back(tensor.storage->data[static_cast<size_t>(place)]);
  }
  return Value::Of(NewTensor(indexed->shape, std::move(elements), tensor.dtype));
}

void WriteItem(const Tensor& tensor, const Value& index, const Value& value, Halt& halt) {
  std::optional<Indexed> indexed = Indexer(tensor, halt).Run(index);
  if (!indexed) return;
  if (!indexed->is_advanced) return Store(indexed->view, value, halt);
  if (tensor.storage->is_frozen) return void(halt.GiveUp("a write that others may see"));
  std::vector<int64_t> sorted = indexed->places;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return void(halt.GiveUp("a place that is written twice"));
  }
  const std::optional<Tensor> source = TensorOf(value);
  const std::optional<Tensor> wide =
      source ? Expanded(*source, indexed->shape) : std::optional<Tensor>();
  if (!wide) return void(halt.GiveUp("a value that does not fit"));
  Call call("store", {}, {}, halt);
  const std::vector<double> elements = call.Elements(Converted(*wide, tensor.dtype, halt));
  if (halt.stops()) return;
  for (size_t i = 0; i < elements.size(); ++i) {
    tensor.storage->data[static_cast<size_t>(indexed->places[i])] = elements[i];
  }
}

void Store(const Tensor& view, const Value& value, Halt& halt) {
  if (view.storage->is_frozen) return void(halt.GiveUp("a write that others may see"));
  const std::optional<Tensor> source = TensorOf(value);
  const std::optional<Tensor> wide =
      source ? Expanded(*source, view.shape) : std::optional<Tensor>();
  if (!wide) return void(halt.GiveUp("a value that does not fit"));
  Call call("store", {}, {}, halt);
  const std::vector<double> elements = call.Elements(Converted(*wide, view.dtype, halt));
  if (halt.stops()) return;
  const std::vector<int64_t> places = PlacesOf(view);
  for (size_t i = 0; i < places.size(); ++i) {
    view.storage->data[static_cast<size_t>(places[i])] = elements[i];
  }
}

}  // namespace allreview::worked_examples
