#include "gateway/store/value_codec.h"

#include <zlib.h>

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {
namespace {

constexpr size_t kMinCompressed = 128;  // Shorter values gain nothing.
constexpr size_t kSizeBytes = 8;

absl::Status Damaged(absl::string_view packed, absl::string_view why) {
  return absl::DataLossError(
      absl::StrCat("a stored value of ", packed.size(), " bytes cannot be read: ", why));
}

std::string Raw(absl::string_view value) { return absl::StrCat("r", value); }

}  // namespace

std::string PackValue(absl::string_view value) {
  if (value.size() < kMinCompressed) return Raw(value);
  uLongf size = compressBound(value.size());
  std::string packed(1 + kSizeBytes + size, 'z');
  for (size_t i = 0; i < kSizeBytes; ++i) {
    packed[1 + i] = static_cast<char>(static_cast<uint64_t>(value.size()) >> (8 * i));
  }
  const int result =
      compress2(reinterpret_cast<Bytef*>(packed.data() + 1 + kSizeBytes), &size,
                reinterpret_cast<const Bytef*>(value.data()), value.size(), Z_DEFAULT_COMPRESSION);
  CHECK(result == Z_OK) << "zlib: " << result;
  packed.resize(1 + kSizeBytes + size);
  return packed.size() < value.size() + 1 ? packed : Raw(value);
}

absl::StatusOr<std::string> UnpackValue(absl::string_view packed) {
  if (packed.empty()) return Damaged(packed, "it is empty");
  const absl::string_view rest = packed.substr(1);
  if (packed[0] == 'r') return std::string(rest);
  if (packed[0] != 'z') return Damaged(packed, "its first byte is unknown");
  if (rest.size() < kSizeBytes) return Damaged(packed, "it is cut off");
  uint64_t size = 0;
  for (size_t i = 0; i < kSizeBytes; ++i) {
    size |= uint64_t{static_cast<unsigned char>(rest[i])} << (8 * i);
  }
  if (size > kMaxValueBytes) return Damaged(packed, "its size is too large");
  std::string value(size, '\0');
  uLongf written = size;
  const int result = uncompress(reinterpret_cast<Bytef*>(value.data()), &written,
                                reinterpret_cast<const Bytef*>(rest.data()) + kSizeBytes,
                                rest.size() - kSizeBytes);
  if (result != Z_OK || written != size) return Damaged(packed, "zlib refuses it");
  return value;
}

}  // namespace allreview::gateway
