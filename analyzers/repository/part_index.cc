#include "analyzers/repository/part_index.h"

#include <algorithm>

#include "analyzers/repository/facts.h"
#include "base/name_hash.h"

namespace allreview::repository {
namespace {

uint32_t HashOf(absl::string_view part) { return static_cast<uint32_t>(NameHash()(part)); }

}  // namespace

PartIndex::PartIndex(const std::vector<absl::string_view>& all_facts) {
  std::vector<uint32_t> hashes;
  for (uint32_t i = 0; i < all_facts.size(); ++i) {
    hashes.clear();
    for (absl::string_view part : PartsOfFacts(all_facts[i])) hashes.push_back(HashOf(part));
    std::sort(hashes.begin(), hashes.end());
    hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
    for (uint32_t hash : hashes) entries_.emplace_back(hash, i);
  }
  std::sort(entries_.begin(), entries_.end());
  entries_.shrink_to_fit();
}

std::vector<uint32_t> PartIndex::Candidates(absl::string_view part) const {
  const size_t last = part.find_last_of(".:");
  if (last != absl::string_view::npos) part.remove_prefix(last + 1);
  const uint32_t hash = HashOf(part);
  std::vector<uint32_t> candidates;
  for (auto it = std::lower_bound(entries_.begin(), entries_.end(), std::make_pair(hash, 0u));
       it != entries_.end() && it->first == hash; ++it) {
    candidates.push_back(it->second);
  }
  return candidates;
}

}  // namespace allreview::repository
