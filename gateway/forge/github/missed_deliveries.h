#ifndef GATEWAY_FORGE_GITHUB_MISSED_DELIVERIES_H_
#define GATEWAY_FORGE_GITHUB_MISSED_DELIVERIES_H_

// GitHub delivers a webhook once. What we could not take (a restart, a full disk, an answer that
// was too slow) it only sends again when it is asked to.
//
//   ASSIGN_OR_RETURN(auto api, Api::Create({.credentials = app->AppCredentials()}, &state));
//   ASSIGN_OR_RETURN(SweepResult result,
//                    SweepMissedDeliveries(*api, {.since = last_sweep - absl::Hours(1)}));
//
// To be called every few minutes. GitHub keeps deliveries for three days; after a longer stop, give
// the time of the last sweep that ended well. Several replicas may sweep, and what was done
// although GitHub did not hear of it in time may come again: WebhookHandler does an event once.

#include <functional>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "github/api.h"

namespace allreview::gateway {

struct SweepOptions {
  absl::Time since = absl::InfinitePast();  // Older deliveries are left alone.
  int max_pages = 50;                       // Of a hundred deliveries.
  int max_redeliveries = 100;               // Asked for in one sweep.
  int max_attempts = 6;                     // Of one delivery, the first included.
  // Before the next attempt; twice as long for each further one.
  absl::Duration first_pause = absl::Minutes(1);
  std::function<absl::Time()> now = absl::Now;
};

struct SweepResult {
  int deliveries = 0;       // Looked at.
  int missed = 0;           // Without a good answer.
  int redelivered = 0;      // Asked for again now.
  int given_up = 0;         // Missed after max_attempts.
  bool is_complete = true;  // False: a limit of SweepOptions ended the sweep.
};

absl::StatusOr<SweepResult> SweepMissedDeliveries(github::Api& api, const SweepOptions& options);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_GITHUB_MISSED_DELIVERIES_H_
