#include "storage/sqlite.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/status_macros.h"

namespace allreview {
namespace {

absl::StatusCode CodeOf(int result) {
  switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_FULL:
      return absl::StatusCode::kUnavailable;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::StatusCode::kDataLoss;
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_IOERR:
      return absl::StatusCode::kFailedPrecondition;
    default:
      return absl::StatusCode::kInternal;
  }
}

absl::string_view CureOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnavailable:
      return "; another process has locked it: try again";
    case absl::StatusCode::kDataLoss:
      return "; name another file, or bring back a copy of it";
    case absl::StatusCode::kFailedPrecondition:
      return "; see that the file and its folder exist and can be written";
    default:
      return "";
  }
}

absl::Status Error(const std::string& path, absl::string_view what, int result, sqlite3* handle) {
  if ((result & 0xff) == SQLITE_FULL) {
    return absl::UnavailableError(absl::StrCat(
        "sqlite file '", path, "': the disk is full; free some of it, then try again"));
  }
  const absl::StatusCode code = CodeOf(result);
  const char* why = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(result);
  return absl::Status(
      code, absl::StrCat("sqlite file '", path, "': cannot ", what, ": ", why, CureOf(code)));
}

}  // namespace

void SqliteStatement::Bind(int index, int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
}

void SqliteStatement::Bind(int index, absl::string_view bytes) {
  // An empty view may have no address, which SQLite would read as NULL.
  const char* data = bytes.empty() ? "" : bytes.data();
  sqlite3_bind_blob64(statement_.get(), index, data, bytes.size(), SQLITE_TRANSIENT);
}

absl::StatusOr<bool> SqliteStatement::Step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  absl::Status error = Error(path_, absl::StrCat("run '", sqlite3_sql(statement_.get()), "'"),
                             result, sqlite3_db_handle(statement_.get()));
  Reset();
  return error;
}

absl::Status SqliteStatement::Run() {
  absl::StatusOr<bool> is_row = true;
  while (is_row.ok() && *is_row) is_row = Step();
  Reset();
  return is_row.status();
}

void SqliteStatement::Reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

int64_t SqliteStatement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string SqliteStatement::Bytes(int column) const {
  const char* data = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  return data == nullptr ? std::string()
                         : std::string(data, sqlite3_column_bytes(statement_.get(), column));
}

absl::StatusOr<SqliteDatabase> SqliteDatabase::Open(const SqliteDatabaseOptions& options) {
  SqliteDatabase database(options.path);
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(options.path.c_str(), &handle, kFlags, nullptr);
  database.handle_.reset(handle);
  if (result != SQLITE_OK) return Error(options.path, "open it", result, handle);
  sqlite3_busy_timeout(handle, options.busy_milliseconds);
  RETURN_IF_ERROR(database.SetUp(options));
  // From here on errors may reach callers on a network.
  database.path_.erase(0, database.path_.rfind('/') + 1);
  return database;
}

// Of two who change the mode of a new file at once, SQLite refuses one without any wait: each holds
// the file for reading, and neither could ever get it alone.
absl::Status SqliteDatabase::UseWriteAheadLog(int busy_milliseconds) {
  const absl::Time deadline = absl::Now() + absl::Milliseconds(busy_milliseconds);
  while (true) {
    absl::Status status = Run("PRAGMA journal_mode=WAL");
    const bool is_busy = !status.ok() && (sqlite3_errcode(handle_.get()) & 0xff) == SQLITE_BUSY;
    if (!is_busy || absl::Now() >= deadline) return status;
    absl::SleepFor(absl::Milliseconds(2));
  }
}

absl::Status SqliteDatabase::SetUp(const SqliteDatabaseOptions& options) {
  RETURN_IF_ERROR(UseWriteAheadLog(options.busy_milliseconds));
  RETURN_IF_ERROR(Run("PRAGMA synchronous=FULL"));
  ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(*this));
  ASSIGN_OR_RETURN(int64_t version, Number("PRAGMA user_version"));
  if (version != 0 && version != options.schema_version) {
    return absl::FailedPreconditionError(absl::StrCat(
        "sqlite file '", path_, "': its tables are of version ", version, ", wanted ",
        options.schema_version, "; name another file, or use the release that wrote it"));
  }
  if (version == 0)
    RETURN_IF_ERROR(Run(absl::StrCat("PRAGMA user_version=", options.schema_version)));
  if (!options.schema.empty()) RETURN_IF_ERROR(Run(options.schema));
  return transaction.Commit();
}

absl::StatusOr<SqliteStatement> SqliteDatabase::Prepare(absl::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (result != SQLITE_OK) {
    return Error(path_, absl::StrCat("prepare '", sql, "'"), result, handle_.get());
  }
  return SqliteStatement(statement, path_);
}

absl::Status SqliteDatabase::Run(const std::string& sql) {
  const int result = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (result == SQLITE_OK) return absl::OkStatus();
  return Error(path_, absl::StrCat("run '", sql, "'"), result, handle_.get());
}

absl::StatusOr<int64_t> SqliteDatabase::Number(absl::string_view sql) {
  ASSIGN_OR_RETURN(SqliteStatement statement, Prepare(sql));
  ASSIGN_OR_RETURN(bool is_row, statement.Step());
  return is_row ? statement.Integer(0) : 0;
}

absl::StatusOr<SqliteTransaction> SqliteTransaction::Begin(SqliteDatabase& database) {
  // A transaction that becomes a writer later could fail half-way.
  RETURN_IF_ERROR(database.Run("BEGIN IMMEDIATE"));
  return SqliteTransaction(&database);
}

SqliteTransaction::SqliteTransaction(SqliteTransaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

SqliteTransaction::~SqliteTransaction() {
  // Some errors have rolled back already.
  if (database_ != nullptr && !sqlite3_get_autocommit(database_->handle_.get())) {
    (void)database_->Run("ROLLBACK");
  }
}

absl::Status SqliteTransaction::Commit() {
  RETURN_IF_ERROR(database_->Run("COMMIT"));
  database_ = nullptr;
  return absl::OkStatus();
}

}  // namespace allreview
