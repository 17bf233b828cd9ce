#ifndef SERVICES_ANALYSIS_TIERED_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_TIERED_FACTS_CACHE_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/change/repository_reader.h"
#include "base/shared_bytes.h"

namespace allreview::analysis {

// Two caches as one: the far one, which replicas share, is asked only for what the near one, of
// this machine, does not have, and its answers are kept near.
class TieredFactsCache : public change::FactsCache {
 public:
  TieredFactsCache(std::unique_ptr<change::FactsCache> near,
                   std::unique_ptr<change::FactsCache> far)
      : near_(std::move(near)), far_(std::move(far)) {}

  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& blob_ids) override {
    std::vector<std::optional<SharedBytes>> facts = near_->Get(blob_ids);
    std::vector<size_t> missing;
    std::vector<std::string> missing_ids;
    for (size_t i = 0; i < facts.size(); ++i) {
      if (facts[i]) continue;
      missing.push_back(i);
      missing_ids.push_back(blob_ids[i]);
    }
    if (missing.empty()) return facts;
    std::vector<std::optional<SharedBytes>> found = far_->Get(missing_ids);
    std::vector<change::NamedFacts> to_keep;
    for (size_t i = 0; i < missing.size(); ++i) {
      if (!found[i]) continue;
      to_keep.emplace_back(std::move(missing_ids[i]), *found[i]);
      facts[missing[i]] = std::move(found[i]);
    }
    if (!to_keep.empty()) near_->Put(to_keep);
    return facts;
  }

  void Put(const std::vector<change::NamedFacts>& facts) override {
    near_->Put(facts);
    far_->Put(facts);
  }

 private:
  const std::unique_ptr<change::FactsCache> near_, far_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_TIERED_FACTS_CACHE_H_
