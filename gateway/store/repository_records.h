#ifndef GATEWAY_STORE_REPOSITORY_RECORDS_H_
#define GATEWAY_STORE_REPOSITORY_RECORDS_H_

// ReviewStore's entries of repositories: parts of its updates.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/store/keyed_store.h"
#include "gateway/store/review_store.h"
#include "gateway/store/store_update.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// A new review of `summary.repository`; of none, nothing happens.
absl::Status AddToRepository(const review::v1::ReviewSummary& summary, StoreUpdate& update);

// `reviews` of them are gone. A repository without reviews and open pull requests goes, too.
absl::Status RemoveFromRepository(int64_t repository_id, int reviews, StoreUpdate& update);

// One more, or one less, open pull request.
absl::Status CountOpen(const review::v1::Repository& repository, int change, StoreUpdate& update);

// Entries of the index of names within `range` that `may_see` lets through, at most range.limit.
absl::StatusOr<std::vector<StoredEntry>> ScanRepositoryNames(KeyedStore& store, KeyRange range,
                                                             const RepositoryFilter& may_see);

// The repositories that `may_see` lets through, in the order of their ids.
absl::StatusOr<std::vector<int64_t>> VisibleRepositories(KeyedStore& store,
                                                         const RepositoryFilter& may_see);

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_REPOSITORY_RECORDS_H_
