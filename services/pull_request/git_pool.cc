#include "services/pull_request/git_pool.h"

#include <iterator>
#include <utility>

namespace allreview::pull_request {

GitPool::Entry GitPool::Take(const std::string& key) {
  std::list<Idle> stale;  // Ends outside of the lock: processes are waited for.
  Entry entry;
  const std::lock_guard<std::mutex> lock(mutex_);
  const Clock::time_point now = Clock::now();
  while (!idle_.empty() && now - idle_.front().since > kMaxIdle) {
    stale.splice(stale.end(), idle_, idle_.begin());
  }
  // The last one given is the likeliest to have its files in memory.
  for (auto it = idle_.rbegin(); it != idle_.rend(); ++it) {
    if (it->key != key) continue;
    entry = std::move(it->entry);
    idle_.erase(std::next(it).base());
    break;
  }
  return entry;
}

void GitPool::Give(std::string key, Entry entry) {
  std::list<Idle> stale;
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back({std::move(key), Clock::now(), std::move(entry)});
  if (idle_.size() > kMaxEntries) stale.splice(stale.end(), idle_, idle_.begin());
}

}  // namespace allreview::pull_request
