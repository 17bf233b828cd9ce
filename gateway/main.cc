// allreview-gateway: reviews changes with services that run elsewhere.

#include "host/main.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "gateway/pipeline/stubs.h"
#include "gateway/platform/platform.h"
#include "gateway/platform/read_platform_flags.h"
#include "gateway/service/review_service.h"
#include "host/channel.h"

namespace allreview::gateway {
namespace {

struct Spoke {
  absl::string_view flag;
  absl::string_view default_address;
};

constexpr Spoke kPullRequest = {"pull_request", "127.0.0.1:50051"};
constexpr Spoke kDiff = {"diff", "127.0.0.1:50052"};
constexpr Spoke kAnalysis = {"analysis", "127.0.0.1:50053"};
constexpr Spoke kReport = {"report", "127.0.0.1:50054"};
constexpr Spoke kNumerics = {"numerics", "127.0.0.1:50055"};

std::vector<host::Flag> GatewayFlags() {
  std::vector<host::Flag> flags = {
      {.name = "pull-request",
       .value = "HOST:PORT",
       .help = "The pull_request service. Default: 127.0.0.1:50051."},
      {.name = "diff", .value = "HOST:PORT", .help = "The diff service. Default: 127.0.0.1:50052."},
      {.name = "analysis",
       .value = "HOST:PORT",
       .help = "The analysis service. Default: 127.0.0.1:50053."},
      {.name = "report",
       .value = "HOST:PORT",
       .help = "The report service. Default: 127.0.0.1:50054."},
      {.name = "numerics",
       .value = "HOST:PORT",
       .help = "The numerics service, or \"none\". Default: 127.0.0.1:50055."},
      {.name = "service-tls-ca",
       .value = "FILE",
       .help = "The services must show a certificate that this authority signed, PEM. "
               "Default: plain text."},
      {.name = "service-tls-cert",
       .value = "FILE",
       .help = "Certificate that the gateway shows to the services, PEM (mutual TLS)."},
      {.name = "service-tls-key", .value = "FILE", .help = "Its private key, PEM."},
      {.name = "policy",
       .value = "FILE",
       .help = "Policy of the organisation; below the repositories' own. May be repeated."},
      {.name = "github-api",
       .value = "URL",
       .help = "API of GitHub Enterprise, https://HOST/api/v3. Default: api.github.com."},
      {.name = "github-token-file",
       .value = "FILE",
       .help = "Token for GitHub, instead of an App; it publishes no check runs."},
  };
  for (const host::Flag* flag : kPlatformFlags) flags.push_back(*flag);
  return flags;
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectTo(const host::Flags& flags,
                                                         const Spoke& spoke) {
  return host::Connect(flags.Get(spoke.flag, spoke.default_address),
                       {.certificate = flags.Get("service_tls_cert"),
                        .key = flags.Get("service_tls_key"),
                        .ca = flags.Get("service_tls_ca")});
}

absl::StatusOr<std::unique_ptr<Stubs>> ConnectAll(const host::Flags& flags) {
  auto stubs = std::make_unique<Stubs>();
  ASSIGN_OR_RETURN(auto pull_request, ConnectTo(flags, kPullRequest));
  ASSIGN_OR_RETURN(auto diff, ConnectTo(flags, kDiff));
  ASSIGN_OR_RETURN(auto analysis, ConnectTo(flags, kAnalysis));
  ASSIGN_OR_RETURN(auto report, ConnectTo(flags, kReport));
  stubs->pull_request = pull_request::v1::PullRequestService::NewStub(pull_request);
  stubs->diff = diff::v1::DiffService::NewStub(diff);
  stubs->analysis = analysis::v1::AnalysisService::NewStub(analysis);
  stubs->report = report::v1::ReportService::NewStub(report);
  if (flags.Get(kNumerics.flag) != "none") {
    ASSIGN_OR_RETURN(auto numerics, ConnectTo(flags, kNumerics));
    stubs->numerics = numerics::v1::NumericsService::NewStub(numerics);
  }
  return stubs;
}

constexpr int kPort = 50050;

// What lives as long as the process.
struct Gateway {
  std::unique_ptr<const Stubs> stubs;
  std::unique_ptr<Platform> platform;
};

absl::StatusOr<PlatformOptions> ReadOptions(const host::Environment& environment) {
  const host::Flags& flags = environment.flags;
  ASSIGN_OR_RETURN(PlatformOptions options, ReadPlatformFlags(flags, {.workers = 0}));
  options.metrics = &environment.metrics;
  options.grpc_address = flags.Get("listen", absl::StrCat("127.0.0.1:", kPort));
  options.has_client_certificates = flags.Has("tls_ca");
  options.github.api_base = flags.Get("github_api");
  if (flags.Has("github_token_file")) {
    ASSIGN_OR_RETURN(const std::string token, ReadFile(flags.Get("github_token_file")));
    options.github.token = std::string(absl::StripAsciiWhitespace(token));
  }
  options.pipeline.metrics = &environment.metrics;
  for (const std::string& path : flags.GetAll("policy")) {
    analysis::v1::PolicySource& policy = options.pipeline.policies.emplace_back();
    policy.set_kind(analysis::v1::PolicySource::KIND_ORGANISATION);
    policy.set_name(path);
    ASSIGN_OR_RETURN(*policy.mutable_content(), ReadFile(path));
  }
  return options;
}

absl::StatusOr<std::unique_ptr<grpc::Service>> MakeGateway(const host::Environment& environment,
                                                           Gateway& gateway) {
  ASSIGN_OR_RETURN(gateway.stubs, ConnectAll(environment.flags));
  ASSIGN_OR_RETURN(PlatformOptions options, ReadOptions(environment));
  const StubsProvider stubs = [&gateway]() -> const Stubs& { return *gateway.stubs; };
  ASSIGN_OR_RETURN(gateway.platform, Platform::Open(std::move(options), stubs));
  return NewReviewService(stubs, gateway.platform->ServiceOptions());
}

}  // namespace
}  // namespace allreview::gateway

int main(int argc, char** argv) {
  allreview::gateway::Gateway gateway;
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-gateway",
       .summary = "Reviews changes with services that run elsewhere; keeps reviews, "
                  "serves the web page and, if configured, reviews for GitHub.",
       .port = allreview::gateway::kPort,
       .flags = allreview::gateway::GatewayFlags(),
       .example = "--diff=dns:///diff:50052 --store=redis://redis:6379/0 --workers=4",
       .make =
           [&](const allreview::host::Environment& environment) {
             return allreview::gateway::MakeGateway(environment, gateway);
           },
       .on_started = [&](allreview::host::Host& host) { return gateway.platform->Start(host); },
       .on_stopping = [&](absl::Duration limit) { gateway.platform->Stop(limit); },
       .on_stopped = [&] { gateway.platform.reset(); },
       .checks_callers = true});
}
