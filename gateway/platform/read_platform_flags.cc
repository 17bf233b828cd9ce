#include "gateway/platform/read_platform_flags.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/http/origin.h"

namespace allreview::gateway {
namespace {

constexpr int64_t kMaxStoreMib = 1'000'000'000;

constexpr PlatformFlag kFlags[] = {kHttpListenFlag,
                                   kPublicUrlFlag,
                                   kTokensFlag,
                                   kStoreFlag,
                                   kStorePasswordFlag,
                                   kWorkersFlag,
                                   kMaxWaitingPerTokenFlag,
                                   kMaxWaitingFlag,
                                   kMaxStoreFlag,
                                   kMaxStorePerTokenFlag,
                                   kRetentionFlag,
                                   kHttpCertFlag,
                                   kHttpKeyFlag,
                                   kTrustedProxyFlag,
                                   kAllowedOriginFlag,
                                   kAppIdFlag,
                                   kAppKeyFlag,
                                   kWebhookSecretFlag,
                                   kGitHubProcessesFlag};

void ReadText(const host::Flags& flags, const PlatformFlag& flag, std::string* value) {
  if (flags.Has(flag.name)) *value = flags.Get(flag.name);
  if (*value == "none") value->clear();
}

void ReadList(const host::Flags& flags, const PlatformFlag& flag,
              std::vector<std::string>* values) {
  if (flags.Has(flag.name)) *values = flags.GetAll(flag.name);
}

// What only works together.
absl::Status Check(const PlatformOptions& options) {
  if (options.github.app_id.empty() != options.github.app_key_file.empty()) {
    return absl::InvalidArgumentError(
        "--github_app_id and --github_app_key_file belong together; wanted both or neither");
  }
  if (options.http_certificate.empty() != options.http_key.empty()) {
    return absl::InvalidArgumentError(
        "--http_tls_cert and --http_tls_key belong together; wanted both or neither");
  }
  if (!options.github.webhook_secret_file.empty() && options.http_address.empty()) {
    return absl::InvalidArgumentError(
        "--github_webhook_secret_file needs --http_listen: webhooks come over HTTP");
  }
  if (!options.github.webhook_secret_file.empty() && options.store_url.empty()) {
    return absl::InvalidArgumentError(
        "--github_webhook_secret_file needs --store: what webhooks ask for must not be lost");
  }
  return absl::OkStatus();
}

// What must be said where a public URL says that others reach this server.
absl::Status CheckPublicUrl(const host::Flags& flags, const PlatformOptions& options) {
  if (options.public_url.empty() || options.http_address.empty()) return absl::OkStatus();
  if (!flags.Has(kTokensFlag.name)) {
    return absl::InvalidArgumentError(
        "--public_url says that others reach this server: give --tokens=FILE, or --tokens=none "
        "when a proxy lets in only who may do everything");
  }
  const bool is_behind_proxy =
      absl::StartsWith(options.public_url, "https://") && options.http_certificate.empty();
  if (is_behind_proxy && !flags.Has(kTrustedProxyFlag.name)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--public_url is ", options.public_url,
        " and --http_listen is plain HTTP, so a proxy ends "
        "TLS, and all people would share the limits of its address: give "
        "--trusted_proxy=ADDRESS of the proxy (127.0.0.1 on this machine), --trusted_proxy=none "
        "when it sends no X-Forwarded-For, or --http_tls_cert and --http_tls_key without a proxy"));
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<host::Flag> PlatformFlags() {
  std::vector<host::Flag> flags;
  for (const PlatformFlag& flag : kFlags) {
    flags.push_back({.name = flag.name, .value = flag.value, .help = flag.help});
  }
  return flags;
}

absl::StatusOr<PlatformOptions> ReadPlatformFlags(const host::Flags& flags,
                                                  PlatformOptions options) {
  ReadText(flags, kStoreFlag, &options.store_url);
  ReadText(flags, kStorePasswordFlag, &options.store_password_file);
  ReadText(flags, kHttpListenFlag, &options.http_address);
  ReadText(flags, kHttpCertFlag, &options.http_certificate);
  ReadText(flags, kHttpKeyFlag, &options.http_key);
  ReadText(flags, kPublicUrlFlag, &options.public_url);
  ReadText(flags, kTokensFlag, &options.tokens_file);
  ReadText(flags, kAppIdFlag, &options.github.app_id);
  ReadText(flags, kAppKeyFlag, &options.github.app_key_file);
  ReadText(flags, kWebhookSecretFlag, &options.github.webhook_secret_file);
  if (!options.public_url.empty()) {
    absl::StatusOr<std::string> origin = http::NormalOrigin(options.public_url);
    if (!origin.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", kPublicUrlFlag.name, ": ", origin.status().message()));
    }
    options.public_url = *std::move(origin);
  }
  std::vector<std::string> proxies;
  ReadList(flags, kTrustedProxyFlag, &proxies);
  if (proxies == std::vector<std::string>{"none"}) proxies.clear();
  absl::StatusOr<http::AddressRanges> ranges = http::AddressRanges::Parse(proxies);
  if (!ranges.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--", kTrustedProxyFlag.name, ": ", ranges.status().message()));
  }
  options.trusted_proxies = *std::move(ranges);
  ReadList(flags, kAllowedOriginFlag, &options.allowed_origins);
  ASSIGN_OR_RETURN(const int64_t workers, flags.GetInt(kWorkersFlag.name, options.workers));
  ASSIGN_OR_RETURN(const int64_t days,
                   flags.GetInt(kRetentionFlag.name, options.retention / absl::Hours(24)));
  if (workers < 0 || workers > 1000) {
    return absl::InvalidArgumentError("--workers: wanted a number from 0 to 1000");
  }
  ASSIGN_OR_RETURN(options.max_waiting_of_caller,
                   flags.GetInt(kMaxWaitingPerTokenFlag.name, options.max_waiting_of_caller));
  ASSIGN_OR_RETURN(options.max_waiting, flags.GetInt(kMaxWaitingFlag.name, options.max_waiting));
  if (options.max_waiting_of_caller < 0 || options.max_waiting < 0) {
    return absl::InvalidArgumentError(
        "--max_waiting_per_token and --max_waiting: wanted 0 or more");
  }
  for (const auto& [flag, bytes] :
       {std::pair(kMaxStoreFlag, &options.max_store_bytes),
        std::pair(kMaxStorePerTokenFlag, &options.max_store_of_caller)}) {
    ASSIGN_OR_RETURN(const int64_t mib, flags.GetInt(flag.name, *bytes >> 20));
    if (mib < 0 || mib > kMaxStoreMib) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag.name, ": wanted a number from 0 to ", kMaxStoreMib));
    }
    *bytes = mib << 20;
  }
  if (days < 1) return absl::InvalidArgumentError("--retention_days: wanted at least one day");
  ASSIGN_OR_RETURN(const int64_t processes,
                   flags.GetInt(kGitHubProcessesFlag.name, options.github.processes));
  if (processes < 1 || processes > 1000) {
    return absl::InvalidArgumentError("--github_processes: wanted a number from 1 to 1000");
  }
  options.github.processes = static_cast<int>(processes);
  options.workers = static_cast<int>(workers);
  options.retention = absl::Hours(24 * days);
  RETURN_IF_ERROR(Check(options));
  RETURN_IF_ERROR(CheckPublicUrl(flags, options));
  return options;
}

}  // namespace allreview::gateway
