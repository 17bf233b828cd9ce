#include "gateway/reviews/reviews.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "base/url.h"
#include "base/utf8.h"
#include "gateway/feedback/probation.h"
#include "gateway/metrics/metrics.h"
#include "gateway/pipeline/open_change.h"
#include "gateway/pipeline/render_again.h"
#include "gateway/reviews/job_keys.h"
#include "host/retry_after.h"
#include "review/causes.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using review::v1::ReviewSummary;

constexpr absl::string_view kCallers = "api";  // Begins the tenants of callers of the API.
constexpr size_t kMaxPatchBytes = 8 << 20;
constexpr size_t kMaxReasonBytes = 1000;

// What to wait for room where no job has ended lately.
constexpr absl::Duration kWaitOfUnknownPace = absl::Minutes(1);

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
        "is_published is set, but the change is not a pull request, so there is nowhere to publish "
        "it");
  }
  return absl::OkStatus();
}

review::v1::Repository RepositoryOf(const change::v1::ChangeInfo& info) {
  review::v1::Repository repository;
  if (info.repository_id() == 0) return repository;
  repository.set_id(info.repository_id());
  repository.set_full_name(info.repository());
  repository.set_forge(change::v1::FORGE_GITHUB);
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

// For a review that was given up, or made and not published. False: there is nothing to do again.
bool QueueAgain(ReviewSummary& summary) {
  using review::v1::Publication;
  const bool is_unpublished = summary.publication().state() == Publication::STATE_FAILED;
  if (summary.state() != review::v1::REVIEW_STATE_FAILED && !is_unpublished) return false;
  if (is_unpublished) {
    summary.clear_publication();
    summary.mutable_publication()->set_state(Publication::STATE_PENDING);
  }
  if (summary.state() != review::v1::REVIEW_STATE_FAILED) return true;
  summary.set_state(review::v1::REVIEW_STATE_QUEUED);
  summary.set_state_reason("queued again by an operator");
  summary.clear_finished_at();
  return true;
}

// Ends a review that IsOpen. False: it does not end so. What somebody ended stays as it was ended.
bool Apply(const Reviews::Ending& ending, absl::Time now, ReviewSummary& summary) {
  using review::v1::Publication;
  const bool is_made = summary.state() == review::v1::REVIEW_STATE_DONE;
  if (HasEnded(summary.state()) && !is_made) return false;
  if (ending.state == review::v1::REVIEW_STATE_SUPERSEDED) {
    summary.clear_publication();
  } else if (ending.state == review::v1::REVIEW_STATE_FAILED) {
    if (summary.publication().state() == Publication::STATE_PENDING) {
      summary.mutable_publication()->set_state(Publication::STATE_FAILED);
      summary.mutable_publication()->set_reason(ending.reason);
    }
    if (is_made) return true;
  } else if (is_made) {
    return false;
  }
  summary.set_state(ending.state);
  summary.set_state_reason(ending.reason);
  *summary.mutable_finished_at() = ToTimestamp(now);
  return true;
}

// Until half of what waits is done: then those who come again find room, and the workers still have
// work.
absl::Duration WaitFor(int64_t waiting, absl::Duration pace) {
  return pace == absl::InfiniteDuration() ? kWaitOfUnknownPace : pace * waiting / 2;
}

const finding::v1::Finding* FindFinding(const review::v1::Review& review,
                                        absl::string_view fingerprint) {
  for (const finding::v1::Finding* finding : AllFindings(review)) {
    if (finding->fingerprint() == fingerprint) return finding;
  }
  return nullptr;
}

}  // namespace

Reviews::Reviews(ReviewsOptions options)
    : options_(std::move(options)), keys_(options_.keyed), tool_logs_(options_.keyed) {}

absl::StatusOr<review::v1::SubmitReviewResponse> Reviews::Submit(
    const Stubs& stubs, const review::v1::SubmitReviewRequest& request, const Asker& asker,
    const host::Request& caller) {
  RETURN_IF_ERROR(CheckSubmission(request));
  RETURN_IF_ERROR(CheckToolLogs(request.tool_logs()).status());
  ASSIGN_OR_RETURN(const pull_request::v1::Opened opened, Open(stubs, request, caller));
  ASSIGN_OR_RETURN(Job job, JobFor(request, opened, asker));
  for (const analysis::v1::ToolLog& log : request.tool_logs()) {
    RETURN_IF_ERROR(CheckStore(job));
    RETURN_IF_ERROR(tool_logs_.Put(OneJob(job.key()), log, store().NewId()));
  }
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

absl::StatusOr<pull_request::v1::Opened> Reviews::Open(
    const Stubs& stubs, const review::v1::SubmitReviewRequest& request,
    const host::Request& caller) {
  FetchOptions fetch;
  if (request.ref().has_github() && options_.read_token != nullptr) {
    ASSIGN_OR_RETURN(fetch.forge_token,
                     options_.read_token(absl::StrCat(request.ref().github().owner(), "/",
                                                      request.ref().github().repository())));
  }
  return OpenChange(*stubs.pull_request, caller, request.ref(), fetch);
}

absl::StatusOr<Job> Reviews::JobFor(const review::v1::SubmitReviewRequest& request,
                                    const pull_request::v1::Opened& opened, const Asker& asker) {
  const change::v1::ChangeInfo& info = opened.info();
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
    if (!request.tool_logs().empty()) {
      analysis::v1::ToolLogs logs;
      *logs.mutable_logs() = request.tool_logs();
      absl::StrAppend(&key.nonce, "tools-", DigestOf(logs));
    }
    job.set_key(PullRequestJobKey(job.repository(), job.number(), key));
    return job;
  }
  job.set_key(LocalJobKey(request, opened, options_.configuration));
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
  RETURN_IF_ERROR(CheckRoom(job));
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

// Before anything is written, so that a refusal leaves nothing behind. A job that is known needs no
// room.
absl::Status Reviews::CheckRoom(const Job& job) {
  absl::Status status = CheckQueue(job);
  if (status.ok() && job.has_review()) status = CheckStore(job);
  if (!absl::IsResourceExhausted(status)) return status;
  ASSIGN_OR_RETURN(const std::optional<KeptJob> known, queue().Find(job.key()));
  return known.has_value() && known->state <= JobState::kDone ? absl::OkStatus() : status;
}

absl::Status Reviews::CheckQueue(const Job& job) {
  const bool is_of_caller = absl::StartsWith(job.tenant(), kCallers);
  if (options_.max_waiting == 0 && (!is_of_caller || options_.max_waiting_of_caller == 0)) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const QueueDepth depth, queue().Depth(job.tenant()));
  if (is_of_caller && options_.max_waiting_of_caller != 0 &&
      depth.of_tenant >= options_.max_waiting_of_caller) {
    return host::WithRetryAfter(absl::ResourceExhaustedError(absl::StrCat(
                                    depth.of_tenant, " reviews that ", job.review().requested_by(),
                                    " asked for wait, at most ", options_.max_waiting_of_caller,
                                    " may; ask again when some are done")),
                                WaitFor(depth.of_tenant, depth.pace));
  }
  if (options_.max_waiting != 0 && depth.of_all >= options_.max_waiting) {
    return host::WithRetryAfter(absl::ResourceExhaustedError(absl::StrCat(
                                    depth.of_all, " jobs wait, at most ", options_.max_waiting,
                                    " may; ask again when some are done")),
                                WaitFor(depth.of_all, depth.pace));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<Reviews::Quota>> Reviews::QuotaOf(const Asker& asker) {
  const int64_t limit = options_.max_waiting_of_caller;
  if (limit == 0 || !absl::StartsWith(asker.tenant, kCallers)) return std::nullopt;
  ASSIGN_OR_RETURN(const QueueDepth depth, queue().Depth(asker.tenant));
  return Quota{
      .limit = limit,
      .remaining = std::max<int64_t>(0, limit - depth.of_tenant),
      .reset = depth.of_tenant == 0 ? absl::ZeroDuration() : WaitFor(depth.of_tenant, depth.pace)};
}

absl::Status Reviews::CheckStore(const Job& job) {
  constexpr absl::string_view kCure = ", or keep reviews for fewer --retention-days to make room";
  const std::string& requester = job.review().requested_by();
  if (options_.max_store_of_caller != 0 && absl::StartsWith(job.tenant(), kCallers)) {
    ASSIGN_OR_RETURN(const int64_t kept, store().KeptBytes(requester));
    if (kept >= options_.max_store_of_caller) {
      return host::WithRetryAfter(
          absl::ResourceExhaustedError(absl::StrCat(
              "the reviews that ", requester, " asked for take ", kept >> 20, " MiB, at most ",
              options_.max_store_of_caller >> 20,
              " MiB are kept of one token; an operator can raise --max-store-mib-per-token",
              kCure)),
          host::kMaxRetryAfter);
    }
  }
  if (options_.max_store_bytes == 0) return absl::OkStatus();
  ASSIGN_OR_RETURN(const int64_t bytes, options_.keyed->SizeBytes());
  if (bytes < options_.max_store_bytes) return absl::OkStatus();
  return host::WithRetryAfter(
      absl::ResourceExhaustedError(absl::StrCat(
          "the store takes ", bytes >> 20, " MiB, and new reviews find room below ",
          options_.max_store_bytes >> 20, " MiB; an operator can raise --max-store-mib", kCure)),
      host::kMaxRetryAfter);
}

// The record of a review that is about to be queued. One that is there stays as it is, unless it
// was withdrawn or failed: then it is asked for again.
absl::Status Reviews::Record(const Job& job) {
  const absl::StatusOr<ReviewSummary> written =
      store().UpdateSummary(job.review().review_id(), [&](ReviewSummary& stored) {
        if (!HasEnded(stored.state()) || stored.state() == review::v1::REVIEW_STATE_DONE) {
          return false;
        }
        stored = SummaryOf(job);
        return true;
      });
  if (!absl::IsNotFound(written.status())) return written.status();
  return store().PutSummary(SummaryOf(job));
}

// The reviews of a pull request but that of the head of `except`.
absl::Status Reviews::Withdraw(const Job& except, absl::string_view reason) {
  ASSIGN_OR_RETURN(
      const std::vector<std::string> withdrawn,
      queue().Withdraw(except.repository().id(), except.number(), except.head_commit()));
  for (const std::string& key : withdrawn) {
    ASSIGN_OR_RETURN(const std::optional<std::string> id, keys_.IdOf(key));
    if (!id.has_value()) continue;
    RETURN_IF_ERROR(
        End(*id, {.state = review::v1::REVIEW_STATE_SUPERSEDED, .reason = std::string(reason)})
            .status());
  }
  return absl::OkStatus();
}

absl::Status Reviews::WithdrawAll(int64_t repository_id, int64_t number) {
  Job none;
  none.mutable_repository()->set_id(repository_id);
  none.set_number(number);
  return Withdraw(none, "the pull request is closed or a draft");
}

absl::StatusOr<std::optional<ReviewSummary>> Reviews::End(const std::string& id,
                                                          const Ending& ending) {
  bool is_ended = false;
  ASSIGN_OR_RETURN(ReviewSummary summary, store().UpdateSummary(id, [&](ReviewSummary& stored) {
    is_ended = IsOpen(stored) && (!ending.is_meant || ending.is_meant(stored)) &&
               Apply(ending, options_.now(), stored);
    return is_ended;
  }));
  if (!is_ended) return std::nullopt;
  options_.progress->Wake(id);
  if (options_.metrics != nullptr && summary.state() == ending.state) {
    options_.metrics->Count(
        metric::kReviewStates,
        {{"state", LabelOf(review::v1::ReviewState_Name(ending.state), "REVIEW_STATE_")}});
  }
  return std::optional<ReviewSummary>(std::move(summary));
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

// The record first: whoever has the job, or gets it before it is withdrawn, then leaves it alone.
absl::StatusOr<ReviewSummary> Reviews::Cancel(const std::string& id, const Asker& asker) {
  ASSIGN_OR_RETURN(
      const auto cancelled,
      End(id, {.state = review::v1::REVIEW_STATE_CANCELLED,
               .reason = absl::StrCat("withdrawn by ", asker.actor),
               .is_meant = [](const ReviewSummary& stored) { return !HasEnded(stored.state()); }}));
  if (!cancelled.has_value()) {
    ASSIGN_OR_RETURN(const ReviewSummary summary, store().GetSummary(id));
    return absl::FailedPreconditionError(absl::StrCat(
        "review ", id,
        " has ended: ", LabelOf(review::v1::ReviewState_Name(summary.state()), "REVIEW_STATE_")));
  }
  ASSIGN_OR_RETURN(const std::optional<std::string> key, keys_.KeyOf(id));
  if (key.has_value()) {
    const absl::Status withdrawn = queue().WithdrawKey(*key);
    if (!withdrawn.ok() && !absl::IsNotFound(withdrawn)) {
      Log(LogLevel::kWarning, "job of a cancelled review not withdrawn; its worker will drop it",
          {{"review", id}, {"reason", std::string(withdrawn.message())}});
    }
  }
  Audit({.actor = asker.actor,
         .action = "review.cancel",
         .target = id,
         .detail = LabelOf(*cancelled)});
  return *cancelled;
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
  feedback.set_reason(std::string(CutToBytes(request.reason(), kMaxReasonBytes)));
  *feedback.mutable_at() = ToTimestamp(options_.now());
  const auto version = stored.rule_versions().find(finding->rule_id());
  if (version != stored.rule_versions().end()) {
    feedback.set_rule_version(absl::StrCat(version->second));
  }
  RETURN_IF_ERROR(store().AddFeedback(feedback));
  const std::string vote = LabelOf(review::v1::Vote_Name(request.vote()), "VOTE_");
  Audit({asker.actor, "feedback.add", LabelOf(stored.summary()),
         absl::StrCat(feedback.rule_id(), ": ", vote)});
  if (options_.metrics != nullptr) {
    CountVote(*options_.metrics, feedback.repository(), finding->rule_id(), request.vote());
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
    // A worker may have begun with it already.
    RETURN_IF_ERROR(
        store()
            .UpdateSummary(*review, [](ReviewSummary& stored) { return QueueAgain(stored); })
            .status());
    options_.progress->Wake(*review);
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
