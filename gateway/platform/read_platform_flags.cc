#include "gateway/platform/read_platform_flags.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/http/origin.h"
#include "gateway/platform/read_people_flags.h"

namespace allreview::gateway {
namespace {

// What a flag says, else what held before; "none" is nothing.
std::string TextOf(const host::Flags& flags, const host::Flag& flag, const std::string& before) {
  const std::string text = flags.Has(flag.name) ? flags.Get(flag.name) : before;
  return text == "none" ? "" : text;
}

PlatformOptions ReadTexts(const host::Flags& flags, PlatformOptions options) {
  for (const auto& [flag, text] : {
           std::pair(&kStoreFlag, &options.store_url),
           std::pair(&kStorePasswordFlag, &options.store_password_file),
           std::pair(&kHttpListenFlag, &options.http_address),
           std::pair(&kHttpCertFlag, &options.http_certificate),
           std::pair(&kHttpKeyFlag, &options.http_key),
           std::pair(&kPublicUrlFlag, &options.public_url),
           std::pair(&kTokensFlag, &options.tokens_file),
           std::pair(&kAppIdFlag, &options.github.app_id),
           std::pair(&kAppKeyFlag, &options.github.app_key_file),
           std::pair(&kWebhookSecretFlag, &options.github.webhook_secret_file),
           std::pair(&kOutgoingWebhooksFlag, &options.outgoing_webhooks_file),
       }) {
    *text = TextOf(flags, *flag, *text);
  }
  if (flags.Has(kAllowedOriginFlag.name)) {
    options.allowed_origins = flags.GetAll(kAllowedOriginFlag.name);
  }
  return options;
}

absl::Status FlagError(const host::Flag& flag, const absl::Status& status) {
  return absl::InvalidArgumentError(absl::StrCat("--", flag.name, ": ", status.message()));
}

absl::StatusOr<std::string> NormalPublicUrl(const std::string& url) {
  if (url.empty()) return url;
  absl::StatusOr<std::string> origin = http::NormalOrigin(url);
  if (!origin.ok()) return FlagError(kPublicUrlFlag, origin.status());
  return origin;
}

absl::StatusOr<http::AddressRanges> ReadTrustedProxies(const host::Flags& flags) {
  std::vector<std::string> proxies = flags.GetAll(kTrustedProxyFlag.name);
  if (proxies == std::vector<std::string>{"none"}) proxies.clear();
  absl::StatusOr<http::AddressRanges> ranges = http::AddressRanges::Parse(proxies);
  if (!ranges.ok()) return FlagError(kTrustedProxyFlag, ranges.status());
  return ranges;
}

absl::StatusOr<PlatformOptions> ReadNumbers(const host::Flags& flags, PlatformOptions options) {
  ASSIGN_OR_RETURN(const int64_t workers, flags.GetInt(kWorkersFlag.name, options.workers));
  ASSIGN_OR_RETURN(const int64_t days,
                   flags.GetInt(kRetentionFlag.name, options.retention / absl::Hours(24)));
  ASSIGN_OR_RETURN(options.max_waiting_of_caller,
                   flags.GetInt(kMaxWaitingPerTokenFlag.name, options.max_waiting_of_caller));
  ASSIGN_OR_RETURN(options.max_waiting, flags.GetInt(kMaxWaitingFlag.name, options.max_waiting));
  for (const auto& [flag, bytes] :
       {std::pair(&kMaxStoreFlag, &options.max_store_bytes),
        std::pair(&kMaxStorePerTokenFlag, &options.max_store_of_caller)}) {
    ASSIGN_OR_RETURN(const int64_t mib, flags.GetInt(flag->name, *bytes >> 20));
    *bytes = mib << 20;
  }
  ASSIGN_OR_RETURN(const int64_t processes,
                   flags.GetInt(kGitHubProcessesFlag.name, options.github.processes));
  options.github.processes = static_cast<int>(processes);
  options.workers = static_cast<int>(workers);
  options.retention = absl::Hours(24 * days);
  return options;
}

// What only works together.
absl::Status CheckFlags(const PlatformOptions& options) {
  if (options.github.app_id.empty() != options.github.app_key_file.empty()) {
    return absl::InvalidArgumentError(
        "--github-app-id and --github-app-key-file belong together; wanted both or neither");
  }
  if (options.http_certificate.empty() != options.http_key.empty()) {
    return absl::InvalidArgumentError(
        "--http-tls-cert and --http-tls-key belong together; wanted both or neither");
  }
  if (!options.github.webhook_secret_file.empty() && options.http_address.empty()) {
    return absl::InvalidArgumentError(
        "--github-webhook-secret-file needs --http-listen: webhooks come over HTTP");
  }
  if (options.people.HasPeople() && options.http_address.empty()) {
    return absl::InvalidArgumentError(
        "people come over HTTP: --oidc-issuer, --github-login-client-id and --user-header need "
        "--http-listen");
  }
  if (options.people.HasLogins() && options.store_url.empty()) {
    return absl::InvalidArgumentError(
        "--oidc-issuer and --github-login-client-id need --store: who is logged in is kept there");
  }
  if (!options.github.webhook_secret_file.empty() && options.store_url.empty()) {
    return absl::InvalidArgumentError(
        "--github-webhook-secret-file needs --store: what webhooks ask for must not be lost");
  }
  if (!options.outgoing_webhooks_file.empty() && options.store_url.empty()) {
    return absl::InvalidArgumentError(
        "--outgoing-webhooks needs --store: what they tell of is kept there");
  }
  return absl::OkStatus();
}

// What must be said where a public URL says that others reach this server.
absl::Status CheckPublicUrl(const host::Flags& flags, const PlatformOptions& options) {
  if (options.public_url.empty() || options.http_address.empty()) return absl::OkStatus();
  if (!flags.Has(kTokensFlag.name) && !options.people.HasPeople()) {
    return absl::InvalidArgumentError(
        "--public-url says that others reach this server: give --tokens=FILE, a login "
        "(--oidc-issuer, --github-login-client-id), --user-header, or --tokens=none when a proxy "
        "lets in only who may do everything");
  }
  const bool is_behind_proxy =
      absl::StartsWith(options.public_url, "https://") && options.http_certificate.empty();
  if (is_behind_proxy && !flags.Has(kTrustedProxyFlag.name)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--public-url is ", options.public_url,
        " and --http-listen is plain HTTP, so a proxy ends "
        "TLS, and all people would share the limits of its address: give "
        "--trusted-proxy=ADDRESS of the proxy (127.0.0.1 on this machine), --trusted-proxy=none "
        "when it sends no X-Forwarded-For, or --http-tls-cert and --http-tls-key without a proxy"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlatformOptions> ReadPlatformFlags(const host::Flags& flags,
                                                  PlatformOptions options) {
  options = ReadTexts(flags, std::move(options));
  ASSIGN_OR_RETURN(options.public_url, NormalPublicUrl(options.public_url));
  ASSIGN_OR_RETURN(options.trusted_proxies, ReadTrustedProxies(flags));
  ASSIGN_OR_RETURN(options.people, ReadPeopleFlags(flags));
  ASSIGN_OR_RETURN(options, ReadNumbers(flags, std::move(options)));
  RETURN_IF_ERROR(CheckFlags(options));
  RETURN_IF_ERROR(CheckPublicUrl(flags, options));
  return options;
}

}  // namespace allreview::gateway
