#include "services/pull_request/git_pool.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/status_macros.h"

namespace allreview::pull_request {

struct GitPool::Folder {
  std::string key;
  std::unique_ptr<GitScratch> scratch;
  std::vector<std::unique_ptr<GitObjects>> idle = {};  // After the folder that they run in.
  int users = 0;
  Clock::time_point since = {};  // When the last one left.
};

GitPool::GitPool() = default;
GitPool::~GitPool() = default;

std::list<GitPool::Folder> GitPool::TakeStale() {
  std::list<Folder> stale;
  const Clock::time_point now = Clock::now();
  size_t unused = std::count_if(folders_.begin(), folders_.end(),
                                [](const Folder& folder) { return folder.users == 0; });
  for (auto it = folders_.begin(); it != folders_.end();) {
    const auto folder = it++;
    if (folder->users > 0) continue;
    if (now - folder->since <= kMaxIdle && unused <= kMaxFolders) continue;
    stale.splice(stale.end(), folders_, folder);
    --unused;
  }
  return stale;
}

absl::StatusOr<GitPool::Lease> GitPool::Borrow(const std::string& key, const MakeScratch& make) {
  std::list<Folder> stale;
  const MutexLock lock(mutex_);
  stale = TakeStale();
  const auto known = std::find_if(folders_.begin(), folders_.end(),
                                  [&](const Folder& folder) { return folder.key == key; });
  if (known != folders_.end()) {
    ++known->users;
    return Lease(this, &*known);
  }
  ASSIGN_OR_RETURN(std::unique_ptr<GitScratch> scratch, make());
  Folder& folder = folders_.emplace_back(Folder{.key = key, .scratch = std::move(scratch)});
  folder.users = 1;
  return Lease(this, &folder);
}

void GitPool::Return(Folder* folder) {
  std::list<Folder> stale;
  const MutexLock lock(mutex_);
  folder->since = Clock::now();
  --folder->users;
  const auto here = std::find_if(folders_.begin(), folders_.end(),
                                 [&](const Folder& other) { return &other == folder; });
  folders_.splice(folders_.end(), folders_, here);
  stale = TakeStale();
}

GitPool::Lease::Lease(Lease&& other) noexcept
    : pool_(other.pool_), folder_(std::exchange(other.folder_, nullptr)) {}

GitPool::Lease::~Lease() {
  if (folder_ != nullptr) pool_->Return(folder_);
}

const GitScratch& GitPool::Lease::scratch() const { return *folder_->scratch; }

std::unique_ptr<GitObjects> GitPool::Lease::TakeObjects() {
  const MutexLock lock(pool_->mutex_);
  if (folder_->idle.empty()) return nullptr;
  // The last one given is the likeliest to have its files in memory.
  std::unique_ptr<GitObjects> objects = std::move(folder_->idle.back());
  folder_->idle.pop_back();
  return objects;
}

void GitPool::Lease::GiveObjects(std::unique_ptr<GitObjects> objects) {
  const MutexLock lock(pool_->mutex_);
  if (folder_->idle.size() < kMaxObjects) folder_->idle.push_back(std::move(objects));
}

}  // namespace allreview::pull_request
