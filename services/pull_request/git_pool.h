#ifndef SERVICES_PULL_REQUEST_GIT_POOL_H_
#define SERVICES_PULL_REQUEST_GIT_POOL_H_

// Git processes that have answered and may soon be asked again: the calls of one review come within
// milliseconds, and starting git costs more than most of their answers.
//
//   GitPool pool;
//   GitPool::Entry entry = pool.Take(key);   // Empty: nothing fits.
//   ...
//   pool.Give(key, std::move(entry));        // Only when no answer is outstanding.
//
// A key names everything that an entry depends on: where the repository lies and its configuration.
// What has been idle for kMaxIdle goes at the next call of this object; at most kMaxEntries wait.
// Safe from any thread.

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "services/pull_request/git_objects.h"
#include "services/pull_request/git_scratch.h"

namespace allreview::pull_request {

class GitPool {
 public:
  static constexpr size_t kMaxEntries = 4;
  static constexpr std::chrono::seconds kMaxIdle{5};

  struct Entry {
    std::unique_ptr<GitScratch> scratch;
    std::unique_ptr<GitObjects> objects;  // Uses the scratch folder. Null: not started.
  };

  Entry Take(const std::string& key);
  void Give(std::string key, Entry entry);

 private:
  using Clock = std::chrono::steady_clock;
  struct Idle {
    std::string key;
    Clock::time_point since;
    Entry entry;
  };

  std::mutex mutex_;
  std::list<Idle> idle_;  // Oldest first. Guarded by mutex_.
};

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_GIT_POOL_H_
