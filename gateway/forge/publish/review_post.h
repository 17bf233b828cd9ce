#ifndef GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_
#define GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_

// Posts one review, whatever the forge has against it: it takes all comments or none, so what it
// refuses moves to the body until it takes the rest.
//
//   ReviewPost post(api, pull, conversation, {.review_id = id, .head = head, .write_body = …});
//   ASSIGN_OR_RETURN(PostResult posted, post.Send(comments));
//
// Refusals and what is done about them, each once:
//   a draft of ours is in the way                it is deleted, if it is ours for certain
//   changes requested on one's own pull request  a plain comment instead
//   a place, it does not say which               the forge's own patches are looked at; then halves
//                                                are tried as drafts, which nobody sees and which
//                                                are deleted at once; what is still bad, or more
//                                                than kMaxProbes, moves to the body
// An answer that was lost is looked for before anything is posted again.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/forge/forge_api.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/positions.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::gateway {

inline constexpr int kMaxProbes = 16;

struct ReviewPostOptions {
  std::string review_id;
  std::string head;
  bool may_request_changes = false;  // Otherwise it is a comment.
  // The body, when these have a comment and those have none.
  std::function<std::string(const std::vector<review::v1::ReviewComment>& posted,
                            const std::vector<review::v1::ReviewComment>& moved)>
      write_body;
  // Called for what had to be put right: "pending", "own_pull_request", "anchor", "lost_answer".
  std::function<void(absl::string_view kind)> on_recovery;
};

struct PostResult {
  int64_t id = 0;
  std::string url = {};
  std::vector<review::v1::ReviewComment> posted = {};
  std::vector<review::v1::ReviewComment> moved = {};  // To the body.
};

class ReviewPost {
 public:
  // All arguments are borrowed but the options.
  ReviewPost(ForgeApi& api, const PullRequestName& pull, const Conversation& talk,
             ReviewPostOptions options);

  // `comments` stand on lines, with bodies as they are to be. kPermissionDenied and kNotFound:
  // reviews are not for this token. kFailedPrecondition: a person's draft is in the way.
  absl::StatusOr<PostResult> Send(std::vector<review::v1::ReviewComment> comments);

 private:
  absl::Status DeleteDrafts(const std::vector<OwnReview>& reviews);
  absl::StatusOr<PostResult> TrySend();
  absl::StatusOr<PostResult> FindLost(const absl::Status& status);
  absl::StatusOr<bool> PutRight(Refusal refusal);
  absl::StatusOr<bool> MoveByPatches();
  absl::Status MoveBySearch();
  absl::Status Search(size_t first, size_t end, bool is_bad, std::vector<bool>& bad);
  absl::StatusOr<bool> IsTaken(size_t first, size_t end);
  void Recovered(absl::string_view kind) const;

  ForgeApi& api_;
  const PullRequestName& pull_;
  const Conversation& talk_;
  ReviewPostOptions options_;
  std::vector<review::v1::ReviewComment> comments_;
  std::vector<review::v1::ReviewComment> moved_;
  int probes_ = 0;
  bool has_tried_drafts_ = false;
  bool has_tried_patches_ = false;
  bool has_searched_ = false;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_REVIEW_POST_H_
