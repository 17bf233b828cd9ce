#include "gateway/forge/commands/command_worker.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/timestamp.h"
#include "gateway/forge/commands/command_texts.h"
#include "gateway/forge/commands/commands.h"
#include "gateway/forge/reviewed/newest_review.h"
#include "gateway/metrics/metrics.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;

// Clocks differ, and a job may have waited behind its webhook.
constexpr absl::Duration kBeforeTheJob = absl::Minutes(10);
constexpr int kMaxStoreAttempts = 5;

AnswerPlace PlaceOf(const Job& job, const std::string& bot) {
  return {.pull = {job.repository().full_name(), job.number()},
          .comment = {.id = job.command().comment_id(),
                      .is_on_diff = job.command().is_review_comment()},
          .key = job.key(),
          .bot = bot,
          .since = ToTime(job.queued_at()) - kBeforeTheJob};
}

bool IsWorthAnotherAttempt(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsResourceExhausted(status) ||
         absl::IsDeadlineExceeded(status) || absl::IsAborted(status) || absl::IsUnknown(status);
}

}  // namespace

void CommandWorker::Count(const Call& call, absl::string_view result) {
  if (options_.metrics == nullptr) return;
  const std::string& name = call.work.command();
  options_.metrics->Count(metric::kCommands, {{"command", IsCommand(name) ? name : "unknown"},
                                              {"result", std::string(result)}});
}

absl::Status CommandWorker::Do(const Job& job, bool is_last_attempt) {
  ASSIGN_OR_RETURN(std::unique_ptr<ForgeApi> api, options_.api(job.repository()));
  Call call{.job = job,
            .work = job.command(),
            .api = *api,
            .place = PlaceOf(job, options_.bot),
            .pull = {},
            .is_last_attempt = is_last_attempt,
            .team_language = {}};
  absl::Status status = Execute(call);
  if (absl::IsUnknown(status)) {
    // Looked for at the next attempt.
    return absl::UnavailableError(status.message());
  }
  return status;
}

absl::Status CommandWorker::Execute(const Call& given) {
  Call call = given;
  ASSIGN_OR_RETURN(call.pull, call.api.ReadPullRequest(call.place.pull));
  ASSIGN_OR_RETURN(bool is_allowed, IsAllowed(call));
  if (!is_allowed) {
    Count(call, "denied");
    Log(LogLevel::kInfo, "command denied",
        {{"repository", call.place.pull.repository},
         {"number", absl::StrCat(call.place.pull.number)},
         {"author", call.work.author()}});
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(bool is_answered, IsAnswered(call.api, call.place));
  if (is_answered) return absl::OkStatus();
  ASSIGN_OR_RETURN(call.team_language, TeamLanguage(*options_.store, call.job.repository().id(),
                                                    call.place.pull.number));
  absl::StatusOr<Reply> reply = ReplyTo(call);
  if (!reply.ok() && IsWorthAnotherAttempt(reply.status()) && !call.is_last_attempt) {
    return reply.status();
  }
  const bool is_done = reply.ok() && !reply->is_refusal;
  Count(call, is_done ? (IsCommand(call.work.command()) ? "done" : "unknown") : "failed");
  if (!reply.ok()) {
    Log(LogLevel::kError, "command failed", {{"error", std::string(reply.status().message())}});
    reply = Reply{.text = FailureText(call.language(), call.work.command(), reply.status())};
  }
  if (reply->text.empty()) return Acknowledge(call.api, call.place);
  return PostAnswer(call.api, call.place, reply->text, reply->more);
}

absl::StatusOr<bool> CommandWorker::IsAllowed(const Call& call) {
  const std::string& author = call.work.author();
  bool is_harmless = call.work.command() == "help" || call.work.command() == "not-useful";
  bool is_own = !author.empty() && absl::EqualsIgnoreCase(author, call.pull.author);
  if (is_harmless && is_own) return true;
  return call.api.MayWrite(call.place.pull.repository, author);
}

absl::StatusOr<CommandWorker::Reply> CommandWorker::ReplyTo(const Call& call) {
  const std::string& name = call.work.command();
  if (name == "help") return Reply{.text = HelpText(call.language())};
  if (!IsCommand(name)) return Reply{.text = UnknownCommandText(call.language(), name)};
  if (name == "review") return Review(call);
  if (name == "not-useful") return NotUseful(call);
  if (name == "ignore") return Ignore(call);
  return Document(call);
}

CommandWorker::Reply CommandWorker::Refuse(const Call& call, const Words& why) {
  return {.text = RefusalText(call.language(), call.work.command(), why), .is_refusal = true};
}

absl::Status CommandWorker::EnqueueReview(const Call& call, const std::string& nonce) {
  Job job = options_.jobs.Review({.repository = call.job.repository(),
                                  .number = call.place.pull.number,
                                  .head = call.pull.head,
                                  .nonce = nonce,
                                  .is_requested = true,
                                  .requested_by = call.work.author()});
  job.set_trace_parent(call.job.trace_parent());
  return options_.enqueue(job).status();
}

// The review itself is the answer.
absl::StatusOr<CommandWorker::Reply> CommandWorker::Review(const Call& call) {
  RETURN_IF_ERROR(EnqueueReview(call, call.job.key()));
  return Reply{};
}

absl::Status CommandWorker::ChangePullRequest(
    const Call& call, const std::function<void(review::v1::PullRequestState&)>& change) {
  for (int attempt = 1;; ++attempt) {
    ASSIGN_OR_RETURN(
        VersionedPullRequest known,
        options_.store->GetPullRequest(call.job.repository().id(), call.place.pull.number));
    *known.state.mutable_repository() = call.job.repository();
    known.state.set_number(call.place.pull.number);
    change(known.state);
    absl::Status status = options_.store->PutPullRequest(known.state, known.version);
    if (!absl::IsAborted(status) || attempt == kMaxStoreAttempts) return status;
  }
}

}  // namespace allreview::gateway
