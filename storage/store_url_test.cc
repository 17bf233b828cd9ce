#include "storage/store_url.h"

#include <string>

#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using testing::HasSubstr;

TEST(ReadRedisUrl, TakesThePasswordOfTheFile) {
  const std::string path = testing::TempDir() + "/password";
  ASSERT_OK(WriteFile(path, " secret\n"));
  ASSERT_OK_AND_ASSIGN(const RedisAddress address, ReadRedisUrl("redis://:old@facts:6380/2", path));
  EXPECT_EQ(address.host, "facts");
  EXPECT_EQ(address.port, 6380);
  EXPECT_EQ(address.database, 2);
  EXPECT_EQ(address.password, "secret");
  ASSERT_OK_AND_ASSIGN(const RedisAddress other, ReadRedisUrl("redis://:old@facts:6380/2", ""));
  EXPECT_EQ(other.password, "old");
}

TEST(ReadRedisUrl, WantsRedis) {
  EXPECT_THAT(ReadRedisUrl("sqlite:/var/facts.db", "").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("names a file; wanted")));
  EXPECT_FALSE(ReadRedisUrl("facts:6379", "").ok());
  EXPECT_FALSE(ReadRedisUrl("redis://facts", "/nonexistent/password").ok());
}

}  // namespace
}  // namespace allreview
