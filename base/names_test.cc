#include "base/names.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(Names, AreFoundWhole) {
  EXPECT_TRUE(HasName("scale", "scale"));
  EXPECT_TRUE(HasName("x.scale(2)", "scale"));
  EXPECT_TRUE(HasName("rescale, scale", "scale")) << "the second one";
  EXPECT_FALSE(HasName("rescale scale_by scale2", "scale"));
  EXPECT_FALSE(HasName("", "scale"));
}

TEST(Names, EndAtOtherLetters) {
  EXPECT_TRUE(HasName("值scale值", "scale"));
  EXPECT_FALSE(IsNameByte('-'));
  EXPECT_FALSE(IsNameByte('\xe5'));
}

}  // namespace
}  // namespace allreview
