#include "analyzers/understanding/rings.h"

#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

Rings::Question Code(uint32_t code) { return {{0, code}, false}; }

TEST(Rings, AreOneWhenTheyShareAQuestion) {
  Rings rings;
  const Rings::Id first = rings.Join({Code(1), Code(2)});
  const Rings::Id second = rings.Join({Code(3), Code(4)});
  EXPECT_NE(rings.Current(first), rings.Current(second));
  rings.Join({Code(2), Code(3)});
  EXPECT_EQ(rings.Current(first), rings.Current(second));
  EXPECT_EQ(rings.RingOf(Code(1)), rings.RingOf(Code(4)));
}

TEST(Rings, TellQuestionsOfOneCodeApart) {
  Rings rings;
  rings.Join({{{0, 1}, false}, {{0, 2}, false}});
  EXPECT_EQ(rings.RingOf({{0, 1}, true}), Rings::kNone);
  EXPECT_EQ(rings.RingOf(Code(3)), Rings::kNone);
}

}  // namespace
}  // namespace allreview::understanding
