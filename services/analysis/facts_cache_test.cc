#include "services/analysis/facts_cache.h"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "host/metrics.h"
#include "services/analysis/counted_facts_cache.h"

namespace allreview::analysis {
namespace {

using Ids = std::vector<std::string>;
using Answers = std::vector<std::optional<std::string>>;

std::string NewPath(const std::string& name) {
  return absl::StrCat(testing::TempDir(), "/", name, "-", ::getpid(), ".db");
}

bool Exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::string BlobId(int n) {
  std::string id = absl::StrCat(absl::Hex(n * 2654435761u));
  return id + std::string(40 - id.size(), 'a');
}

TEST(MemoryFactsCache, AnswersEachIdInOrder) {
  MemoryFactsCache cache(1 << 20);
  cache.Put({{"a", "1"}, {"b", "2"}});
  EXPECT_EQ(cache.Get({"b", "x", "a"}), (Answers{"2", std::nullopt, "1"}));
}

TEST(MemoryFactsCache, ForgetsTheLeastRecentlyUsed) {
  MemoryFactsCache cache(3 * 1200);
  cache.Put({{"a", std::string(1000, 'a')}, {"b", std::string(1000, 'b')}});
  cache.Put({{"c", std::string(1000, 'c')}});
  cache.Get({"a"});
  cache.Put({{"d", std::string(1000, 'd')}});
  EXPECT_TRUE(cache.Get({"a"})[0].has_value());
  EXPECT_FALSE(cache.Get({"b"})[0].has_value());
  EXPECT_LE(cache.bytes(), 3 * 1200u);
}

TEST(MemoryFactsCache, DoesNotKeepWhatIsTooLarge) {
  MemoryFactsCache cache(1000);
  cache.Put({{"a", "1"}, {"b", std::string(2000, 'b')}});
  EXPECT_EQ(cache.Get({"a", "b"}), (Answers{"1", std::nullopt}));
}

TEST(MemoryFactsCache, ReplacesAnEntry) {
  MemoryFactsCache cache(1000);
  cache.Put({{"a", "1"}});
  const size_t bytes = cache.bytes();
  cache.Put({{"a", "2"}});
  EXPECT_EQ(cache.Get({"a"}), Answers{"2"});
  EXPECT_EQ(cache.bytes(), bytes);
}

TEST(MemoryFactsCache, IsSafeFromManyThreads) {
  MemoryFactsCache cache(50'000);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 500; ++i) {
        const std::string id = BlobId((i * 7 + t) % 300);
        cache.Put({{id, id + "!"}});
        const auto facts = cache.Get({id})[0];
        if (facts) {
          EXPECT_EQ(*facts, id + "!");
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(cache.bytes(), 50'000u);
}

TEST(SqliteFactsCache, RemembersAcrossObjects) {
  const std::string path = NewPath("across");
  SqliteFactsCache({.path = path}).Put({{"a", std::string("1\0x", 3)}, {"b", ""}});
  EXPECT_EQ(SqliteFactsCache({.path = path}).Get({"b", "x", "a"}),
            (Answers{"", std::nullopt, std::string("1\0x", 3)}));
}

TEST(SqliteFactsCache, MakesNoFileBeforeTheFirstPut) {
  const std::string path = NewPath("lazy");
  SqliteFactsCache cache({.path = path});
  EXPECT_EQ(cache.Get({"a"}), Answers{std::nullopt});
  EXPECT_FALSE(Exists(path));
  cache.Put({{"a", "1"}});
  EXPECT_TRUE(Exists(path));
}

TEST(SqliteFactsCache, KeepsEngineVersionsApart) {
  const std::string path = NewPath("versions");
  SqliteFactsCache({.path = path, .engine_version = "1"}).Put({{"a", "old"}});
  SqliteFactsCache cache({.path = path, .engine_version = "2"});
  EXPECT_EQ(cache.Get({"a"}), Answers{std::nullopt});
  cache.Put({{"a", "new"}});
  EXPECT_EQ(SqliteFactsCache({.path = path, .engine_version = "1"}).Get({"a"}), Answers{"old"});
}

TEST(SqliteFactsCache, FallsBackToMemoryWhenTheFileIsNoDatabase) {
  const std::string path = NewPath("corrupt");
  ASSERT_OK(WriteFile(path, std::string(10'000, 'x')));
  SetMinLogLevel(LogLevel::kNone);
  SqliteFactsCache cache({.path = path});
  EXPECT_EQ(cache.Get({"a"}), Answers{std::nullopt});
  EXPECT_TRUE(cache.is_degraded());
  cache.Put({{"a", "1"}});
  EXPECT_EQ(cache.Get({"a"}), Answers{"1"});
}

TEST(SqliteFactsCache, FallsBackToMemoryWhenThePagesAreTorn) {
  const std::string path = NewPath("torn");
  {
    SqliteFactsCache cache({.path = path});
    std::vector<std::pair<std::string, std::string>> facts;
    for (int i = 0; i < 200; ++i) facts.emplace_back(BlobId(i), std::string(2000, 'f'));
    cache.Put(facts);
  }
  ASSERT_OK_AND_ASSIGN(std::string bytes, ReadFile(path));
  for (size_t i = 4096; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31);
  ASSERT_OK(WriteFile(path, bytes));
  SetMinLogLevel(LogLevel::kNone);
  SqliteFactsCache cache({.path = path});
  EXPECT_EQ(cache.Get({BlobId(1)}), Answers{std::nullopt});
  EXPECT_TRUE(cache.is_degraded());
}

TEST(SqliteFactsCache, FallsBackToMemoryWhenTheFolderIsMissing) {
  SetMinLogLevel(LogLevel::kNone);
  SqliteFactsCache cache({.path = "/nonexistent/folder/facts.db"});
  cache.Put({{"a", "1"}});
  EXPECT_TRUE(cache.is_degraded());
  EXPECT_EQ(cache.Get({"a"}), Answers{"1"});
}

TEST(SqliteFactsCache, GivesUpAFileThatStaysLocked) {
  const std::string path = NewPath("locked");
  SqliteFactsCache({.path = path}).Put({{"a", "1"}});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  SetMinLogLevel(LogLevel::kNone);
  SqliteFactsCache cache({.path = path, .busy_milliseconds = 1});
  for (int i = 0; i < SqliteFactsCache::kMaxBusy; ++i) {
    EXPECT_FALSE(cache.is_degraded());
    cache.Put({{"b", "2"}});
  }
  EXPECT_TRUE(cache.is_degraded());
  EXPECT_EQ(cache.Get({"b"}), Answers{"2"});
  sqlite3_close(other);
}

TEST(SqliteFactsCache, RecoversFromAShortLock) {
  const std::string path = NewPath("short");
  SqliteFactsCache cache({.path = path, .busy_milliseconds = 1});
  cache.Put({{"a", "1"}});
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  cache.Put({{"b", "2"}});
  sqlite3_close(other);
  cache.Put({{"c", "3"}});
  EXPECT_FALSE(cache.is_degraded());
  EXPECT_EQ(SqliteFactsCache({.path = path}).Get({"c"}), Answers{"3"});
}

TEST(SqliteFactsCache, StaysWithinItsSize) {
  const std::string path = NewPath("size");
  SqliteFactsCache cache({.path = path, .max_bytes = 1 << 20});
  for (int batch = 0; batch < 40; ++batch) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (int i = 0; i < 20; ++i) facts.emplace_back(BlobId(batch * 20 + i), std::string(5000, 'f'));
    cache.Put(facts);
  }
  EXPECT_FALSE(cache.is_degraded());
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(path));
  EXPECT_LT(bytes.size(), 2u << 20);
}

// Leaves only what is much longer than the facts of a file.
void DropRowsOfFiles(const std::string& path) {
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, "DELETE FROM facts WHERE LENGTH(facts) < 5000", nullptr, nullptr,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(handle);
}

int64_t Missing(const Answers& answers) {
  return std::count(answers.begin(), answers.end(), std::nullopt);
}

TEST(SqliteFactsCache, KeepsInOnePieceWhatIsAskedForAtOnce) {
  const std::string path = NewPath("bundle");
  Ids ids;
  Answers all;
  const auto put = [&](SqliteFactsCache& cache, int count) {
    std::vector<std::pair<std::string, std::string>> facts;
    for (int i = 0; i < count; ++i) {
      ids.push_back(BlobId(static_cast<int>(ids.size())));
      all.push_back(absl::StrCat("facts of ", ids.back(), std::string(100, 'f')));
      facts.emplace_back(ids.back(), *all.back());
    }
    cache.Put(facts);
  };
  SqliteFactsCache cache({.path = path});
  put(cache, 200);
  EXPECT_EQ(cache.Get(ids), all);
  DropRowsOfFiles(path);
  EXPECT_EQ(SqliteFactsCache({.path = path}).Get(ids), all);
  EXPECT_EQ(cache.Get({ids[0]}), Answers{std::nullopt});  // One file is looked for in its row.
  EXPECT_EQ(SqliteFactsCache({.path = path, .engine_version = "other"}).Get(ids),
            Answers(ids.size()));

  put(cache, 10);  // Few are missing: they are read from their rows.
  EXPECT_EQ(cache.Get(ids), all);
  DropRowsOfFiles(path);
  EXPECT_EQ(Missing(cache.Get(ids)), 10);

  put(cache, 100);  // Many are.
  EXPECT_EQ(Missing(cache.Get(ids)), 10);
  DropRowsOfFiles(path);
  EXPECT_EQ(Missing(cache.Get(ids)), 10);
}

TEST(SqliteFactsCache, IsSafeForSeveralProcesses) {
  const std::string path = NewPath("processes");
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      SqliteFactsCache cache({.path = path, .busy_milliseconds = 20'000});
      for (int i = 0; i < 25; ++i) cache.Put({{absl::StrCat(child, "-", i), "facts"}});
      std::_Exit(cache.is_degraded() ? 1 : 0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  SqliteFactsCache cache({.path = path});
  int found = 0;
  for (int child = 0; child < 4; ++child) {
    for (int i = 0; i < 25; ++i) found += cache.Get({absl::StrCat(child, "-", i)})[0].has_value();
  }
  // A process that loses the race for the new file keeps its first entries in memory.
  EXPECT_GE(found, 90);
}

// Prints figures; the bounds are wide, so that a busy machine passes.
TEST(SqliteFactsCache, IsFast) {
  using Clock = std::chrono::steady_clock;
  const auto milliseconds = [](Clock::duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
  };
  const std::string path = NewPath("fast");
  std::vector<std::pair<std::string, std::string>> facts;
  Ids ids;
  for (int i = 0; i < 1340; ++i) {
    ids.push_back(BlobId(i));
    facts.emplace_back(ids.back(), std::string(6000, static_cast<char>('a' + i % 26)));
  }
  auto start = Clock::now();
  SqliteFactsCache({.path = path}).Put(facts);
  const double put = milliseconds(Clock::now() - start);
  start = Clock::now();
  const auto unused = std::make_unique<SqliteFactsCache>(SqliteOptions{.path = path});
  const double open = milliseconds(Clock::now() - start);
  start = Clock::now();
  const Answers answers = unused->Get(ids);
  const double get = milliseconds(Clock::now() - start);
  std::printf("put %.1f ms, unused %.3f ms, open and get %.1f ms\n", put, open, get);
  EXPECT_EQ(answers[7], facts[7].second);
  EXPECT_LT(open, 1);
  EXPECT_LT(get, 200);
}

TEST(CountedFactsCache, TellsHitsFromMisses) {
  host::Metrics metrics;
  CountedFactsCache cache(std::make_unique<MemoryFactsCache>(1 << 20), &metrics);
  cache.Put({{"a", "facts of a"}});
  EXPECT_EQ(cache.Get({"a", "b", "c"})[0], "facts of a");
  const std::string text = metrics.Text();
  EXPECT_TRUE(
      absl::StrContains(text, "allreview_cache_lookups_total{cache=\"facts\",result=\"hit\"} 1\n"))
      << text;
  EXPECT_TRUE(
      absl::StrContains(text, "allreview_cache_lookups_total{cache=\"facts\",result=\"miss\"} 2\n"))
      << text;
}

}  // namespace
}  // namespace allreview::analysis
