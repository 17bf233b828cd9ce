#ifndef SERVICES_PULL_REQUEST_GIT_POOL_H_
#define SERVICES_PULL_REQUEST_GIT_POOL_H_

// Git processes that have answered and may soon be asked again: the calls of one review come within
// milliseconds, and starting git costs more than most of their answers.
//
//   GitPool pool;
//   ASSIGN_OR_RETURN(GitPool::Lease lease, pool.Borrow(key, [&] { return GitScratch::Make(layout);
//   })); std::unique_ptr<GitObjects> objects = lease.TakeObjects();   // Null: none is idle.
//   ...
//   lease.GiveObjects(std::move(objects));   // Only when no answer is outstanding.
//
// A key names everything that a scratch folder depends on: where the repository lies and its
// configuration. All who borrow one key use one folder, which nobody changes, at the same time.
// What has been idle for kMaxIdle goes at the next call of this object; at most kMaxFolders wait,
// each with kMaxObjects processes. Safe from any thread; a lease is for one.

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "base/mutex.h"
#include "services/pull_request/git_objects.h"
#include "services/pull_request/git_scratch.h"
#include "services/pull_request/git_tree_walk.h"

namespace allreview::pull_request {

class GitPool {
  struct Folder;

 public:
  static constexpr size_t kMaxFolders = 4;
  static constexpr size_t kMaxObjects = 4;
  static constexpr std::chrono::seconds kMaxIdle{5};

  GitPool();
  ~GitPool();

  // A lease of a folder. The pool outlives it.
  class Lease {
   public:
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    const GitScratch& scratch() const;
    std::unique_ptr<GitObjects> TakeObjects();
    void GiveObjects(std::unique_ptr<GitObjects> objects);

   private:
    friend class GitPool;
    Lease(GitPool* pool, Folder* folder) : pool_(pool), folder_(folder) {}

    GitPool* pool_;
    Folder* folder_;  // Null: moved from.
  };

  using MakeScratch = std::function<absl::StatusOr<std::unique_ptr<GitScratch>>()>;
  absl::StatusOr<Lease> Borrow(const std::string& key, const MakeScratch& make);

  // For who walks over trees of any of the repositories.
  GitTreeCache& trees() { return trees_; }

 private:
  using Clock = std::chrono::steady_clock;
  void Return(Folder* folder);
  // Takes what nobody needs any more out of the list, to end outside of the lock: processes are
  // waited for.
  std::list<Folder> TakeStale() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  std::list<Folder> folders_ ABSL_GUARDED_BY(mutex_);  // Last used last.
  GitTreeCache trees_;
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_POOL_H_
