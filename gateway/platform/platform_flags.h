#ifndef GATEWAY_PLATFORM_PLATFORM_FLAGS_H_
#define GATEWAY_PLATFORM_PLATFORM_FLAGS_H_

// Flags of what keeps reviews: store, workers, HTTP, GitHub. `allreview serve` and
// allreview-gateway have the same. read_platform_flags.h reads them.

#include <array>

#include "gateway/platform/people_flags.h"
#include "host/flag.h"

namespace allreview::gateway {

inline constexpr host::Flag kStoreFlag = {.name = "store",
                                          .value = "URL",
                                          .help =
                                              "Where reviews and the queue are kept: sqlite:PATH "
                                              "for one machine, redis://HOST:PORT/N for "
                                              "several replicas, "
                                              "rediss://HOST:PORT/N?ca=FILE&cert=FILE&key=FILE "
                                              "over TLS (each file may be left out), or \"none\"."};
inline constexpr host::Flag kStorePasswordFlag = {
    .name = "store-password-file",
    .value = "FILE",
    .help = "File that contains the password of Redis, instead of one in the URL.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kWorkersFlag = {.name = "workers",
                                            .value = "N",
                                            .help =
                                                "Jobs that this process runs at the same time. 0: "
                                                "none; other processes on the same store run them.",
                                            .max_number = 1000};
inline constexpr host::Flag kMaxWaitingPerTokenFlag = {
    .name = "max-waiting-per-token",
    .value = "N",
    .help =
        "Reviews that one API token may have waiting; more are refused until some are done. 0: no "
        "limit. Default: 500.",
    .max_number = 1000000};
inline constexpr host::Flag kMaxStorePerTokenFlag = {
    .name = "max-store-mib-per-token",
    .value = "MIB",
    .help =
        "Space in the store for the reviews that one token asked for, in MiB before compression; "
        "more are refused until old ones are removed. 0: no limit. Default: 10240.",
    .max_number = 1000000000};
inline constexpr host::Flag kMaxStoreFlag = {
    .name = "max-store-mib",
    .value = "MIB",
    .help =
        "Size of the store, in MiB, above which new reviews are refused until old ones are removed "
        "(see --retention-days). 0: no limit. Default: 51200.",
    .max_number = 1000000000};
inline constexpr host::Flag kMaxWaitingFlag = {
    .name = "max-waiting",
    .value = "N",
    .help =
        "Total number of jobs that may wait, webhooks included; more are refused. 0: no limit. "
        "Default: 5000.",
    .max_number = 1000000};
inline constexpr host::Flag kRetentionFlag = {
    .name = "retention-days",
    .value = "N",
    .help = "Days for which reviews are kept. Default: 90.",
    .min_number = 1,
    .max_number = 36500};
inline constexpr host::Flag kHttpListenFlag = {.name = "http-listen",
                                               .value = "HOST:PORT",
                                               .help =
                                                   "Where to serve the web page, HTTP/JSON under "
                                                   "/api/v1, and GitHub's webhooks; or \"none\"."};
inline constexpr host::Flag kHttpCertFlag = {
    .name = "http-tls-cert",
    .value = "FILE",
    .help = "Certificate chain for HTTPS, PEM. Default: plain HTTP.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kHttpKeyFlag = {.name = "http-tls-key",
                                            .value = "FILE",
                                            .help = "Its private key, PEM.",
                                            .completion = host::Completion::kFile};
inline constexpr host::Flag kTrustedProxyFlag = {
    .name = "trusted-proxy",
    .value = "RANGE",
    .help =
        "Address, or range such as 10.0.0.0/8, of proxies whose X-Forwarded-For and "
        "X-Forwarded-Proto are trusted; without it, everybody behind a proxy shares the limits of "
        "its address. \"none\": the proxy sends no such header. May be repeated.",
    .is_repeatable = true};
inline constexpr host::Flag kAllowedOriginFlag = {
    .name = "allowed-origin",
    .value = "ORIGIN",
    .help =
        "Pages of this origin, such as https://dashboard.example, may call /api/v1. May be "
        "repeated.",
    .is_repeatable = true};
inline constexpr host::Flag kPublicUrlFlag = {
    .name = "public-url",
    .value = "URL",
    .help =
        "Address of the web page for people: https://allreview.example. Links in comments begin "
        "with it; its scheme decides about cookies, and pages under it may change things here. "
        "Default: http:// and the address of --http-listen."};
inline constexpr host::Flag kTokensFlag = {
    .name = "tokens",
    .value = "FILE",
    .help =
        "API tokens and what they may do; `allreview tokens new` prints a line for it. For "
        "addresses that other machines can reach, and with --public-url, this, a login "
        "(--oidc-issuer, --github-login-client-id) or --user-header is needed; \"none\" without "
        "one says that a proxy lets in only people who may do everything.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kAppIdFlag = {
    .name = "github-app-id",
    .value = "ID",
    .help = "ID of the GitHub App that reviews and publishes."};
inline constexpr host::Flag kAppKeyFlag = {.name = "github-app-key-file",
                                           .value = "FILE",
                                           .help = "Private key of the App, PEM.",
                                           .completion = host::Completion::kFile};
inline constexpr host::Flag kWebhookSecretFlag = {
    .name = "github-webhook-secret-file",
    .value = "FILE",
    .help =
        "File with the secret of the webhooks; two lines while it is being replaced. Default: no "
        "webhooks.",
    .completion = host::Completion::kFile};

inline constexpr host::Flag kOutgoingWebhooksFlag = {
    .name = "outgoing-webhooks",
    .value = "FILE",
    .help =
        "Whom to tell of finished reviews and of votes: names, addresses and secrets, see "
        "docs/server.md. Default: nobody.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kGitHubProcessesFlag = {
    .name = "github-processes",
    .value = "N",
    .help =
        "Processes that share the limits of one installation or token; each takes its part. "
        "Default: "
        "1.",
    .min_number = 1,
    .max_number = 1000};

// In the order of the help text.
inline constexpr auto kPlatformFlags = host::JoinFlags(
    std::array{&kHttpListenFlag, &kPublicUrlFlag, &kTokensFlag}, kPeopleFlags,
    std::array{&kStoreFlag, &kStorePasswordFlag, &kWorkersFlag, &kMaxWaitingPerTokenFlag,
               &kMaxWaitingFlag, &kMaxStorePerTokenFlag, &kMaxStoreFlag, &kRetentionFlag,
               &kHttpCertFlag, &kHttpKeyFlag, &kTrustedProxyFlag, &kAllowedOriginFlag, &kAppIdFlag,
               &kAppKeyFlag, &kWebhookSecretFlag, &kOutgoingWebhooksFlag, &kGitHubProcessesFlag});

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_PLATFORM_FLAGS_H_
