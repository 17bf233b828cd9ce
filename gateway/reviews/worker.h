#ifndef GATEWAY_REVIEWS_WORKER_H_
#define GATEWAY_REVIEWS_WORKER_H_

// Takes jobs from the queue and does them, one at a time for each of its threads.
//
//   Workers workers({.queue = queue, .count = 2, .do_review = …});
//   …
//   workers.Stop(absl::Seconds(30));  // Takes no more, finishes what it can.
//
// A process that dies loses nothing: its leases run out, and other workers do its jobs again. Work
// that throws is given up, with the exception as the reason: the next attempt would throw, too.

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "base/mutex.h"
#include "gateway/queue/job_queue.h"
#include "gateway/reviews/lease_keeper.h"
#include "gateway/reviews/review_work.h"
#include "host/metrics.h"

namespace allreview::gateway {

struct WorkersOptions {
  JobQueue* queue = nullptr;
  int count = 1;
  std::string name = "worker";  // In logs and in reasons of dead letters.
  absl::Duration lease = absl::Minutes(1);
  host::Metrics* metrics = nullptr;  // May be null.
  std::function<absl::Time()> now = [] { return absl::Now(); };
  using Doer = std::function<WorkResult(const Lease& lease, LeaseKeeper& keeper)>;
  Doer do_review = nullptr;
  Doer do_command = nullptr;  // Null: such jobs are dead letters that say so.
  Doer do_sync = nullptr;
  // Of jobs without work of their own: messages to outgoing webhooks.
  Doer do_delivery = nullptr;
};

class Workers {
 public:
  explicit Workers(WorkersOptions options);
  ~Workers();  // Stops at once, and waits for each thread, however long that takes.
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns when each thread has ended, or after `limit`: whether all have. Jobs that are not done
  // shortly before are given back to the queue for other workers, and their calls are cancelled.
  bool Stop(absl::Duration limit);

 private:
  void Run(const std::string& name);
  absl::StatusOr<bool> TakeAndDo(const std::string& name);
  void Do(const Lease& lease);
  WorkResult Work(const Lease& lease, const std::string& work);
  static void GiveBack(LeaseKeeper& keeper);
  void End(const Lease& lease, const WorkResult& result);

  const WorkersOptions options_;
  std::atomic<bool> is_stopping_ = false;
  Mutex mutex_;
  ConditionVariable ended_;
  int running_ ABSL_GUARDED_BY(mutex_) = 0;          // Threads.
  bool is_cut_off_ ABSL_GUARDED_BY(mutex_) = false;  // What is at hand is given back.
  std::set<LeaseKeeper*> at_hand_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_WORKER_H_
