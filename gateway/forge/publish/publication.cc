#include "gateway/forge/publish/publication.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/check.h"
#include "gateway/forge/publish/threads.h"

namespace allreview::gateway {

using finding::v1::Finding;
using review::v1::FindingThread;
using review::v1::Publication;
using review::v1::ReviewComment;

PublicationRun::PublicationRun(ForgeApi& api, ReviewStore& store, const PublishOptions& options,
                               const review::v1::StoredReview& review)
    : api_(api),
      store_(store),
      options_(options),
      stored_(review),
      review_(review.review()),
      pull_({review.summary().repository().full_name(), review.summary().number()}),
      head_(review.summary().head_commit()) {
  for (const Finding& finding : review_.findings()) {
    findings_.emplace(finding.fingerprint(), &finding);
  }
}

absl::StatusOr<Publication> PublicationRun::Run() {
  RETURN_IF_ERROR(Read());
  if (can_write_review_) {
    RETURN_IF_ERROR(ChooseFresh());
    RETURN_IF_ERROR(PostFileComments());
    RETURN_IF_ERROR(PostReview());
  } else {
    for (const ReviewComment& comment : review_.comments()) in_body_.push_back(ToBody(comment));
  }
  if (can_write_review_) RETURN_IF_ERROR(UpdateThreads());
  RETURN_IF_ERROR(WriteCheck());
  RETURN_IF_ERROR(Keep());
  const bool is_anything_there =
      check_run_id_ != 0 || !publication_.review_url().empty() || publication_.comments() > 0;
  publication_.set_state(problems_.empty()   ? Publication::STATE_PUBLISHED
                         : is_anything_there ? Publication::STATE_PARTIAL
                                             : Publication::STATE_FAILED);
  publication_.set_reason(absl::StrJoin(problems_, "; "));
  CountResult(publication_);
  return publication_;
}

absl::Status PublicationRun::Read() {
  ASSIGN_OR_RETURN(state_, store_.GetPullRequest(stored_.summary().repository().id(),
                                                 stored_.summary().number()));
  absl::StatusOr<Conversation> talk = ReadConversation(api_, pull_, options_.login);
  if (!talk.ok()) {
    // Whoever cannot read what is there would post it again.
    can_write_review_ = false;
    return Tolerate(talk.status(), "the review was not posted");
  }
  talk_ = *std::move(talk);
  if (talk_.head != head_) {
    return absl::AbortedError(
        absl::StrCat(pull_.text(), ": the review is of ", head_, ", the head is now ", talk_.head));
  }
  if (!talk_.has_threads) {
    problems_.push_back(
        "threads of fixed findings were not resolved: this token may not read threads");
  }
  novelty_ = Compare(KnownFindings(talk_, state_.state), review_, head_);
  return absl::OkStatus();
}

// OK where only a permission is missing: what can be published is.
absl::Status PublicationRun::Tolerate(const absl::Status& status, const std::string& what) {
  const bool is_tolerable = absl::IsPermissionDenied(status) || absl::IsNotFound(status) ||
                            absl::IsFailedPrecondition(status);
  if (!is_tolerable) return status;
  problems_.push_back(absl::StrCat(what, ": ", status.message()));
  return absl::OkStatus();
}

absl::Status PublicationRun::UpdateThreads() {
  NoteKnown(novelty_.persisting);
  NoteKnown(novelty_.set_aside);
  NoteKnown(novelty_.others);
  for (const KnownFinding& fixed : novelty_.fixed) {
    absl::Status status = ResolveFixed(api_, pull_, talk_, fixed);
    if (!status.ok()) {
      RETURN_IF_ERROR(Tolerate(status, "a thread was not resolved"));
      NoteKnown({fixed});
      continue;
    }
    publication_.set_fixed(publication_.fixed() + 1);
    NoteKnown({fixed}, FindingThread::STATE_FIXED);
  }
  for (const KnownFinding& returned : novelty_.returned) {
    absl::Status status = ReopenReturned(api_, pull_, talk_, returned);
    if (!status.ok()) RETURN_IF_ERROR(Tolerate(status, "a thread was not opened again"));
    NoteKnown({returned}, status.ok() ? FindingThread::STATE_OPEN : FindingThread::STATE_FIXED);
  }
  for (const KnownFinding& known : novelty_.persisting) {
    if (known.run != stored_.summary().id()) {
      publication_.set_persisting(publication_.persisting() + 1);
    }
  }
  publication_.set_persisting(publication_.persisting() +
                              static_cast<int>(novelty_.returned.size()));
  return absl::OkStatus();
}

void PublicationRun::NoteKnown(const std::vector<KnownFinding>& findings,
                               FindingThread::State state) {
  for (const KnownFinding& finding : findings) {
    threads_.push_back(finding.thread);
    if (state != FindingThread::STATE_UNSPECIFIED) threads_.back().set_state(state);
  }
}

absl::Status PublicationRun::WriteCheck() {
  const TextInput input = TextFor({});
  absl::StatusOr<WrittenCheck> written =
      api_.WriteCheck(pull_.repository, {.name = options_.check_name,
                                         .head = head_,
                                         .external_id = stored_.summary().id(),
                                         .details_url = input.page_url,

                                         .state = CheckState(review_),
                                         .title = TitleOf(review_),
                                         .summary = CheckSummary(input),
                                         .annotations = Annotations(review_),
                                         .has_actions = true});
  if (!written.ok()) return Tolerate(written.status(), "the check run was not written");
  check_run_id_ = written->id;
  publication_.set_check_url(written->url);
  return absl::OkStatus();
}

}  // namespace allreview::gateway
