#include "services/numerics/result_cache.h"

#include "base/mutex.h"

namespace allreview::numerics {

std::optional<std::string> ResultCache::Get(const std::string& key) {
  MutexLock lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->second;
}

void ResultCache::Put(const std::string& key, std::string value) {
  MutexLock lock(mutex_);
  // What is there already was measured from the same key and is the same.
  if (by_key_.contains(key)) return;
  Entry entry{key, std::move(value)};
  if (BytesOf(entry) > max_bytes_) return;
  bytes_ += BytesOf(entry);
  entries_.push_front(std::move(entry));
  by_key_[key] = entries_.begin();
  while (bytes_ > max_bytes_) {
    bytes_ -= BytesOf(entries_.back());
    by_key_.erase(entries_.back().first);
    entries_.pop_back();
  }
}

}  // namespace allreview::numerics
