#include "gateway/cli/serve.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/allocator.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/github_access.h"
#include "gateway/cli/review_budget.h"
#include "gateway/cli/review_request.h"
#include "gateway/cli/rule_files.h"
#include "gateway/embedded/embedded.h"
#include "gateway/platform/read_platform_flags.h"
#include "host/main.h"
#include "storage/store_url.h"

namespace allreview::cli {
namespace {

absl::StatusOr<gateway::EmbeddedOptions> Options(const Arguments& arguments,
                                                 const Environment& environment) {
  gateway::EmbeddedOptions options = {.cache_folder = FindCacheFolder(environment),
                                      .is_local_unrestricted = false};
  if (arguments.Has(kFacts)) options.facts_path = AbsolutePath(environment, arguments.Get(kFacts));
  if (arguments.Has(kFactsRedisFlag)) {
    ASSIGN_OR_RETURN(options.facts_redis, ReadRedisUrl(arguments.Get(kFactsRedisFlag),
                                                       arguments.Get(kFactsRedisPasswordFlag)));
  }
  for (const std::string& root : arguments.GetAll(kRepositoryRoot)) {
    options.repository_roots.push_back(AbsolutePath(environment, root));
  }
  ASSIGN_OR_RETURN(options.policies, ReadPolicies(arguments));
  options.review_budget = ReadReviewBudget(arguments);
  // Read here only to tell a wrong path at once; the service reads them again as they change.
  RETURN_IF_ERROR(ReadRuleFiles(arguments.GetAll(kServerRules), "--rules").status());
  options.rule_paths = arguments.GetAll(kServerRules);
  ASSIGN_OR_RETURN(GitHubAccess access, FindGitHubAccess(arguments, environment));
  options.github_api_base = std::move(access.api_base);
  options.github_token = std::move(access.token);
  return options;
}

// Reviews are kept, and the page is there, unless the caller says otherwise.
absl::StatusOr<gateway::PlatformOptions> DefaultPlatform(const Arguments& arguments,
                                                         const Environment& environment) {
  gateway::PlatformOptions options = {.http_address = "127.0.0.1:8080"};
  if (arguments.Has(gateway::kStoreFlag)) return options;
  const std::string folder = FindStateFolder(environment);
  if (folder.empty()) {
    return absl::FailedPreconditionError(
        "there is no folder to keep reviews in: set ALLREVIEW_STATE_DIR, or give --store=URL "
        "(--store=none keeps nothing)");
  }
  options.store_url = absl::StrCat("sqlite:", folder, "/reviews.db");
  return options;
}

int Fail(Output& err, const absl::Status& status) {
  err.Write(absl::StrCat("allreview: ", PrintableText(status.message()), "\n"));
  return absl::IsInvalidArgument(status) ? kExitUsage : kExitFailed;
}

}  // namespace

int Serve(const Arguments& arguments, const Environment& environment, Output& err) {
  ReturnMemorySoon();
  const absl::StatusOr<gateway::EmbeddedOptions> options = Options(arguments, environment);
  if (!options.ok()) return Fail(err, options.status());
  absl::StatusOr<gateway::PlatformOptions> platform = DefaultPlatform(arguments, environment);
  if (platform.ok())
    platform = gateway::ReadPlatformFlags(arguments.host_flags, *std::move(platform));
  if (!platform.ok()) return Fail(err, platform.status());
  platform->github.api_base = options->github_api_base;
  platform->github.token = options->github_token;
  platform->pipeline.policies = options->policies;
  platform->rule_paths = options->rule_paths;
  const int code = gateway::ServeAll(*options, *std::move(platform), arguments.host_flags);
  return code == 0 || code == kExitUsage ? code : kExitFailed;
}

}  // namespace allreview::cli
