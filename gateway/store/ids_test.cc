#include "gateway/store/ids.h"

#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

TEST(IdSource, GrowsAlsoWhenTheClockStandsStillOrGoesBack) {
  absl::Time now = absl::FromUnixMillis(1'000'000);
  IdSource ids({.now = [&] { return now; }, .random = [] { return ~uint64_t{0}; }});
  std::string last = ids.Next();
  EXPECT_EQ(last, "000000YGJ0ZZZZZZZZZZZZZZZZ");
  for (int i = 0; i < 3; ++i) {
    now -= absl::Milliseconds(i);
    const std::string next = ids.Next();
    EXPECT_TRUE(IsId(next)) << next;
    EXPECT_LT(last, next);
    last = next;
  }
}

TEST(IdSource, HoldsTheTime) {
  const absl::Time now = absl::FromUnixMillis(1'772'366'400'123);
  IdSource ids({.now = [&] { return now; }});
  const std::string id = ids.Next();
  EXPECT_EQ(TimeOfId(id), now);
  EXPECT_LE(FirstIdAt(now), id);
  EXPECT_GT(FirstIdAt(now + absl::Milliseconds(1)), id);
  EXPECT_FALSE(IsId("01JD8R9V4ZC8Q4T1Y0M3K5N7PU"));
}

}  // namespace
}  // namespace allreview::gateway
