#include "services/analysis/file_facts_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"
#include "host/metrics.h"

namespace allreview::analysis {
namespace {

using Answers = std::vector<std::optional<std::string>>;

std::string NewPath(const std::string& name) {
  return absl::StrCat(testing::TempDir(), "/", name, "-", ::getpid(), ".map");
}

bool Exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

int64_t SizeOf(const std::string& path) {
  struct stat info = {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0);
  return info.st_size;
}

std::vector<change::NamedFacts> Facts(const std::vector<std::pair<std::string, std::string>>& all) {
  std::vector<change::NamedFacts> facts;
  for (const auto& [id, text] : all) facts.emplace_back(id, SharedBytes(text));
  return facts;
}

Answers Texts(const std::vector<std::optional<SharedBytes>>& facts) {
  Answers texts;
  for (const std::optional<SharedBytes>& one : facts) {
    texts.push_back(one ? std::make_optional(std::string(one->view())) : std::nullopt);
  }
  return texts;
}

std::string TextOf(int n) { return absl::StrCat("facts of ", n, std::string(n % 700, 'f')); }

std::vector<std::string> Ids(int count) {
  std::vector<std::string> ids;
  for (int i = 0; i < count; ++i) ids.push_back(absl::StrCat("blob ", i));
  return ids;
}

std::vector<change::NamedFacts> Many(int count) {
  std::vector<change::NamedFacts> facts;
  for (const std::string& id : Ids(count)) {
    facts.emplace_back(id, SharedBytes(TextOf(static_cast<int>(facts.size()))));
  }
  return facts;
}

int InChild(const std::function<int()>& body) {
  const pid_t pid = ::fork();
  if (pid == 0) std::_Exit(body());
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(FileFactsCache, RemembersAcrossObjects) {
  const std::string path = NewPath("across");
  FileFactsCache({.path = path}).Put(Facts({{"a", std::string("1\0x", 3)}, {"b", ""}}));
  EXPECT_EQ(Texts(FileFactsCache({.path = path}).Get({"b", "x", "a"})),
            (Answers{"", std::nullopt, std::string("1\0x", 3)}));
}

TEST(FileFactsCache, MakesNoFileBeforeTheFirstPut) {
  const std::string path = NewPath("lazy");
  FileFactsCache cache({.path = path});
  EXPECT_EQ(Texts(cache.Get({"a"})), Answers{std::nullopt});
  EXPECT_FALSE(Exists(path));
  cache.Put(Facts({{"a", "1"}}));
  EXPECT_TRUE(Exists(path));
}

TEST(FileFactsCache, HandsOutViewsOfOneMapping) {
  const std::string path = NewPath("views");
  auto cache = std::make_unique<FileFactsCache>(FileFactsOptions{.path = path});
  cache->Put(Many(100));
  const SharedBytes first = *cache->Get({"blob 7"})[0], second = *cache->Get({"blob 7"})[0];
  EXPECT_EQ(first.view().data(), second.view().data());
  cache.reset();
  ::unlink(path.c_str());
  EXPECT_EQ(first.view(), TextOf(7)) << "of a file that is gone";
}

TEST(FileFactsCache, KeepsEngineVersionsApart) {
  const std::string path = NewPath("versions");
  FileFactsCache({.path = path, .engine_version = "1"}).Put(Facts({{"a", "old"}}));
  FileFactsCache cache({.path = path, .engine_version = "2"});
  EXPECT_EQ(Texts(cache.Get({"a"})), Answers{std::nullopt});
  cache.Put(Facts({{"a", "new"}}));
  EXPECT_EQ(Texts(FileFactsCache({.path = path, .engine_version = "1"}).Get({"a"})),
            Answers{"old"});
}

TEST(FileFactsCache, WritesWhatItHasOnlyOnce) {
  const std::string path = NewPath("once");
  FileFactsCache cache({.path = path});
  cache.Put(Many(20));
  const int64_t bytes = SizeOf(path);
  cache.Put(Many(20));
  EXPECT_EQ(SizeOf(path), bytes);
}

TEST(FileFactsCache, LeavesTheFileOfAnotherProgramAlone) {
  SetMinLogLevel(LogLevel::kNone);
  const std::string path = NewPath("foreign");
  for (const std::string& text : {std::string("short"), std::string(100'000, 'x')}) {
    ASSERT_OK(WriteFile(path, text));
    FileFactsCache cache({.path = path});
    EXPECT_EQ(Texts(cache.Get({"a"})), Answers{std::nullopt});
    cache.Put(Facts({{"a", "1"}}));
    EXPECT_TRUE(cache.is_degraded());
    EXPECT_EQ(Texts(cache.Get({"a"})), Answers{"1"});
    ASSERT_OK_AND_ASSIGN(const std::string after, ReadFile(path));
    EXPECT_EQ(after, text);
  }
}

TEST(FileFactsCache, UsesMemoryWhenTheFolderIsMissing) {
  SetMinLogLevel(LogLevel::kNone);
  FileFactsCache cache({.path = "/nonexistent/folder/facts.map"});
  cache.Put(Facts({{"a", "1"}}));
  EXPECT_TRUE(cache.is_degraded());
  EXPECT_EQ(Texts(cache.Get({"a"})), Answers{"1"});
}

TEST(FileFactsCache, FinishesAFileWhoseMakerDied) {
  const std::string path = NewPath("unfinished");
  FileFactsCache({.path = path}).Put(Many(3));
  ASSERT_EQ(::truncate(path.c_str(), 4096), 0);
  FileFactsCache cache({.path = path});
  EXPECT_EQ(Texts(cache.Get({"blob 1"})), Answers{std::nullopt});
  cache.Put(Many(3));
  EXPECT_FALSE(cache.is_degraded());
  EXPECT_EQ(Texts(FileFactsCache({.path = path}).Get({"blob 1"})), Answers{TextOf(1)});
}

// Any bytes behind the header: each answer is the right one or none, and what is none can be
// written anew.
TEST(FileFactsCache, TakesNoDamageForFacts) {
  SetMinLogLevel(LogLevel::kNone);
  const std::string path = NewPath("damage");
  FileFactsCache({.path = path, .max_bytes = 4 << 20}).Put(Many(300));
  ASSERT_OK_AND_ASSIGN(const std::string whole, ReadFile(path));
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    const int flips = 1 << (random() % 12);
    for (int i = 0; i < flips; ++i) {
      const size_t at = 24 + random() % (bytes.size() - 24);
      bytes[at] = static_cast<char>(random());
    }
    if (round % 3 == 0) bytes.resize(4096 + random() % (bytes.size() - 4096));
    ASSERT_OK(WriteFile(path, bytes));
    host::Metrics metrics;
    FileFactsCache cache({.path = path, .max_bytes = 4 << 20, .metrics = &metrics});
    const Answers answers = Texts(cache.Get(Ids(300)));
    int missing = 0;
    for (int i = 0; i < 300; ++i) {
      if (answers[i]) {
        EXPECT_EQ(*answers[i], TextOf(i));
      }
      missing += !answers[i];
    }
    if (flips > 1000) {
      EXPECT_GT(missing, 0);
    }
    cache.Put(Many(300));
    const Answers again = Texts(cache.Get(Ids(300)));
    for (int i = 0; i < 300; ++i) EXPECT_EQ(again[i].value_or("none"), TextOf(i));
  }
}

TEST(FileFactsCache, CountsADamagedRecord) {
  SetMinLogLevel(LogLevel::kNone);
  const std::string path = NewPath("counted");
  FileFactsCache({.path = path}).Put(Facts({{"a", "facts of a"}, {"b", "facts of b"}}));
  ASSERT_OK_AND_ASSIGN(std::string bytes, ReadFile(path));
  bytes[bytes.find("facts of a")] = 'F';
  ASSERT_OK(WriteFile(path, bytes));
  host::Metrics metrics;
  FileFactsCache cache({.path = path, .metrics = &metrics});
  EXPECT_EQ(Texts(cache.Get({"a", "b"})), (Answers{std::nullopt, "facts of b"}));
  for (const char* result : {"damaged", "hit"}) {
    const std::string line =
        absl::StrCat("allreview_cache_lookups_total{cache=\"facts\",result=\"", result, "\"} 1\n");
    EXPECT_TRUE(absl::StrContains(metrics.Text(), line)) << metrics.Text();
  }
}

// A limit of the size of files stands for a full disk.
TEST(FileFactsCache, UsesMemoryForWhatAFullDiskDoesNotTake) {
  const std::string path = NewPath("full");
  FileFactsCache({.path = path, .max_bytes = 1 << 20}).Put(Many(100));
  const auto size = static_cast<rlim_t>(SizeOf(path));
  const int code = InChild([&] {
    SetMinLogLevel(LogLevel::kNone);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {size + 1000, size + 1000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    FileFactsCache cache({.path = path, .max_bytes = 1 << 20});
    cache.Put(Many(120));
    const Answers answers = Texts(cache.Get(Ids(120)));
    for (int i = 0; i < 120; ++i) {
      if (answers[i] != TextOf(i)) return 3;
    }
    return cache.is_degraded() ? 0 : 4;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(Texts(FileFactsCache({.path = path}).Get({"blob 5"})), Answers{TextOf(5)});
}

TEST(FileFactsCache, WaitsForAnotherWriterOnlySoLong) {
  SetMinLogLevel(LogLevel::kNone);
  const std::string path = NewPath("locked");
  FileFactsCache({.path = path}).Put(Many(1));
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(fd, LOCK_EX), 0);
  FileFactsCache cache({.path = path, .patience = absl::Milliseconds(1)});
  cache.Put(Facts({{"b", "2"}}));
  EXPECT_TRUE(cache.is_degraded());
  EXPECT_EQ(Texts(cache.Get({"b", "blob 0"})), (Answers{"2", TextOf(0)})) << "readers do not wait";
  ::close(fd);
  cache.Put(Facts({{"c", "3"}}));
  EXPECT_EQ(Texts(FileFactsCache({.path = path}).Get({"c"})), Answers{"3"});
}

TEST(FileFactsCache, ReplacesAFullFile) {
  const std::string path = NewPath("size");
  FileFactsCache cache({.path = path, .max_bytes = 1 << 20});
  FileFactsCache reader({.path = path, .max_bytes = 1 << 20});
  std::optional<SharedBytes> old;
  for (int batch = 0; batch < 40; ++batch) {
    std::vector<change::NamedFacts> facts;
    for (int i = 0; i < 20; ++i) {
      facts.emplace_back(absl::StrCat(batch, "-", i), SharedBytes(std::string(5000, 'f')));
    }
    cache.Put(facts);
    const auto newest = reader.Get({absl::StrCat(batch, "-19")})[0];
    ASSERT_TRUE(newest.has_value()) << batch;
    if (!old) old = newest;
    EXPECT_LE(SizeOf(path), 1 << 20);
  }
  EXPECT_FALSE(cache.is_degraded());
  EXPECT_EQ(old->view(), std::string(5000, 'f'));
}

TEST(FileFactsCache, KeepsNoneThatTakesTooMuchOfTheFile) {
  const std::string path = NewPath("huge");
  FileFactsCache cache({.path = path, .max_bytes = 1 << 20});
  cache.Put(Facts({{"a", "1"}, {"huge", std::string(1 << 20, 'h')}, {"b", "2"}}));
  EXPECT_EQ(Texts(cache.Get({"a", "huge", "b"})), (Answers{"1", std::nullopt, "2"}));
}

TEST(FileFactsCache, IsSafeForSeveralProcesses) {
  const std::string path = NewPath("processes");
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      FileFactsCache cache({.path = path, .patience = absl::Seconds(20)});
      for (int i = 0; i < 50; ++i) {
        cache.Put(Facts({{absl::StrCat(child, "-", i), absl::StrCat(child, "-", i)}}));
      }
      std::_Exit(cache.is_degraded() ? 1 : 0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  FileFactsCache cache({.path = path});
  for (int child = 0; child < 4; ++child) {
    for (int i = 0; i < 50; ++i) {
      const std::string id = absl::StrCat(child, "-", i);
      EXPECT_EQ(Texts(cache.Get({id})), Answers{id});
    }
  }
}

TEST(FileFactsCache, OutlivesAWriterThatIsKilled) {
  const std::string path = NewPath("killed");
  for (int round = 0; round < 8; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      FileFactsCache cache({.path = path});
      for (int i = 0;; ++i) {
        cache.Put(Facts({{absl::StrCat(round, "-", i), TextOf(i)}}));
        if (i == 10 * round) (void)!::write(ends[1], "x", 1);
      }
    }
    char ready = 0;
    ASSERT_EQ(::read(ends[0], &ready, 1), 1);
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    ::close(ends[0]);
    ::close(ends[1]);
    FileFactsCache cache({.path = path});
    for (int i = 0; i <= 10 * round; ++i) {
      EXPECT_EQ(Texts(cache.Get({absl::StrCat(round, "-", i)})), Answers{TextOf(i)});
    }
    cache.Put(Facts({{"after", "1"}}));
    EXPECT_FALSE(cache.is_degraded());
  }
}

}  // namespace
}  // namespace allreview::analysis
