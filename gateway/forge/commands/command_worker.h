#ifndef GATEWAY_FORGE_COMMANDS_COMMAND_WORKER_H_
#define GATEWAY_FORGE_COMMANDS_COMMAND_WORKER_H_

// Does what a comment or a button asked for, and answers once.
//
//   CommandWorker worker({.store = &store, .read_document = …, .api = …, .enqueue = …});
//   absl::Status status = worker.Do(lease.job, lease.attempts >= max_attempts);
//
// Who may: people with write access to the repository, by the forge's own word. The author of the
// pull request may also ask for help and vote findings down. Everybody else gets no answer at all,
// so that strangers cannot use up what the forge lets us write; the log and a metric tell of them.
//
// Documents are those of the finished review of the present head. Where there is none yet, one is
// queued and the command waits in the queue (kUnavailable): a worker never waits for another one.
//
// Status of Do: OK also when the answer was "no"; kUnavailable, kResourceExhausted,
// kDeadlineExceeded and kAborted are worth another attempt; others are for the dead letters. After
// an attempt that broke off, what was answered is not answered again.
//
// Answers are in the team's language, and so are documents where a policy names one; else they are
// in that of the change.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gateway/forge/commands/answers.h"
#include "gateway/forge/commands/jobs.h"
#include "gateway/forge/forge_api.h"
#include "gateway/store/review_store.h"
#include "host/metrics.h"
#include "proto/report/v1/report.pb.h"
#include "proto/review/v1/record.pb.h"
#include "proto/review/v1/review_service.pb.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

struct CommandWorkerOptions {
  ReviewStore* store = nullptr;  // Borrowed.
  std::string bot = {};          // Our login: "allreview[bot]".
  JobMaker jobs = {};
  host::Metrics* metrics = nullptr;  // Borrowed. May be null.

  // For a repository, with a token that may write.
  std::function<absl::StatusOr<std::unique_ptr<ForgeApi>>(const review::v1::Repository&)> api =
      nullptr;
  // A document of a finished review, in pieces until `send` returns false. Not through
  // ReviewService: The forge has already said what the author of the command may do, and there is
  // no token to show.
  using DocumentReceiver = std::function<bool(const report::v1::DocumentChunk& chunk)>;
  std::function<absl::Status(const review::v1::GetDocumentRequest&, const DocumentReceiver& send)>
      read_document = nullptr;
  // Ids of all rules, the operator's own too.
  std::function<absl::StatusOr<std::vector<std::string>>()> rule_ids = nullptr;
  // As WebhookHandlerOptions::enqueue.
  std::function<absl::StatusOr<bool>(const review::v1::Job& job)> enqueue = nullptr;
  // A vote, with all that follows from it. `voter` is a login.
  std::function<absl::Status(const review::v1::AddFeedbackRequest&, const std::string& voter)>
      add_feedback = nullptr;
  // What the words after "audit" ask for; kInvalidArgument: nothing that there is. Null: a whole
  // audit that shows the words.
  std::function<absl::StatusOr<report::v1::AuditFocus>(const std::string& words)> audit_focus =
      nullptr;
  // Of a review's page; empty or null: there is none.
  std::function<std::string(const std::string& review_id)> page_url = nullptr;
};

class CommandWorker {
 public:
  explicit CommandWorker(CommandWorkerOptions options) : options_(std::move(options)) {}

  // Safe from any thread.
  absl::Status Do(const review::v1::Job& job, bool is_last_attempt);

 private:
  // One command on its way.
  struct Call {
    const review::v1::Job& job;
    const review::v1::CommandWork& work;
    ForgeApi& api;
    AnswerPlace place;
    PullRequestFacts pull;
    bool is_last_attempt = false;
    std::string team_language = {};  // See TeamLanguage.

    Language language() const { return LanguageOf(team_language); }
  };
  struct Reply {
    std::string text = {};    // Empty: eyes under the comment instead.
    std::string more = {};    // See PostAnswer.
    bool is_refusal = false;  // The answer is "no", for what the command says.
  };

  absl::Status Execute(const Call& given);
  absl::StatusOr<bool> IsAllowed(const Call& call);
  absl::StatusOr<Reply> ReplyTo(const Call& call);
  static Reply Refuse(const Call& call, const Words& why);
  absl::Status EnqueueReview(const Call& call, const std::string& nonce);
  absl::StatusOr<Reply> Review(const Call& call);
  absl::StatusOr<Reply> Document(const Call& call);
  absl::StatusOr<report::v1::DocumentRequest> DocumentOf(const Call& call);
  absl::StatusOr<std::optional<std::string>> FinishedReview(const Call& call);
  absl::StatusOr<std::optional<std::string>> ReadDocument(
      const std::string& review_id, const report::v1::DocumentRequest& document);
  absl::StatusOr<Reply> NotUseful(const Call& call);
  absl::StatusOr<Reply> Ignore(const Call& call);
  absl::Status ChangePullRequest(const Call& call,
                                 const std::function<void(review::v1::PullRequestState&)>& change);
  void Count(const Call& call, absl::string_view result);

  const CommandWorkerOptions options_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_COMMAND_WORKER_H_
