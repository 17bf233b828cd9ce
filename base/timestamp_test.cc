#include "base/timestamp.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(Timestamp, KeepsNanosecondsBothWays) {
  const absl::Time time = absl::FromUnixSeconds(1'900'000'000) + absl::Nanoseconds(123'456'789);
  EXPECT_EQ(ToTime(ToTimestamp(time)), time);
}

TEST(Timestamp, KeepsTimesBeforeTheEpochInOrder) {
  const absl::Time time = absl::FromUnixSeconds(-2) + absl::Nanoseconds(500'000'000);
  EXPECT_GE(ToTimestamp(time).nanos(), 0);  // As the proto demands.
  EXPECT_EQ(ToTime(ToTimestamp(time)), time);
}

TEST(Timestamp, ReadsAnUnsetMessageAsTheInfinitePast) {
  EXPECT_EQ(ToTime({}), absl::InfinitePast());
  EXPECT_EQ(ToTime(ToTimestamp(absl::InfinitePast())), absl::InfinitePast());
}

}  // namespace
}  // namespace allreview
