#ifndef STORAGE_SQLITE_H_
#define STORAGE_SQLITE_H_

// A SQLite file that several processes share and that survives a loss of power: write-ahead log,
// synced at each commit, waits for other writers.
//
//   ASSIGN_OR_RETURN(SqliteDatabase database,
//                    SqliteDatabase::Open({.path = path, .schema = "CREATE TABLE IF NOT EXISTS
//                    …"}));
//   ASSIGN_OR_RETURN(SqliteStatement select, database.Prepare("SELECT value FROM t WHERE key =
//   ?")); select.Bind(1, key); ASSIGN_OR_RETURN(bool is_row, select.Step()); if (is_row)
//   use(select.Bytes(0)); select.Reset();
//
// Writes belong into a SqliteTransaction. A database and its statements belong to one thread at a
// time, and the statements must go first. Errors name the file (with its folder only while it is
// opened) and what was tried: kUnavailable (another process holds it, or the disk is full: try
// again), kDataLoss (corrupt), kFailedPrecondition (cannot be opened or written), kInternal (our
// SQL).

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview {

struct SqliteDatabaseOptions {
  std::string path = {};  // ":memory:": gone with the object.
  // Run after opening, in one transaction; statements that do nothing when they were run before.
  std::string schema = {};
  // Kept in the file. A file of another version is refused.
  int schema_version = 1;
  int busy_milliseconds = 10'000;
};

class SqliteStatement {
 public:
  void Bind(int index, int64_t value);  // Indexes count from 1.
  void Bind(int index, absl::string_view bytes);
  // Whether there is a row.
  absl::StatusOr<bool> Step();
  // To the end, and ready for the next time.
  absl::Status Run();
  void Reset();

  // A value of the current row; columns count from 0.
  int64_t Integer(int column) const;
  std::string Bytes(int column) const;

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  SqliteStatement(sqlite3_stmt* statement, std::string path)
      : statement_(statement), path_(std::move(path)) {}

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string path_;
};

class SqliteDatabase {
 public:
  static absl::StatusOr<SqliteDatabase> Open(const SqliteDatabaseOptions& options);

  // For statements that are run often. Parameters are `?` or `?1`.
  absl::StatusOr<SqliteStatement> Prepare(absl::string_view sql);
  // Statements without parameters and rows.
  absl::Status Run(const std::string& sql);
  // The first column of the only row.
  absl::StatusOr<int64_t> Number(absl::string_view sql);
  // Rows that the last statement changed.
  int64_t changes() const { return sqlite3_changes(handle_.get()); }

 private:
  friend class SqliteTransaction;
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  explicit SqliteDatabase(std::string path) : path_(std::move(path)) {}
  absl::Status UseWriteAheadLog(int busy_milliseconds);
  absl::Status SetUp(const SqliteDatabaseOptions& options);

  std::string path_;  // Without its folder once it is open.
  std::unique_ptr<sqlite3, Close> handle_;
};

// Everything until Commit happens, or nothing.
class SqliteTransaction {
 public:
  // Waits until no other process writes.
  static absl::StatusOr<SqliteTransaction> Begin(SqliteDatabase& database);
  ~SqliteTransaction();  // Undoes what was not committed.
  SqliteTransaction(SqliteTransaction&& other) noexcept;
  SqliteTransaction& operator=(SqliteTransaction&&) = delete;

  absl::Status Commit();

 private:
  explicit SqliteTransaction(SqliteDatabase* database) : database_(database) {}
  SqliteDatabase* database_;  // Null: ended.
};

}  // namespace allreview

#endif  // STORAGE_SQLITE_H_
