#ifndef BASE_NAME_HASH_H_
#define BASE_NAME_HASH_H_

// Hash of short texts, such as the names of a program, for tables in memory: for up to 16 bytes two
// loads and one multiplication. Texts that collide in one process do not in the next. The mixing
// step is that of wyhash (Wang Yi): both halves of a product of 128 bits.
//
//   absl::flat_hash_map<absl::string_view, int, NameHash, NameEqual> numbers;

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"

namespace allreview {

struct NameHash {
  using is_transparent = void;  // A table of strings is asked for views.

  size_t operator()(absl::string_view name) const {
    const char* text = name.data();
    size_t size = name.size();
    uint64_t hash = Seed() ^ size * kSizes;
    for (; size > 16; text += 16, size -= 16)
      hash = Mix(hash ^ Load8(text), kOdd ^ Load8(text + 8));
    if (size >= 8) return Mix(hash ^ Load8(text), kOdd ^ Load8(text + size - 8));  // They overlap.
    if (size >= 4) return Mix(hash ^ Load4(text), kOdd ^ Load4(text + size - 4));
    uint64_t bytes = 0;
    for (size_t i = 0; i < size; ++i) bytes = bytes << 8 | static_cast<unsigned char>(text[i]);
    return Mix(hash ^ bytes, kOdd);
  }

  // The bytes at `text` as a number.
  static uint64_t Load8(const char* text) {
    uint64_t bytes;
    std::memcpy(&bytes, text, sizeof(bytes));
    return bytes;
  }
  static uint64_t Load4(const char* text) {
    uint32_t bytes;
    std::memcpy(&bytes, text, sizeof(bytes));
    return bytes;
  }

 private:
  static constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  static constexpr uint64_t kSizes = 0xd6e8feb86659fd93;  // Sizes differ in bytes of their own.

  // Where the kernel put the program.
  static uint64_t Seed() {
    static const char here = 0;
    return kOdd * reinterpret_cast<uintptr_t>(&here);
  }
  static uint64_t Mix(uint64_t a, uint64_t b) {
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  }
};

// Without a call, up to 16 bytes.
struct NameEqual {
  using is_transparent = void;

  bool operator()(absl::string_view a, absl::string_view b) const {
    const size_t size = a.size();
    if (size != b.size()) return false;
    if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
    // Two loads that overlap.
    if (size >= 8) return IsEqual<8>(a.data(), b.data(), size, NameHash::Load8);
    if (size >= 4) return IsEqual<4>(a.data(), b.data(), size, NameHash::Load4);
    for (size_t i = 0; i < size; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

 private:
  template <size_t bytes, typename Load>
  static bool IsEqual(const char* a, const char* b, size_t size, const Load& load) {
    return load(a) == load(b) && load(a + size - bytes) == load(b + size - bytes);
  }
};

// Half of a hash, for tables that keep very many.
inline uint32_t ShortNameHash(absl::string_view name) {
  return static_cast<uint32_t>(NameHash()(name));
}

}  // namespace allreview

#endif  // BASE_NAME_HASH_H_
