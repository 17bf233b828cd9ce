#ifndef SERVICES_ANALYSIS_FACTS_METER_H_
#define SERVICES_ANALYSIS_FACTS_METER_H_

// Counts what a cache of facts is asked for, has and keeps.
//
//   FactsMeter meter("facts", metrics);
//   meter.CountLookups(facts, damaged);

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/shared_bytes.h"
#include "host/common_metrics.h"
#include "host/metrics.h"

namespace allreview::analysis {

class FactsMeter {
 public:
  // `cache` is a label. `metrics` outlives it; null: nothing is counted.
  FactsMeter(std::string cache, host::Metrics* metrics)
      : cache_(std::move(cache)), metrics_(metrics) {}

  // `damaged` of the answers that are missing were there and could not be used.
  void CountLookups(const std::vector<std::optional<SharedBytes>>& answers, size_t damaged = 0) {
    if (metrics_ == nullptr) return;
    size_t hits = 0, bytes = 0;
    for (const std::optional<SharedBytes>& answer : answers) {
      if (!answer) continue;
      ++hits;
      bytes += answer->view().size();
    }
    CountLookups("hit", hits);
    CountLookups("miss", answers.size() - hits - std::min(damaged, answers.size() - hits));
    CountLookups("damaged", damaged);
    CountBytes("read", bytes);
  }
  void CountWritten(size_t bytes) {
    if (metrics_ != nullptr) CountBytes("written", bytes);
  }
  void CountFailure(const std::string& operation) {
    if (metrics_ == nullptr) return;
    metrics_->Count(host::kCacheFailures, {{"cache", cache_}, {"operation", operation}});
  }

 private:
  void CountLookups(const char* result, size_t lookups) {
    metrics_->Count(host::kCacheLookups, {{"cache", cache_}, {"result", result}},
                    static_cast<double>(lookups));
  }
  void CountBytes(const char* direction, size_t bytes) {
    metrics_->Count(host::kCacheBytes, {{"cache", cache_}, {"direction", direction}},
                    static_cast<double>(bytes));
  }

  const std::string cache_;
  host::Metrics* const metrics_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_FACTS_METER_H_
