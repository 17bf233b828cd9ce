#ifndef GATEWAY_FORGE_PUBLISH_MERGE_QUEUE_H_
#define GATEWAY_FORGE_PUBLISH_MERGE_QUEUE_H_

// The check that a merge queue waits for.
//
//   RETURN_IF_ERROR(AnswerMergeQueue(*api, store, {.repository = repository, .number = 7,
//                                                  .head = "…"}));
//
// The queue's commit is the base branch with the pull request merged into it: what is new in it was
// reviewed on the pull request. The check says what the newest finished review of the pull request
// said, in the team's language, and is neutral where none is known, so that no queue waits for ever
// and none is told of a success that was not.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "gateway/forge/forge_api.h"
#include "gateway/store/review_store.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct MergeQueueCheck {
  review::v1::Repository repository;
  int64_t number = 0;  // Of the pull request. 0: not known.
  std::string head;    // Of the queue.
  // Address of the page of a review by its id; may be empty.
  std::function<std::string(const std::string& review_id)> page_url = {};
};

// Errors are those of ForgeApi and of the store. May be repeated.
absl::Status AnswerMergeQueue(ForgeApi& api, ReviewStore& store, const MergeQueueCheck& check);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_MERGE_QUEUE_H_
