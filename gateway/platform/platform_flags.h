#ifndef GATEWAY_PLATFORM_PLATFORM_FLAGS_H_
#define GATEWAY_PLATFORM_PLATFORM_FLAGS_H_

// Flags of what keeps reviews: store, workers, HTTP, GitHub. `allreview serve` and
// allreview-gateway have the same; names are written with '_' here, and both accept '-'.
// read_platform_flags.h reads them.

#include "absl/strings/string_view.h"

namespace allreview::gateway {

struct PlatformFlag {
  absl::string_view name;
  absl::string_view value;
  absl::string_view help;
  bool is_repeatable = false;
};

inline constexpr PlatformFlag kStoreFlag = {
    "store", "URL",
    "Where reviews and the queue are kept: sqlite:PATH for one machine, redis://HOST:PORT/N for "
    "several replicas, or \"none\"."};
inline constexpr PlatformFlag kStorePasswordFlag = {
    "store_password_file", "FILE", "Password of Redis, instead of one in the URL."};
inline constexpr PlatformFlag kWorkersFlag = {
    "workers", "N",
    "Jobs that this process does at the same time. 0: none; others on the same store do them."};
inline constexpr PlatformFlag kMaxWaitingPerTokenFlag = {
    "max_waiting_per_token", "N",
    "Reviews that one API token may have waiting; more are refused until some are done. 0: no "
    "bound. Default: 500."};
inline constexpr PlatformFlag kMaxStorePerTokenFlag = {
    "max_store_mib_per_token", "MIB",
    "What the reviews that one token asked for may take of the store, in MiB before they are "
    "packed; "
    "more are refused until old ones are removed. 0: no bound. Default: 10240."};
inline constexpr PlatformFlag kMaxStoreFlag = {
    "max_store_mib", "MIB",
    "What the store may take, in MiB, before new reviews are refused until old ones are removed "
    "(see --retention-days). 0: no bound. Default: 51200."};
inline constexpr PlatformFlag kMaxWaitingFlag = {
    "max_waiting", "N",
    "Jobs that may wait in all, webhooks included; more are refused. 0: no bound. Default: 5000."};
inline constexpr PlatformFlag kRetentionFlag = {"retention_days", "N",
                                                "Days for which reviews are kept. Default: 90."};
inline constexpr PlatformFlag kHttpListenFlag = {
    "http_listen", "HOST:PORT",
    "Where to serve the web page, HTTP/JSON under /api/v1, and GitHub's webhooks; or \"none\"."};
inline constexpr PlatformFlag kHttpCertFlag = {
    "http_tls_cert", "FILE", "Certificate chain for HTTPS, PEM. Default: plain HTTP."};
inline constexpr PlatformFlag kHttpKeyFlag = {"http_tls_key", "FILE", "Its private key, PEM."};
inline constexpr PlatformFlag kTrustedProxyFlag = {
    "trusted_proxy", "RANGE",
    "Address, or range such as 10.0.0.0/8, of proxies whose X-Forwarded-For and X-Forwarded-Proto "
    "are believed; without it all people behind a proxy share the limits of its address. \"none\": "
    "it sends no such header. May be repeated.",
    /*is_repeatable=*/true};
inline constexpr PlatformFlag kAllowedOriginFlag = {
    "allowed_origin", "ORIGIN",
    "Pages of this origin, such as https://dashboard.example, may call /api/v1. May be repeated.",
    /*is_repeatable=*/true};
inline constexpr PlatformFlag kPublicUrlFlag = {
    "public_url", "URL",
    "How people reach the web page: https://allreview.example. Links in comments begin so; its "
    "scheme decides about cookies, and a page of it may change things here. Default: http:// and "
    "the address of --http_listen."};
inline constexpr PlatformFlag kTokensFlag = {
    "tokens", "FILE",
    "API tokens and what they may do; `allreview tokens new` makes a line. Needed for addresses "
    "that other machines can reach, and beside --public_url; \"none\" says that a proxy lets in "
    "only "
    "who may do everything."};
inline constexpr PlatformFlag kAppIdFlag = {"github_app_id", "ID",
                                            "Id of the GitHub App that reviews and publishes."};
inline constexpr PlatformFlag kAppKeyFlag = {"github_app_key_file", "FILE",
                                             "Private key of the App, PEM."};
inline constexpr PlatformFlag kWebhookSecretFlag = {
    "github_webhook_secret_file", "FILE",
    "Secret of the webhooks; two lines while it is being replaced. Default: no webhooks."};

inline constexpr PlatformFlag kGitHubProcessesFlag = {
    "github_processes", "N",
    "Processes that share the limits of one installation or token; each takes its part. Default: "
    "1."};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_PLATFORM_FLAGS_H_
