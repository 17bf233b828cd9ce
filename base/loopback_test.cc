#include "base/loopback.h"

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(IsLoopback, TellsAddressesOfThisMachineFromOthers) {
  for (const char* address : {"127.0.0.1:0", "127.8.9.1:80", "localhost:80", "localhost",
                              "[::1]:80", "::1", "unix:/run/allreview"}) {
    EXPECT_TRUE(IsLoopback(address)) << address;
  }
  for (const char* address : {"0.0.0.0:80", "[::]:80", "10.0.0.1:80", "host:80", "*:80", "",
                              "127.0.0.1.example:80", "localhost.example:80"}) {
    EXPECT_FALSE(IsLoopback(address)) << address;
  }
}

}  // namespace
}  // namespace allreview
