#include "gateway/queue/transfer.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/queue/open_queue.h"
#include "gateway/testing/store_backend.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

struct Opened {
  explicit Opened(const std::string& url)
      : store(OpenKeyedStore(url, {.is_unfinished_import_allowed = true}).value()),
        queue(OpenJobQueue(url, {}, {}).value()) {}
  std::unique_ptr<KeyedStore> store;
  std::unique_ptr<JobQueue> queue;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File FileOf(const std::string& text) {
  File file(std::tmpfile());
  std::fwrite(text.data(), 1, text.size(), file.get());
  return file;
}

std::string Export(Opened& opened) {
  std::string text;
  const auto counts = ExportStore(*opened.store, *opened.queue, [&](absl::string_view line) {
    text.append(line.data(), line.size());
    return absl::OkStatus();
  });
  EXPECT_THAT(counts, IsOk());
  return text;
}

absl::StatusOr<TransferCounts> Import(const std::string& text, Opened& opened) {
  const File file = FileOf(text);
  return ImportStore(file.get(), *opened.store, *opened.queue);
}

review::v1::Job JobOf(const std::string& key) {
  review::v1::Job job;
  job.set_key(key);
  job.set_tenant("installation/1");
  return job;
}

void Fill(Opened& opened) {
  std::vector<StoreWrite> writes = {{.key = std::string("a/\xff\"\n"), .value = "odd key"},
                                    {.key = "a/large", .value = std::string(3 << 20, 'x')}};
  for (int i = 0; i < 450; ++i) {
    writes.push_back({.key = absl::StrCat("b/", i), .value = absl::StrCat("value ", i)});
  }
  ASSERT_OK(opened.store->Commit(writes));
  const auto take = [&](const char* key) {
    EXPECT_THAT(opened.queue->Enqueue(JobOf(key)), IsOk());
    return opened.queue->Take("w", absl::Minutes(1), {}).value().value();
  };
  ASSERT_OK(opened.queue->Complete(take("done")));
  ASSERT_OK(opened.queue->Bury(take("dead"), "why"));
  ASSERT_OK(opened.queue->Retry(take("delayed"), "error", absl::Hours(1)));
  take("running");
  ASSERT_OK(opened.queue->Enqueue(JobOf("waiting")));
}

TEST(Transfer, GoesFromSqliteToRedisAndBackToTheByte) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  Opened first("sqlite::memory:");
  Fill(first);
  const std::string text = Export(first);
  RedisServer server;
  Opened redis(server.url());
  ASSERT_OK_AND_ASSIGN(const TransferCounts counts, Import(text, redis));
  EXPECT_EQ(counts.entries, 452);
  EXPECT_EQ(counts.jobs, 5);
  EXPECT_EQ(counts.resumed, 0);
  EXPECT_TRUE(Export(redis) == text);
  Opened last("sqlite::memory:");
  ASSERT_OK(Import(Export(redis), last));
  EXPECT_TRUE(Export(last) == text);
  EXPECT_EQ(last.queue->Stats()->waiting, 2);
  EXPECT_EQ(last.queue->Stats()->delayed, 1);
  EXPECT_EQ(last.queue->DeadLetters()->at(0).reason(), "why");
  EXPECT_FALSE(last.queue->Enqueue(JobOf("done")).value());
}

// Fails after some batches, as if the machine had stopped.
class BreakingStore final : public KeyedStore {
 public:
  BreakingStore(KeyedStore* store, int commits) : store_(store), commits_(commits) {}
  absl::StatusOr<std::vector<std::optional<StoredEntry>>> GetMany(
      const std::vector<std::string>& keys) override {
    return store_->GetMany(keys);
  }
  absl::StatusOr<std::vector<StoredEntry>> Scan(const KeyRange& range) override {
    return store_->Scan(range);
  }
  absl::Status Commit(const std::vector<StoreWrite>& writes) override {
    return commits_-- > 0 ? store_->Commit(writes) : absl::UnavailableError("broken");
  }
  absl::StatusOr<int64_t> SizeBytes() override { return store_->SizeBytes(); }

 private:
  KeyedStore* const store_;
  int commits_;
};

TEST(Transfer, GoesOnWhereItWasInterrupted) {
  Opened first("sqlite::memory:");
  Fill(first);
  const std::string text = Export(first);
  const StoreBackend backend(StoreKind::kSqlite);
  Opened copy(backend.url());
  BreakingStore breaking(copy.store.get(), 3);
  const File file = FileOf(text);
  EXPECT_THAT(ImportStore(file.get(), breaking, *copy.queue),
              StatusIs(absl::StatusCode::kUnavailable, "broken"));
  EXPECT_THAT(OpenKeyedStore(backend.url(), {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("part of an import")));
  Opened other("sqlite::memory:");
  EXPECT_THAT(Import(Export(other), copy),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("part of another file")));
  ASSERT_OK_AND_ASSIGN(const TransferCounts counts, Import(text, copy));
  EXPECT_EQ(counts.entries, 452);
  EXPECT_GT(counts.resumed, 100);
  EXPECT_TRUE(Export(copy) == text);
  EXPECT_OK(OpenKeyedStore(backend.url(), {}));
}

TEST(Transfer, RefusesAStoreThatIsNotEmpty) {
  Opened first("sqlite::memory:");
  const std::string text = Export(first);
  ASSERT_OK(first.queue->Enqueue(JobOf("k")));
  EXPECT_THAT(Import(text, first),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("the store is not empty")));
}

TEST(Transfer, WritesNothingOfAFileThatIsNotWhole) {
  Opened first("sqlite::memory:");
  ASSERT_OK(first.store->Commit({{.key = "a/1", .value = "one"}, {.key = "a/2", .value = "two"}}));
  const std::string text = Export(first);
  const size_t last = text.rfind("{\"entries\"");
  std::string changed = text;
  changed[text.find("a/1")] = 'b';
  const struct {
    const char* name;
    std::string text;
    const char* why;
  } kCases[] = {
      {"empty", "", "line 1: the end of the export is missing"},
      {"something else", "{}\n", "line 1: this is not an export of a store"},
      {"cut", text.substr(0, last), "line 4: the end of the export is missing"},
      {"cut within a line", text.substr(0, last - 9), "line 3: this is not an entry"},
      {"changed", changed, "line 4: the file was changed or is not whole"},
      {"continued", text + "x\n", "line 4: the file was changed or is not whole"},
      {"no base64", text.substr(0, last) + "{\"key\":\"a\",\"value\":\"*\"}\n",
       "line 4: this is not"},
      {"odd types", text.substr(0, last) + "{\"job\":1,\"state\":[]}\n", "line 4: this is not"},
  };
  for (const auto& c : kCases) {
    Opened empty("sqlite::memory:");
    EXPECT_THAT(Import(c.text, empty),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.why)))
        << c.name;
    EXPECT_TRUE(empty.store->Scan({}).value().empty()) << c.name;
  }
}

}  // namespace
}  // namespace allreview::gateway
