#include "gateway/store/keyed_store.h"

#include <atomic>
#include <thread>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> KeysOf(const absl::StatusOr<std::vector<StoredEntry>>& entries) {
  std::vector<std::string> keys;
  for (const StoredEntry& entry : entries.value()) keys.push_back(entry.key);
  return keys;
}

// Bytes that zlib cannot make smaller.
std::string Noise(size_t size) {
  std::string noise(size, '\0');
  uint64_t state = 88172645463325252u;
  for (char& byte : noise) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    byte = static_cast<char>(state);
  }
  return noise;
}

class KeyedStoreTest : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    if (!StoreBackend::IsInstalled(GetParam())) GTEST_SKIP() << RedisServer::kNotInstalled;
    backend_.emplace(GetParam());
    store_ = Open();
  }

  std::unique_ptr<KeyedStore> Open() {
    auto store = OpenKeyedStore(backend_->url(), {});
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  void PutAll(const std::vector<std::string>& keys) {
    std::vector<StoreWrite> writes;
    for (const std::string& key : keys) {
      writes.push_back({.key = key, .value = absl::StrCat("of ", key)});
    }
    ASSERT_OK(store_->Commit(writes));
  }

  std::optional<StoreBackend> backend_;
  std::unique_ptr<KeyedStore> store_;
};

INSTANTIATE_TEST_SUITE_P(Stores, KeyedStoreTest, testing::ValuesIn(kStoreKinds), NameOfStore);

TEST_P(KeyedStoreTest, GivesBackWhatWasPut) {
  const std::string key("a/\0\xff\n", 5);
  const std::string value("\0\x01\xff value", 9);
  ASSERT_OK(store_->Commit({{.key = key, .value = value}, {.key = "a/empty", .value = ""}}));
  ASSERT_OK_AND_ASSIGN(auto entries, store_->GetMany({"a/none", key, "a/empty"}));
  EXPECT_FALSE(entries[0].has_value());
  EXPECT_EQ(entries[1].value().key, key);
  EXPECT_EQ(entries[1].value().value, value);
  EXPECT_EQ(entries[2].value().value, "");
}

TEST_P(KeyedStoreTest, ReplacesAndRemoves) {
  PutAll({"a/1"});
  ASSERT_OK(store_->Commit({{.key = "a/1", .value = "new"}}));
  EXPECT_EQ(store_->Get("a/1").value()->value, "new");
  ASSERT_OK(store_->Commit({{.key = "a/1"}, {.key = "a/never"}}));
  EXPECT_FALSE(store_->Get("a/1").value().has_value());
  EXPECT_THAT(KeysOf(store_->Scan(KeysWithPrefix("a/"))), IsEmpty());
}

TEST_P(KeyedStoreTest, RaisesTheVersionWithEachWriteAlsoAfterARemoval) {
  PutAll({"a/1"});
  const int64_t first = store_->Get("a/1").value()->version;
  EXPECT_GT(first, 0);
  PutAll({"a/1"});
  const int64_t second = store_->Get("a/1").value()->version;
  EXPECT_GT(second, first);
  ASSERT_OK(store_->Commit({{.key = "a/1"}}));
  PutAll({"a/1"});
  EXPECT_GT(store_->Get("a/1").value()->version, second);
}

TEST_P(KeyedStoreTest, WritesAllOrNothing) {
  PutAll({"a/1", "a/2"});
  EXPECT_THAT(store_->Commit({{.key = "a/1", .value = "new"},
                              {.key = "a/3", .value = "new"},
                              {.key = "a/2", .value = "new", .expected_version = 12345}}),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("\"a/2\" has version")));
  EXPECT_EQ(store_->Get("a/1").value()->value, "of a/1");
  EXPECT_FALSE(store_->Get("a/3").value().has_value());
}

TEST_P(KeyedStoreTest, ExpectsVersionsOfWritesAndRemovals) {
  const StoreWrite create = {.key = "a/1", .value = "v", .expected_version = 0};
  ASSERT_OK(store_->Commit({create}));
  EXPECT_THAT(store_->Commit({create}),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("wanted 0")));
  const int64_t version = store_->Get("a/1").value()->version;
  EXPECT_THAT(store_->Commit({{.key = "a/1", .expected_version = version + 1}}),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("read again")));
  ASSERT_OK(store_->Commit({{.key = "a/1", .expected_version = version}}));
  EXPECT_FALSE(store_->Get("a/1").value().has_value());
}

TEST_P(KeyedStoreTest, ScansARangeInTheOrderOfBytes) {
  PutAll({"a/2", "a/10", "a/1", "b/1", std::string("a/\xff"), "a/Z", "a0"});
  EXPECT_THAT(KeysOf(store_->Scan(KeysWithPrefix("a/"))),
              ElementsAre("a/1", "a/10", "a/2", "a/Z", "a/\xff"));
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a/10", .last = "a/Z"})), ElementsAre("a/10", "a/2"));
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a/10", .last = "a/Z", .is_reverse = true})),
              ElementsAre("a/2", "a/10"));
}

TEST_P(KeyedStoreTest, GrowsWithWhatIsPut) {
  const int64_t before = store_->SizeBytes().value();
  ASSERT_OK(store_->Commit({{.key = "a/1", .value = Noise(1 << 20)}}));
  EXPECT_GE(store_->SizeBytes().value(), before + (1 << 20));
}

TEST_P(KeyedStoreTest, ScansOverKinds) {
  PutAll({"b/1", "a/1", "a", "a-b/1", "c"});
  EXPECT_THAT(KeysOf(store_->Scan({})), ElementsAre("a", "a-b/1", "a/1", "b/1", "c"));
  EXPECT_THAT(KeysOf(store_->Scan({.limit = 2, .is_reverse = true})), ElementsAre("c", "b/1"));
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a-", .last = "b/1"})), ElementsAre("a-b/1", "a/1"));
}

TEST_P(KeyedStoreTest, EndsAScanAtItsLimit) {
  PutAll({"a/1", "a/2", "a/3"});
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a/", .last = "b", .limit = 2})),
              ElementsAre("a/1", "a/2"));
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a/", .last = "b", .limit = 2, .is_reverse = true})),
              ElementsAre("a/3", "a/2"));
  EXPECT_THAT(KeysOf(store_->Scan({.first = "a/", .last = "b", .limit = 0})), IsEmpty());
}

TEST_P(KeyedStoreTest, HoldsLargeValuesAmongSmallOnes) {
  const std::string large = Noise(3 << 20);
  ASSERT_OK(store_->Commit({{.key = "a/1", .value = large}, {.key = "a/2", .value = "small"}}));
  EXPECT_TRUE(store_->Get("a/1").value()->value == large);
  ASSERT_OK_AND_ASSIGN(auto entries, store_->Scan(KeysWithPrefix("a/")));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_TRUE(entries[0].value == large);
  ASSERT_OK(store_->Commit({{.key = "a/1", .value = "now small"}}));
  EXPECT_EQ(store_->Get("a/1").value()->value, "now small");
}

TEST_P(KeyedStoreTest, ScansMoreThanFitsIntoOneAnswer) {
  std::vector<StoreWrite> writes;
  for (int i = 0; i < 2500; ++i) {
    writes.push_back({.key = absl::StrCat("a/", 10'000 + i), .value = std::string(10, 'x')});
  }
  for (int i = 0; i < 5; ++i) writes[i * 400].value = Noise(400 << 10);
  ASSERT_OK(store_->Commit(writes));
  ASSERT_OK_AND_ASSIGN(auto entries, store_->Scan({.first = "a/", .last = "b", .limit = 2400}));
  ASSERT_EQ(entries.size(), 2400u);
  for (int i = 0; i < 2400; ++i) ASSERT_EQ(entries[i].key, writes[i].key);
}

TEST_P(KeyedStoreTest, RefusesBadBatches) {
  const struct {
    const char* name;
    std::vector<StoreWrite> writes;
    const char* why;
  } kCases[] = {
      {"empty key", {{.key = "", .value = "v"}}, "a key has 0 bytes, wanted 1 to 1024"},
      {"long key", {{.key = std::string(1025, 'k'), .value = "v"}}, "a key has 1025 bytes"},
      {"twice", {{.key = "a", .value = "1"}, {.key = "a"}}, "\"a\" stands twice in one batch"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(store_->Commit(c.writes),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.why)))
        << c.name;
  }
}

TEST_P(KeyedStoreTest, LosesNoIncrementOfManyWriters) {
  constexpr int kWriters = 4;
  constexpr int kIncrements = 25;
  PutAll({"a/other"});
  std::atomic<int> aborted = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      const std::unique_ptr<KeyedStore> store = Open();  // As another process would.
      for (int done = 0; done < kIncrements;) {
        auto entry = store->Get("a/sum").value();
        const int sum = entry ? std::stoi(entry->value) : 0;
        const absl::Status status =
            store->Commit({{.key = "a/sum",
                            .value = absl::StrCat(sum + 1),
                            .expected_version = entry ? entry->version : 0}});
        done += status.ok() ? 1 : 0;
        if (!status.ok()) ++aborted;
        EXPECT_TRUE(status.ok() || absl::IsAborted(status)) << status;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(store_->Get("a/sum").value()->value, absl::StrCat(kWriters * kIncrements));
  RecordProperty("aborted", aborted.load());
}

TEST(PersistentStore, KeepsEntriesInAFileThatIsOpenedAgain) {
  StoreBackend backend(StoreKind::kSqlite);
  ASSERT_OK(OpenKeyedStore(backend.url(), {}).value()->Commit({{.key = "a/1", .value = "kept"}}));
  EXPECT_EQ(OpenKeyedStore(backend.url(), {}).value()->Get("a/1").value()->value, "kept");
}

TEST(PersistentStore, SurvivesAKilledRedisWithoutReopening) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  StoreBackend backend(StoreKind::kRedis, /*is_persistent=*/true);
  ASSERT_OK_AND_ASSIGN(auto store, OpenKeyedStore(backend.url(), {}));
  const std::string large = Noise(1 << 20);
  ASSERT_OK(store->Commit({{.key = "a/1", .value = "kept"}, {.key = "a/2", .value = large}}));
  backend.redis()->Kill();
  backend.redis()->Start();
  EXPECT_EQ(store->Get("a/1").value()->value, "kept");
  EXPECT_TRUE(store->Get("a/2").value()->value == large);
  EXPECT_OK(store->Commit({{.key = "a/3", .value = "new"}}));
}

TEST(PersistentStore, KeepsTwoPrefixesOfOneRedisApart) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  RedisServer server;
  ASSERT_OK_AND_ASSIGN(auto one, OpenKeyedStore(server.url(), {.redis_prefix = "one:"}));
  ASSERT_OK_AND_ASSIGN(auto two, OpenKeyedStore(server.url(), {.redis_prefix = "two:"}));
  ASSERT_OK(one->Commit({{.key = "a/1", .value = "one"}}));
  EXPECT_FALSE(two->Get("a/1").value().has_value());
  EXPECT_THAT(KeysOf(two->Scan({})), IsEmpty());
}

TEST(PersistentStore, LeavesNothingOfLargeValuesThatWereReplaced) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  RedisServer server;
  ASSERT_OK_AND_ASSIGN(auto store, OpenKeyedStore(server.url(), {.redis_prefix = ""}));
  ASSERT_OK(store->Commit({{.key = "a/1", .value = Noise(2 << 20)}}));
  ASSERT_OK_AND_ASSIGN(auto client, OpenRedis(server.url(), {}));
  EXPECT_EQ(client->Run({"KEYS", "c:*"}).value().elements.size(), 5u);
  ASSERT_OK(store->Commit({{.key = "a/1"}}));
  EXPECT_EQ(client->Run({"KEYS", "*"}).value().elements.size(), 2u);  // kinds and version.
}

TEST(KeysWithPrefix, EndBehindTheLastKey) {
  EXPECT_EQ(KeysWithPrefix("a/").last, "a0");
  EXPECT_EQ(KeysWithPrefix("a\xff").last, "b");
  EXPECT_EQ(KeysWithPrefix("\xff").last, "");
  EXPECT_EQ(KeysWithPrefix("").last, "");
}

}  // namespace
}  // namespace allreview::gateway
