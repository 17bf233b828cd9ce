#include "gateway/embedded.h"

#include <latch>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/review_service.h"
#include "services/analysis/analysis_service.h"
#include "services/diff/diff_service.h"
#include "services/host/main.h"
#include "services/numerics/numerics_service.h"
#include "services/pull_request/pull_request_service.h"
#include "services/report/report_service.h"

namespace allreview::gateway {
namespace {

constexpr char kDefaultAddress[] = "127.0.0.1:50050";

std::string Under(const std::string& folder, absl::string_view name) {
  return folder.empty() ? "" : absl::StrCat(folder, "/", name);
}

}  // namespace

struct AllServices::Wiring {
  std::latch is_ready{1};
  Stubs stubs;
};

AllServices::AllServices(const EmbeddedOptions& options, host::Metrics* metrics)
    : wiring_(std::make_unique<Wiring>()) {
  services_.push_back(NewPullRequestService({.repository_roots = options.repository_roots,
                                             .is_local_unrestricted = options.is_local_unrestricted,
                                             .github_api_base = options.github_api_base,
                                             .github_token = options.github_token,
                                             .cache_dir = Under(options.cache_folder, "github"),
                                             .metrics = metrics}));
  services_.push_back(NewDiffService());
  AnalysisOptions analysis = {.facts_path = options.facts_path.empty()
                                                ? Under(options.cache_folder, "facts.sqlite")
                                                : options.facts_path,
                              .rule_paths = options.rule_paths,
                              .is_local_unrestricted = options.is_local_unrestricted,
                              .metrics = metrics};
  for (const analysis::v1::PolicySource& policy : options.policies) {
    analysis.policies.push_back({policy.name(), policy.content()});
  }
  services_.push_back(NewAnalysisService(std::move(analysis)));
  services_.push_back(NewReportService());
  services_.push_back(NewNumericsService({.metrics = metrics}));
}

AllServices::~AllServices() = default;

StubsProvider AllServices::stubs() {
  return [wiring = wiring_.get()]() -> const Stubs& {
    wiring->is_ready.wait();
    return wiring->stubs;
  };
}

std::vector<std::unique_ptr<grpc::Service>> AllServices::Take(ReviewServiceOptions gateway) {
  services_.push_back(NewReviewService(stubs(), std::move(gateway)));
  return std::move(services_);
}

void AllServices::Connect(host::Host& host) {
  wiring_->stubs = StubsOf(host.InProcessChannel());
  wiring_->is_ready.count_down();
}

absl::StatusOr<std::unique_ptr<Embedded>> StartAll(const EmbeddedOptions& options) {
  auto embedded = std::make_unique<Embedded>(options);
  ASSIGN_OR_RETURN(embedded->host_, host::Host::Start(embedded->services_.Take({}), {}));
  embedded->services_.Connect(*embedded->host_);
  return embedded;
}

int ServeAll(const EmbeddedOptions& options, PlatformOptions platform_options,
             const host::Flags& flags) {
  std::unique_ptr<AllServices> services;
  std::unique_ptr<Platform> platform;
  const auto make = [&](const host::Environment& environment)
      -> absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>> {
    services = std::make_unique<AllServices>(options, &environment.metrics);
    platform_options.metrics = &environment.metrics;
    platform_options.pipeline.metrics = &environment.metrics;
    platform_options.grpc_address = flags.Get("listen", kDefaultAddress);
    platform_options.has_client_certificates = flags.Has("tls_ca");
    ASSIGN_OR_RETURN(platform, Platform::Open(platform_options, services->stubs()));
    return services->Take(platform->ServiceOptions());
  };
  const auto start = [&](host::Host& host) {
    services->Connect(host);
    return platform->Start(host);
  };
  return host::Serve(flags, {.name = "allreview",
                             .default_address = kDefaultAddress,
                             // Reviews call services of the same host: a bound could starve them.
                             .default_max_calls = 0,
                             .make = make,
                             .on_started = start,
                             .on_stopping = [&](absl::Duration limit) { platform->Stop(limit); }});
}

}  // namespace allreview::gateway
