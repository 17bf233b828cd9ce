#include "gateway/embedded/embedded.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/service/review_service.h"
#include "host/main.h"
#include "services/diff/diff_service.h"
#include "services/numerics/numerics_service.h"
#include "services/pull_request/pull_request_service.h"
#include "services/report/report_service.h"

namespace allreview::gateway {
namespace {

constexpr char kDefaultAddress[] = "127.0.0.1:50050";

std::string Under(const std::string& folder, absl::string_view name) {
  return folder.empty() ? "" : absl::StrCat(folder, "/", name);
}

std::vector<std::unique_ptr<grpc::Service>> NewServices(const EmbeddedOptions& options,
                                                        host::Metrics* metrics) {
  std::vector<std::unique_ptr<grpc::Service>> services;
  services.push_back(NewPullRequestService({.repository_roots = options.repository_roots,
                                            .is_local_unrestricted = options.is_local_unrestricted,
                                            .index_file = options.index_file,
                                            .github_api_base = options.github_api_base,
                                            .github_token = options.github_token,
                                            .cache_dir = Under(options.cache_folder, "github"),
                                            .metrics = metrics}));
  services.push_back(NewDiffService());
  AnalysisOptions analysis = {.facts_path = options.facts_path.empty()
                                                ? Under(options.cache_folder, "facts.map")
                                                : options.facts_path,
                              .facts_redis = options.facts_redis,
                              .rule_paths = options.rule_paths,
                              .budget = options.review_budget,
                              .is_local_unrestricted = options.is_local_unrestricted,
                              .metrics = metrics};
  for (const analysis::v1::PolicySource& policy : options.policies) {
    analysis.policies.push_back({policy.name(), policy.content()});
  }
  services.push_back(options.new_analysis(std::move(analysis)));
  services.push_back(NewReportService());
  services.push_back(NewNumericsService({.metrics = metrics}));
  return services;
}

// All that a port of `allreview serve` answers, and what the command line calls.
std::vector<std::unique_ptr<grpc::Service>> NewGateway(const Services& services,
                                                       ReviewServiceOptions options) {
  std::vector<std::unique_ptr<grpc::Service>> gateway;
  gateway.push_back(NewReviewService(services.stubs(), std::move(options)));
  return gateway;
}

}  // namespace

Services::Services(std::unique_ptr<host::Host> host)
    : host_(std::move(host)), stubs_(StubsOf(host_->InProcessChannel())) {}

absl::StatusOr<std::unique_ptr<Services>> Services::Start(const EmbeddedOptions& options,
                                                          host::Metrics* metrics) {
  ASSIGN_OR_RETURN(
      std::unique_ptr<host::Host> host,
      host::Host::Start(NewServices(options, metrics), {.address = "", .metrics = metrics}));
  return std::unique_ptr<Services>(new Services(std::move(host)));
}

StubsProvider Services::stubs() const {
  return [this]() -> const Stubs& { return stubs_; };
}

absl::StatusOr<std::unique_ptr<Embedded>> StartAll(const EmbeddedOptions& options) {
  auto embedded = std::make_unique<Embedded>();
  ASSIGN_OR_RETURN(embedded->services_, Services::Start(options, nullptr));
  ASSIGN_OR_RETURN(embedded->host_, host::Host::Start(NewGateway(*embedded->services_, {}), {}));
  return embedded;
}

int ServeAll(const EmbeddedOptions& options, PlatformOptions platform_options,
             const host::Flags& flags) {
  std::unique_ptr<Services> services;
  std::unique_ptr<Platform> platform;
  const auto make = [&](const host::Environment& environment)
      -> absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>> {
    ASSIGN_OR_RETURN(services, Services::Start(options, &environment.metrics));
    platform_options.metrics = &environment.metrics;
    platform_options.pipeline.metrics = &environment.metrics;
    platform_options.grpc_address = flags.Get("listen", kDefaultAddress);
    platform_options.has_client_certificates = flags.Has("tls_ca");
    ASSIGN_OR_RETURN(platform, Platform::Open(platform_options, services->stubs()));
    return NewGateway(*services, platform->ServiceOptions());
  };
  const auto end = [&] {
    platform.reset();
    services.reset();
  };
  return host::Serve(flags, {.name = "allreview",
                             .default_address = kDefaultAddress,
                             .make = make,
                             .on_started = [&](host::Host& host) { return platform->Start(host); },
                             .on_stopping = [&](absl::Duration limit) { platform->Stop(limit); },
                             .on_stopped = end});
}

}  // namespace allreview::gateway
