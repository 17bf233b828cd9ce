#include "analyzers/understanding/tensor.h"

#include <algorithm>
#include <iterator>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/understanding/tensor_memory.h"

namespace allreview::understanding {
namespace {

struct DtypeName {
  absl::string_view name;
  Dtype dtype;
};
// The first name of each is the one that counts.
constexpr DtypeName kDtypes[] = {
    {"bool", Dtype::kBool},         {"uint8", Dtype::kUint8},     {"int8", Dtype::kInt8},
    {"int16", Dtype::kInt16},       {"short", Dtype::kInt16},     {"int32", Dtype::kInt32},
    {"int", Dtype::kInt32},         {"int64", Dtype::kInt64},     {"long", Dtype::kInt64},
    {"floating", Dtype::kFloat},    {"float16", Dtype::kFloat16}, {"half", Dtype::kFloat16},
    {"bfloat16", Dtype::kBfloat16}, {"float32", Dtype::kFloat32}, {"float", Dtype::kFloat32},
    {"float64", Dtype::kFloat64},   {"double", Dtype::kFloat64},
};

}  // namespace

Dtype DtypeNamed(absl::string_view name) {
  absl::ConsumePrefix(&name, "torch.");
  const auto found = std::find_if(std::begin(kDtypes), std::end(kDtypes),
                                  [&](const DtypeName& row) { return row.name == name; });
  return found == std::end(kDtypes) ? Dtype::kUnknown : found->dtype;
}

absl::string_view NameOf(Dtype dtype) {
  const auto found = std::find_if(std::begin(kDtypes), std::end(kDtypes),
                                  [&](const DtypeName& row) { return row.dtype == dtype; });
  return found == std::end(kDtypes) ? "" : found->name;
}

bool IsFloating(Dtype dtype) { return dtype >= Dtype::kFloat; }

bool IsIntegral(Dtype dtype) { return dtype >= Dtype::kBool && dtype <= Dtype::kInt64; }

Dtype Promoted(Dtype a, Dtype b) {
  if (a == b) return a;
  if (a == Dtype::kUnknown || b == Dtype::kUnknown) return Dtype::kUnknown;
  if (IsFloating(a) != IsFloating(b)) return IsFloating(a) ? a : b;
  if (a == Dtype::kBool || b == Dtype::kBool) return a == Dtype::kBool ? b : a;
  const Dtype larger = std::max(a, b), smaller = std::min(a, b);
  if (IsFloating(a)) {
    if (smaller == Dtype::kFloat) return larger == Dtype::kFloat64 ? larger : Dtype::kFloat;
    return smaller == Dtype::kFloat16 && larger == Dtype::kBfloat16 ? Dtype::kFloat32 : larger;
  }
  return smaller == Dtype::kUint8 && larger == Dtype::kInt8 ? Dtype::kInt16 : larger;
}

bool CertainlyDiffer(Dtype a, Dtype b) {
  return (IsFloating(a) && IsIntegral(b)) || (IsIntegral(a) && IsFloating(b));
}

Size Tensor::at(int64_t dimension) const {
  const int64_t size = static_cast<int64_t>(sizes.size());
  if (dimension >= 0 && !has_rank) return Size();
  const int64_t place = dimension < 0 ? size + dimension : dimension;
  return place < 0 || place >= size ? Size() : sizes[static_cast<size_t>(place)];
}

Size Tensor::count() const {
  Size product = has_rank ? Size::Constant(1) : Size();
  for (const Size& size : sizes) product = product * size;
  return product;
}

Tensor Tensor::JoinedWith(const Tensor& other) const {
  Tensor joined;
  joined.has_rank = has_rank && other.has_rank && sizes.size() == other.sizes.size();
  const size_t common = std::min(sizes.size(), other.sizes.size());
  for (size_t i = common; i > 0; --i) {
    const Size &mine = sizes[sizes.size() - i], &theirs = other.sizes[other.sizes.size() - i];
    joined.sizes.push_back(mine == theirs ? mine : Size());
  }
  if (!joined.has_rank) {
    const auto known = std::find_if(joined.sizes.begin(), joined.sizes.end(),
                                    [](const Size& size) { return size.is_known(); });
    joined.sizes.erase(joined.sizes.begin(), known);
  }
  if (dtype == other.dtype) joined.dtype = dtype;
  if (IsFloating(dtype) && IsFloating(other.dtype) && dtype != other.dtype) {
    joined.dtype = Dtype::kFloat;
  }
  if (device == other.device) joined.device = device;
  if (id == other.id) joined.id = id, joined.name = name;
  joined.is_declared = is_declared && other.is_declared;
  joined.is_contiguous = is_contiguous && other.is_contiguous;
  joined.memory = JoinMemory(*this, other);
  return joined;
}

Tensor Tensor::WithoutMemory() const {
  Tensor plain = *this;
  plain.is_contiguous = false;
  plain.memory = nullptr;
  return plain;
}

bool Tensor::is_named() const {
  return id != 0 || is_declared ||
         std::any_of(sizes.begin(), sizes.end(), [](const Size& size) { return size.is_named(); });
}

Tensor Tensor::Unnamed() const {
  Tensor plain = *this;
  plain.id = 0;
  plain.is_declared = false;
  plain.name.clear();
  for (Size& size : plain.sizes) {
    if (size.is_named()) size = Size();
  }
  if (plain.memory != nullptr) plain.memory = UnnamedMemory(*plain.memory);
  return plain;
}

std::string Tensor::ToText() const {
  std::vector<std::string> texts;
  if (!has_rank) texts.push_back("...");
  for (const Size& size : sizes) texts.push_back(size.ToText());
  std::string text = "tensor";
  if (has_rank || !sizes.empty()) absl::StrAppend(&text, "[", absl::StrJoin(texts, ", "), "]");
  if (dtype != Dtype::kUnknown) absl::StrAppend(&text, " ", NameOf(dtype));
  if (device != Device::kUnknown) absl::StrAppend(&text, device == Device::kCpu ? " cpu" : " cuda");
  if (memory != nullptr) absl::StrAppend(&text, TextOf(*memory));
  return text;
}

bool operator==(const Tensor& a, const Tensor& b) {
  return a.has_rank == b.has_rank && a.dtype == b.dtype && a.device == b.device && a.id == b.id &&
         a.is_declared == b.is_declared && a.is_contiguous == b.is_contiguous &&
         a.sizes == b.sizes && IsSameMemory(a, b);
}

// Without what is known of its memory: values that differ in that alone are alike.
size_t Tensor::hash() const {
  size_t state = absl::HashOf(has_rank, dtype, device, id, is_declared, sizes.size());
  for (const Size& size : sizes) state = absl::HashOf(state, size.hash());
  return state;
}

uint64_t IdOfSize(uint64_t tensor, int64_t dimension) {
  constexpr int64_t kMost = 100;
  if (tensor == 0 || dimension < -kMost || dimension >= kMost) return 0;
  return tensor + 1 + static_cast<uint64_t>(dimension + kMost);
}

}  // namespace allreview::understanding
