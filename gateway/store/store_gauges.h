#ifndef GATEWAY_STORE_STORE_GAUGES_H_
#define GATEWAY_STORE_STORE_GAUGES_H_

// What dashboards show of a store: its size, its repositories, the rules on probation. Counters of
// its repositories exist from the start, before the first review ends.
//
//   StoreGauges gauges({.reviews = &reviews, .keyed = &keyed, .backend = "sqlite",
//                       .metrics = &metrics});
//   RETURN_IF_ERROR(gauges.Update());                // Now and then.

#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/store/keyed_store.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"

namespace allreview::gateway {

struct StoreGaugesOptions {
  ReviewStore* reviews = nullptr;
  KeyedStore* keyed = nullptr;
  std::string backend = {};
  host::Metrics* metrics = nullptr;
};

class StoreGauges {
 public:
  explicit StoreGauges(StoreGaugesOptions options) : options_(std::move(options)) {}

  // Reads all repositories and standings; starts the counters of repositories at 0. From one thread
  // at a time. What could not be read keeps its last value.
  absl::Status Update(absl::Time now = absl::Now());

 private:
  absl::Status SetRepositories(absl::Time now);
  absl::Status SetRulesOnProbation();

  const StoreGaugesOptions options_;
  std::set<std::string> repositories_;  // Whose counters have been started.
  std::set<std::string> rules_;         // That were on probation once: their gauge goes to 0 again.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_STORE_GAUGES_H_
