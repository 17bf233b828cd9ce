#include "gateway/reviews/tool_log_store.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "gateway/store/ids.h"
#include "gateway/store/value_codec.h"
#include "sarif/read_log.h"

namespace allreview::gateway {
namespace {

using analysis::v1::ToolLog;
using analysis::v1::ToolLogs;

std::string Prefix(absl::string_view owner) { return absl::StrCat("tool_log/", owner, "/"); }

std::string JobKeyOf(absl::string_view owner) { return absl::StrCat("tool_log_job/", owner); }

std::string ByTime(absl::string_view id) { return absl::StrCat("tool_log_of_time/", id); }

// What the log is of, whatever it says: its tools and what its runs were for.
std::string IdentityOf(const ToolLog& log) {
  std::set<std::string> runs;
  const absl::StatusOr<sarif::Log> read = sarif::ReadLog(log.name(), log.content());
  if (read.ok()) {
    for (const sarif::Run& run : read->runs) {
      runs.insert(absl::StrCat(run.tool, "\n", run.automation_id, "\n"));
    }
  }
  std::string identity;
  for (const std::string& run : runs) absl::StrAppend(&identity, run, "\n");
  return Sha256Hex(identity).substr(0, 32);
}

// The id of the moment at which a log came, and the log.
struct KeptLog {
  std::string id;
  ToolLog log;
};

absl::StatusOr<KeptLog> Unpack(const StoredEntry& entry) {
  ASSIGN_OR_RETURN(std::string value, UnpackValue(entry.value));
  const size_t end = value.find('\n');
  KeptLog kept{.id = value.substr(0, end), .log = {}};
  if (end == std::string::npos || !kept.log.ParseFromString(value.substr(end + 1))) {
    return absl::DataLossError(absl::StrCat("the entry \"", entry.key, "\" holds no log"));
  }
  return kept;
}

}  // namespace

std::string HeadOfPullRequest(int64_t repository_id, int64_t number, absl::string_view head) {
  return absl::StrFormat("%012d/%07d/%s", repository_id, number, head);
}

std::string OneJob(absl::string_view job_key) {
  return absl::StrCat("job/", Sha256Hex(job_key).substr(0, 32));
}

absl::StatusOr<int64_t> CheckToolLogs(const google::protobuf::RepeatedPtrField<ToolLog>& logs) {
  RETURN_IF_ERROR(sarif::CheckRoom(static_cast<size_t>(logs.size()), [&](size_t i) {
    return logs[static_cast<int>(i)].content().size();
  }));
  int64_t results = 0;
  for (const ToolLog& log : logs) {
    ASSIGN_OR_RETURN(const sarif::Log read, sarif::ReadLog(log.name(), log.content()));
    for (const sarif::Run& run : read.runs) results += static_cast<int64_t>(run.results.size());
  }
  return results;
}

std::string DigestOf(const ToolLogs& logs) {
  Sha256 hash;
  for (const ToolLog& log : logs.logs()) hash.Update(Sha256Hex(log.content()));
  return hash.Finish().substr(0, 16);
}

absl::Status ToolLogStore::Put(absl::string_view owner, const ToolLog& log, absl::string_view id) {
  const std::string key = absl::StrCat(Prefix(owner), IdentityOf(log));
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> kept,
                   store_->Scan(KeysWithPrefix(Prefix(owner))));
  std::vector<size_t> sizes = {log.content().size()};
  for (const StoredEntry& entry : kept) {
    if (entry.key == key || entry.is_damaged) continue;
    ASSIGN_OR_RETURN(const KeptLog other, Unpack(entry));
    sizes.push_back(other.log.content().size());
  }
  RETURN_IF_ERROR(sarif::CheckRoom(sizes.size(), [&](size_t i) { return sizes[i]; }));
  return store_->Commit(
      {{.key = key, .value = PackValue(absl::StrCat(id, "\n", log.SerializeAsString()))},
       {.key = ByTime(id), .value = key}});
}

absl::StatusOr<ToolLogs> ToolLogStore::Load(absl::string_view owner) {
  ToolLogs logs;
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> kept,
                   store_->Scan(KeysWithPrefix(Prefix(owner))));
  for (const StoredEntry& entry : kept) {
    absl::StatusOr<KeptLog> log = Unpack(entry);
    if (entry.is_damaged || !log.ok()) {
      store_->NoteUnreadable(entry.key, "it holds no log");
      continue;
    }
    *logs.add_logs() = std::move(log->log);
  }
  return logs;
}

absl::StatusOr<std::string> ToolLogStore::LastJob(absl::string_view owner) {
  ASSIGN_OR_RETURN(const std::optional<StoredEntry> entry, store_->Get(JobKeyOf(owner)));
  if (!entry || entry->is_damaged) return std::string();
  return entry->value.substr(std::min(entry->value.size(), entry->value.find('\n') + 1));
}

absl::Status ToolLogStore::SetLastJob(absl::string_view owner, absl::string_view job_key,
                                      absl::string_view id) {
  return store_->Commit({{.key = JobKeyOf(owner), .value = absl::StrCat(id, "\n", job_key)},
                         {.key = ByTime(id), .value = JobKeyOf(owner)}});
}

// The id of the moment at which an entry was written last.
std::string ToolLogStore::MomentOf(const StoredEntry& entry) {
  if (absl::StartsWith(entry.key, JobKeyOf(""))) {
    return entry.value.substr(0, entry.value.find('\n'));
  }
  const absl::StatusOr<KeptLog> kept = Unpack(entry);
  return kept.ok() ? kept->id : "";
}

absl::StatusOr<int64_t> ToolLogStore::RemoveBefore(absl::Time time) {
  int64_t removed = 0;
  while (true) {
    ASSIGN_OR_RETURN(
        const std::vector<StoredEntry> old,
        store_->Scan({.first = ByTime(""), .last = ByTime(FirstIdAt(time)), .limit = 200}));
    if (old.empty()) return removed;
    for (const StoredEntry& entry : old) {
      std::vector<StoreWrite> writes = {{.key = entry.key}};
      ASSIGN_OR_RETURN(const std::optional<StoredEntry> log, store_->Get(entry.value));
      const std::string moment = log ? MomentOf(*log) : "";
      // One that replaced it has a time of its own.
      if (moment.empty() || ByTime(moment) == entry.key) writes.push_back({.key = entry.value});
      RETURN_IF_ERROR(store_->Commit(writes));
      ++removed;
    }
  }
}

}  // namespace allreview::gateway
