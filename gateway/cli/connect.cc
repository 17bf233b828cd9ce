#include "gateway/cli/connect.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/gateway_token.h"
#include "gateway/cli/github_access.h"
#include "gateway/cli/review_budget.h"
#include "host/token_channel.h"

namespace allreview::cli {
namespace {

host::TlsFiles ClientTls(const Arguments& arguments) {
  return {.certificate = arguments.Get(kTlsCert),
          .key = arguments.Get(kTlsKey),
          .ca = arguments.Get(kTlsCa)};
}

// Flags that say something to the other kind of connection would be ignored without a word.
absl::Status CheckFlags(const Arguments& arguments) {
  const bool is_remote = arguments.Has(kGateway);
  for (const Flag* flag : {&kGatewayTokenFile, &kTlsCa, &kTlsCert, &kTlsKey}) {
    if (!is_remote && arguments.Has(*flag)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag->name, " needs --gateway=HOST:PORT"));
    }
  }
  if (is_remote && arguments.Has(kGitHubTokenFile)) {
    return absl::InvalidArgumentError(
        "--github-token-file does not go with --gateway: the gateway uses its own token");
  }
  for (const Flag* flag : {&kReviewCpuSecondsFlag, &kReviewMemoryFlag}) {
    if (!is_remote || !arguments.Has(*flag)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "--", flag->name, " does not go with --gateway: its operator sets what a review may take"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> Connector::Connect(const Command& command,
                                                                  const Arguments& arguments) {
  RETURN_IF_ERROR(CheckFlags(arguments));
  if (arguments.Has(kGateway)) {
    ASSIGN_OR_RETURN(const std::string token, FindGatewayToken(arguments, environment_));
    return host::ConnectWithToken(arguments.Get(kGateway), ClientTls(arguments), token);
  }
  gateway::EmbeddedOptions options = {.is_local_unrestricted = true};
  if (const std::string index = environment_.Get("GIT_INDEX_FILE"); !index.empty()) {
    options.index_file = AbsolutePath(environment_, index);
  }
  options.review_budget = ReadReviewBudget(arguments);
  // The others read and keep nothing that a cache could serve.
  if (command.name == kReview || command.name == kScan || command.name == kAudit ||
      command.name == kAsk || command.name == kPlaybook) {
    options.cache_folder = FindCacheFolder(environment_);
    ASSIGN_OR_RETURN(GitHubAccess access, FindGitHubAccess(arguments, environment_));
    options.github_api_base = std::move(access.api_base);
    options.github_token = std::move(access.token);
  }
  ASSIGN_OR_RETURN(embedded_, gateway::StartAll(options));
  return embedded_->channel();
}

}  // namespace allreview::cli
