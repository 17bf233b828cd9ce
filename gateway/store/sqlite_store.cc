#include "gateway/store/sqlite_store.h"

#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "gateway/store/value_codec.h"
#include "storage/sqlite.h"

namespace allreview::gateway {
namespace {

// The entry without a key counts the batches: versions of a key grow although it was removed.
constexpr absl::string_view kSchema =
    "CREATE TABLE IF NOT EXISTS entries"
    "(key BLOB PRIMARY KEY NOT NULL, version INTEGER NOT NULL, value BLOB NOT NULL);"
    "INSERT OR IGNORE INTO entries VALUES(x'', 0, x'')";

struct Statements {
  SqliteStatement get;
  SqliteStatement scan;
  SqliteStatement scan_reverse;
  SqliteStatement version;
  SqliteStatement count;
  SqliteStatement put;
  SqliteStatement remove;
};

absl::StatusOr<Statements> PrepareAll(SqliteDatabase& database) {
  constexpr absl::string_view kScan =
      "SELECT key, version, value FROM entries WHERE key > x'' AND key >= ?1 AND (?2 = x'' OR key "
      "< ?2) ORDER BY key";
  ASSIGN_OR_RETURN(auto get, database.Prepare("SELECT version, value FROM entries WHERE key = ?"));
  ASSIGN_OR_RETURN(auto scan, database.Prepare(absl::StrCat(kScan, " LIMIT ?3")));
  ASSIGN_OR_RETURN(auto scan_reverse, database.Prepare(absl::StrCat(kScan, " DESC LIMIT ?3")));
  ASSIGN_OR_RETURN(auto version, database.Prepare("SELECT version FROM entries WHERE key = ?"));
  ASSIGN_OR_RETURN(auto count,
                   database.Prepare("UPDATE entries SET version = version + 1 WHERE key = x'' "
                                    "RETURNING version"));
  ASSIGN_OR_RETURN(auto put, database.Prepare("INSERT INTO entries VALUES(?1, ?2, ?3) ON CONFLICT "
                                              "DO UPDATE SET version = ?2, value = ?3"));
  ASSIGN_OR_RETURN(auto remove, database.Prepare("DELETE FROM entries WHERE key = ?"));
  return Statements{std::move(get),   std::move(scan), std::move(scan_reverse), std::move(version),
                    std::move(count), std::move(put),  std::move(remove)};
}

void Unpack(absl::string_view packed, StoredEntry& entry) {
  absl::StatusOr<std::string> value = UnpackValue(packed);
  entry.is_damaged = !value.ok();
  if (value.ok()) entry.value = *std::move(value);
}

class SqliteStore final : public KeyedStore {
 public:
  SqliteStore(SqliteDatabase database, Statements statements)
      : database_(std::move(database)), statements_(std::move(statements)) {}

  absl::StatusOr<std::vector<std::optional<StoredEntry>>> GetMany(
      const std::vector<std::string>& keys) override {
    const MutexLock lock(mutex_);
    std::vector<std::optional<StoredEntry>> entries;
    for (const std::string& key : keys) {
      ASSIGN_OR_RETURN(entries.emplace_back(), Read(key));
    }
    return entries;
  }

  absl::StatusOr<std::vector<StoredEntry>> Scan(const KeyRange& range) override {
    const MutexLock lock(mutex_);
    SqliteStatement& scan = range.is_reverse ? statements_.scan_reverse : statements_.scan;
    scan.Bind(1, range.first);
    scan.Bind(2, range.last);
    scan.Bind(3, int64_t{range.limit});
    std::vector<StoredEntry> entries;
    absl::Status status = Collect(scan, entries);
    scan.Reset();
    RETURN_IF_ERROR(status);
    return entries;
  }

  absl::Status Commit(const std::vector<StoreWrite>& writes) override {
    RETURN_IF_ERROR(CheckWrites(writes));
    // Outside of the lock: it takes longer than the rest.
    std::vector<std::string> packed;
    for (const StoreWrite& write : writes) packed.push_back(PackValue(write.value.value_or("")));
    const MutexLock lock(mutex_);
    ASSIGN_OR_RETURN(SqliteTransaction transaction, SqliteTransaction::Begin(database_));
    for (const StoreWrite& write : writes) RETURN_IF_ERROR(CheckVersion(write));
    ASSIGN_OR_RETURN(int64_t version, NextVersion());
    for (size_t i = 0; i < writes.size(); ++i) {
      RETURN_IF_ERROR(Write(writes[i], packed[i], version));
    }
    return transaction.Commit();
  }

  // Without free pages: they are room for what comes.
  absl::StatusOr<int64_t> SizeBytes() override {
    const MutexLock lock(mutex_);
    return database_.Number(
        "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), "
        "pragma_freelist_count(), pragma_page_size()");
  }

 private:
  absl::StatusOr<std::optional<StoredEntry>> Read(const std::string& key)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (key.empty()) return std::nullopt;
    statements_.get.Bind(1, key);
    ASSIGN_OR_RETURN(bool is_row, statements_.get.Step());
    std::optional<StoredEntry> entry;
    std::string packed;
    if (is_row) {
      entry = {.key = key, .value = {}, .version = statements_.get.Integer(0)};
      packed = statements_.get.Bytes(1);
    }
    statements_.get.Reset();
    if (entry) Unpack(packed, *entry);
    return entry;
  }

  absl::Status Collect(SqliteStatement& scan, std::vector<StoredEntry>& entries) {
    while (true) {
      ASSIGN_OR_RETURN(bool is_row, scan.Step());
      if (!is_row) return absl::OkStatus();
      StoredEntry entry{.key = scan.Bytes(0), .value = {}, .version = scan.Integer(1)};
      Unpack(scan.Bytes(2), entry);
      entries.push_back(std::move(entry));
    }
  }

  absl::Status CheckVersion(const StoreWrite& write) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!write.expected_version) return absl::OkStatus();
    statements_.version.Bind(1, write.key);
    ASSIGN_OR_RETURN(bool is_row, statements_.version.Step());
    const int64_t found = is_row ? statements_.version.Integer(0) : 0;
    statements_.version.Reset();
    return CompareVersions(write, found);
  }

  absl::StatusOr<int64_t> NextVersion() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    ASSIGN_OR_RETURN(bool is_row, statements_.count.Step());
    const int64_t version = is_row ? statements_.count.Integer(0) : 0;
    RETURN_IF_ERROR(statements_.count.Run());
    return version;
  }

  absl::Status Write(const StoreWrite& write, const std::string& packed, int64_t version)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!write.value) {
      statements_.remove.Bind(1, write.key);
      return statements_.remove.Run();
    }
    statements_.put.Bind(1, write.key);
    statements_.put.Bind(2, version);
    statements_.put.Bind(3, packed);
    return statements_.put.Run();
  }

  Mutex mutex_;
  // The statements go before the database.
  SqliteDatabase database_ ABSL_GUARDED_BY(mutex_);
  Statements statements_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<KeyedStore>> OpenSqliteStore(const std::string& path) {
  ASSIGN_OR_RETURN(
      SqliteDatabase database,
      SqliteDatabase::Open(
          {.path = path, .schema = std::string(kSchema), .schema_version = kSqliteSchemaVersion}));
  ASSIGN_OR_RETURN(Statements statements, PrepareAll(database));
  return std::make_unique<SqliteStore>(std::move(database), std::move(statements));
}

}  // namespace allreview::gateway
