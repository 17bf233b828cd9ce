#include "services/analysis/file_facts_cache.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/status_macros.h"
#include "services/analysis/facts_file.h"
#include "services/analysis/facts_record.h"

namespace allreview::analysis {
namespace {

constexpr int64_t kMinBytes = 1 << 20, kMaxBytes = int64_t{16} << 30;
// Facts that take more of the file than this share are not worth it.
constexpr int64_t kLargestShare = 8;
// Until the file under the path is the one that is locked.
constexpr int kMaxReplacements = 4;

FileFactsOptions WithinBounds(FileFactsOptions options) {
  options.max_bytes = std::clamp(options.max_bytes, kMinBytes, kMaxBytes);
  return options;
}

}  // namespace

FileFactsCache::FileFactsCache(FileFactsOptions options)
    : options_(WithinBounds(std::move(options))),
      meter_("facts", options_.metrics),
      fallback_(options_.fallback_bytes) {}

FileFactsCache::~FileFactsCache() = default;

bool FileFactsCache::is_degraded() const {
  const MutexLock lock(mutex_);
  return is_degraded_;
}

void FileFactsCache::NoteFailure(const absl::Status& status) {
  meter_.CountFailure("put");
  {
    const MutexLock lock(mutex_);
    if (std::exchange(is_degraded_, true)) return;
  }
  Log(LogLevel::kWarning, "facts are kept in memory only",
      {{"file", options_.path},
       {"reason", std::string(status.message())},
       {"cure",
        "delete the file if it is another program's; see that its folder can be written "
        "and the disk has room"}});
}

void FileFactsCache::NoteDamage(const std::string& blob_id) {
  {
    const MutexLock lock(mutex_);
    if (std::exchange(is_damage_told_, true)) return;
  }
  Log(LogLevel::kWarning, "facts are damaged and made again",
      {{"file", options_.path}, {"blob", blob_id}});
}

absl::StatusOr<std::shared_ptr<const FactsFile>> FileFactsCache::Current() {
  const MutexLock lock(mutex_);
  if (file_ == nullptr || !file_->IsAt(options_.path)) {
    file_ = nullptr;
    ASSIGN_OR_RETURN(file_, FactsFile::Open(options_.path, options_.max_bytes));
  }
  return file_;
}

std::vector<std::optional<SharedBytes>> FileFactsCache::Get(
    const std::vector<std::string>& blob_ids) {
  std::vector<std::optional<SharedBytes>> facts(blob_ids.size());
  size_t damaged = 0;
  const auto file = Current();
  for (size_t i = 0; file.ok() && i < blob_ids.size(); ++i) {
    FactsFile::Found found =
        FactsFile::Find(*file, FactsName(options_.engine_version, blob_ids[i]));
    facts[i] = std::move(found.facts);
    if (!found.is_damaged) continue;
    ++damaged;
    NoteDamage(blob_ids[i]);
  }
  if (fallback_.bytes() > 0) {
    const std::vector<std::optional<SharedBytes>> kept = fallback_.Get(blob_ids);
    for (size_t i = 0; i < facts.size(); ++i) {
      if (!facts[i]) facts[i] = kept[i];
    }
  }
  meter_.CountLookups(facts, damaged);
  return facts;
}

absl::StatusOr<std::shared_ptr<const FactsFile>> FileFactsCache::Made() {
  auto file = Current();
  if (!absl::IsNotFound(file.status())) return file;
  RETURN_IF_ERROR(FactsFile::Make(options_.path, options_.max_bytes, options_.patience));
  return Current();
}

FileFactsCache::Written FileFactsCache::Write(const std::vector<change::NamedFacts>& facts) {
  Written written;
  for (int replacements = 0; replacements < kMaxReplacements; ++replacements) {
    const auto file = Made();
    if (!file.ok()) return {written.count, file.status()};
    const FactsFile::Lock lock(**file, options_.patience);
    if (!lock.is_held()) {
      return {written.count, absl::UnavailableError("another process has it locked")};
    }
    if (!(*file)->IsAt(options_.path)) continue;
    written.status = absl::OkStatus();
    for (; written.count < facts.size(); ++written.count) {
      const auto& [blob_id, value] = facts[written.count];
      const std::string name = FactsName(options_.engine_version, blob_id);
      const bool is_huge =
          static_cast<int64_t>(value.view().size()) > options_.max_bytes / kLargestShare;
      if (is_huge || FactsFile::Find(*file, name).facts) continue;
      written.status = (*file)->Add(name, value.view());
      if (!written.status.ok()) break;
      meter_.CountWritten(value.view().size());
    }
    if (!absl::IsResourceExhausted(written.status)) return written;
    if (unlink(options_.path.c_str()) != 0) return written;
  }
  return written;
}

void FileFactsCache::Put(const std::vector<change::NamedFacts>& facts) {
  if (facts.empty()) return;
  Written written;
  {
    const MutexLock lock(writing_);
    written = Write(facts);
  }
  if (written.count == facts.size()) return;
  NoteFailure(written.status);
  fallback_.Put({facts.begin() + static_cast<ptrdiff_t>(written.count), facts.end()});
}

}  // namespace allreview::analysis
