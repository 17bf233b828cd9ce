#ifndef ANALYZERS_NUMERICS_ARITHMETIC_PHILOX_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_PHILOX_H_

// Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3"
// (SC'11): random words as a pure function of a counter and a key, so that any sample can be made
// again, alone, on any machine. For hosts and devices; see bits.h.

#include "analyzers/numerics/arithmetic/bits.h"

namespace allreview::numerics {

struct PhiloxKey {
  uint32_t x = 0;
  uint32_t y = 0;
};

// A counter, or the 128 random bits that belong to one.
struct PhiloxBlock {
  uint32_t x = 0;
  uint32_t y = 0;
  uint32_t z = 0;
  uint32_t w = 0;
};

NUMERICS_FUNCTION PhiloxBlock Philox(PhiloxBlock counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t from_x = uint64_t{0xd2511f53u} * counter.x;
    const uint64_t from_z = uint64_t{0xcd9e8d57u} * counter.z;
    counter = {
        static_cast<uint32_t>(from_z >> 32) ^ counter.y ^ key.x, static_cast<uint32_t>(from_z),
        static_cast<uint32_t>(from_x >> 32) ^ counter.w ^ key.y, static_cast<uint32_t>(from_x)};
    key = {key.x + 0x9e3779b9u, key.y + 0xbb67ae85u};
  }
  return counter;
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_PHILOX_H_
