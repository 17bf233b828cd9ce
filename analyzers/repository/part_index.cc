#include "analyzers/repository/part_index.h"

#include <bit>
#include <numeric>
#include <utility>

#include "analyzers/repository/facts.h"
#include "base/name_hash.h"

namespace allreview::repository {
namespace {

constexpr size_t kEntriesInBucket = 8;  // Looked at one by one: a cache line or two.
constexpr uint32_t kFree = 0xffffffff;

uint32_t HashOf(absl::string_view part) { return static_cast<uint32_t>(NameHash()(part)); }

}  // namespace

bool PartIndex::Is(const Entry& entry, uint32_t hash, absl::string_view part) const {
  return entry.hash == hash && entry.size == part.size() &&
         all_facts_[entry.facts].substr(entry.offset, entry.size) == part;
}

// Each once. `slots` is a hash table of those of the file, kept for its memory.
void PartIndex::AddPartsOf(uint32_t facts, std::vector<uint32_t>* slots,
                           std::vector<Entry>* entries) const {
  const std::vector<absl::string_view> parts = PartsOfFacts(all_facts_[facts]);
  slots->assign(std::bit_ceil(2 * parts.size() + 1), kFree);
  for (absl::string_view part : parts) {
    const uint32_t hash = HashOf(part);
    const size_t last = slots->size() - 1;
    size_t slot = hash & last;
    while ((*slots)[slot] != kFree && !Is((*entries)[(*slots)[slot]], hash, part)) {
      slot = (slot + 1) & last;
    }
    if ((*slots)[slot] != kFree) continue;
    (*slots)[slot] = static_cast<uint32_t>(entries->size());
    entries->push_back({hash, facts, static_cast<uint32_t>(part.data() - all_facts_[facts].data()),
                        static_cast<uint32_t>(part.size())});
  }
}

PartIndex::PartIndex(std::vector<absl::string_view> all_facts) : all_facts_(std::move(all_facts)) {
  std::vector<Entry> entries;
  std::vector<uint32_t> slots;
  for (uint32_t i = 0; i < all_facts_.size(); ++i) AddPartsOf(i, &slots, &entries);
  starts_.assign(std::bit_ceil(entries.size() / kEntriesInBucket + 1) + 1, 0);
  for (const Entry& entry : entries) ++starts_[BucketOf(entry.hash) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  entries_.resize(entries.size());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Entry& entry : entries) entries_[next[BucketOf(entry.hash)]++] = entry;
}

std::vector<uint32_t> PartIndex::Holding(absl::string_view part) const {
  const uint32_t hash = HashOf(part);
  const size_t bucket = BucketOf(hash);
  std::vector<uint32_t> facts;
  for (uint32_t i = starts_[bucket]; i < starts_[bucket + 1]; ++i) {
    if (Is(entries_[i], hash, part)) facts.push_back(entries_[i].facts);
  }
  return facts;
}

}  // namespace allreview::repository
