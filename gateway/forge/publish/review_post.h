#ifndef GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_
#define GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_

// Posts one review, whatever GitHub has against it: all comments or none is GitHub's rule, so what
// it refuses moves to the body until it takes the rest.
//
//   ReviewPost post(api, pull, conversation, {.review_id = id, .head = head, .write_body = …});
//   ASSIGN_OR_RETURN(PostedReview posted, post.Send(comments));
//
// Refusals and what is done about them, each once:
//   a pending review of ours is in the way      it is deleted, if it is ours for certain
//   changes requested on one's own pull request  a plain comment instead
//   an anchor (422 does not say which)           GitHub's own patches are looked at; then halves
//   are
//                                                tried as pending reviews, which nobody sees and
//                                                which are deleted at once; what is still bad, or
//                                                more than kMaxProbes, moves to the body
// An answer that was lost is looked for before anything is posted again.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/positions.h"
#include "github/api.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

inline constexpr int kMaxProbes = 16;

struct ReviewPostOptions {
  std::string review_id;
  std::string head;
  std::string event = "COMMENT";
  // The body, when these have a comment and those have none.
  std::function<std::string(const std::vector<review::v1::ReviewComment>& posted,
                            const std::vector<review::v1::ReviewComment>& moved)>
      write_body;
  // Called for what had to be put right: "pending", "own_pull_request", "anchor", "lost_answer".
  std::function<void(absl::string_view kind)> on_recovery;
};

struct PostedReview {
  int64_t id = 0;
  std::string url = {};
  std::vector<review::v1::ReviewComment> posted = {};
  std::vector<review::v1::ReviewComment> moved = {};  // To the body.
};

class ReviewPost {
 public:
  // All arguments are borrowed but the options.
  ReviewPost(github::Api& api, const PullRequestName& pull, const Conversation& talk,
             ReviewPostOptions options);

  // `comments` stand on lines, with bodies as they are to be. kPermissionDenied and kNotFound:
  // reviews are not for this token. kFailedPrecondition: a person's draft is in the way.
  absl::StatusOr<PostedReview> Send(std::vector<review::v1::ReviewComment> comments);

 private:
  absl::Status DeletePending(const std::vector<OwnReview>& reviews);
  absl::StatusOr<std::vector<OwnReview>> ListOwn();
  absl::StatusOr<PostedReview> TrySend();
  absl::StatusOr<PostedReview> FindLost(const absl::Status& status);
  absl::StatusOr<bool> PutRight(const absl::Status& refusal);
  absl::StatusOr<bool> MoveByPatches();
  absl::Status MoveBySearch();
  absl::Status Search(size_t first, size_t end, bool is_bad, std::vector<bool>& bad);
  absl::StatusOr<bool> IsTaken(size_t first, size_t end);
  void Recovered(absl::string_view kind) const;

  github::Api& api_;
  const PullRequestName& pull_;
  const Conversation& talk_;
  ReviewPostOptions options_;
  std::vector<review::v1::ReviewComment> comments_;
  std::vector<review::v1::ReviewComment> moved_;
  int probes_ = 0;
  bool has_tried_pending_ = false;
  bool has_tried_patches_ = false;
  bool has_searched_ = false;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_
