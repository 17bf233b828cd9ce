#include "analyzers/repository/part_index.h"

#include <bit>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "analyzers/repository/facts.h"
#include "base/name_hash.h"
#include "base/poll.h"

namespace allreview::repository {
namespace {

constexpr size_t kEntriesInBucket = 8;  // Looked at one by one: a cache line or two.

}  // namespace

PartIndex::PartIndex(std::vector<absl::string_view> all_facts) : all_facts_(std::move(all_facts)) {
  std::vector<Entry> entries;
  absl::flat_hash_set<absl::string_view, NameHash> seen;  // In one file.
  for (uint32_t i = 0; i < all_facts_.size(); ++i) {
    seen.clear();
    for (absl::string_view part : PartsOfFacts(all_facts_[i])) {
      Poll();
      if (!seen.insert(part).second) continue;
      entries.push_back({ShortNameHash(part), i,
                         static_cast<uint32_t>(part.data() - all_facts_[i].data()),
                         static_cast<uint32_t>(part.size())});
    }
  }
  starts_.assign(std::bit_ceil(entries.size() / kEntriesInBucket + 1) + 1, 0);
  for (const Entry& entry : entries) ++starts_[BucketOf(entry.hash) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  entries_.resize(entries.size());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Entry& entry : entries) entries_[next[BucketOf(entry.hash)]++] = entry;
}

std::vector<uint32_t> PartIndex::Holding(absl::string_view part) const {
  const uint32_t hash = ShortNameHash(part);
  const size_t bucket = BucketOf(hash);
  std::vector<uint32_t> facts;
  for (uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
    Poll();
    const Entry& entry = entries_[i];
    if (entry.hash == hash && all_facts_[entry.facts].substr(entry.offset, entry.size) == part) {
      facts.push_back(entry.facts);
    }
  }
  return facts;
}

}  // namespace allreview::repository
