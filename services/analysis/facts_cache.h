#ifndef SERVICES_ANALYSIS_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_FACTS_CACHE_H_

// Facts of file versions in memory, kept between reviews.
//
//   MemoryFactsCache memory(64 << 20);
//
// Safe from any thread. Keys are blob ids. Others: file_facts_cache.h, redis_facts_cache.h, and
// tiered_facts_cache.h, which makes one of two.

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"
#include "base/shared_bytes.h"
#include "services/analysis/facts_meter.h"

namespace allreview::analysis {

// Keeps the most recently used facts within a number of bytes. An entry that alone exceeds it is
// not kept.
class MemoryFactsCache : public change::FactsCache {
 public:
  // `metrics` outlives it; null: nothing is counted.
  explicit MemoryFactsCache(size_t max_bytes, host::Metrics* metrics = nullptr)
      : max_bytes_(max_bytes), meter_("facts", metrics) {}

  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& blob_ids) override;
  void Put(const std::vector<change::NamedFacts>& facts) override;

  size_t bytes() const;

 private:
  struct Entry {
    std::string blob_id;
    SharedBytes facts;
    size_t bytes() const { return blob_id.size() + facts.view().size() + kOverhead; }
  };
  static constexpr size_t kOverhead = 160;  // Of list, map and strings, for each entry.

  void Insert(const std::string& blob_id, const SharedBytes& facts)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Remove(std::list<Entry>::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  FactsMeter meter_;
  mutable Mutex mutex_;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);  // Most recently used first.
  std::unordered_map<std::string, std::list<Entry>::iterator> by_id_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_CACHE_H_
