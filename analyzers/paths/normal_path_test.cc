#include "analyzers/paths/normal_path.h"

#include <optional>

#include "gtest/gtest.h"

namespace allreview::paths {
namespace {

TEST(NormalPath, GoesUpAndStays) {
  EXPECT_EQ(NormalPath("a/./b/../c.cu"), "a/c.cu");
  EXPECT_EQ(NormalPath("/a//b/"), "a/b");
  EXPECT_EQ(NormalPath("a/.."), "");
}

TEST(NormalPath, DoesNotLeaveTheRepository) {
  EXPECT_EQ(NormalPath("a/../../b"), std::nullopt);
  EXPECT_EQ(NormalPath("..", "a"), std::nullopt);
}

TEST(NormalPath, StartsInAFolder) {
  EXPECT_EQ(NormalPath("a/b", "../c.cu"), "a/c.cu");
  EXPECT_EQ(NormalPath("", "./c.cu"), "c.cu");
}

}  // namespace
}  // namespace allreview::paths
