#ifndef GATEWAY_FORGE_REVIEWED_NEWEST_REVIEW_H_
#define GATEWAY_FORGE_REVIEWED_NEWEST_REVIEW_H_

// What the last review of a pull request tells whoever writes there without a review at hand.
//
//   ASSIGN_OR_RETURN(const std::string tag, TeamLanguage(store, repository.id(), 7));
//   PostAnswer(…, HelpText(LanguageOf(tag)));
//
// Errors are those of the store. Safe from any thread.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "gateway/store/review_store.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

// The newest finished one. Number 0: of any pull request of the repository.
absl::StatusOr<std::optional<review::v1::StoredReview>> NewestReview(ReviewStore& store,
                                                                     int64_t repository_id,
                                                                     int64_t number);

// "en", "zh": what policy said (`review.language`) at the newest finished review of the pull
// request, or, before its first, of its repository. Empty: no policy names one, or nothing was
// reviewed there yet; LanguageOf takes it for English.
absl::StatusOr<std::string> TeamLanguage(ReviewStore& store, int64_t repository_id, int64_t number);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_REVIEWED_NEWEST_REVIEW_H_
