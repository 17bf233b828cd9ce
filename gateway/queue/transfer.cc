#include "gateway/queue/transfer.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/store/open_store.h"
#include "nlohmann/json.hpp"

namespace allreview::gateway {
namespace {

using Json = nlohmann::json;

constexpr absl::string_view kHeader = "{\"format\":\"allreview-store\",\"version\":1}\n";
constexpr absl::string_view kStates[] = {"waiting", "delayed", "running",
                                         "done",    "dead",    "withdrawn"};
constexpr int kScanEntries = 200;
constexpr size_t kBatchLines = 200;
constexpr size_t kBatchBytes = 4 << 20;

bool IsPlain(absl::string_view key) {
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

std::string EntryLine(const StoredEntry& entry) {
  const std::string key = IsPlain(entry.key)
                              ? absl::StrCat("{\"key\":\"", entry.key, "\"")
                              : absl::StrCat("{\"key64\":\"", absl::Base64Escape(entry.key), "\"");
  return absl::StrCat(key, ",\"value\":\"", absl::Base64Escape(entry.value), "\"}\n");
}

std::string JobLine(KeptJob kept) {
  review::v1::DeadLetter letter;
  if (kept.state == JobState::kRunning) kept.state = JobState::kWaiting;
  if (kept.state == JobState::kDone || kept.state == JobState::kWithdrawn) {
    kept = {.job = std::move(kept.job), .state = kept.state, .at = kept.at};
  }
  // Since when a job waits is its queue's business.
  if (kept.state != JobState::kWaiting) *letter.mutable_at() = ToTimestamp(kept.at);
  letter.set_id(kept.letter_id);
  letter.set_reason(kept.reason);
  letter.set_attempts(kept.attempts);
  *letter.mutable_job() = std::move(kept.job);
  return absl::StrCat("{\"job\":\"", absl::Base64Escape(letter.SerializeAsString()),
                      "\",\"state\":\"", kStates[static_cast<size_t>(kept.state)], "\"}\n");
}

// One line of the file, understood.
struct Line {
  enum class Kind { kHeader, kEntry, kJob, kEnd };
  Kind kind = Kind::kHeader;
  StoreWrite entry = {};
  KeptJob job = {};
  TransferCounts counts = {};
  std::string sha256 = {};
};

absl::Status BadLine(int64_t number, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("import: line ", number, ": ", why));
}

// The bytes of a base64 field; none when it is missing or something else.
std::optional<std::string> Decode(const Json& line, const char* field) {
  const auto found = line.find(field);
  std::string bytes;
  if (found == line.end() || !found->is_string() ||
      !absl::Base64Unescape(found->get_ref<const std::string&>(), &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

bool ParseEntryLine(const Json& json, Line& line) {
  const std::optional<std::string> value = Decode(json, "value");
  if (!value) return false;
  line.kind = Line::Kind::kEntry;
  line.entry.value = *value;
  if (json.contains("key64")) {
    line.entry.key = Decode(json, "key64").value_or("");
  } else if (json.contains("key") && json["key"].is_string()) {
    line.entry.key = json["key"].get<std::string>();
  }
  return CheckWrites({line.entry}).ok();
}

bool ParseJobLine(const Json& json, Line& line) {
  const std::optional<std::string> bytes = Decode(json, "job");
  review::v1::DeadLetter letter;
  if (!bytes || !letter.ParseFromString(*bytes) || !json.contains("state")) return false;
  const auto* state = std::find(std::begin(kStates), std::end(kStates),
                                json["state"].is_string() ? json["state"].get<std::string>() : "");
  if (state == std::end(kStates) || letter.job().key().empty()) return false;
  line.kind = Line::Kind::kJob;
  line.job.state = static_cast<JobState>(state - std::begin(kStates));
  line.job.letter_id = letter.id();
  line.job.reason = letter.reason();
  line.job.attempts = letter.attempts();
  line.job.at = letter.has_at() ? ToTime(letter.at()) : absl::UnixEpoch();
  line.job.job = std::move(*letter.mutable_job());
  return true;
}

bool ParseEndLine(const Json& json, Line& line) {
  const auto is_number = [&](const char* field) {
    return json.contains(field) && json[field].is_number_integer();
  };
  if (!is_number("entries") || !is_number("jobs") || !json["sha256"].is_string()) return false;
  line.kind = Line::Kind::kEnd;
  line.counts = {.entries = json["entries"].get<int64_t>(), .jobs = json["jobs"].get<int64_t>()};
  line.sha256 = json["sha256"].get<std::string>();
  return true;
}

absl::StatusOr<Line> ParseLine(const std::string& text, int64_t number) {
  Line line;
  if (number == 1) {
    if (text == kHeader) return line;
    return BadLine(number, absl::StrCat("this is not an export of a store, wanted ",
                                        kHeader.substr(0, kHeader.size() - 1)));
  }
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_object()) {
    if (json.contains("value") && ParseEntryLine(json, line)) return line;
    if (json.contains("job") && ParseJobLine(json, line)) return line;
    if (json.contains("sha256") && ParseEndLine(json, line)) return line;
  }
  return BadLine(number, "this is not an entry, a job or the end of an export");
}

// Reads a file line by line.
class LineReader {
 public:
  explicit LineReader(std::FILE* file) : file_(file) { std::rewind(file); }
  ~LineReader() { std::free(buffer_); }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // None at the end.
  std::optional<std::string> Next() {
    const ssize_t size = getline(&buffer_, &capacity_, file_);
    if (size < 0) return std::nullopt;
    return std::string(buffer_, static_cast<size_t>(size));
  }

 private:
  std::FILE* const file_;
  char* buffer_ = nullptr;
  size_t capacity_ = 0;
};

// The digest of a file that is whole.
absl::StatusOr<std::string> CheckFile(std::FILE* file) {
  LineReader reader(file);
  Sha256 hash;
  TransferCounts counts;
  int64_t number = 0;
  while (std::optional<std::string> text = reader.Next()) {
    ASSIGN_OR_RETURN(const Line line, ParseLine(*text, ++number));
    if (line.kind == Line::Kind::kEnd) {
      const std::string digest = hash.Finish();
      if (digest != line.sha256 || counts.entries != line.counts.entries ||
          counts.jobs != line.counts.jobs || reader.Next()) {
        return BadLine(number, "the file was changed or is not whole; export it again");
      }
      return digest;
    }
    hash.Update(*text);
    counts.entries += line.kind == Line::Kind::kEntry ? 1 : 0;
    counts.jobs += line.kind == Line::Kind::kJob ? 1 : 0;
  }
  return BadLine(number + 1, "the end of the export is missing; export it again");
}

// How many lines were written before; marks the store as one that is being filled.
absl::StatusOr<int64_t> BeginImport(const std::string& digest, KeyedStore& store, JobQueue& queue) {
  ASSIGN_OR_RETURN(const std::optional<StoredEntry> progress, store.Get(kImportKey));
  if (progress) {
    const std::vector<std::string> parts = absl::StrSplit(progress->value, ' ');
    int64_t lines = 0;
    if (parts.size() == 2 && parts[0] == digest && absl::SimpleAtoi(parts[1], &lines)) return lines;
    return absl::FailedPreconditionError(
        "import: the store contains part of another file; continue with that file, or name an "
        "empty store");
  }
  ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store.Scan({.limit = 1}));
  ASSIGN_OR_RETURN(const std::vector<KeptJob> jobs, queue.List());
  if (!entries.empty() || !jobs.empty()) {
    return absl::FailedPreconditionError("import: the store is not empty; name an empty one");
  }
  RETURN_IF_ERROR(store.Commit({{.key = std::string(kImportKey),
                                 .value = absl::StrCat(digest, " 0"),
                                 .expected_version = 0}}));
  return 0;
}

// Writes lines in batches, each with how far it came.
class Importer {
 public:
  Importer(std::string digest, int64_t skipped, KeyedStore& store, JobQueue& queue)
      : digest_(std::move(digest)), skipped_(skipped), store_(store), queue_(queue) {}

  absl::Status Add(Line line, int64_t number) {
    counts_.entries += line.kind == Line::Kind::kEntry ? 1 : 0;
    counts_.jobs += line.kind == Line::Kind::kJob ? 1 : 0;
    if (number <= skipped_) {
      counts_.resumed += line.kind == Line::Kind::kHeader ? 0 : 1;
      return absl::OkStatus();
    }
    last_ = number;
    if (line.kind == Line::Kind::kJob) return AddJob(line.job);
    if (line.kind != Line::Kind::kEntry) return absl::OkStatus();
    bytes_ += line.entry.value->size();
    batch_.push_back(std::move(line.entry));
    return batch_.size() >= kBatchLines || bytes_ >= kBatchBytes ? Write() : absl::OkStatus();
  }

  absl::StatusOr<TransferCounts> Finish() {
    RETURN_IF_ERROR(Write());
    RETURN_IF_ERROR(store_.Commit({{.key = std::string(kImportKey)}}));
    return counts_;
  }

 private:
  absl::Status AddJob(const KeptJob& job) {
    const absl::Status status = queue_.Restore(job);
    // Interrupted behind this line and before the mark.
    return absl::IsAlreadyExists(status) ? absl::OkStatus() : status;
  }

  absl::Status Write() {
    batch_.push_back({.key = std::string(kImportKey), .value = absl::StrCat(digest_, " ", last_)});
    RETURN_IF_ERROR(store_.Commit(batch_));
    batch_.clear();
    bytes_ = 0;
    return absl::OkStatus();
  }

  const std::string digest_;
  const int64_t skipped_;
  KeyedStore& store_;
  JobQueue& queue_;
  TransferCounts counts_;
  std::vector<StoreWrite> batch_;
  size_t bytes_ = 0;
  int64_t last_ = 0;
};

// The order in which they will be taken.
std::vector<KeptJob> InOrder(std::vector<KeptJob> jobs) {
  std::stable_sort(jobs.begin(), jobs.end(), [](const KeptJob& a, const KeptJob& b) {
    return ToTime(a.job.queued_at()) < ToTime(b.job.queued_at());
  });
  return jobs;
}

}  // namespace

absl::StatusOr<TransferCounts> ExportStore(
    KeyedStore& store, JobQueue& queue,
    const std::function<absl::Status(absl::string_view line)>& write) {
  TransferCounts counts;
  Sha256 hash;
  const auto add = [&](absl::string_view line) {
    hash.Update(line);
    return write(line);
  };
  RETURN_IF_ERROR(add(kHeader));
  for (KeyRange range = {.limit = kScanEntries};;) {
    ASSIGN_OR_RETURN(const std::vector<StoredEntry> entries, store.Scan(range));
    for (const StoredEntry& entry : entries) {
      RETURN_IF_ERROR(add(EntryLine(entry)));
      ++counts.entries;
    }
    if (static_cast<int>(entries.size()) < range.limit) break;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
  ASSIGN_OR_RETURN(std::vector<KeptJob> jobs, queue.List());
  for (KeptJob& job : InOrder(std::move(jobs))) {
    RETURN_IF_ERROR(add(JobLine(std::move(job))));
    ++counts.jobs;
  }
  RETURN_IF_ERROR(write(absl::StrCat("{\"entries\":", counts.entries, ",\"jobs\":", counts.jobs,
                                     ",\"sha256\":\"", hash.Finish(), "\"}\n")));
  return counts;
}

absl::StatusOr<TransferCounts> ImportStore(std::FILE* file, KeyedStore& store, JobQueue& queue) {
  ASSIGN_OR_RETURN(const std::string digest, CheckFile(file));
  ASSIGN_OR_RETURN(const int64_t skipped, BeginImport(digest, store, queue));
  Importer importer(digest, skipped, store, queue);
  LineReader reader(file);
  int64_t number = 0;
  while (std::optional<std::string> text = reader.Next()) {
    ASSIGN_OR_RETURN(Line line, ParseLine(*text, ++number));
    RETURN_IF_ERROR(importer.Add(std::move(line), number));
  }
  return importer.Finish();
}

}  // namespace allreview::gateway
