#include "analyzers/numerics/arithmetic/philox.h"

#include <gtest/gtest.h>

namespace allreview::numerics {
namespace {

struct KnownAnswer {
  PhiloxBlock counter;
  PhiloxKey key;
  PhiloxBlock words;
};

TEST(Philox, GivesTheKnownAnswersOfRandom123) {
  // Lines "philox4x32 10" of kat_vectors in Random123.
  constexpr KnownAnswer kKnownAnswers[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u}},
      {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu}},
      {{0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u},
       {0xa4093822u, 0x299f31d0u},
       {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u}},
  };
  for (const KnownAnswer& known : kKnownAnswers) {
    const PhiloxBlock words = Philox(known.counter, known.key);
    EXPECT_EQ(words.x, known.words.x);
    EXPECT_EQ(words.y, known.words.y);
    EXPECT_EQ(words.z, known.words.z);
    EXPECT_EQ(words.w, known.words.w);
  }
}

}  // namespace
}  // namespace allreview::numerics
