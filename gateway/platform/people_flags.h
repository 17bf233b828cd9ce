#ifndef GATEWAY_PLATFORM_PEOPLE_FLAGS_H_
#define GATEWAY_PLATFORM_PEOPLE_FLAGS_H_

// Flags of how people say who they are; a part of platform_flags.h.

#include <array>

#include "host/flag.h"

namespace allreview::gateway {

inline constexpr host::Flag kGrantsFlag = {
    .name = "grants",
    .value = "FILE",
    .help =
        "What people who log in may do: lines of who, scopes and perhaps repositories, such as "
        "\"oidc:@trainers read,review acme/*\", \"github:@acme/platform read,review,admin\" or "
        "\"everyone read\". Needed with --oidc-issuer, --github-login-client-id and --user-header.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kUserHeaderFlag = {
    .name = "user-header",
    .value = "NAME",
    .help =
        "Header in which a proxy of --trusted-proxy names the person that it has authenticated, "
        "such as X-Forwarded-User of oauth2-proxy; of anybody else it is ignored. The person is "
        "proxy:NAME in --grants."};
inline constexpr host::Flag kGroupsHeaderFlag = {
    .name = "groups-header",
    .value = "NAME",
    .help =
        "Header in which that proxy sends the person's groups, with commas between them: "
        "X-Forwarded-Groups. They are proxy:@GROUP in --grants."};
inline constexpr host::Flag kOidcIssuerFlag = {
    .name = "oidc-issuer",
    .value = "URL",
    .help =
        "OpenID provider that people log in with, exactly as it calls itself: "
        "https://sso.acme.example/realms/acme. Register PUBLIC-URL/login/oidc/callback there as "
        "the redirect address."};
inline constexpr host::Flag kOidcClientIdFlag = {
    .name = "oidc-client-id",
    .value = "ID",
    .help = "What this server is called at the OpenID provider."};
inline constexpr host::Flag kOidcSecretFlag = {
    .name = "oidc-client-secret-file",
    .value = "FILE",
    .help =
        "File with the client's secret at the OpenID provider. Default: a public client, which "
        "only PKCE protects.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kOidcScopesFlag = {
    .name = "oidc-scopes",
    .value = "WORDS",
    .help =
        "What to ask the OpenID provider for. Default: \"openid email profile\"; many send "
        "groups only for \"openid email profile groups\"."};
inline constexpr host::Flag kOidcNameFlag = {
    .name = "oidc-name-claim",
    .value = "CLAIM",
    .help =
        "Claim that becomes the person's name, oidc:NAME in --grants, votes and the audit log. "
        "Default: email, when the provider says that it is verified. Choose none that people can "
        "change."};
inline constexpr host::Flag kOidcGroupsFlag = {
    .name = "oidc-groups-claim",
    .value = "CLAIM",
    .help =
        "Claim with the list of the person's groups, oidc:@GROUP in --grants. Default: groups."};
inline constexpr host::Flag kGitHubLoginIdFlag = {
    .name = "github-login-client-id",
    .value = "ID",
    .help =
        "Client ID of the GitHub App that people log in with; register "
        "PUBLIC-URL/login/github/callback there as the callback URL. Organisations and teams are "
        "github:@ORGANISATION and github:@ORGANISATION/TEAM in --grants."};
inline constexpr host::Flag kGitHubLoginSecretFlag = {
    .name = "github-login-secret-file",
    .value = "FILE",
    .help = "File with a client secret of that App.",
    .completion = host::Completion::kFile};
inline constexpr host::Flag kSessionHoursFlag = {
    .name = "session-hours",
    .value = "N",
    .help = "Hours after which people log in again; groups are read anew then. Default: 12.",
    .min_number = 1,
    .max_number = 24 * 365};

inline constexpr host::Flag kMaxSessionsFlag = {
    .name = "max-sessions",
    .value = "N",
    .help =
        "How many browsers a person may be logged in with at once; one more ends the oldest "
        "session. Default: 20.",
    .min_number = 1,
    .max_number = 1000};

inline constexpr std::array kPeopleFlags = {
    &kGrantsFlag,       &kUserHeaderFlag,    &kGroupsHeaderFlag,      &kOidcIssuerFlag,
    &kOidcClientIdFlag, &kOidcSecretFlag,    &kOidcScopesFlag,        &kOidcNameFlag,
    &kOidcGroupsFlag,   &kGitHubLoginIdFlag, &kGitHubLoginSecretFlag, &kSessionHoursFlag,
    &kMaxSessionsFlag};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_PEOPLE_FLAGS_H_
