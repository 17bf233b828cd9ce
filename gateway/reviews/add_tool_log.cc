// Reviews::AddToolLog: a log of another tool joins the review of its commit.

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/pipeline/open_change.h"
#include "gateway/reviews/job_keys.h"
#include "gateway/reviews/reviews.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;

absl::Status CheckRequest(const review::v1::AddToolLogRequest& request) {
  constexpr size_t kCommitDigits = 40;
  if (!request.ref().has_github()) {
    return absl::InvalidArgumentError(
        "ref names no pull request; logs for other changes go with SubmitReview");
  }
  if (request.head_commit().size() < kCommitDigits) {
    return absl::InvalidArgumentError(
        absl::StrCat("head_commit is \"", request.head_commit().substr(0, kCommitDigits),
                     "\", wanted the commit that the tool read, in full"));
  }
  if (request.log().content().empty()) {
    return absl::InvalidArgumentError("log is empty, wanted a SARIF 2.1.0 log");
  }
  return absl::OkStatus();
}

absl::Status CheckHead(const std::string& wanted, const std::string& head) {
  if (wanted == head) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the log is of commit ", wanted.substr(0, 12), ", but the head of the pull request is ",
      head.substr(0, 12), "; upload what the tool says of the head"));
}

}  // namespace

absl::StatusOr<review::v1::AddToolLogResponse> Reviews::AddToolLog(
    const Stubs& stubs, const review::v1::AddToolLogRequest& request, const Asker& asker,
    const host::Request& caller) {
  RETURN_IF_ERROR(CheckRequest(request));
  review::v1::SubmitReviewRequest submission;
  *submission.mutable_ref() = request.ref();
  *submission.add_tool_logs() = request.log();
  review::v1::AddToolLogResponse response;
  ASSIGN_OR_RETURN(const int64_t results, CheckToolLogs(submission.tool_logs()));
  response.set_results(static_cast<int32_t>(results));
  submission.clear_tool_logs();
  ASSIGN_OR_RETURN(const pull_request::v1::Opened opened, Open(stubs, submission, caller));
  RETURN_IF_ERROR(CheckHead(request.head_commit(), opened.info().head_commit()));
  ASSIGN_OR_RETURN(Job job, JobFor(submission, opened, asker));
  RETURN_IF_ERROR(CheckStore(job));
  const std::string owner =
      HeadOfPullRequest(job.repository().id(), job.number(), job.head_commit());
  RETURN_IF_ERROR(tool_logs_.Put(owner, request.log(), store().NewId()));
  Audit({.actor = asker.actor,
         .action = "tool-log.add",
         .target = absl::StrCat(job.repository().full_name(), "#", job.number()),
         .detail = absl::StrCat(job.head_commit().substr(0, 12), ", ", results, " results")});
  RETURN_IF_ERROR(JoinReview(std::move(job), owner, response));
  return response;
}

// The log is stored before anybody is asked whether a review waits: one that does will read it.
absl::Status Reviews::JoinReview(Job job, const std::string& owner,
                                 review::v1::AddToolLogResponse& response) {
  ASSIGN_OR_RETURN(const analysis::v1::ToolLogs logs, tool_logs_.Load(owner));
  HeadKey key = {.head = job.head_commit(), .configuration = options_.configuration};
  const std::string published = PullRequestJobKey(job.repository(), job.number(), key);
  key.nonce = "unpublished";
  const std::string unpublished = PullRequestJobKey(job.repository(), job.number(), key);
  ASSIGN_OR_RETURN(const std::string last, tool_logs_.LastJob(owner));
  bool is_known = false;
  for (const std::string& earlier : {published, unpublished, last}) {
    ASSIGN_OR_RETURN(const std::optional<std::string> id, keys_.IdOf(earlier));
    ASSIGN_OR_RETURN(const std::optional<KeptJob> kept, queue().Find(earlier));
    if (!id || !kept) continue;
    is_known = true;
    if (earlier == published) job.mutable_review()->set_is_published(true);
    if (kept->state == JobState::kWaiting || kept->state == JobState::kDelayed) {
      ASSIGN_OR_RETURN(*response.mutable_review(), store().GetSummary(*id));
      return absl::OkStatus();
    }
    if (kept->state == JobState::kRunning) RETURN_IF_ERROR(Supersede(earlier, *id));
  }
  // Nothing was reviewed yet: the first review of this head reads the log.
  if (!is_known) return absl::OkStatus();
  key.nonce = absl::StrCat("tools-", DigestOf(logs));
  job.set_key(PullRequestJobKey(job.repository(), job.number(), key));
  RETURN_IF_ERROR(tool_logs_.SetLastJob(owner, job.key(), store().NewId()));
  ASSIGN_OR_RETURN(const Enqueued enqueued, Enqueue(std::move(job)));
  ASSIGN_OR_RETURN(*response.mutable_review(), store().GetSummary(enqueued.review_id));
  response.set_is_new(enqueued.is_new);
  return absl::OkStatus();
}

absl::StatusOr<analysis::v1::ToolLogs> Reviews::ToolLogsFor(const Job& job) {
  ASSIGN_OR_RETURN(analysis::v1::ToolLogs logs, tool_logs_.Load(OneJob(job.key())));
  if (job.repository().id() == 0 || job.head_commit().empty()) return logs;
  ASSIGN_OR_RETURN(
      analysis::v1::ToolLogs of_head,
      tool_logs_.Load(HeadOfPullRequest(job.repository().id(), job.number(), job.head_commit())));
  logs.MergeFrom(of_head);
  return logs;
}

// It has begun without the log, and must not be published after the one that has it.
absl::Status Reviews::Supersede(const std::string& job_key, const std::string& review_id) {
  const absl::Status withdrawn = queue().WithdrawKey(job_key);
  if (absl::IsNotFound(withdrawn)) return absl::OkStatus();  // It has ended just now.
  RETURN_IF_ERROR(withdrawn);
  return End(review_id, {.state = review::v1::REVIEW_STATE_SUPERSEDED,
                         .reason = "results of another tool came, and are reviewed instead"})
      .status();
}

}  // namespace allreview::gateway
