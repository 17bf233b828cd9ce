// The part of the operations on tensors that reads subscripts.

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/tensor_memory.h"
#include "analyzers/understanding/tensor_operations.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

// A tensor whose dimensions are indexed one after the other.
struct Indexing {
  const Tensor& from;
  std::vector<Size> sizes = {};
  std::vector<Size> from_strides = {}, strides = {};  // Empty: nobody knows.
  size_t next = 0;                                    // Dimension.
  std::string why = {};
  bool is_known = true;
};

std::optional<int64_t> ConstantOf(const Value& value) {
  const Atom* const only = value.only();
  const bool is_number = only != nullptr && only->kind == Kind::kInteger && only->is_constant;
  return is_number ? std::optional(only->integer) : std::nullopt;
}

bool IsNone(const Value& value) { return value.IsCertainly(Kind::kNone); }

// Of a size that is known, as Python's slice.indices() has it.
Size SliceOfKnown(int64_t size, const Value& start, const Value& stop, int64_t step) {
  const auto bound = [&](const Value& value, int64_t fallback) -> std::optional<int64_t> {
    if (IsNone(value)) return fallback;
    const std::optional<int64_t> number = ConstantOf(value);
    if (!number) return std::nullopt;
    const int64_t from_front = *number < 0 ? *number + size : *number;
    return std::clamp<int64_t>(from_front, 0, size);
  };
  if (size < 0) return Size();
  const std::optional<int64_t> from = bound(start, 0), to = bound(stop, size);
  if (!from || !to) return Size();
  const int64_t length = std::max<int64_t>(0, *to - *from);
  return Size::Constant(length / step + (length % step != 0 ? 1 : 0));
}

Size SizeOfSlice(const Size& size, const Atom& slice) {
  if (slice.parts.size() != 3) return Size();
  const Value &start = slice.parts[0], &stop = slice.parts[1];
  const std::optional<int64_t> step =
      IsNone(slice.parts[2]) ? std::optional<int64_t>(1) : ConstantOf(slice.parts[2]);
  if (!step || *step <= 0) return Size();
  if (const std::optional<int64_t> known = size.constant()) {
    return SliceOfKnown(*known, start, stop, *step);
  }
  if (*step != 1) return Size();
  // What is cut off at either end.
  const std::optional<int64_t> first =
      IsNone(start) ? std::optional<int64_t>(0) : ConstantOf(start);
  const std::optional<int64_t> last = IsNone(stop) ? std::optional<int64_t>(0) : ConstantOf(stop);
  if (!first || !last || *first < 0 || *last > 0 || (*last == 0 && !IsNone(stop))) return Size();
  return size - Size::Constant(*first) + Size::Constant(*last);
}

// The stride of a dimension that is sliced; unknown: so is the step.
Size StrideOfSlice(const Size& stride, const Atom& slice) {
  if (slice.parts.size() != 3) return Size();
  if (IsNone(slice.parts[2])) return stride;
  const std::optional<int64_t> step = ConstantOf(slice.parts[2]);
  return step ? stride * Size::Constant(*step) : Size();
}

void IndexBy(const Atom& item, Indexing& state) {
  const bool has_strides = !state.from_strides.empty();
  if (item.kind == Kind::kNone) {
    state.sizes.push_back(Size::Constant(1));
    if (has_strides) state.strides.push_back(Size::Constant(1));
    return;
  }
  if (has_strides && item.kind == Kind::kSlice) {
    state.strides.push_back(StrideOfSlice(state.from_strides[state.next], item));
  }
  const Size size = state.from.sizes[state.next++];
  const std::optional<int64_t> known = size.constant();
  if (item.kind == Kind::kSlice) {
    state.sizes.push_back(SizeOfSlice(size, item));
  } else if (item.kind == Kind::kInteger) {
    const bool is_outside = known && *known >= 0 && item.is_constant && item.is_exact &&
                            (item.integer >= *known || item.integer < -*known);
    if (is_outside) {
      state.why = absl::StrCat("index ", item.integer, " is out of range for the size ", *known,
                               " of ", ShapeText(state.from));
    }
  } else if (item.kind == Kind::kList) {
    state.sizes.push_back(Size::Constant(static_cast<int64_t>(item.parts.size())));
  } else {  // A tensor of indices.
    const Tensor& indices = TensorOf(item);
    state.sizes.insert(state.sizes.end(), indices.sizes.begin(), indices.sizes.end());
  }
}

bool IsAdvanced(const Atom& item) { return item.kind == Kind::kTensor || item.kind == Kind::kList; }

// Those about which a subscript says how many dimensions it takes and gives.
bool IsUnderstood(const Atom& item) {
  if (!IsAdvanced(item)) {
    return item.kind == Kind::kNone || item.kind == Kind::kSlice || item.kind == Kind::kInteger ||
           item.kind == Kind::kEllipsis;
  }
  if (item.kind == Kind::kList) {
    return item.is_sized && !item.parts.empty() &&
           std::all_of(item.parts.begin(), item.parts.end(),
                       [](const Value& part) { return part.IsCertainly(Kind::kInteger); });
  }
  const Tensor& indices = TensorOf(item);
  return indices.has_rank && IsIntegral(indices.dtype) && indices.dtype != Dtype::kBool &&
         indices.dtype != Dtype::kUint8;
}

// The items of a subscript, with `:` for each dimension that `...` or nothing stands for; empty:
// not understood.
std::vector<Atom> ItemsOf(const Value& index) {
  const Atom* const only = index.only();
  if (only == nullptr) return {};
  std::vector<Atom> items;
  if (only->kind != Kind::kTuple) {
    items.push_back(*only);
  } else if (only->is_sized) {
    for (const Value& part : only->parts) {
      if (part.only() == nullptr) return {};
      items.push_back(*part.only());
    }
  }
  const bool is_understood = std::all_of(items.begin(), items.end(), IsUnderstood) &&
                             std::count_if(items.begin(), items.end(), IsAdvanced) <= 1;
  return is_understood ? std::move(items) : std::vector<Atom>();
}

bool IsEllipsis(const Atom& item) { return item.kind == Kind::kEllipsis; }

// `...` stands for `left` dimensions.
Shaped Indexed(const Tensor& from, const std::vector<Atom>& items, size_t left) {
  const bool is_view = std::none_of(items.begin(), items.end(), IsAdvanced);
  const std::optional<std::vector<Size>> strides = is_view ? StridesOf(from) : std::nullopt;
  Indexing state = {.from = from, .from_strides = strides.value_or(std::vector<Size>())};
  const auto keep = [&](size_t count) {
    for (; count > 0; --count) {
      if (strides) state.strides.push_back((*strides)[state.next]);
      state.sizes.push_back(from.sizes[state.next++]);
    }
  };
  for (const Atom& item : items) {
    if (IsEllipsis(item)) {
      keep(left);
    } else {
      IndexBy(item, state);
    }
  }
  keep(from.sizes.size() - state.next);
  Tensor item = {.has_rank = from.has_rank, .sizes = std::move(state.sizes)};
  if (is_view) {
    item = ViewOf(std::move(item), from,
                  strides ? std::optional(std::move(state.strides)) : std::nullopt);
  }
  return {.tensor = std::move(item), .why = std::move(state.why), .is_view = is_view};
}

}  // namespace

Outcome ItemOfTensor(const Atom& tensor, const Value& index, Place place) {
  const Tensor& from = TensorOf(tensor);
  const auto outcome = [&](Shaped shaped) {
    shaped.tensor.is_declared = from.is_declared;
    return OutcomeOf(std::move(shaped), from.dtype, from.device, tensor.is_exact, place);
  };
  const std::vector<Atom> items = ItemsOf(index);
  const auto takes = [](const Atom& item) {
    return item.kind != Kind::kNone && item.kind != Kind::kEllipsis;
  };
  const size_t taken = static_cast<size_t>(std::count_if(items.begin(), items.end(), takes));
  const auto ellipsis = std::find_if(items.begin(), items.end(), IsEllipsis);
  if (items.empty() || std::count_if(items.begin(), items.end(), IsEllipsis) > 1) {
    return outcome({});
  }
  const size_t rank = from.sizes.size();
  if (from.has_rank && taken > rank) {
    return outcome({.why = absl::StrCat(taken, " indices are too many for ", ShapeText(from))});
  }
  // Of unknown rank only the last dimensions can be counted.
  if (!from.has_rank && (taken > rank || ellipsis != items.begin())) return outcome({});
  return outcome(Indexed(from, items, rank - taken));
}

}  // namespace allreview::understanding
