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

TEST(ParseStoreUrl, KnowsRedisOverTls) {
  ASSERT_OK_AND_ASSIGN(const StoreUrl url,
                       ParseStoreUrl("rediss://u:a?b@redis.example:6380/2?ca=/c.pem"));
  EXPECT_EQ(url.redis.host, "redis.example");
  EXPECT_EQ(url.redis.port, 6380);
  EXPECT_EQ(url.redis.database, 2);
  EXPECT_EQ(url.redis.password, "a?b");
  ASSERT_TRUE(url.redis.tls.has_value());
  EXPECT_EQ(url.redis.tls->ca, "/c.pem");
  ASSERT_OK_AND_ASSIGN(const StoreUrl mutual,
                       ParseStoreUrl("rediss://redis?cert=/c.pem&key=/k.pem"));
  EXPECT_EQ(mutual.redis.tls->certificate, "/c.pem");
  EXPECT_EQ(mutual.redis.tls->key, "/k.pem");
  ASSERT_OK_AND_ASSIGN(const StoreUrl plain, ParseStoreUrl("redis://redis"));
  EXPECT_FALSE(plain.redis.tls.has_value());
}

TEST(ParseStoreUrl, SaysWhatIsWrongWithFilesOfTls) {
  EXPECT_THAT(ParseStoreUrl("rediss://redis?cert=/c.pem"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("only one of cert=FILE")));
  for (const char* url : {"rediss://redis?insecure=1", "rediss://redis?ca=", "rediss://redis?ca"}) {
    EXPECT_THAT(ParseStoreUrl(url),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("another query than ca=")))
        << url;
  }
  EXPECT_FALSE(ParseStoreUrl("redis://redis?ca=/c.pem").ok()) << "files of TLS without TLS";
}

}  // namespace
}  // namespace allreview
