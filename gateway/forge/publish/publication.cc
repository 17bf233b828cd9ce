#include "gateway/forge/publish/publication.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/forge/publish/check.h"
#include "gateway/forge/publish/threads.h"
#include "review/causes.h"
#include "review/headline.h"
#include "review/localize.h"

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
      language_(LanguageOf(review_.policy().language())),
      said_(Localized(language_, review_)),
      pull_({review.summary().repository().full_name(), review.summary().number()}),
      head_(review.summary().head_commit()) {
  for (const Finding* finding : AllFindings(review_)) {
    findings_.emplace(finding->fingerprint(), finding);
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
  if (can_write_review_) RETURN_IF_ERROR(UpdateSummary());
  RETURN_IF_ERROR(WriteCheck());
  RETURN_IF_ERROR(Keep());
  const bool is_anything_there =
      check_run_id_ != 0 || !publication_.review_url().empty() || publication_.comments() > 0;
  publication_.set_state(problems_.empty()   ? Publication::STATE_PUBLISHED
                         : is_anything_there ? Publication::STATE_PARTIAL
                                             : Publication::STATE_FAILED);
  publication_.set_reason(English(WordList{.joint = Joint::kSemicolon, .items = problems_}));
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
    return Tolerate(talk.status(), kReviewNotPosted);
  }
  talk_ = *std::move(talk);
  if (talk_.head != head_) {
    return absl::AbortedError(
        absl::StrCat(pull_.text(), ": the review is of ", head_, ", the head is now ", talk_.head));
  }
  if (!talk_.has_threads) {
    static constexpr Phrase kNoThreads(
        "threads of fixed findings were not resolved: this token may not read threads",
        "已修复问题的讨论未能标记为已解决：此 token 无权读取讨论");
    problems_.push_back(kNoThreads);
  }
  novelty_ = Compare(KnownFindings(talk_, state_.state), review_, head_);
  return absl::OkStatus();
}

// OK where only a permission is missing: what can be published is.
absl::Status PublicationRun::Tolerate(const absl::Status& status, const Phrase& what) {
  const bool is_tolerable = absl::IsPermissionDenied(status) || absl::IsNotFound(status) ||
                            absl::IsFailedPrecondition(status);
  if (!is_tolerable) return status;
  problems_.push_back(Sentence(what, {{"reason", status.message()}}));
  return absl::OkStatus();
}

absl::Status PublicationRun::UpdateThreads() {
  static constexpr Phrase kNotResolved("a thread was not resolved: {reason}",
                                       "有一个讨论未能标记为已解决：{reason}");
  static constexpr Phrase kNotReopened("a thread was not opened again: {reason}",
                                       "有一个讨论未能重新打开：{reason}");
  const Threads threads{.api = api_, .pull = pull_, .talk = talk_, .language = language_};
  NoteKnown(novelty_.persisting);
  NoteKnown(novelty_.set_aside);
  NoteKnown(novelty_.others);
  std::vector<KnownFinding> fixed_now;
  for (const KnownFinding& fixed : novelty_.fixed) {
    absl::Status status = threads.ResolveFixed(fixed);
    if (!status.ok()) {
      RETURN_IF_ERROR(Tolerate(status, kNotResolved));
      NoteKnown({fixed});
      continue;
    }
    publication_.set_fixed(publication_.fixed() + 1);
    NoteKnown({fixed}, FindingThread::STATE_FIXED);
    fixed_now.push_back(fixed);
  }
  CountFixes(fixed_now);
  for (const KnownFinding& returned : novelty_.returned) {
    absl::Status status = threads.ReopenReturned(returned);
    if (!status.ok()) RETURN_IF_ERROR(Tolerate(status, kNotReopened));
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

absl::Status PublicationRun::UpdateSummary() {
  static constexpr Phrase kNotEdited("the summary was not brought up to date: {reason}",
                                     "评审摘要未能更新：{reason}");
  const OwnReview* review = SummaryReview();
  if (review == nullptr) return absl::OkStatus();
  TextInput input = TextFor({});
  input.summary_url.clear();
  const std::optional<std::string> body = WithNewSummary(review->body, input);
  if (!body || *body == review->body) return absl::OkStatus();
  const absl::Status status = api_.EditReview(pull_, review->id, *body);
  return status.ok() ? status : Tolerate(status, kNotEdited);
}

void PublicationRun::NoteKnown(const std::vector<KnownFinding>& findings,
                               FindingThread::State state) {
  for (const KnownFinding& finding : findings) {
    threads_.push_back(finding.thread);
    if (state != FindingThread::STATE_UNSPECIFIED) threads_.back().set_state(state);
  }
}

absl::Status PublicationRun::WriteCheck() {
  static constexpr Phrase kNotWritten("the check run was not written: {reason}",
                                      "check run 未写入：{reason}");
  const TextInput input = TextFor({});
  absl::StatusOr<WrittenCheck> written =
      api_.WriteCheck(pull_.repository, {.name = options_.check_name,
                                         .head = head_,
                                         .external_id = stored_.summary().id(),
                                         .details_url = input.page_url,
                                         .state = CheckState(review_),
                                         .title = Headline(language_, said_),
                                         .summary = CheckSummary(input),
                                         .annotations = Annotations(language_, said_),
                                         .has_actions = true,
                                         .language = language_});
  if (!written.ok()) return Tolerate(written.status(), kNotWritten);
  check_run_id_ = written->id;
  publication_.set_check_url(written->url);
  return absl::OkStatus();
}

}  // namespace allreview::gateway
