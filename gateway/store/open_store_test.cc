#include "gateway/store/open_store.h"

#include "base/file.h"
#include "base/status_matchers.h"
#include "gateway/testing/redis_server.h"
#include "storage/store_url.h"

namespace allreview::gateway {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(StoreUrl, ReadsAllForms) {
  EXPECT_EQ(ParseStoreUrl("sqlite:/var/lib/s.db")->sqlite_path, "/var/lib/s.db");
  EXPECT_EQ(ParseStoreUrl("sqlite::memory:")->sqlite_path, ":memory:");
  const StoreUrl tcp = ParseStoreUrl("redis://me:p/w@redis.example:6380/3").value();
  EXPECT_EQ(tcp.redis.host, "redis.example");
  EXPECT_EQ(tcp.redis.port, 6380);
  EXPECT_EQ(tcp.redis.database, 3);
  EXPECT_EQ(tcp.redis.user, "me");
  EXPECT_EQ(tcp.redis.password, "p/w");
  EXPECT_EQ(ParseStoreUrl("redis://localhost")->redis.port, 6379);
  const StoreUrl socket = ParseStoreUrl("redis+unix:///run/r.sock?db=2").value();
  EXPECT_EQ(socket.redis.unix_socket, "/run/r.sock");
  EXPECT_EQ(socket.redis.database, 2);
}

TEST(StoreUrl, SaysWhatIsWrongAndNeverThePassword) {
  const struct {
    const char* url;
    const char* why;
  } kCases[] = {
      {"", "is of no known kind"},
      {"postgres://localhost", "is of no known kind"},
      {"sqlite:", "names no file"},
      {"redis://:hunter2@:6379/0", "names no host"},
      {"redis://:hunter2@localhost:port/0", "names port 'port'"},
      {"redis://:hunter2@localhost:6379/zero", "names database 'zero'"},
      {"redis+unix://run/r.sock", "names no socket"},
      {"redis+unix:///run/r.sock?database=2", "has another query than db=N"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseStoreUrl(c.url),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr(c.why), HasSubstr("wanted sqlite:PATH, redis://"),
                               Not(HasSubstr("hunter2")))))
        << c.url;
  }
}

TEST(OpenStore, SaysThatNoServerAnswers) {
  RedisClient client({.address = {.unix_socket = "/nonexistent/s"}, .patience = {}});
  EXPECT_THAT(client.Run({"PING"}), StatusIs(absl::StatusCode::kUnavailable,
                                             "redis at /nonexistent/s: No such file or directory"));
}

TEST(OpenStore, SaysThatThePasswordIsWrong) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  RedisServer server;
  ASSERT_OK_AND_ASSIGN(auto client, OpenRedis(server.url(), {}));
  ASSERT_OK(client->Run({"CONFIG", "SET", "requirepass", "right"}));
  EXPECT_THAT(OpenKeyedStore(server.url(), {}), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                         HasSubstr("give the store's password")));
  const std::string file = std::string(std::getenv("TEST_TMPDIR")) + "/password";
  ASSERT_OK(WriteFile(file, "wrong\n"));
  EXPECT_THAT(OpenKeyedStore(server.url(), {.redis_password_file = file}),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("see the store's password"), Not(HasSubstr("wrong\n")))));
  ASSERT_OK(WriteFile(file, "right\n"));
  EXPECT_OK(OpenKeyedStore(server.url(), {.redis_password_file = file}));
}

TEST(OpenStore, SaysThatRedisIsFull) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  RedisServer server;
  ASSERT_OK_AND_ASSIGN(auto store, OpenKeyedStore(server.url(), {}));
  ASSERT_OK_AND_ASSIGN(auto client, OpenRedis(server.url(), {}));
  ASSERT_OK(client->Run({"CONFIG", "SET", "maxmemory", "1"}));
  EXPECT_THAT(store->Commit({{.key = "a/1", .value = "v"}}),
              StatusIs(absl::StatusCode::kUnavailable,
                       "redis: its memory is full; raise its maxmemory, or keep reviews for fewer "
                       "days"));
}

TEST(OpenStore, RefusesAStoreWithPartOfAnImport) {
  const std::string url = "sqlite:" + std::string(std::getenv("TEST_TMPDIR")) + "/part.db";
  ASSERT_OK(
      OpenKeyedStore(url, {}).value()->Commit({{.key = std::string(kImportKey), .value = "…"}}));
  EXPECT_THAT(OpenKeyedStore(url, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("only part of an import")));
  EXPECT_OK(OpenKeyedStore(url, {.is_unfinished_import_allowed = true}));
}

}  // namespace
}  // namespace allreview::gateway
