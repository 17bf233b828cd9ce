#ifndef GATEWAY_FORGE_PUBLISH_PUBLISHER_H_
#define GATEWAY_FORGE_PUBLISH_PUBLISHER_H_

// Brings a finished review to its pull request: one review with all new comments, one check run,
// and an answer in the threads of what has been fixed. All of it is in the language that the policy
// of the review names. What stands there in another language stays.
//
//   Publisher publisher(&reviews, {.page_url = [](auto& id) { return base + "/reviews/" + id; }});
//   RETURN_IF_ERROR(publisher.Announce(*api, summary));             // "in progress", when work
//   begins ASSIGN_OR_RETURN(Publication publication, publisher.Publish(*api, stored));
//
// May be called again at any time, also by another process after this one was killed at any point:
// what was posted is recognised by its markers (marker.h), and nothing is posted twice. What people
// have resolved, deleted or voted down stays so. The store only saves work: without it the same
// state is read from the pull request.
//
// A review that the forge takes in part only (permissions of a fork, a body too long) is
// Publication::STATE_PARTIAL, with a reason that says what is missing. Errors:
//   kAborted             the pull request has a newer head: the review is superseded
//   kFailedPrecondition  the review is not one of a pull request, or not finished
//   others               those of ForgeApi and of the store that may go away; call again later
//
// Safe from any thread, but not for one pull request at the same time: the queue gives a pull
// request to one worker.

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/forge/forge_api.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::gateway {

struct PublishOptions {
  // Who writes: "allreview[bot]" or a user. Empty: the forge is asked each time.
  std::string login = {};
  // Address of a review's page by its id. Empty: there is none.
  std::function<std::string(const std::string& review_id)> page_url = {};
  // The same of a rule's page.
  std::function<std::string(const std::string& rule_id)> rule_url = {};
  std::string check_name = "AllReview";
  // A review with a P0 or P1 requests changes, which blocks the merge until it is dismissed.
  bool may_request_changes = false;
  // Comments on files as a whole take a call each; what is more goes to the body, which says so.
  int max_file_comments = 10;
  host::Metrics* metrics = nullptr;  // Borrowed. May be null.
};

class Publisher {
 public:
  // `store` is borrowed.
  Publisher(ReviewStore* store, PublishOptions options);

  absl::StatusOr<review::v1::Publication> Publish(ForgeApi& api,
                                                  const review::v1::StoredReview& review);

  // Says in the check run how far a review is: queued, in progress, "Not reviewed: …" when it has
  // failed, cancelled. OK without doing anything where check runs are not allowed.
  absl::Status Announce(ForgeApi& api, const review::v1::ReviewSummary& review);

 private:
  ReviewStore* const store_;
  const PublishOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_PUBLISHER_H_
