#include "gateway/reviews/reviews.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/github_url.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/metrics.h"
#include "gateway/open_change.h"
#include "gateway/publish/probation.h"
#include "gateway/render_again.h"
#include "gateway/reviews/job_keys.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using review::v1::ReviewSummary;

constexpr size_t kMaxPatchBytes = 8 << 20;
constexpr size_t kMaxReasonBytes = 1000;

// How often a watcher looks at the store: another replica may do the work.
constexpr absl::Duration kWatchInterval = absl::Seconds(1);

absl::Status CheckSubmission(const review::v1::SubmitReviewRequest& request) {
  using change::v1::ChangeRef;
  switch (request.ref().source_case()) {
    case ChangeRef::SOURCE_NOT_SET:
      return absl::InvalidArgumentError(
          "ref names no change; wanted a pull request, a patch or a repository on the server");
    case ChangeRef::kDirectories:
      return absl::InvalidArgumentError(
          "ref names two folders; a server keeps reviews of pull requests, patches and "
          "repositories");
    case ChangeRef::kPatch:
      if (request.ref().patch().text().size() > kMaxPatchBytes) {
        return absl::InvalidArgumentError(absl::StrCat(
            "ref.patch.text has ", request.ref().patch().text().size(), " bytes; at most ",
            kMaxPatchBytes, " are queued: use ReviewPatch, which streams"));
      }
      break;
    default:
      break;
  }
  if (request.is_published() && !request.ref().has_github()) {
    return absl::InvalidArgumentError(
        "is_published is set, but the change is no pull request; there is nowhere to publish it");
  }
  return absl::OkStatus();
}

review::v1::Repository RepositoryOf(const change::v1::ChangeInfo& info) {
  review::v1::Repository repository;
  if (info.repository_id() == 0) return repository;
  repository.set_id(info.repository_id());
  repository.set_full_name(info.repository());
  repository.set_host(std::string(HostAndPortOf(info.url())));
  return repository;
}

// What is known of the change before it is reviewed.
ReviewSummary SummaryOf(const Job& job) {
  ReviewSummary summary;
  summary.set_id(job.review().review_id());
  if (job.repository().id() != 0) *summary.mutable_repository() = job.repository();
  summary.set_number(job.number());
  summary.set_head_commit(job.head_commit());
  summary.set_state(review::v1::REVIEW_STATE_QUEUED);
  summary.set_trigger(job.review().trigger());
  summary.set_requested_by(job.review().requested_by());
  *summary.mutable_queued_at() = job.queued_at();
  if (job.review().is_published()) {
    summary.mutable_publication()->set_state(review::v1::Publication::STATE_PENDING);
  }
  return summary;
}

const finding::v1::Finding* FindFinding(const review::v1::Review& review,
                                        absl::string_view fingerprint) {
  for (const finding::v1::Finding& finding : review.findings()) {
    if (finding.fingerprint() == fingerprint) return &finding;
  }
  return nullptr;
}

}  // namespace

Reviews::Reviews(ReviewsOptions options) : options_(std::move(options)), keys_(options_.keyed) {}

absl::StatusOr<review::v1::SubmitReviewResponse> Reviews::Submit(
    const Stubs& stubs, const review::v1::SubmitReviewRequest& request, const Asker& asker,
    const host::Request& caller) {
  RETURN_IF_ERROR(CheckSubmission(request));
  FetchOptions fetch;
  if (request.ref().has_github() && options_.read_token != nullptr) {
    ASSIGN_OR_RETURN(fetch.github_token,
                     options_.read_token(absl::StrCat(request.ref().github().owner(), "/",
                                                      request.ref().github().repository())));
  }
  ASSIGN_OR_RETURN(const pull_request::v1::Opened opened,
                   OpenChange(*stubs.pull_request, caller, request.ref(), fetch));
  ASSIGN_OR_RETURN(Job job, JobFor(request, opened.info(), asker));
  ASSIGN_OR_RETURN(const Enqueued enqueued, Enqueue(std::move(job)));
  review::v1::SubmitReviewResponse response;
  ASSIGN_OR_RETURN(*response.mutable_review(), store().GetSummary(enqueued.review_id));
  response.set_is_new(enqueued.is_new);
  if (enqueued.is_new) {
    Audit({.actor = asker.actor,
           .action = "review.submit",
           .target = enqueued.review_id,
           .detail = LabelOf(response.review())});
  }
  return response;
}

absl::StatusOr<Job> Reviews::JobFor(const review::v1::SubmitReviewRequest& request,
                                    const change::v1::ChangeInfo& info, const Asker& asker) {
  Job job;
  job.set_tenant(asker.tenant);
  job.set_head_commit(info.head_commit());
  review::v1::ReviewWork& work = *job.mutable_review();
  *work.mutable_ref() = request.ref();
  work.set_is_published(request.is_published());
  work.set_trigger(review::v1::TRIGGER_API);
  work.set_requested_by(asker.actor);
  if (request.ref().has_github()) {
    *job.mutable_repository() = RepositoryOf(info);
    job.set_number(info.number());
    HeadKey key = {.head = info.head_commit(), .configuration = options_.configuration};
    // The same review, kept but not published, is other work.
    if (!request.is_published()) key.nonce = "unpublished";
    job.set_key(PullRequestJobKey(job.repository(), job.number(), key));
    return job;
  }
  job.set_key(LocalJobKey(request.ref(), info, options_.configuration));
  if (job.key().empty()) job.set_key(absl::StrCat("review/once/", store().NewId()));
  if (request.ref().has_patch()) {
    work.set_patch(request.ref().patch().text());
    work.mutable_ref()->mutable_patch()->clear_text();
  }
  return job;
}

absl::StatusOr<Reviews::Enqueued> Reviews::Enqueue(Job job) {
  if (!job.has_queued_at()) *job.mutable_queued_at() = ToTimestamp(options_.now());
  Enqueued enqueued;
  if (job.has_review()) {
    ASSIGN_OR_RETURN(enqueued.review_id, keys_.Claim(job.key(), store().NewId()));
    job.mutable_review()->set_review_id(enqueued.review_id);
    RETURN_IF_ERROR(Record(job));
    // Before the new one is queued: done after it, a crash between would leave the old one.
    if (job.number() != 0 && job.review().is_published()) {
      RETURN_IF_ERROR(Withdraw(job, absl::StrCat("a newer push, ", job.head_commit().substr(0, 9),
                                                 ", is reviewed instead")));
    }
  }
  ASSIGN_OR_RETURN(enqueued.is_new, queue().Enqueue(job));
  if (options_.metrics != nullptr) {
    const std::string work = job.has_review() ? "review" : job.has_command() ? "command" : "sync";
    options_.metrics->Count(metric::kJobsEnqueued,
                            {{"result", enqueued.is_new ? "queued" : "duplicate"}, {"work", work}});
    if (job.has_review() && enqueued.is_new) {
      options_.metrics->Count(
          metric::kReviewRequests,
          {{"repository", job.repository().id() != 0 ? job.repository().full_name() : "local"},
           {"trigger", LabelOf(review::v1::Trigger_Name(job.review().trigger()), "TRIGGER_")}});
    }
  }
  return enqueued;
}

// The record of a review that is about to be queued. One that is there stays as it is, unless it
// was withdrawn: then it is asked for again.
absl::Status Reviews::Record(const Job& job) {
  const absl::StatusOr<ReviewSummary> known = store().GetSummary(job.review().review_id());
  if (known.ok() && known->state() != review::v1::REVIEW_STATE_SUPERSEDED &&
      known->state() != review::v1::REVIEW_STATE_CANCELLED) {
    return absl::OkStatus();
  }
  if (!known.ok() && !absl::IsNotFound(known.status())) return known.status();
  return store().PutSummary(SummaryOf(job));
}

// The reviews of a pull request but that of the head of `except`.
absl::Status Reviews::Withdraw(const Job& except, absl::string_view reason) {
  ASSIGN_OR_RETURN(
      const std::vector<std::string> withdrawn,
      queue().Withdraw(except.repository().id(), except.number(), except.head_commit()));
  for (const std::string& key : withdrawn) {
    ASSIGN_OR_RETURN(const std::optional<std::string> id, keys_.IdOf(key));
    if (id.has_value()) {
      RETURN_IF_ERROR(End(*id, review::v1::REVIEW_STATE_SUPERSEDED, reason));
    }
  }
  return absl::OkStatus();
}

absl::Status Reviews::WithdrawAll(int64_t repository_id, int64_t number) {
  Job none;
  none.mutable_repository()->set_id(repository_id);
  none.set_number(number);
  return Withdraw(none, "the pull request is closed or a draft");
}

absl::Status Reviews::End(const std::string& id, review::v1::ReviewState state,
                          absl::string_view reason) {
  ASSIGN_OR_RETURN(ReviewSummary summary, store().GetSummary(id));
  if (HasEnded(summary.state())) return absl::OkStatus();
  summary.set_state(state);
  summary.set_state_reason(std::string(reason));
  *summary.mutable_finished_at() = ToTimestamp(options_.now());
  RETURN_IF_ERROR(store().PutSummary(summary));
  options_.progress->Wake(id);
  if (options_.metrics != nullptr) {
    options_.metrics->Count(
        metric::kReviewStates,
        {{"state", LabelOf(review::v1::ReviewState_Name(state), "REVIEW_STATE_")}});
  }
  return absl::OkStatus();
}

absl::StatusOr<review::v1::StoredReview> Reviews::Get(const review::v1::GetReviewRequest& request) {
  if (!request.is_summary_only()) return store().GetReview(request.id());
  review::v1::StoredReview review;
  ASSIGN_OR_RETURN(*review.mutable_summary(), store().GetSummary(request.id()));
  return review;
}

absl::Status Reviews::Watch(const std::string& id, const host::Request& caller,
                            const WatchReceiver& send) {
  std::string last;
  int64_t seen = 0;
  while (!caller.IsCancelled() && options_.now() < caller.deadline) {
    review::v1::WatchReviewResponse event;
    ASSIGN_OR_RETURN(*event.mutable_review(), store().GetSummary(id));
    std::string bytes = event.review().SerializeAsString();
    if (bytes != last && !send(event)) return absl::OkStatus();
    last = std::move(bytes);
    if (HasEnded(event.review().state())) return absl::OkStatus();
    const std::optional<NumberedProgress> news = options_.progress->Wait(id, seen, kWatchInterval);
    if (!news.has_value()) continue;
    seen = news->number;
    *event.mutable_progress() = news->progress;
    if (!send(event)) return absl::OkStatus();
  }
  return absl::CancelledError("the watch ended before the review did; watch again");
}

absl::StatusOr<ReviewSummary> Reviews::Cancel(const std::string& id, const Asker& asker) {
  ASSIGN_OR_RETURN(const ReviewSummary summary, store().GetSummary(id));
  if (HasEnded(summary.state())) {
    return absl::FailedPreconditionError(absl::StrCat(
        "review ", id,
        " has ended: ", LabelOf(review::v1::ReviewState_Name(summary.state()), "REVIEW_STATE_")));
  }
  ASSIGN_OR_RETURN(const std::optional<std::string> key, keys_.KeyOf(id));
  if (key.has_value()) {
    const absl::Status withdrawn = queue().WithdrawKey(*key);
    if (!withdrawn.ok() && !absl::IsNotFound(withdrawn)) return withdrawn;
  }
  RETURN_IF_ERROR(
      End(id, review::v1::REVIEW_STATE_CANCELLED, absl::StrCat("withdrawn by ", asker.actor)));
  Audit(
      {.actor = asker.actor, .action = "review.cancel", .target = id, .detail = LabelOf(summary)});
  return store().GetSummary(id);
}

absl::Status Reviews::SendDocument(const Stubs& stubs,
                                   const review::v1::GetDocumentRequest& request,
                                   const host::Request& caller, const DocumentReceiver& send) {
  ASSIGN_OR_RETURN(const review::v1::StoredReview stored, store().GetReview(request.id()));
  if (!stored.has_review()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "review ", request.id(), " has no documents: it is ",
        LabelOf(review::v1::ReviewState_Name(stored.summary().state()), "REVIEW_STATE_"),
        stored.summary().state_reason().empty() ? "" : ", ", stored.summary().state_reason()));
  }
  return RenderAgain(*stubs.report, caller, stored.review(), request.document(), send);
}

absl::StatusOr<review::v1::AddFeedbackResponse> Reviews::AddFeedback(
    const review::v1::AddFeedbackRequest& request, const Asker& asker) {
  if (request.vote() != review::v1::VOTE_USEFUL && request.vote() != review::v1::VOTE_NOT_USEFUL) {
    return absl::InvalidArgumentError("vote must be VOTE_USEFUL or VOTE_NOT_USEFUL");
  }
  ASSIGN_OR_RETURN(const review::v1::StoredReview stored, store().GetReview(request.review_id()));
  const finding::v1::Finding* finding = FindFinding(stored.review(), request.fingerprint());
  if (finding == nullptr) {
    return absl::NotFoundError(absl::StrCat("review ", request.review_id(), " has no finding \"",
                                            request.fingerprint(), "\""));
  }
  review::v1::Feedback feedback;
  *feedback.mutable_repository() = stored.summary().repository();
  feedback.set_number(stored.summary().number());
  feedback.set_fingerprint(request.fingerprint());
  feedback.set_rule_id(finding->rule_id());
  feedback.set_vote(request.vote());
  feedback.set_voter(asker.actor);
  feedback.set_reason(request.reason().substr(0, kMaxReasonBytes));
  *feedback.mutable_at() = ToTimestamp(options_.now());
  const auto version = stored.rule_versions().find(finding->rule_id());
  if (version != stored.rule_versions().end()) {
    feedback.set_rule_version(absl::StrCat(version->second));
  }
  RETURN_IF_ERROR(store().AddFeedback(feedback));
  if (options_.metrics != nullptr) {
    options_.metrics->Count(metric::kVotes,
                            {{"rule", finding->rule_id()},
                             {"vote", LabelOf(review::v1::Vote_Name(request.vote()), "VOTE_")}});
  }
  const std::string organisation = OrganisationOf(feedback.repository());
  RETURN_IF_ERROR(
      UpdateProbation(store(), organisation, feedback.rule_id(), options_.metrics).status());
  review::v1::AddFeedbackResponse response;
  ASSIGN_OR_RETURN(*response.mutable_standing(),
                   store().GetStanding(organisation, feedback.rule_id()));
  return response;
}

absl::StatusOr<review::v1::RetryDeadLetterResponse> Reviews::RetryDeadLetter(const std::string& id,
                                                                             const Asker& asker) {
  review::v1::RetryDeadLetterResponse response;
  ASSIGN_OR_RETURN(*response.mutable_job_key(), queue().Revive(id));
  ASSIGN_OR_RETURN(const std::optional<std::string> review, keys_.IdOf(response.job_key()));
  if (review.has_value()) {
    ASSIGN_OR_RETURN(ReviewSummary summary, store().GetSummary(*review));
    summary.set_state(review::v1::REVIEW_STATE_QUEUED);
    summary.set_state_reason("queued again by an operator");
    summary.clear_finished_at();
    RETURN_IF_ERROR(store().PutSummary(summary));
  }
  Audit({.actor = asker.actor,
         .action = "dead-letter.retry",
         .target = id,
         .detail = response.job_key()});
  return response;
}

void Reviews::Audit(const Action& action) {
  review::v1::AuditEntry entry;
  entry.set_actor(action.actor);
  entry.set_action(action.action);
  entry.set_target(action.target);
  entry.set_detail(action.detail);
  const absl::Status status = store().AddAudit(entry);
  if (status.ok()) return;
  Log(LogLevel::kError, "audit entry lost",
      {{"action", action.action},
       {"target", action.target},
       {"reason", std::string(status.message())}});
}

std::string LabelOf(const ReviewSummary& summary) {
  if (summary.number() == 0) return summary.title();
  return absl::StrCat(summary.repository().full_name(), "#", summary.number());
}

bool HasEnded(review::v1::ReviewState state) {
  return state != review::v1::REVIEW_STATE_QUEUED && state != review::v1::REVIEW_STATE_RUNNING;
}

}  // namespace allreview::gateway
