#include "services/analysis/redis_facts_cache.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "analyzers/repository/fake_repository.h"
#include "analyzers/repository/repository_index.h"
#include "base/check.h"
#include "base/fd.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gateway/testing/redis_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "host/metrics.h"
#include "services/analysis/facts_cache.h"
#include "services/analysis/tiered_facts_cache.h"
#include "storage/store_url.h"

namespace allreview::analysis {
namespace {

using gateway::RedisServer;
using testing::HasSubstr;

std::vector<std::string> Ids(int count) {
  std::vector<std::string> ids;
  for (int i = 0; i < count; ++i) ids.push_back(absl::StrCat("blob ", i));
  return ids;
}

std::vector<change::NamedFacts> Many(int count) {
  std::vector<change::NamedFacts> facts;
  for (const std::string& id : Ids(count)) {
    facts.emplace_back(id, SharedBytes(absl::StrCat("facts of ", id, std::string(5000, 'f'))));
  }
  return facts;
}

int Count(const std::vector<std::optional<SharedBytes>>& facts) {
  int found = 0;
  for (const auto& one : facts) found += one.has_value();
  return found;
}

class RedisFacts : public testing::Test {
 protected:
  void SetUp() override {
    SetMinLogLevel(LogLevel::kNone);
    if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
    redis_ = std::make_unique<RedisServer>();
  }
  RedisFactsOptions Options() {
    return {.address = ReadRedisUrl(redis_->url(), "").value(),
            .metrics = &metrics_,
            .now = [this] { return now_; }};
  }

  std::unique_ptr<RedisServer> redis_;
  host::Metrics metrics_;
  absl::Time now_ = absl::Now();
};

TEST_F(RedisFacts, AreThereForOthersInManyCommands) {
  const std::vector<change::NamedFacts> facts = Many(1000);
  RedisFactsCache(Options()).Put(facts);
  const auto found = RedisFactsCache(Options()).Get(Ids(1001));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(found[i].has_value()) << i;
    EXPECT_EQ(*found[i], facts[i].second);
  }
  EXPECT_FALSE(found[1000].has_value());
  EXPECT_THAT(
      metrics_.Text(),
      HasSubstr("allreview_cache_lookups_total{cache=\"facts-redis\",result=\"miss\"} 1\n"));
  EXPECT_THAT(
      metrics_.Text(),
      HasSubstr("allreview_cache_bytes_total{cache=\"facts-redis\",direction=\"written\"}"));
}

TEST_F(RedisFacts, KeepEngineVersionsApart) {
  RedisFactsOptions old = Options();
  old.engine_version = "1";
  RedisFactsCache(std::move(old)).Put(Many(1));
  EXPECT_EQ(Count(RedisFactsCache(Options()).Get(Ids(1))), 0);
}

TEST_F(RedisFacts, EndAfterAWhile) {
  RedisFactsCache(Options()).Put(Many(3));
  RedisClient client({.address = ReadRedisUrl(redis_->url(), "").value()});
  ASSERT_OK_AND_ASSIGN(const RedisValue keys, client.Run({"KEYS", "*"}));
  ASSERT_EQ(keys.elements.size(), 3u);
  for (const RedisValue& key : keys.elements) {
    EXPECT_TRUE(absl::StartsWith(key.text, "allreview:facts:")) << key.text;
    ASSERT_OK_AND_ASSIGN(const RedisValue seconds, client.Run({"TTL", key.text}));
    EXPECT_GT(seconds.integer, 13 * 24 * 3600);
    EXPECT_LE(seconds.integer, 14 * 24 * 3600);
  }
}

TEST_F(RedisFacts, AreMadeAgainWhenDamaged) {
  RedisFactsCache cache(Options());
  cache.Put(Many(2));
  RedisClient client({.address = ReadRedisUrl(redis_->url(), "").value()});
  ASSERT_OK_AND_ASSIGN(const RedisValue keys, client.Run({"KEYS", "*blob 1"}));
  for (const std::string& value : {std::string(), std::string("short"), std::string(4000, 'x')}) {
    ASSERT_OK(client.Run({"SET", keys.elements.at(0).text, value}));
    const auto found = cache.Get(Ids(2));
    EXPECT_TRUE(found[0].has_value());
    EXPECT_FALSE(found[1].has_value());
  }
  EXPECT_THAT(
      metrics_.Text(),
      HasSubstr("allreview_cache_lookups_total{cache=\"facts-redis\",result=\"damaged\"} 3\n"));
  ASSERT_OK(client.Run({"DEL", keys.elements.at(0).text}));
  ASSERT_OK(client.Run({"LPUSH", keys.elements.at(0).text, "x"}));  // MGET takes it for none.
  EXPECT_EQ(Count(cache.Get(Ids(2))), 1);
}

TEST_F(RedisFacts, RestAfterAnErrorAndComeBack) {
  RedisFactsCache cache(Options());
  cache.Put(Many(2));
  redis_->Kill();
  EXPECT_EQ(Count(cache.Get(Ids(2))), 0);
  redis_->Start();
  EXPECT_EQ(Count(cache.Get(Ids(2))), 0) << "it rests";
  cache.Put(Many(2));  // Another kind of call, which did not fail.
  now_ += absl::Seconds(2);
  EXPECT_EQ(Count(cache.Get(Ids(2))), 2);
  EXPECT_THAT(
      metrics_.Text(),
      HasSubstr("allreview_cache_failures_total{cache=\"facts-redis\",operation=\"get\"} 1\n"));
}

TEST_F(RedisFacts, CanBeReadWhenNoMoreFit) {
  RedisFactsCache cache(Options());
  cache.Put(Many(2));
  RedisClient client({.address = ReadRedisUrl(redis_->url(), "").value()});
  ASSERT_OK(client.Run({"CONFIG", "SET", "maxmemory", "1"}));
  cache.Put(Many(4));
  EXPECT_EQ(Count(cache.Get(Ids(4))), 2);
}

// The index of a replica: its own memory before a Redis that others share.
struct Replica {
  Replica(repository::FakeRepository& files, RedisFactsOptions redis)
      : cache(std::make_unique<MemoryFactsCache>(16 << 20),
              std::make_unique<RedisFactsCache>(std::move(redis))),
        index(SourceOf(files), nullptr) {}

  repository::Source SourceOf(repository::FakeRepository& files) {
    repository::Source source = files.source();
    source.get = [this](const std::vector<std::string>& ids) { return cache.Get(ids); };
    source.put = [this](const auto& facts) { cache.Put(facts); };
    return source;
  }

  TieredFactsCache cache;
  repository::RepositoryIndex index;
};

TEST_F(RedisFacts, SpareASecondReplicaAllParsing) {
  repository::FakeRepository files;
  for (int i = 0; i < 600; ++i) {
    files.files[absl::StrCat("m", i, ".py")] = absl::StrCat("def f", i, "(x): return g(x)\n");
  }
  Replica first(files, Options()), second(files, Options());
  EXPECT_EQ(first.index.AllFiles().size(), 600u);
  EXPECT_EQ(first.index.files_parsed(), 600);
  EXPECT_EQ(second.index.AllFiles().size(), 600u);
  EXPECT_EQ(second.index.files_parsed(), 0);
  EXPECT_EQ(second.index.files_cached(), 600);
  EXPECT_EQ(files.reads, 600) << "content is read for one of them only";
}

TEST_F(RedisFacts, FailNoIndexWhenRedisDiesBeforeThePut) {
  repository::FakeRepository files{.files = {{"a.py", "def f(x): return g(x)\n"}}, .cache = {}};
  Replica replica(files, Options());
  repository::Source source = replica.SourceOf(files);
  source.read = [&, read = source.read](const auto& wanted, const auto& receive) {
    redis_->Kill();
    return read(wanted, receive);
  };
  repository::RepositoryIndex index(std::move(source), nullptr);
  EXPECT_EQ(index.AllFiles().size(), 1u);
  EXPECT_TRUE(index.is_complete());
  EXPECT_THAT(
      metrics_.Text(),
      HasSubstr("allreview_cache_failures_total{cache=\"facts-redis\",operation=\"put\"} 1\n"));
}

// A server that takes connections and says nothing, or a byte now and then.
class SlowServer {
 public:
  explicit SlowServer(bool is_trickling) : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK(bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
    CHECK(listen(listener_.get(), 16) == 0);
    socklen_t size = sizeof(address);
    getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    if (is_trickling) thread_ = std::thread([this] { Trickle(); });
  }
  ~SlowServer() {
    is_over_ = true;
    shutdown(listener_.get(), SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
  }
  int port() const { return port_; }

 private:
  void Trickle() {
    const Fd connection(accept(listener_.get(), nullptr, nullptr));
    // A line that never ends.
    while (!is_over_ && send(connection.get(), "+", 1, MSG_NOSIGNAL) == 1) {
      pollfd nothing = {.fd = -1, .events = 0, .revents = 0};
      poll(&nothing, 1, 5);
    }
  }

  const Fd listener_;
  int port_ = 0;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

class SlowRedis : public testing::TestWithParam<bool> {};

TEST_P(SlowRedis, CostsABoundedTime) {
  SetMinLogLevel(LogLevel::kNone);
  const SlowServer server(GetParam());
  RedisFactsCache cache({.address = {.host = "127.0.0.1", .port = server.port()},
                         .command_limit = absl::Milliseconds(100)});
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Count(cache.Get(Ids(5000))), 0);
  const auto took = std::chrono::steady_clock::now() - start;
  EXPECT_GE(took, std::chrono::milliseconds(90));
  EXPECT_LT(took, std::chrono::seconds(5)) << "one command, not twenty";
}

INSTANTIATE_TEST_SUITE_P(SaysNothingOrTrickles, SlowRedis, testing::Values(false, true));

}  // namespace
}  // namespace allreview::analysis
