// Damages everything that a queue keeps, piece by piece, and then uses the queue: a piece may be
// lost, but nothing else.

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_matchers.h"
#include "gateway/queue/open_queue.h"
#include "gateway/store/open_store.h"
#include "gateway/testing/redis_server.h"
#include "storage/sqlite.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;

constexpr absl::Duration kLease = absl::Minutes(2);

absl::Time Now() {
  return absl::FromCivil(absl::CivilSecond(2026, 3, 1, 12, 0, 0), absl::UTCTimeZone());
}

JobQueueOptions Options() {
  return {.max_attempts = 3, .now = Now, .random = [] { return 0.0; }};
}

Job ReviewOf(const std::string& key, const std::string& tenant) {
  Job job;
  job.set_key(key);
  job.set_tenant(tenant);
  job.mutable_repository()->set_id(1);
  job.set_number(7);
  job.set_head_commit(key);
  job.mutable_review()->set_review_id(key);
  return job;
}

Lease MustTake(JobQueue& queue) {
  auto lease = queue.Take("w", kLease, absl::ZeroDuration());
  EXPECT_TRUE(lease.ok() && lease->has_value());
  return lease.ok() && lease->has_value() ? **lease : Lease();
}

// One job in each state, and more of two tenants that wait.
void Fill(JobQueue& queue) {
  ASSERT_OK(queue.Enqueue(ReviewOf("done", "a")).status());
  ASSERT_OK(queue.Complete(MustTake(queue)));
  ASSERT_OK(queue.Enqueue(ReviewOf("dead", "a")).status());
  ASSERT_OK(queue.Bury(MustTake(queue), "why"));
  ASSERT_OK(queue.Enqueue(ReviewOf("delayed", "b")).status());
  ASSERT_OK(queue.Retry(MustTake(queue), "later", absl::Hours(1)));
  ASSERT_OK(queue.Enqueue(ReviewOf("running", "b")).status());
  MustTake(queue);
  for (const char* key : {"wait-1", "wait-2"}) {
    ASSERT_OK(queue.Enqueue(ReviewOf(key, "a")).status());
  }
  ASSERT_OK(queue.Enqueue(ReviewOf("wait-3", "b")).status());
}

// Every operation works, and each job that waits is given out but the one that was damaged.
void ExpectToWork(JobQueue& queue, const std::string& damaged_key) {
  EXPECT_OK(queue.Stats());
  EXPECT_OK(queue.Depth("a"));
  EXPECT_OK(queue.List());
  EXPECT_OK(queue.DeadLetters());
  for (const char* key : {"done", "dead", "delayed", "running", "wait-1", "nobody"}) {
    EXPECT_OK(queue.Find(key)) << key;
  }
  EXPECT_OK(queue.Withdraw(1, 8, ""));
  EXPECT_OK(queue.Enqueue(ReviewOf("fresh", "c")).status());
  std::set<std::string> taken;
  for (int i = 0; i < 20; ++i) {
    auto lease = queue.Take("w", kLease, absl::ZeroDuration());
    ASSERT_OK(lease);
    if (!lease->has_value()) break;
    const absl::Status done = queue.Complete(**lease);
    // A damaged one may have to be done again.
    EXPECT_TRUE(done.ok() || (*lease)->job.key() == damaged_key) << done;
    taken.insert((*lease)->job.key());
  }
  for (const std::string key : {"wait-1", "wait-2", "wait-3", "fresh"}) {
    EXPECT_TRUE(key == damaged_key || taken.count(key) == 1) << key;
  }
  const auto withdrawn = queue.Withdraw(1, 7, "");
  EXPECT_OK(withdrawn);
  if (damaged_key != "delayed" && withdrawn.ok()) {
    EXPECT_THAT(*withdrawn, testing::Contains("delayed"));
  }
  if (damaged_key != "dead") {
    const auto letters = queue.DeadLetters();
    ASSERT_OK(letters);
    for (const auto& letter : *letters) {
      if (letter.job().key() != "dead") continue;
      EXPECT_OK(queue.Revive(letter.id()));
    }
  }
  // What is damaged can be asked for again.
  EXPECT_OK(queue.Enqueue(ReviewOf(damaged_key.empty() ? "more" : damaged_key, "a")).status());
}

struct Place {
  std::string table;
  std::string column;
  int64_t row = 0;
  std::string key = {};  // Of the job that it is a part of.
};

std::vector<Place> PlacesOf(SqliteDatabase& database) {
  std::vector<Place> places;
  for (const std::string table : {"jobs", "turns", "queue_numbers"}) {
    auto columns =
        database.Prepare(absl::StrCat("SELECT name FROM pragma_table_info('", table, "')"));
    std::vector<std::string> names;
    while (*columns->Step()) names.push_back(columns->Bytes(0));
    auto rows = database.Prepare(absl::StrCat("SELECT rowid, ", names[0], " FROM ", table));
    while (*rows->Step()) {
      for (const std::string& name : names) {
        places.push_back({.table = table,
                          .column = name,
                          .row = rows->Integer(0),
                          .key = table == "jobs" ? rows->Bytes(1) : ""});
      }
    }
  }
  return places;
}

TEST(DamagedSqliteQueue, LosesNothingButTheDamagedPiece) {
  const std::string folder = std::getenv("TEST_TMPDIR");
  const std::string whole = folder + "/whole.db";
  {
    auto queue = OpenJobQueue(absl::StrCat("sqlite:", whole), {}, Options());
    ASSERT_OK(queue);
    Fill(**queue);
  }
  std::vector<Place> places;
  {
    auto database = SqliteDatabase::Open({.path = whole});
    ASSERT_OK(database);
    places = PlacesOf(*database);
  }
  ASSERT_GT(places.size(), 100u);
  constexpr const char* kGarbage[] = {"x'ff00fe'", "'garbage'", "x''"};
  int copies = 0;
  for (const Place& place : places) {
    for (const bool is_open_before : {false, true}) {
      // Each place meets each kind in some row.
      const char* garbage = kGarbage[copies % 3];
      SCOPED_TRACE(absl::StrCat(place.table, ".", place.column, " of row ", place.row, " ",
                                place.key, " = ", garbage, is_open_before ? ", while open" : ""));
      const std::string path = absl::StrCat(folder, "/", copies++, ".db");
      std::filesystem::copy_file(whole, path);
      std::unique_ptr<JobQueue> queue;
      const auto open = [&] {
        auto opened = OpenJobQueue(absl::StrCat("sqlite:", path), {}, Options());
        ASSERT_OK(opened);
        queue = *std::move(opened);
      };
      if (is_open_before) open();
      {
        auto database = SqliteDatabase::Open({.path = path});
        ASSERT_OK(database);
        ASSERT_OK(
            database->Run(absl::StrCat("UPDATE OR IGNORE ", place.table, " SET ", place.column,
                                       " = ", garbage, " WHERE rowid = ", place.row)));
      }
      if (!is_open_before) open();
      ExpectToWork(*queue, place.key);
      queue.reset();
      for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
    }
  }
}

TEST(DamagedRedisQueue, LosesNothingButTheDamagedPiece) {
  if (!RedisServer::IsInstalled()) GTEST_SKIP() << RedisServer::kNotInstalled;
  RedisServer server;
  ASSERT_OK_AND_ASSIGN(auto client, OpenRedis(server.url(), {}));
  const auto fill = [&] {
    ASSERT_OK(client->Run({"FLUSHALL"}).status());
    auto queue = OpenJobQueue(server.url(), {}, Options());
    ASSERT_OK(queue);
    Fill(**queue);
  };
  fill();
  ASSERT_OK_AND_ASSIGN(const RedisValue keys, client->Run({"KEYS", "*"}));
  constexpr absl::string_view kJob = "allreview:queue:job:";
  // Each key with each command that damages it.
  std::vector<std::vector<std::string>> damages;
  for (const RedisValue& key : keys.elements) {
    damages.push_back({"SET", key.text, "garbage"});
    damages.push_back({"SET", key.text, ""});
    // An index that is gone is no damage that a script would meet.
    if (absl::StartsWith(key.text, kJob)) damages.push_back({"DEL", key.text});
    const auto fields = client->Run({"HKEYS", key.text});
    if (!fields.ok()) continue;
    for (const RedisValue& field : fields->elements) {
      damages.push_back({"HSET", key.text, field.text, "garbage"});
      damages.push_back({"HSET", key.text, field.text, ""});
      damages.push_back({"HDEL", key.text, field.text});
    }
  }
  ASSERT_GT(damages.size(), 100u);
  for (const std::vector<std::string>& damage : damages) {
    SCOPED_TRACE(absl::StrJoin(damage, " "));
    fill();
    const bool is_job = absl::StartsWith(damage[1], kJob);
    ASSERT_OK(client->Run(std::vector<absl::string_view>(damage.begin(), damage.end())).status());
    auto queue = OpenJobQueue(server.url(), {}, Options());
    ASSERT_OK(queue);
    ExpectToWork(**queue, is_job ? damage[1].substr(kJob.size()) : "");
  }
}

}  // namespace
}  // namespace allreview::gateway
