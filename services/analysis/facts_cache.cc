#include "services/analysis/facts_cache.h"

#include "base/mutex.h"

namespace allreview::analysis {

std::vector<std::optional<SharedBytes>> MemoryFactsCache::Get(
    const std::vector<std::string>& blob_ids) {
  std::vector<std::optional<SharedBytes>> facts;
  facts.reserve(blob_ids.size());
  const MutexLock lock(mutex_);
  for (const std::string& id : blob_ids) {
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) {
      facts.emplace_back();
      continue;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    facts.emplace_back(found->second->facts);
  }
  meter_.CountLookups(facts);
  return facts;
}

void MemoryFactsCache::Put(const std::vector<change::NamedFacts>& facts) {
  const MutexLock lock(mutex_);
  for (const auto& [blob_id, value] : facts) Insert(blob_id, value);
}

void MemoryFactsCache::Insert(const std::string& blob_id, const SharedBytes& facts) {
  if (const auto known = by_id_.find(blob_id); known != by_id_.end()) Remove(known->second);
  Entry entry{blob_id, facts};
  if (entry.bytes() > max_bytes_) return;
  while (bytes_ + entry.bytes() > max_bytes_) Remove(std::prev(entries_.end()));
  bytes_ += entry.bytes();
  meter_.CountWritten(facts.view().size());
  entries_.push_front(std::move(entry));
  by_id_[blob_id] = entries_.begin();
}

void MemoryFactsCache::Remove(std::list<Entry>::iterator entry) {
  bytes_ -= entry->bytes();
  by_id_.erase(entry->blob_id);
  entries_.erase(entry);
}

size_t MemoryFactsCache::bytes() const {
  const MutexLock lock(mutex_);
  return bytes_;
}

}  // namespace allreview::analysis
