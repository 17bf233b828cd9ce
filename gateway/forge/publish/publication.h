#ifndef GATEWAY_FORGE_PUBLISH_PUBLICATION_H_
#define GATEWAY_FORGE_PUBLISH_PUBLICATION_H_

// One publication from beginning to end; see publisher.h for what it promises.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gateway/forge/publish/comment_foot.h"
#include "gateway/forge/publish/conversation.h"
#include "gateway/forge/publish/identity.h"
#include "gateway/forge/publish/positions.h"
#include "gateway/forge/publish/publisher.h"
#include "gateway/forge/publish/text.h"
#include "gateway/store/review_store.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

inline constexpr Phrase kReviewNotPosted("the review was not posted: {reason}",
                                         "评审未发布：{reason}");

class PublicationRun {
 public:
  // All are borrowed.
  PublicationRun(ForgeApi& api, ReviewStore& store, const PublishOptions& options,
                 const review::v1::StoredReview& review);

  absl::StatusOr<review::v1::Publication> Run();

 private:
  using Comments = std::vector<review::v1::ReviewComment>;

  // Reads.
  absl::Status Read();
  absl::Status ChooseFresh();
  bool IsFresh(const std::string& fingerprint, const std::string& rule) const;
  void PlaceFresh();

  // Writes. A refusal for lack of permission is a problem that people are told, not an error.
  absl::Status PostFileComments();
  absl::Status PostReview();
  absl::Status UpdateThreads();
  absl::Status UpdateSummary();
  absl::Status WriteCheck();
  absl::Status Keep();

  bool HasAnythingToSay() const;
  bool HasEarlierReview() const;
  // The review that sums up all pushes; null: there is none of before.
  const OwnReview* SummaryReview() const;
  // {reason} in `what` is what the status says.
  absl::Status Tolerate(const absl::Status& status, const Phrase& what);
  Marker FindingMarker(const std::string& fingerprint) const;
  RuleOfComment RuleOf(const MarkedFinding& finding) const;
  BodyFinding ToBody(const review::v1::ReviewComment& comment) const;
  BodyFinding WithoutComment(const finding::v1::Finding& finding) const;
  TextInput TextFor(const Comments& moved) const;
  std::string WriteBody(const Comments& posted, const Comments& moved) const;
  absl::Status NoteComments(int64_t review_id);
  void NoteKnown(const std::vector<KnownFinding>& findings,
                 review::v1::FindingThread::State state = {});
  review::v1::PullRequestState NewState(const review::v1::PullRequestState& old) const;
  void CountRecovery(absl::string_view kind) const;
  void CountShown() const;
  void CountFixes(const std::vector<KnownFinding>& fixed) const;
  void CountResult(const review::v1::Publication& publication) const;

  ForgeApi& api_;
  ReviewStore& store_;
  const PublishOptions& options_;
  const review::v1::StoredReview& stored_;
  const review::v1::Review& review_;  // What findings are recognised by.
  const Language language_;           // The team's, and what people read of the review in it.
  const review::v1::Review said_;
  const PullRequestName pull_;
  const std::string head_;
  std::map<std::string, const finding::v1::Finding*> findings_;  // By fingerprint.

  Conversation talk_;
  VersionedPullRequest state_;
  bool can_write_review_ = true;
  Novelty novelty_;
  std::set<std::string> silent_rules_;  // Ignored here, or on probation.
  Comments on_lines_, on_files_;        // New, with markers.
  std::vector<BodyFinding> in_body_;    // New, without a comment.
  std::vector<MarkedFinding> marked_in_body_;
  std::map<std::string, int64_t> comment_ids_;  // Of this run's comments, by fingerprint.
  std::vector<review::v1::FindingThread> threads_;
  size_t new_findings_ = 0;
  std::vector<Words> problems_;
  review::v1::Publication publication_;
  int64_t check_run_id_ = 0;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_PUBLICATION_H_
