#include "gateway/platform/forge_side.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/feedback/probation.h"
#include "gateway/forge/commands/command_worker.h"
#include "gateway/forge/forge_api.h"
#include "gateway/forge/github/github_identity.h"
#include "gateway/forge/github/webhook_handler.h"
#include "gateway/forge/publish/merge_queue.h"
#include "gateway/forge/publish/publisher.h"
#include "gateway/forge/publish/sync.h"
#include "gateway/question/question.h"
#include "gateway/reviews/job_keys.h"
#include "gateway/reviews/pull_request_lock.h"
#include "host/call.h"

namespace allreview::gateway {
namespace {

using review::v1::Repository;

// For answers to commands.
constexpr absl::Duration kDocumentTime = absl::Minutes(2);
constexpr absl::Duration kRulesTime = absl::Seconds(30);

WorkResult ResultOf(const absl::Status& status) {
  if (status.ok()) return {};
  const std::string reason(status.message());
  if (absl::IsResourceExhausted(status)) return {WorkResult::Kind::kPostpone, reason};
  if (IsTransient(status) || absl::IsAborted(status)) return {WorkResult::Kind::kRetry, reason};
  return {WorkResult::Kind::kBury, reason};
}

}  // namespace

struct ForgeSide::State {
  State(ForgeSideOptions given, std::unique_ptr<GitHubIdentity> identity)
      : options(std::move(given)), github(std::move(identity)) {}

  absl::Status ReadDocument(const review::v1::GetDocumentRequest& request,
                            const Reviews::DocumentReceiver& send) const;
  absl::StatusOr<std::vector<std::string>> RuleIds() const;
  absl::StatusOr<std::unique_ptr<PullRequestLock>> Lock(const review::v1::Job& job);
  JobMaker Jobs() const;
  absl::StatusOr<bool> Enqueue(const review::v1::Job& job);
  std::string PageOf(const std::string& review_id) const;
  std::string PageOfRule(const std::string& rule_id) const;
  void StartParts();
  void StartWebhooks();

  const ForgeSideOptions options;
  const std::unique_ptr<GitHubIdentity> github;
  std::string login;  // Ours. Empty: not known; publishing asks.
  std::unique_ptr<Publisher> publisher;
  std::unique_ptr<Sync> sync;
  std::unique_ptr<CommandWorker> commands;
  std::unique_ptr<WebhookHandler> webhooks;
};

absl::StatusOr<std::unique_ptr<PullRequestLock>> ForgeSide::State::Lock(
    const review::v1::Job& job) {
  return PullRequestLock::Acquire({.store = options.reviews()->options().keyed,
                                   .repository_id = job.repository().id(),
                                   .number = job.number(),
                                   .owner = job.key()});
}

JobMaker ForgeSide::State::Jobs() const {
  return {.api_base = options.github.api_base,
          .review_key = [this](const Repository& repository, int64_t number,
                               const std::string& head, const std::string& nonce) {
            return PullRequestJobKey(repository, number,
                                     {.head = head,
                                      .configuration = options.reviews()->options().configuration,
                                      .nonce = nonce});
          }};
}

absl::StatusOr<bool> ForgeSide::State::Enqueue(const review::v1::Job& job) {
  ASSIGN_OR_RETURN(const Reviews::Enqueued enqueued, options.reviews()->Enqueue(job));
  return enqueued.is_new;
}

std::string ForgeSide::State::PageOf(const std::string& review_id) const {
  const std::string url = options.public_url();
  return url.empty() ? "" : absl::StrCat(url, "/reviews/", review_id);
}

std::string ForgeSide::State::PageOfRule(const std::string& rule_id) const {
  const std::string url = options.public_url();
  return url.empty() ? "" : absl::StrCat(url, "/rules/", rule_id);
}

absl::Status ForgeSide::State::ReadDocument(const review::v1::GetDocumentRequest& request,
                                            const Reviews::DocumentReceiver& send) const {
  return options.reviews()->SendDocument(options.stubs(), request, host::NewRequest(kDocumentTime),
                                         send);
}

absl::StatusOr<std::vector<std::string>> ForgeSide::State::RuleIds() const {
  ASSIGN_OR_RETURN(const analysis::v1::ListRulesResponse rules,
                   host::Call(*options.stubs().analysis,
                              &analysis::v1::AnalysisService::StubInterface::ListRules,
                              analysis::v1::ListRulesRequest(), host::NewRequest(kRulesTime)));
  std::vector<std::string> ids;
  for (const analysis::v1::RuleInfo& rule : rules.rules()) ids.push_back(rule.id());
  return ids;
}

void ForgeSide::State::StartParts() {
  ReviewStore* store = &options.reviews()->store();
  const auto page_url = [this](const std::string& id) { return PageOf(id); };
  publisher = std::make_unique<Publisher>(
      store, PublishOptions{.login = login,
                            .page_url = page_url,
                            .rule_url = [this](const std::string& id) { return PageOfRule(id); },
                            .metrics = options.metrics});
  sync = std::make_unique<Sync>(store, SyncOptions{.login = login, .metrics = options.metrics});
  commands = std::make_unique<CommandWorker>(CommandWorkerOptions{
      .store = store,
      .bot = login,
      .jobs = Jobs(),
      .metrics = options.metrics,
      .api = [this](const Repository& repository) { return github->ApiFor(repository); },
      .read_document =
          [this](const review::v1::GetDocumentRequest& request,
                 const Reviews::DocumentReceiver& send) { return ReadDocument(request, send); },
      .rule_ids = [this] { return RuleIds(); },
      .enqueue = [this](const review::v1::Job& job) { return Enqueue(job); },
      .add_feedback =
          [this](const review::v1::AddFeedbackRequest& request, const std::string& voter) {
            return options.reviews()
                ->AddFeedback(request, {.actor = absl::StrCat("github:", voter)})
                .status();
          },
      .audit_focus = [](const std::string& words) -> absl::StatusOr<report::v1::AuditFocus> {
        ASSIGN_OR_RETURN(Question question, ParseQuestion(words));
        return std::move(question.focus);
      },
      .page_url = page_url});
}

void ForgeSide::State::StartWebhooks() {
  constexpr GitHubIdentity::Patience kPatience = GitHubIdentity::Patience::kWebhook;
  webhooks = std::make_unique<WebhookHandler>(WebhookHandlerOptions{
      .secrets = github->webhook_secrets(),
      .host = github->host(),
      .policy = {.app_id = github->app_id(), .bot = login},
      .jobs = Jobs(),
      .store = &options.reviews()->store(),
      .metrics = options.metrics,
      .enqueue = [this](const review::v1::Job& job) { return Enqueue(job); },
      .withdraw =
          [this](int64_t repository_id, int64_t number) {
            return options.reviews()->WithdrawAll(repository_id, number);
          },
      .current_head = [this](const Repository& repository,
                             int64_t number) -> absl::StatusOr<std::string> {
        ASSIGN_OR_RETURN(const std::unique_ptr<ForgeApi> api,
                         github->ApiFor(repository, kPatience));
        ASSIGN_OR_RETURN(PullRequestFacts facts,
                         api->ReadPullRequest({repository.full_name(), number}));
        return std::move(facts.head);
      },
      .pull_requests_of = [this](const Repository& repository,
                                 const std::string& head) -> absl::StatusOr<std::vector<int64_t>> {
        ASSIGN_OR_RETURN(const std::unique_ptr<ForgeApi> api,
                         github->ApiFor(repository, kPatience));
        return api->PullRequestsOf(repository.full_name(), head);
      },
      .merge_group = [this](const Repository& repository, const std::string& head,
                            int64_t number) -> absl::Status {
        ASSIGN_OR_RETURN(const std::unique_ptr<ForgeApi> api,
                         github->ApiFor(repository, kPatience));
        return AnswerMergeQueue(*api, options.reviews()->store(),
                                {.repository = repository,
                                 .number = number,
                                 .head = head,
                                 .page_url = [this](const std::string& id) { return PageOf(id); }});
      }});
}

absl::StatusOr<std::unique_ptr<ForgeSide>> ForgeSide::Open(ForgeSideOptions options) {
  ASSIGN_OR_RETURN(std::unique_ptr<GitHubIdentity> identity,
                   GitHubIdentity::Open(options.github, options.metrics));
  return std::unique_ptr<ForgeSide>(
      new ForgeSide(std::make_unique<State>(std::move(options), std::move(identity))));
}

ForgeSide::ForgeSide(std::unique_ptr<State> state) : state_(std::move(state)) {}
ForgeSide::~ForgeSide() = default;

void ForgeSide::Connect() {
  if (state_->github->IsSomebody()) {
    const absl::StatusOr<std::string> login = state_->github->AskForLogin();
    if (login.ok()) {
      state_->login = *login;
    } else {
      Log(LogLevel::kWarning, "our name on GitHub is not known",
          {{"reason", std::string(login.status().message())}});
    }
  }
  state_->StartParts();
  state_->StartWebhooks();
}

absl::StatusOr<std::string> ForgeSide::ReadToken(const std::string& full_name) {
  return state_->github->ReadToken(full_name);
}

absl::StatusOr<review::v1::Publication> ForgeSide::Publish(const review::v1::StoredReview& review,
                                                           const review::v1::Job& job) {
  ASSIGN_OR_RETURN(const std::unique_ptr<PullRequestLock> lock, state_->Lock(job));
  ASSIGN_OR_RETURN(const std::unique_ptr<ForgeApi> api, state_->github->ApiFor(job.repository()));
  return state_->publisher->Publish(*api, review);
}

void ForgeSide::Announce(const review::v1::ReviewSummary& summary) {
  const absl::StatusOr<std::unique_ptr<ForgeApi>> api =
      state_->github->ApiFor(summary.repository());
  const absl::Status status = api.ok() ? state_->publisher->Announce(**api, summary) : api.status();
  if (status.ok()) return;
  Log(LogLevel::kWarning, "check run not updated",
      {{"review", summary.id()}, {"reason", std::string(status.message())}});
}

WorkResult ForgeSide::DoCommand(const Lease& lease, LeaseKeeper&) {
  const absl::StatusOr<std::unique_ptr<PullRequestLock>> lock = state_->Lock(lease.job);
  if (!lock.ok()) return ResultOf(lock.status());
  return ResultOf(state_->commands->Do(lease.job, lease.attempts >= state_->options.max_attempts));
}

WorkResult ForgeSide::DoSync(const Lease& lease, LeaseKeeper&) {
  const absl::StatusOr<std::unique_ptr<PullRequestLock>> lock = state_->Lock(lease.job);
  if (!lock.ok()) return ResultOf(lock.status());
  const absl::StatusOr<std::unique_ptr<ForgeApi>> api =
      state_->github->ApiFor(lease.job.repository());
  return ResultOf(api.ok() ? state_->sync->Run(**api, lease.job) : api.status());
}

std::vector<http::Route> ForgeSide::Routes() {
  if (state_->github->webhook_secrets().empty()) return {};
  return state_->webhooks->Routes();
}

bool ForgeSide::CanSweep() const {
  return state_->github->IsApp() && !state_->github->webhook_secrets().empty();
}

absl::Status ForgeSide::Sweep() { return state_->github->Sweep(); }

}  // namespace allreview::gateway
