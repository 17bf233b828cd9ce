#ifndef SERVICES_ANALYSIS_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_FACTS_CACHE_H_

// Where facts of file versions are kept between reviews. Two real implementations:
//
//   MemoryFactsCache memory(64 << 20);
//   SqliteFactsCache disk({.path = "/var/cache/allreview/facts.db"});
//
// Both are safe from any thread. Keys are blob ids; the cache adds the engine's version and a
// fingerprint of what makes facts, so that no build reads facts that another would not have made.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"

namespace allreview::analysis {

// Keeps the most recently used facts within a number of bytes. An entry that alone exceeds it is
// not kept.
class MemoryFactsCache : public change::FactsCache {
 public:
  explicit MemoryFactsCache(size_t max_bytes) : max_bytes_(max_bytes) {}

  std::vector<std::optional<std::string>> Get(const std::vector<std::string>& blob_ids) override;
  void Put(const std::vector<std::pair<std::string, std::string>>& facts) override;

  size_t bytes() const;

 private:
  struct Entry {
    std::string blob_id, facts;
    size_t bytes() const { return blob_id.size() + facts.size() + kOverhead; }
  };
  static constexpr size_t kOverhead = 160;  // Of list, map and strings, for each entry.

  void Insert(const std::string& blob_id, const std::string& facts)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Remove(std::list<Entry>::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  mutable Mutex mutex_;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);  // Most recently used first.
  std::unordered_map<std::string, std::list<Entry>::iterator> by_id_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

struct SqliteOptions {
  std::string path;
  std::string engine_version = "";       // Default: this engine's, with the fingerprint.
  int64_t max_bytes = int64_t{1} << 30;  // Of the file; over it, half of the entries go.
  int busy_milliseconds = 250;           // How long to wait for another process.
  size_t fallback_bytes = 64 << 20;      // Of memory, when the file cannot be used.
};

// A file that any number of processes share, in WAL mode. Nothing is opened before the first Get or
// Put, and no file is made before the first Put. What is asked for at once, as the facts of a
// repository are, is kept a second time in one piece, by Get itself.
//
// The file is a cache: what goes wrong with it costs time and nothing else. A file that is corrupt,
// cannot be opened, or is found locked kMaxBusy times in a row makes this cache one of memory for
// the rest of its life, with one warning in the log that names the file.
class SqliteFactsCache : public change::FactsCache {
 public:
  static constexpr int kMaxBusy = 3;

  explicit SqliteFactsCache(SqliteOptions options);
  ~SqliteFactsCache() override;

  std::vector<std::optional<std::string>> Get(const std::vector<std::string>& blob_ids) override;
  void Put(const std::vector<std::pair<std::string, std::string>>& facts) override;

  // Whether the file was given up.
  bool is_degraded() const;

 private:
  class Database;
  // Lets `action` use the file, opened if need be. False: it could not; the fallback must serve.
  template <typename Action>
  bool Use(Action action);
  void Degrade(std::string why)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);  // By value: the database that says why goes.

  const SqliteOptions options_;
  mutable Mutex mutex_;
  std::unique_ptr<Database> database_ ABSL_GUARDED_BY(mutex_);
  bool is_degraded_ ABSL_GUARDED_BY(mutex_) = false;
  int busy_in_a_row_ ABSL_GUARDED_BY(mutex_) = 0;
  MemoryFactsCache fallback_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_CACHE_H_
