#include "base/url.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(HostAndPortOf, IsWhatStandsBehindTheScheme) {
  EXPECT_EQ(HostAndPortOf("https://github.com:443/acme/train"), "github.com:443");
  EXPECT_EQ(HostAndPortOf("https://git.example"), "git.example");
  EXPECT_EQ(HostAndPortOf("acme/train"), "");
}

}  // namespace
}  // namespace allreview
