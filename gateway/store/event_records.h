#ifndef GATEWAY_STORE_EVENT_RECORDS_H_
#define GATEWAY_STORE_EVENT_RECORDS_H_

// ReviewStore's log of events: parts of its updates. An event is written with what it tells of, or
// neither is.

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "gateway/store/keyed_store.h"
#include "gateway/store/store_update.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// Gives the event the next number. At most one in each update.
absl::Status AppendEvent(review::v1::Event event, absl::Time now, StoreUpdate& update);

// Whether the review has come to a result, good or bad.
bool IsFinished(const review::v1::ReviewSummary& summary);

// Events before `time`, from the oldest on.
absl::StatusOr<int64_t> RemoveEventsBefore(absl::Time time, KeyedStore& store);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_EVENT_RECORDS_H_
