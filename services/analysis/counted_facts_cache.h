#ifndef SERVICES_ANALYSIS_COUNTED_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_COUNTED_FACTS_CACHE_H_

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/change/repository_reader.h"
#include "host/common_metrics.h"
#include "host/metrics.h"

namespace allreview::analysis {

// Tells the metrics how often a cache has what is asked for.
class CountedFactsCache : public change::FactsCache {
 public:
  // `metrics` outlives it.
  CountedFactsCache(std::unique_ptr<change::FactsCache> cache, host::Metrics* metrics)
      : cache_(std::move(cache)), metrics_(metrics) {}

  std::vector<std::optional<std::string>> Get(const std::vector<std::string>& blob_ids) override {
    std::vector<std::optional<std::string>> facts = cache_->Get(blob_ids);
    const auto misses = std::count(facts.begin(), facts.end(), std::nullopt);
    Count("hit", static_cast<double>(facts.size()) - static_cast<double>(misses));
    Count("miss", static_cast<double>(misses));
    return facts;
  }

  void Put(const std::vector<std::pair<std::string, std::string>>& facts) override {
    cache_->Put(facts);
  }

 private:
  void Count(const char* result, double lookups) {
    metrics_->Count(host::kCacheLookups, {{"cache", "facts"}, {"result", result}}, lookups);
  }

  const std::unique_ptr<change::FactsCache> cache_;
  host::Metrics* const metrics_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_COUNTED_FACTS_CACHE_H_
