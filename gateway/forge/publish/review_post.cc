#include "gateway/forge/publish/review_post.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::gateway {

using review::v1::ReviewComment;

ReviewPost::ReviewPost(ForgeApi& api, const PullRequestName& pull, const Conversation& talk,
                       ReviewPostOptions options)
    : api_(api), pull_(pull), talk_(talk), options_(std::move(options)) {}

void ReviewPost::Recovered(absl::string_view kind) const {
  if (options_.on_recovery) options_.on_recovery(kind);
}

absl::StatusOr<PostResult> ReviewPost::Send(std::vector<ReviewComment> comments) {
  comments_ = std::move(comments);
  RETURN_IF_ERROR(DeleteDrafts(talk_.reviews));
  for (;;) {
    absl::StatusOr<PostResult> posted = TrySend();
    if (posted.ok()) return posted;
    if (absl::IsUnknown(posted.status())) return FindLost(posted.status());
    const std::optional<Refusal> refusal = RefusalOf(posted.status());
    if (!refusal.has_value()) return posted;
    ASSIGN_OR_RETURN(bool is_better, PutRight(*refusal));
    if (!is_better) return posted;
  }
}

absl::StatusOr<PostResult> ReviewPost::TrySend() {
  using Verdict = NewReview::Verdict;
  ASSIGN_OR_RETURN(
      PostedReview posted,
      api_.PostReview(pull_, {.head = options_.head,
                              .body = options_.write_body(comments_, moved_),
                              .verdict = options_.may_request_changes ? Verdict::kRequestChanges
                                                                      : Verdict::kComment,
                              .comments = comments_}));
  return PostResult{
      .id = posted.id, .url = std::move(posted.url), .posted = comments_, .moved = moved_};
}

absl::StatusOr<PostResult> ReviewPost::FindLost(const absl::Status& status) {
  ASSIGN_OR_RETURN(const std::vector<OwnReview> reviews, ReadOwnReviews(api_, pull_, talk_.login));
  for (const OwnReview& review : reviews) {
    const bool is_ours = !review.is_draft && review.marker.has_value() &&
                         review.marker->kind == Marker::Kind::kReview &&
                         review.marker->run == options_.review_id;
    if (!is_ours) continue;
    Recovered("lost_answer");
    return PostResult{.id = review.id, .url = review.url, .posted = comments_, .moved = moved_};
  }
  return absl::UnavailableError(status.message());
}

// Deletes what is certainly ours: a draft with our marker, or any draft of a bot's. A person who
// lends us their token may be writing one.
absl::Status ReviewPost::DeleteDrafts(const std::vector<OwnReview>& reviews) {
  for (const OwnReview& review : reviews) {
    if (!review.is_draft) continue;
    const bool is_ours = review.marker.has_value() || absl::EndsWith(talk_.login, "[bot]");
    if (!is_ours) {
      return absl::FailedPreconditionError(absl::StrCat(
          pull_.text(), ": \"", talk_.login,
          "\" has a draft review that AllReview did not write, and GitHub allows one; submit or "
          "discard it, or give AllReview an account of its own"));
    }
    RETURN_IF_ERROR(api_.DeleteDraft(pull_, review.id));
    Recovered("pending");
  }
  return absl::OkStatus();
}

// Whether another attempt is worth it.
absl::StatusOr<bool> ReviewPost::PutRight(Refusal refusal) {
  if (refusal == Refusal::kDraftExists) {
    if (std::exchange(has_tried_drafts_, true)) return false;
    ASSIGN_OR_RETURN(const std::vector<OwnReview> reviews,
                     ReadOwnReviews(api_, pull_, talk_.login));
    RETURN_IF_ERROR(DeleteDrafts(reviews));
    return true;
  }
  if (refusal == Refusal::kOwnPullRequest && std::exchange(options_.may_request_changes, false)) {
    Recovered("own_pull_request");
    return true;
  }
  if (comments_.empty() || refusal == Refusal::kTooLong) return false;
  if (!std::exchange(has_tried_patches_, true)) {
    ASSIGN_OR_RETURN(bool has_moved, MoveByPatches());
    if (has_moved) return true;
  }
  if (!std::exchange(has_searched_, true)) {
    RETURN_IF_ERROR(MoveBySearch());
    return true;
  }
  // The rest goes to the body: nothing is lost.
  for (ReviewComment& comment : comments_) moved_.push_back(std::move(comment));
  comments_.clear();
  return true;
}

absl::StatusOr<bool> ReviewPost::MoveByPatches() {
  ASSIGN_OR_RETURN(const ForgePatches patches, api_.ReadPatches(pull_));
  const DiffPositions positions(patches.by_path);
  std::vector<ReviewComment> kept;
  const size_t before = moved_.size();
  for (ReviewComment& comment : comments_) {
    const auto patch = patches.by_path.find(comment.path());
    const bool is_unknown =
        patch != patches.by_path.end() && patch->second.empty() && !patches.is_complete;
    if (is_unknown || positions.IsLegal(comment)) {
      kept.push_back(std::move(comment));
    } else {
      moved_.push_back(std::move(comment));
    }
  }
  comments_ = std::move(kept);
  if (moved_.size() > before) Recovered("anchor");
  return moved_.size() > before;
}

absl::Status ReviewPost::MoveBySearch() {
  std::vector<bool> bad(comments_.size(), false);
  RETURN_IF_ERROR(Search(0, comments_.size(), /*is_bad=*/true, bad));
  std::vector<ReviewComment> kept;
  for (size_t i = 0; i < comments_.size(); ++i) {
    (bad[i] ? moved_ : kept).push_back(std::move(comments_[i]));
  }
  comments_ = std::move(kept);
  Recovered("anchor");
  return absl::OkStatus();
}

// Marks what the forge does not take of [first, end). `is_bad`: there is something, for certain.
absl::Status ReviewPost::Search(size_t first, size_t end, bool is_bad, std::vector<bool>& bad) {
  if (first == end) return absl::OkStatus();
  if (!is_bad && probes_ < kMaxProbes) {
    ASSIGN_OR_RETURN(bool is_taken, IsTaken(first, end));
    if (is_taken) return absl::OkStatus();
  }
  if (end - first == 1 || probes_ >= kMaxProbes) {
    for (size_t i = first; i < end; ++i) bad[i] = true;
    return absl::OkStatus();
  }
  const size_t middle = first + (end - first) / 2;
  RETURN_IF_ERROR(Search(first, middle, false, bad));
  bool is_first_half_good = true;
  for (size_t i = first; i < middle; ++i) is_first_half_good = is_first_half_good && !bad[i];
  return Search(middle, end, is_first_half_good, bad);
}

// A draft is seen by nobody but us. One that is left behind would block every
// later review, so a failed removal is an error.
absl::StatusOr<bool> ReviewPost::IsTaken(size_t first, size_t end) {
  ++probes_;
  const Marker marker{.kind = Marker::Kind::kReview, .run = "probe", .head = options_.head};
  const absl::StatusOr<PostedReview> draft =
      api_.PostReview(pull_, {.head = options_.head,
                              .body = MarkerText(marker),
                              .verdict = NewReview::Verdict::kDraft,
                              .comments = {comments_.begin() + static_cast<std::ptrdiff_t>(first),
                                           comments_.begin() + static_cast<std::ptrdiff_t>(end)}});
  if (RefusalOf(draft.status()).has_value()) return false;
  RETURN_IF_ERROR(draft.status());
  if (draft->id == 0) {
    return absl::DataLossError(absl::StrCat("a draft review of ", pull_.text(), " has no id"));
  }
  RETURN_IF_ERROR(api_.DeleteDraft(pull_, draft->id));
  return true;
}

}  // namespace allreview::gateway
