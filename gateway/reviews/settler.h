#ifndef GATEWAY_REVIEWS_SETTLER_H_
#define GATEWAY_REVIEWS_SETTLER_H_

// Ends reviews that nobody will end: their job is a dead letter because its workers kept vanishing,
// was withdrawn by somebody who was cut off, or is not known to the queue any more.
//
//   Settler settler({.reviews = &reviews, .on_ended = …});
//   Upkeep upkeep({{.name = "ended reviews", .interval = kSettleInterval,
//                   .work = [&] { return settler.Settle(); }}});
//
// Every process may run one: the record is changed by compare and set, and who changes it announces
// it. One thread at a time.

#include <functional>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gateway/reviews/reviews.h"

namespace allreview::gateway {

inline constexpr absl::Duration kSettleInterval = absl::Seconds(5);

struct SettlerOptions {
  Reviews* reviews = nullptr;  // Borrowed.
  // Told of a review that was to be published and has ended without. May be null.
  std::function<void(const review::v1::ReviewSummary& summary)> on_ended = nullptr;
  // A review without a job must have stood so for a while: whoever submits or retries one writes
  // the record and the job one after the other.
  absl::Duration patience = absl::Seconds(20);
};

class Settler {
 public:
  explicit Settler(SettlerOptions options) : options_(std::move(options)) {}

  // Looks at each open review. An error of one does not keep it from the others; the last one is
  // returned.
  absl::Status Settle();

 private:
  struct Suspicion {
    std::string summary;  // As it was; whoever changes it is at work.
    absl::Time since;
  };

  absl::Status Settle(const review::v1::ReviewSummary& summary);
  absl::Status EndPublication(const review::v1::ReviewSummary& summary);

  const SettlerOptions options_;
  std::map<std::string, Suspicion> suspicions_;  // By id.
};

}  // namespace allreview::gateway

#endif  // GATEWAY_REVIEWS_SETTLER_H_
