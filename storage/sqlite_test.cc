#include "storage/sqlite.h"

#include <cstdlib>
#include <thread>
#include <vector>

#include "base/file.h"
#include "base/status_matchers.h"

namespace allreview {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string TemporaryFile(const std::string& name) {
  std::string folder = std::string(std::getenv("TEST_TMPDIR")) + "/sqlite-XXXXXX";
  return std::string(mkdtemp(folder.data())) + "/" + name;
}

SqliteDatabaseOptions OptionsFor(const std::string& path) {
  return {.path = path,
          .schema = "CREATE TABLE IF NOT EXISTS t(key BLOB PRIMARY KEY, number INTEGER)",
          .busy_milliseconds = 1};
}

TEST(Sqlite, KeepsBytesAndNumbersAcrossReopening) {
  const std::string path = TemporaryFile("kept.db");
  {
    ASSERT_OK_AND_ASSIGN(SqliteDatabase database, SqliteDatabase::Open(OptionsFor(path)));
    ASSERT_OK_AND_ASSIGN(SqliteStatement insert, database.Prepare("INSERT INTO t VALUES(?, ?)"));
    insert.Bind(1, absl::string_view("a\0b", 3));
    insert.Bind(2, int64_t{1} << 40);
    ASSERT_OK(insert.Run());
  }
  ASSERT_OK_AND_ASSIGN(SqliteDatabase database, SqliteDatabase::Open(OptionsFor(path)));
  ASSERT_OK_AND_ASSIGN(SqliteStatement select, database.Prepare("SELECT key, number FROM t"));
  ASSERT_OK_AND_ASSIGN(bool is_row, select.Step());
  ASSERT_TRUE(is_row);
  EXPECT_EQ(select.Bytes(0), std::string("a\0b", 3));
  EXPECT_EQ(select.Integer(1), int64_t{1} << 40);
}

TEST(Sqlite, UndoesATransactionThatWasNotCommitted) {
  ASSERT_OK_AND_ASSIGN(SqliteDatabase database, SqliteDatabase::Open(OptionsFor(":memory:")));
  {
    ASSERT_OK_AND_ASSIGN(SqliteTransaction transaction, SqliteTransaction::Begin(database));
    ASSERT_OK(database.Run("INSERT INTO t VALUES('a', 1)"));
  }
  EXPECT_EQ(database.Number("SELECT COUNT(*) FROM t").value(), 0);
}

TEST(Sqlite, SaysThatAnotherProcessHoldsTheFile) {
  const std::string path = TemporaryFile("held.db");
  ASSERT_OK_AND_ASSIGN(SqliteDatabase first, SqliteDatabase::Open(OptionsFor(path)));
  ASSERT_OK_AND_ASSIGN(SqliteDatabase second, SqliteDatabase::Open(OptionsFor(path)));
  ASSERT_OK_AND_ASSIGN(SqliteTransaction transaction, SqliteTransaction::Begin(first));
  EXPECT_THAT(SqliteTransaction::Begin(second),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("another process has locked it")));
}

TEST(Sqlite, LetsManyMakeOneFileAtOnce) {
  for (int round = 0; round < 5; ++round) {
    SqliteDatabaseOptions options = OptionsFor(TemporaryFile("race.db"));
    options.busy_milliseconds = 10'000;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] { EXPECT_OK(SqliteDatabase::Open(options)); });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

TEST(Sqlite, RefusesAFileOfAnotherVersion) {
  const std::string path = TemporaryFile("new.db");
  SqliteDatabaseOptions options = OptionsFor(path);
  options.schema_version = 7;
  ASSERT_OK(SqliteDatabase::Open(options));
  EXPECT_THAT(SqliteDatabase::Open(OptionsFor(path)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr(path), HasSubstr("version 7, wanted 1"))));
}

TEST(Sqlite, SaysThatAFileIsNoDatabase) {
  const std::string path = TemporaryFile("text.db");
  ASSERT_OK(WriteFile(path, std::string(4096, 'x')));
  EXPECT_THAT(SqliteDatabase::Open(OptionsFor(path)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr(path)));
}

TEST(Sqlite, SaysThatTheDiskIsFullAndNotWhereTheFileIs) {
  ASSERT_OK_AND_ASSIGN(SqliteDatabase database,
                       SqliteDatabase::Open(OptionsFor(TemporaryFile("full.db"))));
  ASSERT_OK(database.Run("PRAGMA max_page_count=4"));
  EXPECT_THAT(database.Run("INSERT INTO t VALUES(zeroblob(100000), 1)"),
              StatusIs(absl::StatusCode::kUnavailable,
                       "sqlite file 'full.db': the disk is full; free some of it, then try again"));
  EXPECT_OK(database.Run("INSERT INTO t VALUES('a', 1)")) << "what there is room for goes on";
}

TEST(Sqlite, SaysThatAFolderIsMissing) {
  EXPECT_THAT(SqliteDatabase::Open(OptionsFor("/nonexistent/store.db")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("'/nonexistent/store.db'"), HasSubstr("folder"))));
}

}  // namespace
}  // namespace allreview
