#ifndef GATEWAY_STORE_REPOSITORY_RECORDS_H_
#define GATEWAY_STORE_REPOSITORY_RECORDS_H_

// ReviewStore's entries of repositories: parts of its updates.

#include <cstdint>

#include "absl/status/status.h"
#include "gateway/store/store_update.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// A new review of `summary.repository`; of none, nothing happens.
absl::Status AddToRepository(const review::v1::ReviewSummary& summary, StoreUpdate& update);

// `reviews` of them are gone. A repository without reviews and open pull requests goes, too.
absl::Status RemoveFromRepository(int64_t repository_id, int reviews, StoreUpdate& update);

// One more, or one less, open pull request.
absl::Status CountOpen(const review::v1::Repository& repository, int change, StoreUpdate& update);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REPOSITORY_RECORDS_H_
