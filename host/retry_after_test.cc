#include "host/retry_after.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::host {
namespace {

std::string Said(absl::Duration wait) {
  return RetryAfterText(WithRetryAfter(absl::UnavailableError("x"), wait));
}

TEST(RetryAfter, IsWholeSecondsWithinBounds) {
  EXPECT_EQ(Said(absl::Seconds(40)), "40");
  EXPECT_EQ(Said(absl::Milliseconds(40'001)), "41");
  EXPECT_EQ(Said(absl::ZeroDuration()), "1");
  EXPECT_EQ(Said(-absl::InfiniteDuration()), "1");
  EXPECT_EQ(Said(absl::Hours(3)), "600");
  EXPECT_EQ(Said(absl::InfiniteDuration()), "600");
}

TEST(RetryAfter, IsASecondWhereNothingWasSaid) {
  EXPECT_EQ(SaidRetryAfter(absl::UnavailableError("x")), std::nullopt);
  EXPECT_EQ(RetryAfterText(absl::UnavailableError("x")), "1");
}

TEST(RetryAfter, TravelsAsMetadata) {
  const absl::Status refused = absl::ResourceExhaustedError("x");
  const auto after = [&](const char* text) {
    return RetryAfterText(WithRetryAfterText(refused, text));
  };
  EXPECT_EQ(after("40"), "40");
  EXPECT_EQ(after("100000000000000000000"), "1");
  EXPECT_EQ(after("4000"), "600");
  EXPECT_EQ(after("-1"), "1");
  EXPECT_EQ(after("soon\r\nx: y"), "1");
  EXPECT_EQ(WithRetryAfterText(refused, ""), refused);
}

}  // namespace
}  // namespace allreview::host
