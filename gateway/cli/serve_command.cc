#include "gateway/cli/serve_command.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "gateway/cli/command.h"
#include "gateway/cli/connection.h"
#include "gateway/cli/review_arguments.h"
#include "gateway/embedded.h"
#include "services/host/main.h"

namespace allreview::cli {

int RunServe(const host::Flags& flags, Environment& environment) {
  if (!flags.positional().empty()) {
    return Refuse(environment, absl::StrCat("serve: unexpected argument \"", flags.positional()[0],
                                            "\"; wanted none"));
  }
  auto policies = ReadPolicies(flags);
  if (!policies.ok()) return Refuse(environment, policies.status().message());
  auto token = ReadGitHubToken(flags, environment);
  if (!token.ok()) return Refuse(environment, token.status().message());
  gateway::EmbeddedOptions options = {.cache_folder = CacheFolder(environment),
                                      .github_api_base = GitHubApiBase(flags, environment),
                                      .github_token = *std::move(token),
                                      .policies = *std::move(policies)};
  for (const std::string& root : flags.GetAll("repository-root")) {
    options.repository_roots.push_back(AbsolutePath(root));
  }
  SetMinLogLevel(LogLevel::kInfo);
  std::unique_ptr<gateway::AllServices> services;
  return host::Serve(
      flags,
      {.name = "allreview",
       .default_address = "127.0.0.1:50050",
       // Reviews call services of the same host, which a bound could starve.
       .default_max_calls = 0,
       .make =
           [&](const host::Environment& host) {
             services = std::make_unique<gateway::AllServices>(options, &host.metrics);
             return absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>>(services->Take());
           },
       .on_started = [&](host::Host& host) { services->Connect(host); }});
}

}  // namespace allreview::cli
