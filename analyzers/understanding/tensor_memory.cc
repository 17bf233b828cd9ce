#include "analyzers/understanding/tensor_memory.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::understanding {
namespace {

std::shared_ptr<const Memory> Shared(Memory memory) {
  return memory.is_empty() ? nullptr : std::make_shared<const Memory>(std::move(memory));
}

bool IsOne(const Size& size) { return size.constant() == 1; }

bool AreKnown(const std::vector<Size>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](const Size& size) { return size.is_known(); });
}

// `whole` is a product with `part` in it.
bool IsMultiple(const Size& whole, const Size& part) {
  const Size quotient = whole.DividedBy(part);
  return quotient.is_known() && quotient.constant().value_or(2) > 1;
}

// Elements that lie `stride` apart, `count` of them: dimensions that a view may join and cut.
struct Chunk {
  Size count;
  Size stride;
};

// From the last dimension to the first.
std::vector<Chunk> ChunksOf(const std::vector<Size>& sizes, const std::vector<Size>& strides) {
  std::vector<Chunk> chunks;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (IsOne(sizes[i])) continue;
    if (!chunks.empty() && strides[i] == chunks.back().count * chunks.back().stride) {
      chunks.back().count = chunks.back().count * sizes[i];
    } else {
      chunks.push_back({sizes[i], strides[i]});
    }
  }
  return chunks;
}

// How many chunks there are by the order alone; 0: nobody knows.
size_t ChunksByOrder(const Tensor& tensor) {
  if (tensor.memory == nullptr || tensor.memory->order.size() != tensor.sizes.size()) return 0;
  size_t chunks = 0;
  std::optional<Size> before;
  for (size_t i = 0; i < tensor.sizes.size(); ++i) {
    if (IsOne(tensor.sizes[i])) return 0;
    const Size& place = tensor.memory->order[i];
    chunks += !before || !(place == *before + Size::Constant(1));
    before = place;
  }
  return chunks;
}

enum class Fit { kFits, kNever, kUnknown };

// Some product of the last sizes up to `end`, which moves to the front, has to be the count.
Fit Cut(const Chunk& chunk, const std::vector<Size>& wanted, std::vector<Size>& strides,
        size_t& end) {
  Size taken = Size::Constant(1);
  while (!(taken == chunk.count)) {
    if (end == 0) return Fit::kUnknown;
    --end;
    strides[end] = chunk.stride * taken;
    taken = taken * wanted[end];
    if (taken == chunk.count) break;
    if (IsMultiple(taken, chunk.count)) return Fit::kNever;
    const std::optional<int64_t> is = taken.constant(), all = chunk.count.constant();
    if (is && all && (*is <= 0 || *all % *is != 0)) return *is > 0 ? Fit::kNever : Fit::kUnknown;
    if (!IsOne(taken) && !IsMultiple(chunk.count, taken)) return Fit::kUnknown;
  }
  return Fit::kFits;
}

}  // namespace

Grad GradOf(const Tensor& tensor) {
  if (IsIntegral(tensor.dtype)) return Grad::kNone;
  return tensor.memory == nullptr ? Grad::kUnknown : tensor.memory->grad;
}

std::shared_ptr<const Memory> JoinMemory(const Tensor& a, const Tensor& b) {
  if (a.memory == b.memory) return a.memory;
  if (a.memory == nullptr || b.memory == nullptr) return nullptr;
  const Memory &mine = *a.memory, &theirs = *b.memory;
  Memory joined;
  if (mine.storage == theirs.storage) {
    joined.storage = mine.storage;
    joined.is_unwritten = mine.is_unwritten && theirs.is_unwritten;
  }
  const bool have_same_rank = a.has_rank && b.has_rank && a.sizes.size() == b.sizes.size();
  if (have_same_rank && mine.strides == theirs.strides) joined.strides = mine.strides;
  if (have_same_rank && mine.order == theirs.order) joined.order = mine.order;
  const bool require_both = mine.grad >= Grad::kRequired && theirs.grad >= Grad::kRequired;
  joined.grad = mine.grad == theirs.grad ? mine.grad
                : require_both           ? Grad::kRequired
                                         : Grad::kUnknown;
  return Shared(std::move(joined));
}

bool IsSameMemory(const Tensor& a, const Tensor& b) {
  return a.memory == b.memory ||
         (a.memory != nullptr && b.memory != nullptr && *a.memory == *b.memory);
}

std::shared_ptr<const Memory> UnnamedMemory(const Memory& memory) {
  Memory plain = memory;
  const bool is_named = std::any_of(plain.strides.begin(), plain.strides.end(),
                                    [](const Size& stride) { return stride.is_named(); });
  if (is_named) plain.strides.clear();
  return Shared(std::move(plain));
}

std::string TextOf(const Memory& memory) {
  std::string text;
  const auto append = [](std::string* out, const Size& size) {
    absl::StrAppend(out, size.ToText());
  };
  if (!memory.strides.empty()) {
    absl::StrAppend(&text, " strides [", absl::StrJoin(memory.strides, ", ", append), "]");
  } else if (!memory.order.empty()) {
    absl::StrAppend(&text, " order [", absl::StrJoin(memory.order, ", ", append), "]");
  }
  if (memory.is_unwritten) text += " unwritten";
  if (memory.grad >= Grad::kRequired) text += " requires grad";
  return text;
}

std::optional<std::vector<Size>> StridesOf(const Tensor& tensor) {
  if (!tensor.has_rank) return std::nullopt;
  if (!tensor.is_contiguous) {
    const bool has_strides =
        tensor.memory != nullptr && tensor.memory->strides.size() == tensor.sizes.size();
    return has_strides && !tensor.sizes.empty() ? std::optional(tensor.memory->strides)
                                                : std::nullopt;
  }
  std::vector<Size> strides(tensor.sizes.size());
  Size next = Size::Constant(1);
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = next;
    next = next * tensor.sizes[i];
  }
  return strides;
}

std::optional<std::vector<Size>> StridesWithout(const Tensor& tensor, int64_t dim) {
  std::optional<std::vector<Size>> strides = StridesOf(tensor);
  const int64_t rank = strides ? static_cast<int64_t>(strides->size()) : 0;
  const int64_t place = dim < 0 ? dim + rank : dim;
  if (place < 0 || place >= rank) return std::nullopt;
  strides->erase(strides->begin() + place);
  return strides;
}

bool IsCertainlyReordered(const Tensor& tensor) {
  const std::optional<std::vector<Size>> strides =
      tensor.is_contiguous ? std::nullopt : StridesOf(tensor);
  if (!strides || !AreKnown(*strides) || !AreKnown(tensor.sizes)) return false;
  const std::vector<Chunk> chunks = ChunksOf(tensor.sizes, *strides);
  return chunks.size() > 1 || (chunks.size() == 1 && !IsOne(chunks[0].stride));
}

Tensor ViewOf(Tensor view, const Tensor& from, std::optional<std::vector<Size>> strides) {
  Memory memory;
  if (from.memory != nullptr) {
    memory.storage = from.memory->storage;
    memory.is_unwritten = from.memory->is_unwritten;
  }
  view.is_contiguous = false;
  if (strides && view.has_rank && strides->size() == view.sizes.size()) {
    Tensor dense = {.has_rank = true, .sizes = view.sizes, .is_contiguous = true};
    const std::vector<Size> usual = *StridesOf(dense);
    view.is_contiguous = true;
    for (size_t i = 0; i < usual.size(); ++i) {
      const bool counts = !IsOne(view.sizes[i]);
      const bool is_usual = usual[i].is_known() && usual[i] == (*strides)[i];
      view.is_contiguous = view.is_contiguous && (is_usual || !counts);
    }
    if (!view.is_contiguous) memory.strides = *std::move(strides);
  }
  view.memory = Shared(std::move(memory));
  return view;
}

std::vector<Size> DimensionsOf(const Tensor& tensor) {
  std::vector<Size> dims;
  for (size_t i = 0; i < tensor.sizes.size(); ++i) {
    dims.push_back(Size::Constant(static_cast<int64_t>(i)));
  }
  return dims;
}

Tensor Reordered(Tensor view, const Tensor& from, const std::vector<Size>& dims) {
  const std::optional<std::vector<Size>> known = StridesOf(from);
  const bool is_known = known && AreKnown(*known);
  const bool has_order = from.memory != nullptr && from.memory->order.size() == dims.size();
  const std::vector<Size> places = has_order            ? from.memory->order
                                   : from.is_contiguous ? DimensionsOf(from)
                                                        : std::vector<Size>();
  std::vector<Size> strides, order;
  for (const Size& dim : dims) {
    const size_t at = static_cast<size_t>(dim.constant().value_or(0));
    if (at >= dims.size()) return ViewOf(std::move(view), from, std::nullopt);
    if (is_known) strides.push_back((*known)[at]);
    if (places.size() == dims.size()) order.push_back(places[at]);
  }
  const bool is_dense = !order.empty() && order == DimensionsOf(from);
  view = ViewOf(std::move(view), from, is_known ? std::optional(std::move(strides)) : std::nullopt);
  view.is_contiguous = view.is_contiguous || is_dense;
  if (view.is_contiguous || order.empty()) return view;
  Memory memory = view.memory == nullptr ? Memory() : *view.memory;
  memory.order = std::move(order);
  view.memory = Shared(std::move(memory));
  return view;
}

std::string OrderText(const Tensor& tensor) {
  const auto list = [](const std::vector<Size>& sizes) {
    return absl::StrCat("[",
                        absl::StrJoin(sizes, ", ",
                                      [](std::string* out, const Size& size) {
                                        absl::StrAppend(out, size.ToText());
                                      }),
                        "]");
  };
  const std::optional<std::vector<Size>> strides = StridesOf(tensor);
  if (strides && AreKnown(*strides)) return absl::StrCat("strides are ", list(*strides));
  return absl::StrCat("dimensions lie in the order ", list(tensor.memory->order), " in memory");
}

Tensor Contiguous(Tensor tensor) {
  tensor.is_contiguous = true;
  tensor.memory = nullptr;
  return tensor;
}

Viewing Viewed(const Tensor& tensor, const std::vector<Size>& wanted) {
  // A chunk gives one dimension or more.
  const size_t most = static_cast<size_t>(
      std::count_if(wanted.begin(), wanted.end(), [](const Size& size) { return !IsOne(size); }));
  if (ChunksByOrder(tensor) > most) return {.is_impossible = true};
  const std::optional<std::vector<Size>> strides = StridesOf(tensor);
  if (!strides || !AreKnown(*strides) || !AreKnown(tensor.sizes)) return {};
  const std::vector<Chunk> chunks = ChunksOf(tensor.sizes, *strides);
  if (chunks.size() > most) return {.is_impossible = true};
  if (!AreKnown(wanted)) return {};
  std::vector<Size> result(wanted.size(), Size::Constant(1));
  size_t end = wanted.size();
  for (const Chunk& chunk : chunks) {
    const Fit fit = Cut(chunk, wanted, result, end);
    if (fit == Fit::kNever) return {.is_impossible = true};
    if (fit == Fit::kUnknown) return {};
  }
  if (!std::all_of(wanted.begin(), wanted.begin() + static_cast<int64_t>(end), IsOne)) return {};
  return {.strides = std::move(result)};
}

}  // namespace allreview::understanding
