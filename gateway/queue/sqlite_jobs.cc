#include "gateway/queue/sqlite_jobs.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/queue/queue_rules.h"
#include "gateway/store/sqlite_store.h"
#include "gateway/store/value_codec.h"

namespace allreview::gateway {
namespace {

// `turns.turn` counts the jobs that a tenant was given, but never lags behind the turn of the job
// that was given last (the row without a name): who had nothing to do saves up no turns.
constexpr absl::string_view kSchema = R"sql(
CREATE TABLE IF NOT EXISTS jobs(
  key BLOB PRIMARY KEY NOT NULL, tenant BLOB NOT NULL, state INTEGER NOT NULL,
  place INTEGER NOT NULL, job BLOB NOT NULL, attempts INTEGER NOT NULL, token INTEGER NOT NULL,
  worker BLOB NOT NULL, reason BLOB NOT NULL, letter_id BLOB NOT NULL, at INTEGER NOT NULL,
  queued INTEGER NOT NULL, repository_id INTEGER NOT NULL, number INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS jobs_by_turn ON jobs(tenant, place) WHERE state = 0;
CREATE INDEX IF NOT EXISTS jobs_by_age ON jobs(queued) WHERE state = 0;
CREATE INDEX IF NOT EXISTS jobs_by_time ON jobs(state, at);
CREATE INDEX IF NOT EXISTS jobs_by_pull_request ON jobs(repository_id, number) WHERE state <= 2;
CREATE INDEX IF NOT EXISTS jobs_by_letter ON jobs(letter_id) WHERE letter_id != x'';
CREATE TABLE IF NOT EXISTS turns(
  tenant BLOB PRIMARY KEY NOT NULL, turn INTEGER NOT NULL, waiting INTEGER NOT NULL);
INSERT OR IGNORE INTO turns VALUES(x'', 0, 0);
CREATE TABLE IF NOT EXISTS queue_numbers(name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL);
INSERT OR IGNORE INTO queue_numbers VALUES('token', 0), ('place', 0);
CREATE TRIGGER IF NOT EXISTS job_comes AFTER INSERT ON jobs WHEN NEW.state = 0 BEGIN
  INSERT OR IGNORE INTO turns VALUES(NEW.tenant, 0, 0);
  UPDATE turns SET waiting = waiting + 1 WHERE tenant = NEW.tenant;
END;
CREATE TRIGGER IF NOT EXISTS job_returns AFTER UPDATE ON jobs WHEN NEW.state = 0 AND OLD.state != 0
BEGIN
  INSERT OR IGNORE INTO turns VALUES(NEW.tenant, 0, 0);
  UPDATE turns SET waiting = waiting + 1 WHERE tenant = NEW.tenant;
END;
CREATE TRIGGER IF NOT EXISTS job_leaves AFTER UPDATE ON jobs WHEN OLD.state = 0 AND NEW.state != 0
BEGIN
  UPDATE turns SET waiting = waiting - 1 WHERE tenant = OLD.tenant;
END;
CREATE TRIGGER IF NOT EXISTS job_goes AFTER DELETE ON jobs WHEN OLD.state = 0 BEGIN
  UPDATE turns SET waiting = waiting - 1 WHERE tenant = OLD.tenant;
END;
)sql";

constexpr absl::string_view kColumns =
    "key, tenant, state, job, attempts, token, worker, reason, letter_id, at, rowid";

int64_t Number(JobState state) { return static_cast<int64_t>(state); }

// None: the column holds no state.
std::optional<JobState> ReadState(absl::string_view text) {
  if (text.size() != 1 || text[0] < '0' || text[0] > '5') return std::nullopt;
  return static_cast<JobState>(text[0] - '0');
}

}  // namespace

absl::StatusOr<SqliteJobs> SqliteJobs::Open(const std::string& path) {
  ASSIGN_OR_RETURN(
      SqliteDatabase database,
      SqliteDatabase::Open(
          {.path = path, .schema = std::string(kSchema), .schema_version = kSqliteSchemaVersion}));
  return SqliteJobs(std::move(database));
}

absl::StatusOr<SqliteStatement*> SqliteJobs::Prepared(absl::string_view sql) {
  auto found = prepared_.find(sql.data());
  if (found == prepared_.end()) {
    const size_t columns = sql.find('@');
    const std::string text =
        columns == absl::string_view::npos
            ? std::string(sql)
            : absl::StrCat(sql.substr(0, columns), kColumns, sql.substr(columns + 1));
    ASSIGN_OR_RETURN(SqliteStatement statement, database_.Prepare(text));
    found = prepared_.emplace(sql.data(), std::move(statement)).first;
  }
  return &found->second;
}

template <typename... Arguments>
absl::Status SqliteJobs::Run(absl::string_view sql,
                             const std::function<void(const SqliteStatement&)>& on_row,
                             const Arguments&... arguments) {
  ASSIGN_OR_RETURN(SqliteStatement * statement, Prepared(sql));
  int index = 0;
  (statement->Bind(++index, arguments), ...);
  while (true) {
    ASSIGN_OR_RETURN(const bool is_row, statement->Step());
    if (!is_row) break;
    on_row(*statement);
  }
  statement->Reset();
  return absl::OkStatus();
}

template <typename... Arguments>
absl::StatusOr<std::vector<JobRow>> SqliteJobs::Rows(absl::string_view sql,
                                                     const Arguments&... arguments) {
  std::vector<JobRow> rows;
  RETURN_IF_ERROR(Run(
      sql, [&](const SqliteStatement& row) { rows.push_back(ReadRow(row)); }, arguments...));
  return rows;
}

JobRow SqliteJobs::ReadRow(const SqliteStatement& statement) {
  JobRow row;
  row.key = statement.Bytes(0);
  row.tenant = statement.Bytes(1);
  row.attempts = statement.Integer(4);
  row.token = statement.Integer(5);
  row.worker = statement.Bytes(6);
  row.reason = statement.Bytes(7);
  row.letter_id = statement.Bytes(8);
  row.at = absl::FromUnixMillis(statement.Integer(9));
  row.row_id = statement.Integer(10);
  const std::optional<JobState> state = ReadState(statement.Bytes(2));
  const absl::StatusOr<std::string> bytes = UnpackValue(statement.Bytes(3));
  row.state = state.value_or(JobState::kDead);
  row.is_damaged = !state || !bytes.ok() || !row.job.ParseFromString(*bytes) ||
                   row.job.key() != row.key || row.job.tenant() != row.tenant;
  if (row.is_damaged) {
    row.job = BareJob(row.key, row.tenant);
    if (row.reason.empty()) row.reason = std::string(kUnreadable);
  }
  return row;
}

absl::StatusOr<std::optional<JobRow>> SqliteJobs::Find(absl::string_view key) {
  ASSIGN_OR_RETURN(std::vector<JobRow> rows, Rows("SELECT @ FROM jobs WHERE key = ?", key));
  return rows.empty() ? std::nullopt : std::optional<JobRow>(std::move(rows[0]));
}

absl::StatusOr<std::vector<JobRow>> SqliteJobs::Due(JobState state, absl::Time now, int limit) {
  return Rows("SELECT @ FROM jobs WHERE state = ? AND at <= ? ORDER BY at, place LIMIT ?",
              Number(state), absl::ToUnixMillis(now), int64_t{limit});
}

absl::StatusOr<std::vector<JobRow>> SqliteJobs::OfPullRequest(int64_t repository_id,
                                                              int64_t number) {
  return Rows(
      "SELECT @ FROM jobs WHERE state <= 2 AND repository_id = ? AND number = ? ORDER BY key",
      repository_id, number);
}

absl::StatusOr<std::vector<JobRow>> SqliteJobs::InState(JobState state) {
  return Rows("SELECT @ FROM jobs WHERE state = ? ORDER BY at DESC, letter_id DESC", Number(state));
}

absl::StatusOr<std::vector<JobRow>> SqliteJobs::All() {
  return Rows("SELECT @ FROM jobs ORDER BY key");
}

absl::StatusOr<std::optional<JobRow>> SqliteJobs::FindLetter(absl::string_view id) {
  ASSIGN_OR_RETURN(std::vector<JobRow> rows,
                   Rows("SELECT @ FROM jobs WHERE letter_id = ? AND letter_id != x''", id));
  return rows.empty() ? std::nullopt : std::optional<JobRow>(std::move(rows[0]));
}

absl::Status SqliteJobs::Put(const JobRow& row) {
  ASSIGN_OR_RETURN(const int64_t place, NextNumber("place"));
  RETURN_IF_ERROR(Run("DELETE FROM jobs WHERE key = ?", nullptr, row.key));
  return Run("INSERT INTO jobs VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", nullptr, row.key,
             row.tenant, Number(row.state), place, PackValue(row.job.SerializeAsString()),
             row.attempts, row.token, row.worker, row.reason, row.letter_id,
             absl::ToUnixMillis(row.at), absl::ToUnixMillis(ToTime(row.job.queued_at())),
             row.job.repository().id(), row.job.number());
}

absl::Status SqliteJobs::Move(const JobRow& row) {
  ASSIGN_OR_RETURN(const int64_t place, NextNumber("place"));
  return Run(
      "UPDATE jobs SET state = ?, place = ?, attempts = ?, token = ?, worker = ?, reason = ?, "
      "letter_id = ?, at = ? WHERE rowid = ?",
      nullptr, Number(row.state), place, row.attempts, row.token, row.worker, row.reason,
      row.letter_id, absl::ToUnixMillis(row.at), row.row_id);
}

absl::Status SqliteJobs::Forget(JobState state, absl::Time before) {
  return Run("DELETE FROM jobs WHERE state = ? AND at < ?", nullptr, Number(state),
             absl::ToUnixMillis(before));
}

absl::StatusOr<std::vector<JobRow>> SqliteJobs::Unreachable() {
  return Rows(
      "SELECT @ FROM jobs WHERE typeof(state) != 'integer' OR state NOT BETWEEN 0 AND 5 OR "
      "typeof(at) != 'integer' OR typeof(attempts) != 'integer' OR typeof(place) != 'integer'");
}

absl::StatusOr<std::optional<std::string>> SqliteJobs::TakeTenant() {
  std::optional<std::string> tenant;
  int64_t turn = 0;
  RETURN_IF_ERROR(Run(
      "SELECT tenant, MAX(turn, (SELECT turn FROM turns WHERE tenant = x'')) AS next FROM turns "
      "WHERE waiting > 0 ORDER BY next, tenant LIMIT 1",
      [&](const SqliteStatement& row) {
        tenant = row.Bytes(0);
        turn = row.Integer(1);
      }));
  if (!tenant) return tenant;
  RETURN_IF_ERROR(Run("UPDATE turns SET turn = ? WHERE tenant = ?", nullptr, turn + 1, *tenant));
  RETURN_IF_ERROR(Run("UPDATE turns SET turn = ? WHERE tenant = x''", nullptr, turn));
  RETURN_IF_ERROR(
      Run("DELETE FROM turns WHERE waiting = 0 AND tenant != x'' AND turn <= ?", nullptr, turn));
  return tenant;
}

absl::Status SqliteJobs::Recount() {
  // Text never equals bytes.
  RETURN_IF_ERROR(
      Run("UPDATE jobs SET tenant = CAST(tenant AS BLOB) WHERE typeof(tenant) != 'blob'", nullptr));
  RETURN_IF_ERROR(Run("DELETE FROM turns WHERE typeof(tenant) != 'blob'", nullptr));
  RETURN_IF_ERROR(
      Run("INSERT OR IGNORE INTO turns SELECT DISTINCT tenant, 0, 0 FROM jobs WHERE state = 0",
          nullptr));
  return Run(
      "UPDATE turns SET waiting = (SELECT COUNT(*) FROM jobs WHERE state = 0 AND jobs.tenant = "
      "turns.tenant)",
      nullptr);
}

absl::StatusOr<std::optional<JobRow>> SqliteJobs::TakeTurn() {
  for (const bool is_recounted : {false, true}) {
    ASSIGN_OR_RETURN(const std::optional<std::string> tenant, TakeTenant());
    if (tenant) {
      ASSIGN_OR_RETURN(std::vector<JobRow> rows,
                       Rows("SELECT @ FROM jobs WHERE state = 0 AND tenant = ? ORDER BY place "
                            "LIMIT 1",
                            *tenant));
      if (!rows.empty()) return std::optional<JobRow>(std::move(rows[0]));
    } else {
      ASSIGN_OR_RETURN(const Outlook outlook, Look());
      if (!outlook.is_any_waiting) break;
    }
    // A tenant that should have a job has none, or a job waits of which no tenant knows.
    if (!is_recounted) RETURN_IF_ERROR(Recount());
  }
  return std::nullopt;
}

absl::StatusOr<int64_t> SqliteJobs::NextToken() { return NextNumber("token"); }

absl::StatusOr<int64_t> SqliteJobs::NextNumber(absl::string_view name) {
  int64_t number = 0;
  RETURN_IF_ERROR(Run(
      "UPDATE queue_numbers SET value = value + 1 WHERE name = CAST(? AS TEXT) RETURNING value",
      [&](const SqliteStatement& row) { number = row.Integer(0); }, name));
  return number;
}

absl::StatusOr<SqliteJobs::Outlook> SqliteJobs::Look() {
  Outlook outlook;
  outlook.next = absl::InfiniteFuture();
  RETURN_IF_ERROR(
      Run("SELECT EXISTS(SELECT 1 FROM jobs WHERE state = 0), COALESCE(MIN("
          "COALESCE((SELECT MIN(at) FROM jobs WHERE state = 1), 1 << 62),"
          "COALESCE((SELECT MIN(at) FROM jobs WHERE state = 2), 1 << 62)), 0)",
          [&](const SqliteStatement& row) {
            outlook.is_any_waiting = row.Integer(0) != 0;
            if (row.Integer(1) != int64_t{1} << 62)
              outlook.next = absl::FromUnixMillis(row.Integer(1));
          }));
  return outlook;
}

absl::StatusOr<int64_t> SqliteJobs::DataVersion() {
  int64_t version = 0;
  RETURN_IF_ERROR(
      Run("PRAGMA data_version", [&](const SqliteStatement& row) { version = row.Integer(0); }));
  return version;
}

absl::StatusOr<QueueDepth> SqliteJobs::Depth(absl::string_view tenant, absl::Time now) {
  QueueDepth depth;
  RETURN_IF_ERROR(Run(
      "SELECT COALESCE(SUM(waiting), 0), COALESCE(SUM(waiting) FILTER (WHERE tenant = ?), 0) FROM "
      "turns",
      [&](const SqliteStatement& row) {
        depth.of_tenant = row.Integer(1);
        depth.of_all = row.Integer(0);
      },
      tenant));
  RETURN_IF_ERROR(Run(
      "SELECT COUNT(*), COALESCE(MIN(at), 0) FROM (SELECT at FROM jobs WHERE state = ? AND at >= ? "
      "ORDER BY at DESC LIMIT ?)",
      [&](const SqliteStatement& row) {
        depth.pace = PaceOf(
            {.count = row.Integer(0), .first = absl::FromUnixMillis(row.Integer(1)), .now = now});
      },
      Number(JobState::kDone), absl::ToUnixMillis(now - kPaceWindow), kPaceJobs));
  return depth;
}

absl::StatusOr<SqliteJobs::Depths> SqliteJobs::Count() {
  Depths depths;
  RETURN_IF_ERROR(
      Run("SELECT state, COUNT(*) FROM jobs GROUP BY state", [&](const SqliteStatement& row) {
        depths.states[ReadState(row.Bytes(0)).value_or(JobState::kDead)] += row.Integer(1);
      }));
  RETURN_IF_ERROR(Run("SELECT tenant, waiting FROM turns WHERE waiting > 0 ORDER BY tenant",
                      [&](const SqliteStatement& row) {
                        depths.tenants.push_back(
                            {.tenant = row.Bytes(0), .waiting = row.Integer(1)});
                      }));
  RETURN_IF_ERROR(Run(
      "SELECT queued FROM jobs WHERE state = 0 ORDER BY queued LIMIT 1",
      [&](const SqliteStatement& row) { depths.oldest = absl::FromUnixMillis(row.Integer(0)); }));
  return depths;
}

}  // namespace allreview::gateway
