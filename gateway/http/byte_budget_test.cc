#include "gateway/http/byte_budget.h"

#include <utility>

#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview::http {
namespace {

TEST(ByteBudget, HoldsSoManyBytesInAll) {
  ByteBudget budget({.max_bytes = 100, .max_per_address = 100});
  ByteBudget::Share one = budget.ShareOf("a");
  ByteBudget::Share two = budget.ShareOf("b");
  EXPECT_TRUE(one.Hold(60));
  EXPECT_FALSE(two.Hold(41));
  EXPECT_TRUE(two.Hold(40));
  EXPECT_TRUE(one.Hold(10)) << "less than before";
  EXPECT_EQ(budget.bytes(), 50);
  EXPECT_FALSE(one.Hold(61));
  EXPECT_EQ(budget.bytes(), 50) << "a refusal changes nothing";
}

TEST(ByteBudget, GivesBackWhatEnds) {
  ByteBudget budget({.max_bytes = 100, .max_per_address = 100});
  {
    ByteBudget::Share share = budget.ShareOf("a");
    EXPECT_TRUE(share.Hold(100));
    ByteBudget::Share moved = std::move(share);
    EXPECT_EQ(budget.bytes(), 100);
    moved = budget.ShareOf("b");
    EXPECT_EQ(budget.bytes(), 0);
    EXPECT_TRUE(moved.Hold(100));
  }
  EXPECT_EQ(budget.bytes(), 0);
}

TEST(ByteBudget, LeavesRoomForOtherAddresses) {
  ByteBudget budget({.max_bytes = 100,
                     .max_per_address = 25,
                     .unlimited = *AddressRanges::Parse({"10.0.0.0/8"})});
  ByteBudget::Share large = budget.ShareOf("a");
  EXPECT_TRUE(large.Hold(60)) << "the only one of its address";
  ByteBudget::Share second = budget.ShareOf("a");
  EXPECT_FALSE(second.Hold(1));
  ByteBudget::Share other = budget.ShareOf("b");
  EXPECT_TRUE(other.Hold(10));
  ByteBudget::Share more = budget.ShareOf("b");
  EXPECT_TRUE(more.Hold(15));
  EXPECT_FALSE(more.Hold(16));
  EXPECT_TRUE(other.Hold(0));
  ByteBudget::Share proxy = budget.ShareOf("10.0.0.1");
  ByteBudget::Share proxied = budget.ShareOf("10.0.0.1");
  EXPECT_TRUE(proxy.Hold(1));
  EXPECT_TRUE(proxied.Hold(24)) << "many people are behind it";
  EXPECT_FALSE(proxied.Hold(25)) << "but not more memory";
}

}  // namespace
}  // namespace allreview::http
