#include "gateway/platform/platform.h"

#include <atomic>
#include <utility>

#include "absl/random/random.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/guarded_thread.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "gateway/api/docs_page.h"
#include "gateway/api/rest.h"
#include "gateway/http/http_server.h"
#include "gateway/metrics/metrics.h"
#include "gateway/outgoing/courier.h"
#include "gateway/platform/forge_side.h"
#include "gateway/platform/readiness.h"
#include "gateway/platform/rule_counters.h"
#include "gateway/queue/open_queue.h"
#include "gateway/reviews/settler.h"
#include "gateway/reviews/upkeep.h"
#include "gateway/reviews/worker.h"
#include "gateway/store/measured_store.h"
#include "gateway/store/open_store.h"
#include "gateway/store/store_gauges.h"
#include "gateway/web/routes.h"
#include "host/call.h"
#include "proto/review/v1/review_service.grpc.pb.h"

namespace allreview::gateway {
namespace {

constexpr int kMaxAttempts = 5;
constexpr absl::Duration kRulesTime = absl::Seconds(10);

// What readiness writes, over and over: as much as a small review, and as hard to compress.
constexpr absl::string_view kProbeKey = "readiness/probe";
constexpr size_t kProbeBytes = 16 << 10;

// What the operator configured and reviews depend on, as text; part of each job's key. Replicas
// with one configuration agree on it.
std::string ConfigurationOf(const PlatformOptions& options) {
  std::string text(kEngineVersion);
  for (const analysis::v1::PolicySource& policy : options.pipeline.policies) {
    absl::StrAppend(&text, "\npolicy ", Sha256Hex(policy.content()));
  }
  for (const std::string& path : options.rule_paths) {
    const absl::StatusOr<std::string> content = ReadFile(path);
    absl::StrAppend(&text, "\nrules ", content.ok() ? Sha256Hex(*content) : path);
  }
  return Sha256Hex(text).substr(0, 16);
}

void SetQueueGauges(JobQueue& queue, host::Metrics& metrics) {
  const absl::StatusOr<QueueStats> stats = queue.Stats();
  if (!stats.ok()) return;
  metrics.Set(metric::kQueueJobs, {{"state", "queued"}},
              static_cast<double>(stats->waiting + stats->delayed));
  metrics.Set(metric::kQueueJobs, {{"state", "running"}}, static_cast<double>(stats->running));
  metrics.Set(metric::kQueueJobs, {{"state", "dead"}}, static_cast<double>(stats->dead));
  metrics.Set(metric::kQueueOldestAge, {}, absl::ToDoubleSeconds(stats->oldest_age));
  metrics.Set(metric::kQueueTenants, {}, static_cast<double>(stats->tenants.size()));
}

// "redis" of "redis+unix:///run/redis.sock" and of "rediss://redis:6379".
std::string BackendOf(absl::string_view store_url) {
  return absl::StartsWith(store_url, "redis") ? "redis" : "sqlite";
}

}  // namespace

struct Platform::State {
  PlatformOptions options;
  StubsProvider stubs;
  std::unique_ptr<Circuits> circuits;
  std::unique_ptr<KeyedStore> keyed;
  std::unique_ptr<AccessSide> access;
  std::unique_ptr<ReviewStore> store;
  std::unique_ptr<JobQueue> queue;
  ProgressHub progress;
  std::unique_ptr<ForgeSide> forge;
  std::unique_ptr<Reviews> reviews;
  std::atomic<bool> is_stopping = false;
  std::unique_ptr<review::v1::ReviewService::Stub> stub;
  std::unique_ptr<http::HttpServer> http;
  std::unique_ptr<Workers> workers;
  std::unique_ptr<Upkeep> upkeep;
  std::unique_ptr<Settler> settler;
  std::unique_ptr<Upkeep> settling;
  std::unique_ptr<Courier> courier;  // Null: nobody outside is told of events.
  std::unique_ptr<Upkeep> dispatching;
  std::unique_ptr<Readiness> readiness;  // Null: nothing is kept, so nothing can be missing.
  std::unique_ptr<host::Metrics::Updater> queue_gauges;
  std::unique_ptr<RuleCounters> rule_counters;  // Null: nothing is counted.
  std::unique_ptr<Upkeep> counters;

  // Whether callers must show a token or log in.
  bool AsksWho() const;
  absl::Status CheckAddresses() const;
  void Audit(const std::string& actor, const std::string& action, const std::string& target,
             const std::string& detail);
  void AuditRevoked(const std::string& actor, const std::string& whose);
  absl::Status OpenAccess();
  absl::Status OpenStore();
  absl::Status OpenCourier();
  void StartReadiness(host::Host& host);
  absl::Status StartHttp();
  void StartWorkers();
  void StartUpkeep();
  void StartDispatching();
  void OpenCounters();
  void StartCounters();
  absl::StatusOr<analysis::v1::ListRulesResponse> AskForRules();
  absl::Status IsReady();
  absl::Status CanWrite();
  std::string PublicUrl() const;
  std::string PageUrl(absl::string_view path) const;
};

bool Platform::State::AsksWho() const {
  return !options.tokens_file.empty() || options.people.HasPeople();
}

absl::Status Platform::State::CheckAddresses() const {
  const access::ListenInfo http = {
      .address = options.http_address, .flag = "--http-listen", .has_tokens = AsksWho()};
  if (!options.http_address.empty()) RETURN_IF_ERROR(access::CheckAddress(http));
  return access::CheckAddress({.address = options.grpc_address,
                               .has_tokens = AsksWho(),
                               .has_client_certificates = options.has_client_certificates});
}

void Platform::State::Audit(const std::string& actor, const std::string& action,
                            const std::string& target, const std::string& detail) {
  if (reviews == nullptr) return;
  reviews->Audit({.actor = actor, .action = action, .target = target, .detail = detail});
}

void Platform::State::AuditRevoked(const std::string& actor, const std::string& whose) {
  Audit(actor, "session.ended", whose, "");
}

absl::Status Platform::State::OpenAccess() {
  AccessSideOptions side = {.tokens_file = options.tokens_file,
                            .people = options.people,
                            .store = keyed.get(),
                            .public_url = [this] { return PublicUrl(); }};
  side.people.github.api_base = options.github.api_base;
  side.on_refusal = [this](const access::Refusal& refusal) {
    if (options.metrics != nullptr) {
      options.metrics->Count(metric::kAccessRefusals,
                             {{"reason", refusal.actor == "unknown" ? "token" : "scope"}});
    }
    Audit(refusal.actor, "token.refused", refusal.rpc, refusal.reason);
  };
  side.on_login = [this](const access::Identity& who) {
    Audit(who.principal(), "session.begun", who.principal(), "");
  };
  ASSIGN_OR_RETURN(access, AccessSide::Open(std::move(side)));
  return absl::OkStatus();
}

absl::Status Platform::State::OpenStore() {
  if (options.store_url.empty()) return absl::OkStatus();
  const OpenOptions open = {.redis_password_file = options.store_password_file};
  ASSIGN_OR_RETURN(keyed, OpenKeyedStore(options.store_url, open));
  if (options.metrics != nullptr) {
    keyed = MeasureStore(std::move(keyed), BackendOf(options.store_url), *options.metrics);
  }
  ASSIGN_OR_RETURN(queue, OpenJobQueue(options.store_url, open, {.max_attempts = kMaxAttempts}));
  store = std::make_unique<ReviewStore>(keyed.get());
  ASSIGN_OR_RETURN(forge, ForgeSide::Open({.github = options.github,
                                           .public_url = [this] { return PublicUrl(); },
                                           .reviews = [this] { return reviews.get(); },
                                           .stubs = stubs,
                                           .max_attempts = kMaxAttempts,
                                           .metrics = options.metrics}));
  reviews = std::make_unique<Reviews>(ReviewsOptions{
      .store = store.get(),
      .keyed = keyed.get(),
      .queue = queue.get(),
      .progress = &progress,
      .metrics = options.metrics,
      .configuration = ConfigurationOf(options),
      .max_waiting_of_caller = options.max_waiting_of_caller,
      .max_waiting = options.max_waiting,
      .max_store_bytes = options.max_store_bytes,
      .max_store_of_caller = options.max_store_of_caller,
      .read_token = [this](const std::string& name) { return forge->ReadToken(name); }});
  if (options.metrics != nullptr) {
    queue_gauges = options.metrics->BeforeScrape(
        [this](host::Metrics& metrics) { SetQueueGauges(*queue, metrics); });
  }
  return absl::OkStatus();
}

absl::Status Platform::State::OpenCourier() {
  if (options.outgoing_webhooks_file.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(std::vector<Webhook> webhooks, ReadWebhooks(options.outgoing_webhooks_file));
  courier = std::make_unique<Courier>(
      CourierOptions{.webhooks = std::move(webhooks),
                     .keyed = keyed.get(),
                     .store = store.get(),
                     .queue = queue.get(),
                     .metrics = options.metrics,
                     .page = [this](absl::string_view path) { return PageUrl(path); },
                     .max_attempts = kMaxAttempts});
  return absl::OkStatus();
}

void Platform::State::StartWorkers() {
  const auto review_work = std::make_shared<ReviewWork>(ReviewWorkOptions{
      .reviews = reviews.get(),
      .stubs = stubs,
      .pipeline = options.pipeline,
      .max_attempts = kMaxAttempts,
      .publish = [this](const review::v1::StoredReview& review,
                        const review::v1::Job& job) { return forge->Publish(review, job); },
      .on_failed = [this](const review::v1::ReviewSummary& summary) { forge->Announce(summary); }});
  workers = std::make_unique<Workers>(WorkersOptions{
      .queue = queue.get(),
      .count = options.workers,
      .metrics = options.metrics,
      .do_review = [review_work](const Lease& lease,
                                 LeaseKeeper& keeper) { return review_work->Do(lease, keeper); },
      .do_command = [this](const Lease& lease,
                           LeaseKeeper& keeper) { return forge->DoCommand(lease, keeper); },
      .do_sync = [this](const Lease& lease,
                        LeaseKeeper& keeper) { return forge->DoSync(lease, keeper); },
      .do_delivery =
          courier == nullptr
              ? WorkersOptions::Doer()
              : [this](const Lease& lease,
                       LeaseKeeper& keeper) { return courier->Deliver(lease, keeper); }});
}

void Platform::State::StartUpkeep() {
  std::vector<Chore> chores;
  chores.push_back({.name = "retention", .interval = absl::Hours(1), .work = [this] {
                      const absl::Time time = absl::Now() - options.retention;
                      RETURN_IF_ERROR(store->RemoveBefore(time).status());
                      RETURN_IF_ERROR(reviews->tool_logs().RemoveBefore(time).status());
                      return reviews->keys().RemoveBefore(time).status();
                    }});
  if (options.metrics != nullptr) {
    const auto gauges =
        std::make_shared<StoreGauges>(StoreGaugesOptions{.reviews = store.get(),
                                                         .keyed = keyed.get(),
                                                         .backend = BackendOf(options.store_url),
                                                         .metrics = options.metrics});
    chores.push_back({.name = "gauges of the store",
                      .interval = absl::Seconds(20),
                      .work = [gauges] { return gauges->Update(); }});
  }
  if (access->sessions() != nullptr) {
    chores.push_back({.name = "sessions", .interval = absl::Hours(1), .work = [this] {
                        return access->sessions()->RemoveEnded().status();
                      }});
  }
  if (forge->CanSweep()) {
    chores.push_back({.name = "missed webhooks", .interval = absl::Minutes(5), .work = [this] {
                        return forge->Sweep();
                      }});
  }
  upkeep = std::make_unique<Upkeep>(std::move(chores));
  settler = std::make_unique<Settler>(SettlerOptions{
      .reviews = reviews.get(),
      .on_ended = [this](const review::v1::ReviewSummary& summary) { forge->Announce(summary); }});
  // On a thread of its own: other chores may wait for GitHub for minutes.
  settling = std::make_unique<Upkeep>(std::vector<Chore>{
      {.name = "reviews that no worker ends", .interval = kSettleInterval, .work = [this] {
         return settler->Settle();
       }}});
}

void Platform::State::StartDispatching() {
  dispatching = std::make_unique<Upkeep>(std::vector<Chore>{
      {.name = "outgoing webhooks", .interval = kDispatchInterval, .work = [this] {
         return courier->Dispatch();
       }}});
}

void Platform::State::OpenCounters() {
  if (options.metrics == nullptr) return;
  DeclareMetrics(*options.metrics);
  rule_counters = std::make_unique<RuleCounters>(options.metrics, [this] { return AskForRules(); });
  options.pipeline.on_rules = [this](const std::string& hash) { rule_counters->Note(hash); };
}

// The analysis may not answer yet, and may know other rules later.
void Platform::State::StartCounters() {
  counters = std::make_unique<Upkeep>(std::vector<Chore>{
      {.name = "counters of rules", .interval = absl::Minutes(1), .work = [this] {
         return rule_counters->Update();
       }}});
}

absl::StatusOr<analysis::v1::ListRulesResponse> Platform::State::AskForRules() {
  host::Request request = host::NewRequest(kRulesTime);
  request.trace.is_sampled = false;  // No part of a review.
  return host::Call(*stubs().analysis, &analysis::v1::AnalysisService::StubInterface::ListRules,
                    analysis::v1::ListRulesRequest(), request);
}

// A store that is full can still be read, and would accept nothing.
absl::Status Platform::State::CanWrite() {
  absl::BitGen random;
  std::string value(kProbeBytes, '\0');
  for (char& byte : value) byte = static_cast<char>(absl::Uniform<uint8_t>(random));
  return keyed->Commit({{.key = std::string(kProbeKey), .value = std::move(value)}});
}

std::string Platform::State::PublicUrl() const {
  if (!options.public_url.empty() || http == nullptr) return options.public_url;
  return absl::StrCat(options.http_certificate.empty() ? "http://" : "https://", http->address());
}

// Empty where there is no page.
std::string Platform::State::PageUrl(absl::string_view path) const {
  const std::string url = PublicUrl();
  return url.empty() ? "" : absl::StrCat(url, path);
}

absl::Status Platform::State::IsReady() {
  if (is_stopping) return absl::UnavailableError("draining");
  return readiness == nullptr ? absl::OkStatus() : readiness->Get();
}

void Platform::State::StartReadiness(host::Host& host) {
  readiness = std::make_unique<Readiness>(ReadinessOptions{
      .look = [this]() -> absl::Status {
        RETURN_IF_ERROR(queue->Stats().status());
        return CanWrite();
      },
      .on_look = [this, &host](
                     const absl::Status& status) { host.SetReady(status.ok() && !is_stopping); }});
}

absl::Status Platform::State::StartHttp() {
  if (options.http_address.empty()) return absl::OkStatus();
  std::vector<http::Route> routes =
      api::RestRoutes({.stub = stub.get(),
                       .is_ready = [this] { return IsReady(); },
                       .check_access =
                           [this](const access::AccessRequest& request) {
                             return access->access().Check(request).status();
                           }});
  const std::vector<http::Route> webhooks =
      forge == nullptr ? std::vector<http::Route>() : forge->Routes();
  const web::WebOptions web = {
      .reviews = stub.get(),
      .diff = [this] { return stubs().diff.get(); },
      .people = access->people(),
      .logins = access->logins(),
      .public_url = [this] { return PublicUrl(); },
      .has_tokens = !options.tokens_file.empty(),
      .has_webhooks = !webhooks.empty(),
      .on_revoked = [this](const std::string& actor,
                           const std::string& whose) { AuditRevoked(actor, whose); }};
  for (std::vector<http::Route> more : {api::DocsRoutes(), web::Routes(web), webhooks}) {
    for (http::Route& route : more) routes.push_back(std::move(route));
  }
  ASSIGN_OR_RETURN(http, http::HttpServer::Start(std::move(routes),
                                                 {.address = options.http_address,
                                                  .certificate = options.http_certificate,
                                                  .key = options.http_key,
                                                  .metrics = options.metrics,
                                                  .trusted_proxies = options.trusted_proxies,
                                                  .allowed_origins = options.allowed_origins,
                                                  .public_origin = options.public_url,
                                                  .is_host_checked = !AsksWho(),
                                                  .proxy_identity = access->proxy_identity()}));
  Log(LogLevel::kInfo, "serving http", {{"address", http->address()}});
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Platform>> Platform::Open(PlatformOptions options,
                                                         StubsProvider stubs) {
  auto state = std::make_unique<State>();
  state->options = std::move(options);
  state->circuits = std::make_unique<Circuits>(CircuitOptions{.metrics = state->options.metrics});
  state->options.pipeline.circuits = state->circuits.get();
  state->OpenCounters();
  state->stubs = std::move(stubs);
  RETURN_IF_ERROR(state->CheckAddresses());
  RETURN_IF_ERROR(state->OpenStore());
  RETURN_IF_ERROR(state->OpenAccess());
  RETURN_IF_ERROR(state->OpenCourier());
  return std::unique_ptr<Platform>(new Platform(std::move(state)));
}

Platform::Platform(std::unique_ptr<State> state) : state_(std::move(state)) {}

Platform::~Platform() { Stop(absl::ZeroDuration()); }

ReviewServiceOptions Platform::ServiceOptions() {
  return {.pipeline = state_->options.pipeline,
          .reviews = state_->reviews.get(),
          .access = &state_->access->access(),
          .sessions = state_->access->sessions(),
          .on_revoked = [state = state_.get()](
                            const std::string& actor,
                            const std::string& whose) { state->AuditRevoked(actor, whose); },
          .page_url =
              [state = state_.get()](const std::string& id) {
                return state->PageUrl(absl::StrCat("/reviews/", id));
              }};
}

absl::Status Platform::Start(host::Host& host) {
  state_->stub = review::v1::ReviewService::NewStub(host.InProcessChannel());
  if (state_->reviews != nullptr) state_->forge->Connect();
  if (state_->queue != nullptr) state_->StartReadiness(host);  // Before HTTP, which asks for it.
  RETURN_IF_ERROR(state_->StartHttp());
  if (state_->options.metrics != nullptr) state_->StartCounters();
  if (state_->reviews == nullptr) return absl::OkStatus();
  state_->StartWorkers();  // After HTTP: what they publish links to it.
  state_->StartUpkeep();
  if (state_->courier != nullptr) state_->StartDispatching();
  return absl::OkStatus();
}

std::string Platform::http_address() const {
  return state_->http == nullptr ? "" : state_->http->address();
}

void Platform::Stop(absl::Duration limit) {
  state_->is_stopping = true;
  {
    // Both have the whole limit.
    const GuardedThread stopping(
        [&] {
          if (state_->workers != nullptr) state_->workers->Stop(limit);
        },
        [] { Log(LogLevel::kError, "workers were not stopped in order"); });
    if (state_->http != nullptr) state_->http->Drain(limit);
  }
  state_->counters.reset();
  state_->dispatching.reset();
  state_->settling.reset();
  state_->upkeep.reset();
  state_->workers.reset();
  state_->http.reset();
  state_->readiness.reset();
  state_->queue_gauges.reset();
}

}  // namespace allreview::gateway
