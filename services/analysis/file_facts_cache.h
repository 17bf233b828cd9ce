#ifndef SERVICES_ANALYSIS_FILE_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_FILE_FACTS_CACHE_H_

// Facts in a file that any number of processes share, read in place.
//
//   FileFactsCache cache({.path = "/var/cache/allreview/facts.map"});
//
// The file is mapped once; what Get hands out are views of its pages, which live on when the file
// is removed. Records are only ever added, and found by a table at the front; nothing waits for a
// reader. Safe from any thread and process.
//
// It is a cache: what goes wrong with it costs time and nothing else.
//
// | what happens                                | what follows | | a writer dies, the power fails,
// bits change | its records are damaged: misses, and in the log  | | the disk is full, the folder
// cannot be used | what cannot be written is kept in memory         | | the file is another
// program's               | it is left alone, facts are kept in memory       | | another process
// writes for long             | likewise, for that Put                           | | the file has
// max_bytes                      | a new one replaces it                            |
//
// Only cutting off a file in use, which nobody here does, would end its readers (SIGBUS): remove it
// instead.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"
#include "base/shared_bytes.h"
#include "services/analysis/facts_cache.h"
#include "services/analysis/facts_meter.h"

namespace allreview::analysis {

struct FileFactsOptions {
  std::string path;                      // Made by the first Put.
  std::string engine_version = "";       // Default: this engine's, with the fingerprint.
  int64_t max_bytes = int64_t{1} << 30;  // At least 1 MiB, at most 16 GiB.
  absl::Duration patience = absl::Milliseconds(250);  // While another process writes.
  size_t fallback_bytes = 64 << 20;                   // Of memory, for what cannot be written.
  host::Metrics* metrics = nullptr;  // Outlives the cache. Null: nothing is counted.
};

class FactsFile;  // facts_file.h

class FileFactsCache : public change::FactsCache {
 public:
  explicit FileFactsCache(FileFactsOptions options);
  ~FileFactsCache() override;

  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& blob_ids) override;
  void Put(const std::vector<change::NamedFacts>& facts) override;

  // Whether something was kept in memory because the file could not be used; logged once.
  bool is_degraded() const;

 private:
  // The file that has the path now.
  absl::StatusOr<std::shared_ptr<const FactsFile>> Current();
  // The same, made when there is none.
  absl::StatusOr<std::shared_ptr<const FactsFile>> Made();
  struct Written {
    size_t count = 0;  // The first so many facts are in the file, or need not be.
    absl::Status status = absl::OkStatus();
  };
  // Adds what is not there yet; a full file is replaced.
  Written Write(const std::vector<change::NamedFacts>& facts)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(writing_);
  void NoteFailure(const absl::Status& status);
  void NoteDamage(const std::string& blob_id);

  const FileFactsOptions options_;
  FactsMeter meter_;
  Mutex writing_;  // One Put at a time.
  mutable Mutex mutex_;
  std::shared_ptr<const FactsFile> file_ ABSL_GUARDED_BY(mutex_);
  bool is_degraded_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_damage_told_ ABSL_GUARDED_BY(mutex_) = false;
  MemoryFactsCache fallback_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FILE_FACTS_CACHE_H_
