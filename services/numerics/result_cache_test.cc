#include "services/numerics/result_cache.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

TEST(ResultCache, GivesBackWhatWasPut) {
  ResultCache cache(10'000);
  EXPECT_EQ(cache.Get("a"), std::nullopt);
  cache.Put("a", "1");
  EXPECT_EQ(cache.Get("a"), "1");
}

TEST(ResultCache, ForgetsWhatWasNotUsedForLongest) {
  ResultCache cache(3 * 200);  // Three entries with their overhead.
  cache.Put("a", std::string(20, '1'));
  cache.Put("b", std::string(20, '2'));
  cache.Put("c", std::string(20, '3'));
  EXPECT_NE(cache.Get("a"), std::nullopt);
  cache.Put("d", std::string(20, '4'));
  EXPECT_EQ(cache.Get("b"), std::nullopt);
  EXPECT_NE(cache.Get("a"), std::nullopt);
  EXPECT_NE(cache.Get("d"), std::nullopt);
}

TEST(ResultCache, KeepsNothingThatIsLargerThanItself) {
  ResultCache cache(1000);
  cache.Put("small", "1");
  cache.Put("large", std::string(2000, 'x'));
  EXPECT_EQ(cache.Get("large"), std::nullopt);
  EXPECT_NE(cache.Get("small"), std::nullopt);
}

}  // namespace
}  // namespace allreview::numerics
