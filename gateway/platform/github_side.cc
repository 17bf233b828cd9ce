#include "gateway/platform/github_side.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/feedback/probation.h"
#include "gateway/forge/github/api_metrics.h"
#include "gateway/forge/github/command_worker.h"
#include "gateway/forge/github/missed_deliveries.h"
#include "gateway/forge/github/pull_requests.h"
#include "gateway/forge/github/webhook_handler.h"
#include "gateway/forge/publish/merge_queue.h"
#include "gateway/forge/publish/publisher.h"
#include "gateway/forge/publish/sync.h"
#include "gateway/question/question.h"
#include "gateway/reviews/job_keys.h"
#include "gateway/reviews/pull_request_lock.h"
#include "github/api.h"
#include "github/app_authentication.h"
#include "github/json.h"
#include "github/names.h"
#include "host/call.h"

namespace allreview::gateway {
namespace {

using review::v1::Repository;

// GitHub wants its answer within ten seconds.
constexpr std::chrono::milliseconds kWebhookTimeout{4000};
constexpr absl::Duration kWebhookWait = absl::Seconds(2);  // Writes are a second apart.

// For answers to commands.
constexpr absl::Duration kDocumentTime = absl::Minutes(2);
constexpr absl::Duration kRulesTime = absl::Seconds(30);

// Deliveries are kept for three days; what is older than a day and still missing is not.
constexpr absl::Duration kSweptSpan = absl::Hours(24);

// "github.com" of the public API, else the host of the API base.
std::string HostOf(const std::string& api_base) {
  if (api_base.empty() || api_base == github::kPublicApi) return "github.com";
  const absl::string_view host = github::HostAndPortOf(api_base);
  return std::string(host.substr(0, host.find(':')));
}

absl::StatusOr<std::vector<std::string>> ReadSecrets(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string content, ReadFile(path));
  std::vector<std::string> secrets;
  for (absl::string_view line : absl::StrSplit(content, '\n')) {
    line = absl::StripTrailingAsciiWhitespace(line);
    if (!line.empty()) secrets.emplace_back(line);
  }
  if (secrets.empty() || secrets.size() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("--github-webhook-secret-file: \"", path, "\" has ", secrets.size(),
                     " secrets; wanted one line, or two while it is being replaced"));
  }
  return secrets;
}

WorkResult ResultOf(const absl::Status& status) {
  if (status.ok()) return {};
  const std::string reason(status.message());
  if (absl::IsResourceExhausted(status)) return {WorkResult::Kind::kPostpone, reason};
  if (IsTransient(status) || absl::IsAborted(status)) return {WorkResult::Kind::kRetry, reason};
  return {WorkResult::Kind::kBury, reason};
}

}  // namespace

struct GitHubSide::State {
  explicit State(GitHubSideOptions given)
      : options(std::move(given)),
        host(HostOf(options.github.api_base)),
        api_state("", options.github.processes) {}

  bool IsApp() const { return app != nullptr; }
  // We have a name there, so we can write.
  bool IsSomebody() const { return IsApp() || !options.github.token.empty(); }
  absl::Status ReadDocument(const review::v1::GetDocumentRequest& request,
                            const Reviews::DocumentReceiver& send) const;
  absl::StatusOr<std::vector<std::string>> RuleIds() const;
  absl::Status OpenIdentity();
  absl::StatusOr<std::string> AskForLogin();
  absl::StatusOr<int64_t> InstallationOf(const Repository& repository);
  absl::StatusOr<std::unique_ptr<github::Api>> ApiFor(const Repository& repository,
                                                      github::HttpTimeouts timeouts = {});
  github::ApiOptions BaseOptions(github::HttpTimeouts timeouts) const;
  absl::StatusOr<std::unique_ptr<PullRequestLock>> Lock(const review::v1::Job& job);
  JobMaker Jobs() const;
  absl::StatusOr<bool> Enqueue(const review::v1::Job& job);
  std::string PageOf(const std::string& review_id) const;
  void StartParts();

  const GitHubSideOptions options;
  const std::string host;
  github::ApiState api_state;
  std::unique_ptr<github::AppAuthentication> app;
  github::Credentials credentials;  // Of the static token.
  std::string login;                // Ours. Empty: not known; publishing asks.
  int64_t app_id = 0;
  std::vector<std::string> secrets;
  std::unique_ptr<Publisher> publisher;
  std::unique_ptr<Sync> sync;
  std::unique_ptr<CommandWorker> commands;
  std::unique_ptr<WebhookHandler> webhooks;
};

github::ApiOptions GitHubSide::State::BaseOptions(github::HttpTimeouts timeouts) const {
  github::ApiOptions api = {
      .api_base = options.github.api_base,
      .timeouts = timeouts,
      .observe = options.metrics == nullptr ? nullptr : ObserveGitHub(options.metrics)};
  if (timeouts.transfer > kWebhookTimeout) return api;
  // GitHub waits for our own answer: no second attempt, and hardly any waiting for a limit.
  api.max_attempts = 1;
  api.max_wait = kWebhookWait;
  return api;
}

absl::Status GitHubSide::State::OpenIdentity() {
  if (options.github.app_id.empty()) {
    ASSIGN_OR_RETURN(credentials, github::StaticCredentials(options.github.token));
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(
      app,
      github::AppAuthentication::Create(
          {.app_id = options.github.app_id,
           .key_file = options.github.app_key_file,
           .api_base = options.github.api_base,
           .state = &api_state,
           .observe = options.metrics == nullptr ? nullptr : ObserveGitHub(options.metrics),
           .on_refresh = options.metrics == nullptr ? nullptr : ObserveTokens(options.metrics)}));
  // A client id is as good an issuer; then comments of ours are told by our login alone.
  if (!absl::SimpleAtoi(options.github.app_id, &app_id)) app_id = 0;
  return absl::OkStatus();
}

absl::StatusOr<std::string> GitHubSide::State::AskForLogin() {
  github::ApiOptions api_options = BaseOptions({.transfer = kWebhookTimeout});
  api_options.credentials = IsApp() ? app->AppCredentials() : credentials;
  ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api,
                   github::Api::Create(api_options, &api_state));
  ASSIGN_OR_RETURN(const github::ApiAnswer answer,
                   api->Send({.path_or_url = IsApp() ? "/app" : "/user", .what = "our own name"}));
  ASSIGN_OR_RETURN(const github::Json json,
                   github::ParseJson(answer.body, github::Json::value_t::object));
  if (!IsApp()) return github::Text(json, "login");
  return absl::StrCat(github::Text(json, "slug"), "[bot]");
}

absl::StatusOr<int64_t> GitHubSide::State::InstallationOf(const Repository& repository) {
  if (repository.installation_id() != 0) return repository.installation_id();
  return app->InstallationOf(repository.full_name());
}

absl::StatusOr<std::unique_ptr<github::Api>> GitHubSide::State::ApiFor(
    const Repository& repository, github::HttpTimeouts timeouts) {
  github::ApiOptions api = BaseOptions(timeouts);
  if (IsApp()) {
    ASSIGN_OR_RETURN(const int64_t installation, InstallationOf(repository));
    std::vector<int64_t> ids;
    if (repository.id() != 0) ids.push_back(repository.id());
    api.credentials = app->CredentialsFor(installation, github::ForPublishing(std::move(ids)));
  } else {
    api.credentials = credentials;
  }
  return github::Api::Create(api, &api_state);
}

absl::StatusOr<std::unique_ptr<PullRequestLock>> GitHubSide::State::Lock(
    const review::v1::Job& job) {
  return PullRequestLock::Acquire({.store = options.reviews()->options().keyed,
                                   .repository_id = job.repository().id(),
                                   .number = job.number(),
                                   .owner = job.key()});
}

JobMaker GitHubSide::State::Jobs() const {
  return {.api_base = options.github.api_base,
          .review_key = [this](const Repository& repository, int64_t number,
                               const std::string& head, const std::string& nonce) {
            return PullRequestJobKey(repository, number,
                                     {.head = head,
                                      .configuration = options.reviews()->options().configuration,
                                      .nonce = nonce});
          }};
}

absl::StatusOr<bool> GitHubSide::State::Enqueue(const review::v1::Job& job) {
  ASSIGN_OR_RETURN(const Reviews::Enqueued enqueued, options.reviews()->Enqueue(job));
  return enqueued.is_new;
}

std::string GitHubSide::State::PageOf(const std::string& review_id) const {
  const std::string url = options.public_url();
  return url.empty() ? "" : absl::StrCat(url, "/reviews/", review_id);
}

absl::Status GitHubSide::State::ReadDocument(const review::v1::GetDocumentRequest& request,
                                             const Reviews::DocumentReceiver& send) const {
  return options.reviews()->SendDocument(options.stubs(), request, host::NewRequest(kDocumentTime),
                                         send);
}

absl::StatusOr<std::vector<std::string>> GitHubSide::State::RuleIds() const {
  ASSIGN_OR_RETURN(const analysis::v1::ListRulesResponse rules,
                   host::Call(*options.stubs().analysis,
                              &analysis::v1::AnalysisService::StubInterface::ListRules,
                              analysis::v1::ListRulesRequest(), host::NewRequest(kRulesTime)));
  std::vector<std::string> ids;
  for (const analysis::v1::RuleInfo& rule : rules.rules()) ids.push_back(rule.id());
  return ids;
}

void GitHubSide::State::StartParts() {
  ReviewStore* store = &options.reviews()->store();
  const auto page_url = [this](const std::string& id) { return PageOf(id); };
  publisher = std::make_unique<Publisher>(
      store, PublishOptions{.login = login, .page_url = page_url, .metrics = options.metrics});
  sync = std::make_unique<Sync>(store, SyncOptions{.login = login, .metrics = options.metrics});
  commands = std::make_unique<CommandWorker>(CommandWorkerOptions{
      .store = store,
      .bot = login,
      .jobs = Jobs(),
      .metrics = options.metrics,
      .api = [this](const Repository& repository) { return ApiFor(repository); },
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
  webhooks = std::make_unique<WebhookHandler>(WebhookHandlerOptions{
      .secrets = secrets,
      .host = host,
      .policy = {.app_id = app_id, .bot = login},
      .jobs = Jobs(),
      .store = store,
      .metrics = options.metrics,
      .enqueue = [this](const review::v1::Job& job) { return Enqueue(job); },
      .withdraw =
          [this](int64_t repository_id, int64_t number) {
            return options.reviews()->WithdrawAll(repository_id, number);
          },
      .current_head = [this](const Repository& repository,
                             int64_t number) -> absl::StatusOr<std::string> {
        ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api,
                         ApiFor(repository, {.transfer = kWebhookTimeout}));
        ASSIGN_OR_RETURN(const PullRequestFacts facts,
                         ReadPullRequestFacts(*api, repository.full_name(), number));
        return facts.head;
      },
      .pull_requests_of = [this](const Repository& repository,
                                 const std::string& head) -> absl::StatusOr<std::vector<int64_t>> {
        ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api,
                         ApiFor(repository, {.transfer = kWebhookTimeout}));
        return PullRequestsOfCommit(*api, repository.full_name(), head);
      },
      .merge_group = [this](const Repository& repository, const std::string& head,
                            int64_t number) -> absl::Status {
        ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api,
                         ApiFor(repository, {.transfer = kWebhookTimeout}));
        return AnswerMergeQueue(*api, options.reviews()->store(),
                                {.repository = repository,
                                 .number = number,
                                 .head = head,
                                 .page_url = [this](const std::string& id) { return PageOf(id); }});
      }});
}

absl::StatusOr<std::unique_ptr<GitHubSide>> GitHubSide::Open(GitHubSideOptions options) {
  auto state = std::make_unique<State>(std::move(options));
  RETURN_IF_ERROR(state->OpenIdentity());
  if (!state->options.github.webhook_secret_file.empty()) {
    ASSIGN_OR_RETURN(state->secrets, ReadSecrets(state->options.github.webhook_secret_file));
  }
  return std::unique_ptr<GitHubSide>(new GitHubSide(std::move(state)));
}

GitHubSide::GitHubSide(std::unique_ptr<State> state) : state_(std::move(state)) {}
GitHubSide::~GitHubSide() = default;

void GitHubSide::Connect() {
  if (state_->IsSomebody()) {
    const absl::StatusOr<std::string> login = state_->AskForLogin();
    if (login.ok()) {
      state_->login = *login;
    } else {
      Log(LogLevel::kWarning, "our name on GitHub is not known",
          {{"reason", std::string(login.status().message())}});
    }
  }
  state_->StartParts();
}

absl::StatusOr<std::string> GitHubSide::ReadToken(const std::string& full_name) {
  if (!state_->IsApp()) return std::string();
  ASSIGN_OR_RETURN(const int64_t installation, state_->app->InstallationOf(full_name));
  return state_->app->TokenFor(installation, github::ForReading());
}

absl::StatusOr<review::v1::Publication> GitHubSide::Publish(const review::v1::StoredReview& review,
                                                            const review::v1::Job& job) {
  ASSIGN_OR_RETURN(const std::unique_ptr<PullRequestLock> lock, state_->Lock(job));
  ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api, state_->ApiFor(job.repository()));
  return state_->publisher->Publish(*api, review);
}

void GitHubSide::Announce(const review::v1::ReviewSummary& summary) {
  const absl::StatusOr<std::unique_ptr<github::Api>> api = state_->ApiFor(summary.repository());
  const absl::Status status = api.ok() ? state_->publisher->Announce(**api, summary) : api.status();
  if (status.ok()) return;
  Log(LogLevel::kWarning, "check run not updated",
      {{"review", summary.id()}, {"reason", std::string(status.message())}});
}

WorkResult GitHubSide::DoCommand(const Lease& lease, LeaseKeeper&) {
  const absl::StatusOr<std::unique_ptr<PullRequestLock>> lock = state_->Lock(lease.job);
  if (!lock.ok()) return ResultOf(lock.status());
  return ResultOf(state_->commands->Do(lease.job, lease.attempts >= state_->options.max_attempts));
}

WorkResult GitHubSide::DoSync(const Lease& lease, LeaseKeeper&) {
  const absl::StatusOr<std::unique_ptr<PullRequestLock>> lock = state_->Lock(lease.job);
  if (!lock.ok()) return ResultOf(lock.status());
  const absl::StatusOr<std::unique_ptr<github::Api>> api = state_->ApiFor(lease.job.repository());
  return ResultOf(api.ok() ? state_->sync->Run(**api, lease.job) : api.status());
}

std::vector<http::Route> GitHubSide::Routes() {
  if (state_->secrets.empty()) return {};
  return state_->webhooks->Routes();
}

bool GitHubSide::CanSweep() const { return state_->IsApp() && !state_->secrets.empty(); }

absl::Status GitHubSide::Sweep() {
  github::ApiOptions api_options = state_->BaseOptions({});
  api_options.credentials = state_->app->AppCredentials();
  ASSIGN_OR_RETURN(const std::unique_ptr<github::Api> api,
                   github::Api::Create(api_options, &state_->api_state));
  ASSIGN_OR_RETURN(const SweepResult result,
                   SweepMissedDeliveries(*api, {.since = absl::Now() - kSweptSpan}));
  if (result.missed > 0) {
    Log(LogLevel::kWarning, "webhooks missed",
        {{"missed", absl::StrCat(result.missed)},
         {"asked_again", absl::StrCat(result.redelivered)},
         {"given_up", absl::StrCat(result.given_up)}});
  }
  return absl::OkStatus();
}

}  // namespace allreview::gateway
