#ifndef SERVICES_ANALYSIS_REDIS_FACTS_CACHE_H_
#define SERVICES_ANALYSIS_REDIS_FACTS_CACHE_H_

// Facts in Redis, for replicas that share them: each version of each file is parsed once for all.
//
//   RedisFactsCache cache({.address = address});
//
// It never fails a review, and costs it little time: a Get or a Put begins no command after
// `limit`, and each command has `command_limit` to connect and as much to be answered. After an
// error that kind of call rests for a second, then for two, up to half a minute; what is not got is
// parsed. One warning in the log says so, one line that it works again. Looking up the server's
// name is not bounded: that is the resolver's affair.
//
// Entries end `ttl` after they were written. Give facts a Redis of their own with maxmemory and
// maxmemory-policy allkeys-lru: in the store's, which has noeviction, they take the room of
// reviews. Whoever may write there may write facts: they are checked for damage and read within
// bounds, but not signed. Safe from any thread.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzers/change/repository_reader.h"
#include "base/mutex.h"
#include "base/shared_bytes.h"
#include "services/analysis/facts_meter.h"
#include "storage/redis_client.h"

namespace allreview::analysis {

struct RedisFactsOptions {
  RedisAddress address = {};
  std::string engine_version = "";            // Default: this engine's, with the fingerprint.
  std::string prefix = "allreview:facts:";    // Of all keys.
  absl::Duration ttl = absl::Hours(24 * 14);  // A repository that nobody reviews is forgotten.
  absl::Duration limit = absl::Seconds(2), command_limit = absl::Milliseconds(500);
  host::Metrics* metrics = nullptr;  // Outlives the cache. Null: nothing is counted.
  std::function<absl::Time()> now = absl::Now;
};

class RedisFactsCache : public change::FactsCache {
 public:
  explicit RedisFactsCache(RedisFactsOptions options);

  std::vector<std::optional<SharedBytes>> Get(const std::vector<std::string>& blob_ids) override;
  void Put(const std::vector<change::NamedFacts>& facts) override;

 private:
  // One kind of call, which rests after an error.
  class Health {
   public:
    bool MayTry(absl::Time now) ABSL_LOCKS_EXCLUDED(mutex_);
    // True: it is news.
    bool Failed(absl::Time now) ABSL_LOCKS_EXCLUDED(mutex_);
    bool Worked() ABSL_LOCKS_EXCLUDED(mutex_);

   private:
    Mutex mutex_;
    int failures_ ABSL_GUARDED_BY(mutex_) = 0;
    absl::Time rests_until_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  };

  std::string KeyOf(absl::string_view name) const;
  // Sets the answers from `first` to `end`; counts the damaged ones.
  absl::StatusOr<size_t> GetBatch(const std::vector<std::string>& blob_ids, size_t first,
                                  size_t end, std::vector<std::optional<SharedBytes>>& facts);
  // Writes facts from `first` on, as many as fit in one command; returns the next.
  absl::StatusOr<size_t> PutBatch(const std::vector<change::NamedFacts>& facts, size_t first);
  void Note(const std::string& operation, const absl::Status& status, Health& health);

  const RedisFactsOptions options_;
  RedisClient redis_;
  FactsMeter meter_;
  Health getting_, putting_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_REDIS_FACTS_CACHE_H_
