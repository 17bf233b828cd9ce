#include <sqlite3.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/facts_fingerprint.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/version.h"
#include "services/analysis/facts_bundle.h"
#include "services/analysis/facts_cache.h"

namespace allreview::analysis {
namespace {

// Raised when the table changes; a file of another schema is another file's business.
constexpr int kSchemaVersion = 1;

// The row of an entry: a 64-bit FNV-1a hash of its name. Two names of one hash overwrite each
// other, which only costs a miss, because the name is compared.
int64_t RowOf(absl::string_view name) {
  uint64_t hash = 14695981039346656037u;
  for (unsigned char byte : name) hash = (hash ^ byte) * 1099511628211u;
  return static_cast<int64_t>(hash);
}

}  // namespace

// One connection. After an error it only tells of it and must be closed.
class SqliteFactsCache::Database {
 public:
  explicit Database(const SqliteOptions& options) : options_(options) {}
  ~Database() {
    sqlite3_finalize(select_);
    sqlite3_finalize(insert_);
    sqlite3_close(handle_);
  }

  const std::string& error() const { return error_; }
  bool is_busy() const { return is_busy_; }

  void Open() {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!Check(sqlite3_open_v2(options_.path.c_str(), &handle_, flags, nullptr), "open")) return;
    sqlite3_busy_timeout(handle_, options_.busy_milliseconds);
    // A cache may lose its last writes when the power fails, but it must not be torn.
    // Facts have several kilobytes: large pages mean fewer reads, and few pages of overflow.
    Run("PRAGMA page_size=32768");
    Run("PRAGMA journal_mode=WAL");
    Run("PRAGMA synchronous=NORMAL");
    // Rows of one repository are spread over the table: mapped, a lookup costs the four kilobytes
    // that it touches and not a copy of the page.
    Run("PRAGMA mmap_size=1073741824");
    if (!CheckSchema()) return;
    Run("CREATE TABLE IF NOT EXISTS facts"
        "(row INTEGER PRIMARY KEY, name TEXT NOT NULL, facts BLOB NOT NULL)");
    Prepare("SELECT name, facts FROM facts WHERE row = ?", &select_);
    Prepare("INSERT OR REPLACE INTO facts(row, name, facts) VALUES(?, ?, ?)", &insert_);
  }

  std::vector<std::optional<std::string>> Get(const std::vector<std::string>& blob_ids) {
    std::vector<std::optional<std::string>> facts(blob_ids.size());
    // One transaction: without it each statement would lock the file anew.
    if (!Run("BEGIN")) return facts;
    const bool has_bundle = blob_ids.size() >= kMinBundle;
    const std::string bundle = has_bundle ? BundleOf(blob_ids) : "";
    if (has_bundle) UnpackBundle(ReadValue(RowOf(bundle)), bundle, blob_ids, &facts);
    const size_t read = GetRows(blob_ids, &facts);
    Run("COMMIT");
    if (has_bundle && read * kStaleShare > blob_ids.size()) WriteBundle(bundle, blob_ids, facts);
    return facts;
  }

  void Put(const std::vector<std::pair<std::string, std::string>>& facts) {
    if (!Run("BEGIN IMMEDIATE")) return;
    for (const auto& [blob_id, value] : facts) {
      if (!Check(Insert(NameOf(blob_id), value), "write")) return;
    }
    Shrink();
    Run("COMMIT");
  }

 private:
  // The facts of a whole repository, asked for at once, are also kept in one piece: its hundreds of
  // rows lie all over the file, and to touch them takes several times as long as to read as many
  // bytes in a row. A bundle is written anew when more than one in kStaleShare is missing in it.
  static constexpr size_t kMinBundle = 64;
  static constexpr size_t kStaleShare = 8;

  std::string NameOf(absl::string_view blob_id) const {
    return absl::StrCat(options_.engine_version, " ", blob_id);
  }

  // The same for most versions of one repository: only a change of one file in it changes the least
  // id.
  std::string BundleOf(const std::vector<std::string>& blob_ids) const {
    return NameOf(absl::StrCat("bundle ", *std::min_element(blob_ids.begin(), blob_ids.end())));
  }

  // Reads those that are not there yet; says how many it found.
  size_t GetRows(const std::vector<std::string>& blob_ids,
                 std::vector<std::optional<std::string>>* facts) {
    struct Wanted {
      int64_t row;
      size_t index;
      std::string name;
    };
    std::vector<Wanted> wanted;
    for (size_t i = 0; i < blob_ids.size(); ++i) {
      if ((*facts)[i]) continue;
      std::string name = NameOf(blob_ids[i]);
      wanted.push_back({RowOf(name), i, std::move(name)});
    }
    // In the order of the table, so that each page is visited once.
    std::sort(wanted.begin(), wanted.end(),
              [](const Wanted& a, const Wanted& b) { return a.row < b.row; });
    size_t found = 0;
    for (const Wanted& one : wanted) {
      if (!Select(one.row, one.name, (*facts)[one.index])) break;
      found += (*facts)[one.index].has_value();
    }
    return found;
  }

  // The facts of a row, whatever its name. Empty: there is none, or it cannot be read.
  std::string ReadValue(int64_t row) {
    sqlite3_blob* blob = nullptr;
    std::string value;
    if (sqlite3_blob_open(handle_, "main", "facts", "facts", row, 0, &blob) == SQLITE_OK) {
      value.resize(static_cast<size_t>(sqlite3_blob_bytes(blob)));
      if (sqlite3_blob_read(blob, value.data(), sqlite3_blob_bytes(blob), 0) != SQLITE_OK) {
        value.clear();
      }
    }
    sqlite3_blob_close(blob);
    return value;
  }

  // As far as the file can be written now: nobody waits for it, and what went wrong is met again by
  // the next one who has to write.
  void WriteBundle(const std::string& name, const std::vector<std::string>& blob_ids,
                   const std::vector<std::optional<std::string>>& facts) {
    std::vector<NamedFacts> all;
    for (size_t i = 0; i < blob_ids.size(); ++i) {
      if (facts[i]) all.emplace_back(blob_ids[i], *facts[i]);
    }
    const std::string bundle = PackBundle(name, all);
    if (static_cast<int64_t>(bundle.size()) > options_.max_bytes / 4) return;
    sqlite3_busy_timeout(handle_, 0);
    if (sqlite3_exec(handle_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK) {
      const bool is_written = Insert(name, bundle) == SQLITE_DONE;
      sqlite3_exec(handle_, is_written ? "COMMIT" : "ROLLBACK", nullptr, nullptr, nullptr);
    }
    sqlite3_busy_timeout(handle_, options_.busy_milliseconds);
  }

  // What sqlite3_step says: SQLITE_DONE when it is done.
  int Insert(const std::string& name, absl::string_view value) {
    sqlite3_bind_int64(insert_, 1, RowOf(name));
    sqlite3_bind_text(insert_, 2, name.data(), static_cast<int>(name.size()), SQLITE_STATIC);
    sqlite3_bind_blob64(insert_, 3, value.data(), value.size(), SQLITE_STATIC);
    const int result = sqlite3_step(insert_);
    sqlite3_reset(insert_);
    return result;
  }

  bool Check(int result, absl::string_view what) {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return true;
    if (error_.empty()) {
      is_busy_ = (result & 0xff) == SQLITE_BUSY || (result & 0xff) == SQLITE_LOCKED;
      error_ = absl::StrCat("cannot ", what, ": ",
                            handle_ != nullptr ? sqlite3_errmsg(handle_) : sqlite3_errstr(result));
    }
    return false;
  }

  bool Run(const char* sql) {
    return error_.empty() && Check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr), sql);
  }

  void Prepare(const char* sql, sqlite3_stmt** statement) {
    if (!error_.empty()) return;
    Check(sqlite3_prepare_v3(handle_, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, nullptr),
          "prepare");
  }

  int64_t Number(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    Prepare(sql, &statement);
    int64_t number = 0;
    if (error_.empty() && Check(sqlite3_step(statement), sql)) {
      number = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return number;
  }

  bool CheckSchema() {
    const int64_t version = Number("PRAGMA user_version");
    if (!error_.empty() || version == kSchemaVersion) return error_.empty();
    if (version == 0) return Run(absl::StrCat("PRAGMA user_version=", kSchemaVersion).c_str());
    error_ = absl::StrCat("its schema is version ", version, ", wanted ", kSchemaVersion);
    return false;
  }

  bool Select(int64_t row, const std::string& name, std::optional<std::string>& facts) {
    sqlite3_bind_int64(select_, 1, row);
    const int result = sqlite3_step(select_);
    if (result == SQLITE_ROW) {
      const auto* found = reinterpret_cast<const char*>(sqlite3_column_text(select_, 0));
      if (found != nullptr && name == found) {
        const char* bytes = static_cast<const char*>(sqlite3_column_blob(select_, 1));
        facts.emplace(bytes == nullptr ? "" : bytes, sqlite3_column_bytes(select_, 1));
      }
    }
    sqlite3_reset(select_);
    return Check(result, "read");
  }

  // Rows are hashes, so the first half of the table is a random half of the entries.
  void Shrink() {
    const int64_t pages = Number("PRAGMA page_count") - Number("PRAGMA freelist_count");
    if (pages * Number("PRAGMA page_size") > options_.max_bytes) {
      Run("DELETE FROM facts WHERE row IN (SELECT row FROM facts ORDER BY row LIMIT "
          "(SELECT COUNT(*) / 2 FROM facts))");
    }
  }

  const SqliteOptions& options_;
  sqlite3* handle_ = nullptr;
  sqlite3_stmt* select_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  std::string error_;
  bool is_busy_ = false;
};

namespace {

SqliteOptions WithDefaults(SqliteOptions options) {
  if (options.engine_version.empty()) {
    options.engine_version = absl::StrCat(kEngineVersion, "-", repository::kFactsFingerprint);
  }
  return options;
}

bool Exists(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0;
}

}  // namespace

SqliteFactsCache::SqliteFactsCache(SqliteOptions options)
    : options_(WithDefaults(std::move(options))), fallback_(options_.fallback_bytes) {}

SqliteFactsCache::~SqliteFactsCache() = default;

bool SqliteFactsCache::is_degraded() const {
  const MutexLock lock(mutex_);
  return is_degraded_;
}

void SqliteFactsCache::Degrade(std::string why) {
  is_degraded_ = true;
  database_.reset();
  Log(LogLevel::kWarning, "facts are kept in memory only",
      {{"file", options_.path},
       {"reason", std::move(why)},
       {"cure", "delete the file if it is corrupt; see that its folder can be written"}});
}

template <typename Action>
bool SqliteFactsCache::Use(Action action) {
  const MutexLock lock(mutex_);
  if (is_degraded_) return false;
  if (database_ == nullptr) {
    database_ = std::make_unique<Database>(options_);
    database_->Open();
  }
  if (database_->error().empty()) action(*database_);
  if (database_->error().empty()) {
    busy_in_a_row_ = 0;
    return true;
  }
  if (database_->is_busy() && ++busy_in_a_row_ < kMaxBusy) {
    database_.reset();
  } else {
    Degrade(database_->error());
  }
  return false;
}

std::vector<std::optional<std::string>> SqliteFactsCache::Get(
    const std::vector<std::string>& blob_ids) {
  std::vector<std::optional<std::string>> facts(blob_ids.size());
  if (!is_degraded() && !Exists(options_.path)) return facts;
  const bool is_done = Use([&](Database& database) { facts = database.Get(blob_ids); });
  if (!is_done) facts = fallback_.Get(blob_ids);
  return facts;  // Moved: facts of a repository have megabytes.
}

void SqliteFactsCache::Put(const std::vector<std::pair<std::string, std::string>>& facts) {
  if (facts.empty()) return;
  const bool is_done = Use([&](Database& database) { database.Put(facts); });
  if (!is_done) fallback_.Put(facts);
}

}  // namespace allreview::analysis
