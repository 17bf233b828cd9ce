#ifndef GATEWAY_REVIEWS_WORKER_H_
#define GATEWAY_REVIEWS_WORKER_H_

// Takes jobs from the queue and does them, one at a time for each of its threads.
//
//   Workers workers({.queue = queue, .count = 2, .do_review = …});
//   …
//   workers.Stop();  // Finishes what it is at, takes no more.
//
// A process that dies loses nothing: its leases run out, and other workers do its jobs again.

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "gateway/queue/job_queue.h"
#include "gateway/reviews/lease_keeper.h"
#include "gateway/reviews/review_work.h"
#include "services/host/metrics.h"

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
};

class Workers {
 public:
  explicit Workers(WorkersOptions options);
  ~Workers();  // Stops.
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Returns when each thread has ended its job.
  void Stop();

 private:
  void Run(const std::string& name);
  void Do(const Lease& lease);
  void End(const Lease& lease, const WorkResult& result);

  const WorkersOptions options_;
  std::atomic<bool> is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_WORKER_H_
