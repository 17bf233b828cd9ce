#include "analyzers/understanding/size.h"

#include <cstdint>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

Size Number(int64_t number) { return Size::Constant(number); }

class SizeTest : public testing::Test {
 protected:
  const Size b_ = Size::Named(1, "b"), s_ = Size::Named(2, "s"), h_ = Size::Named(3, "h");
};

TEST_F(SizeTest, HasOneFormForEqualFormulas) {
  EXPECT_EQ((b_ + s_) * h_, h_ * s_ + b_ * h_);
  EXPECT_EQ((b_ + Number(1)) * (b_ - Number(1)), b_ * b_ - Number(1));
  EXPECT_EQ(b_ - b_, Number(0));
  EXPECT_EQ(((b_ + s_) * h_).hash(), (h_ * s_ + b_ * h_).hash());
  EXPECT_EQ(Size::Named(1, "b"), Size::Named(1, "batch"));
  EXPECT_FALSE(Size::Named(1, "b") == Size::Named(2, "b"));
}

TEST_F(SizeTest, PrintsLikePython) {
  EXPECT_EQ((h_ * Number(4) * b_).ToText(), "4*b*h");
  EXPECT_EQ((s_ - Number(1)).ToText(), "s - 1");
  EXPECT_EQ((Number(1) - s_ * s_).ToText(), "-s*s + 1");
  EXPECT_EQ((s_ + b_).FloorDividedBy(Number(3)).ToText(), "(b + s)//3");
  EXPECT_EQ(Size().ToText(), "?");
}

TEST_F(SizeTest, DividesExactlyOrNotAtAll) {
  EXPECT_EQ((b_ * h_ * Number(4)).DividedBy(h_ * Number(2)), b_ * Number(2));
  EXPECT_EQ((b_ * h_ + h_ * s_).DividedBy(h_), b_ + s_);
  EXPECT_EQ((b_ * h_ + h_ * s_).DividedBy(b_ + s_), h_);
  EXPECT_EQ((b_ * s_).DividedBy(b_ * s_), Number(1));
  EXPECT_FALSE((b_ * h_).DividedBy(s_).is_known());
  EXPECT_FALSE((h_ * Number(3)).DividedBy(h_ * Number(2)).is_known());
  EXPECT_FALSE(h_.DividedBy(Number(0)).is_known());
}

TEST_F(SizeTest, KeepsAQuotientThatIsNotExactAsANumberOfItsOwn) {
  const Size head = h_.FloorDividedBy(Number(3));
  EXPECT_EQ(head, h_.FloorDividedBy(Number(3)));
  EXPECT_FALSE(head == h_.FloorDividedBy(Number(4)));
  EXPECT_EQ((head * b_).DividedBy(head), b_);
  EXPECT_EQ(Number(-7).FloorDividedBy(Number(2)), Number(-4));
  EXPECT_FALSE(h_.FloorDividedBy(Number(0)).is_known());
}

TEST_F(SizeTest, KnowsAttributesOfWhatHasAName) {
  const Size config = Size::Named(4, "config");
  const Size hidden = Size::AttributeOf(config, "hidden");
  EXPECT_EQ(hidden, Size::AttributeOf(config, "hidden"));
  EXPECT_FALSE(hidden == Size::AttributeOf(config, "heads"));
  EXPECT_FALSE(hidden == Size::AttributeOf(b_, "hidden"));
  EXPECT_EQ((hidden * Number(4)).ToText(), "4*config.hidden");
  EXPECT_FALSE(Size::AttributeOf(Number(3), "real").is_known());
}

TEST_F(SizeTest, DiffersCertainlyByAConstantOnly) {
  EXPECT_TRUE(Size::CertainlyDiffer(Number(3), Number(4)));
  EXPECT_TRUE(Size::CertainlyDiffer(s_ + Number(1), s_));
  EXPECT_FALSE(Size::CertainlyDiffer(s_, b_));
  EXPECT_FALSE(Size::CertainlyDiffer(s_ * Number(2), s_));
  EXPECT_FALSE(Size::CertainlyDiffer(s_, s_));
  EXPECT_FALSE(Size::CertainlyDiffer(Size(), Number(1)));
}

TEST_F(SizeTest, IsUnknownWhenItGrowsTooLarge) {
  Size product = b_, sum = b_;
  for (int i = 0; i < 1000; ++i) {
    product = product * (b_ + s_ + h_ + Number(1));
    sum = sum + sum * Size::Named(10 + static_cast<uint64_t>(i), "n");
  }
  EXPECT_FALSE(product.is_known());
  EXPECT_FALSE(sum.is_known());
  Size nested = h_;
  for (int i = 0; i < 1000; ++i) nested = nested.FloorDividedBy(Number(3) + s_);
  EXPECT_FALSE(nested.is_known());
  EXPECT_FALSE((Number(INT64_MAX) * Number(2)).is_known());
  EXPECT_FALSE((h_ * Number(INT64_MAX) + h_).is_known());
  EXPECT_FALSE((h_ * Number(INT64_MIN)).DividedBy(Number(-1)).is_known());
  EXPECT_FALSE(Number(INT64_MIN).FloorDividedBy(Number(-1)).is_known());
}

}  // namespace
}  // namespace allreview::understanding
