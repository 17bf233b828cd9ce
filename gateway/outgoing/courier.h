#ifndef GATEWAY_OUTGOING_COURIER_H_
#define GATEWAY_OUTGOING_COURIER_H_

// Brings events to the webhooks of the configuration: from the log of events to jobs, and from jobs
// to receivers.
//
//   Courier courier({.webhooks = *ReadWebhooks(path), .reviews = &reviews, …});
//   courier.Dispatch();                  // Once a second.
//   courier.Deliver(lease, keeper);      // A worker, for each job.
//
// A receiver is told of each event at least once, and not always in order: events and messages have
// numbers. It has kDeliveryTime to answer with a status of 2xx. Otherwise it is asked again, up to
// the attempts of the queue: after 10 seconds, a minute, ten minutes and an hour, or when it says
// by Retry-After, within the hour. Then the delivery is a dead letter, where an operator may send
// it again. 410 ends it at once.
//
// At most kMaxUnderWay jobs of one webhook wait or run: further events stay in the log, which keeps
// them for a week. What is removed there unsent is logged and counted. A webhook that is new in the
// configuration begins with the events to come. Every replica may dispatch: jobs have keys.
//
// Safe from any thread.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/outgoing/webhook.h"
#include "gateway/reviews/worker.h"
#include "github/http_client.h"
#include "host/metrics.h"
#include "proto/review/v1/outgoing.pb.h"

namespace allreview::gateway {

inline constexpr absl::Duration kDispatchInterval = absl::Seconds(1);
inline constexpr absl::Duration kDeliveryTime = absl::Seconds(10);
inline constexpr int kMaxUnderWay = 100;

struct CourierOptions {
  std::vector<Webhook> webhooks = {};
  KeyedStore* keyed = nullptr;  // Borrowed, as all that follow.
  ReviewStore* store = nullptr;
  JobQueue* queue = nullptr;
  host::Metrics* metrics = nullptr;  // May be null.
  // Address of a page of ours. Empty, or null: no links.
  std::function<std::string(absl::string_view path)> page = nullptr;
  int max_attempts = 5;  // Of the queue.
  std::function<absl::Time()> now = [] { return absl::Now(); };
};

class Courier {
 public:
  explicit Courier(CourierOptions options);

  // An error of one webhook does not keep it from the others; the last one is returned.
  absl::Status Dispatch();

  WorkResult Deliver(const Lease& lease, LeaseKeeper& keeper);

 private:
  absl::Status Dispatch(const Webhook& webhook);
  absl::StatusOr<std::vector<int64_t>> StillUnderWay(const Webhook& webhook,
                                                     const review::v1::WebhookState& state);
  absl::Status Enqueue(const Webhook& webhook, const review::v1::Event& event);
  absl::StatusOr<github::HttpResponse> Send(const Webhook& webhook, const review::v1::Event& event,
                                            LeaseKeeper& keeper);
  struct Attempt {
    const Webhook& webhook;
    int64_t event;
    int attempts;  // This one included.
  };
  WorkResult Judge(const Attempt& attempt,
                   const absl::StatusOr<github::HttpResponse>& answer) const;
  std::string PageOf(const review::v1::Event& event) const;
  void Count(const std::string& webhook, absl::string_view result, double count = 1) const;

  const CourierOptions options_;
  std::map<std::string, const Webhook*> by_name_;
  github::HttpConnections connections_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_OUTGOING_COURIER_H_
