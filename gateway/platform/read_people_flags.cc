#include "gateway/platform/read_people_flags.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/platform/people_flags.h"
#include "gateway/platform/platform_flags.h"

namespace allreview::gateway {
namespace {

// A flag that is good for nothing without another one.
struct Need {
  const host::Flag* flag;
  const host::Flag* needed;
  absl::string_view why;
};

constexpr Need kNeeds[] = {
    {&kUserHeaderFlag, &kTrustedProxyFlag, "whose header is believed"},
    {&kGroupsHeaderFlag, &kUserHeaderFlag, "whose groups they are"},
    {&kOidcIssuerFlag, &kOidcClientIdFlag, "what this server is called there"},
    {&kOidcClientIdFlag, &kOidcIssuerFlag, "where people log in"},
    {&kOidcSecretFlag, &kOidcIssuerFlag, "whose secret it is"},
    {&kOidcScopesFlag, &kOidcIssuerFlag, "whom to ask for them"},
    {&kOidcNameFlag, &kOidcIssuerFlag, "whose claim it is"},
    {&kOidcGroupsFlag, &kOidcIssuerFlag, "whose claim it is"},
    {&kGitHubLoginIdFlag, &kGitHubLoginSecretFlag, "GitHub lets in no client without its secret"},
    {&kGitHubLoginSecretFlag, &kGitHubLoginIdFlag, "whose secret it is"},
    {&kUserHeaderFlag, &kGrantsFlag, "what people may do, such as a line \"everyone read,review\""},
    {&kOidcIssuerFlag, &kGrantsFlag, "what people may do, such as a line \"everyone read,review\""},
    {&kGitHubLoginIdFlag, &kGrantsFlag,
     "what people may do, such as a line \"github:@acme read,review\""},
};

bool IsHeaderName(absl::string_view name) {
  return std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '-' || c == '_';
  });
}

absl::Status CheckNeeds(const host::Flags& flags) {
  for (const Need& need : kNeeds) {
    if (!flags.Has(need.flag->name) || flags.Has(need.needed->name)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--", need.flag->name, " needs --", need.needed->name, ": ", need.why));
  }
  if (!flags.Has(kUserHeaderFlag.name)) return absl::OkStatus();
  if (flags.GetAll(kTrustedProxyFlag.name) == std::vector<std::string>{"none"}) {
    return absl::InvalidArgumentError(
        "--user-header needs the address of the proxy as --trusted-proxy, found \"none\"");
  }
  for (const host::Flag* flag : {&kUserHeaderFlag, &kGroupsHeaderFlag}) {
    if (IsHeaderName(flags.Get(flag->name))) continue;
    return absl::InvalidArgumentError(absl::StrCat("--", flag->name, "=", flags.Get(flag->name),
                                                   " is no name of a header; wanted one such as "
                                                   "X-Forwarded-User"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PeopleFlags> ReadPeopleFlags(const host::Flags& flags) {
  RETURN_IF_ERROR(CheckNeeds(flags));
  PeopleFlags people;
  people.grants_file = flags.Get(kGrantsFlag.name);
  people.user_header = flags.Get(kUserHeaderFlag.name);
  people.groups_header = flags.Get(kGroupsHeaderFlag.name);
  people.oidc.issuer = flags.Get(kOidcIssuerFlag.name);
  people.oidc.client_id = flags.Get(kOidcClientIdFlag.name);
  people.oidc_secret_file = flags.Get(kOidcSecretFlag.name);
  people.oidc.scopes = flags.Get(kOidcScopesFlag.name, people.oidc.scopes);
  people.oidc.name_claim = flags.Get(kOidcNameFlag.name, people.oidc.name_claim);
  people.oidc.groups_claim = flags.Get(kOidcGroupsFlag.name, people.oidc.groups_claim);
  people.github.client_id = flags.Get(kGitHubLoginIdFlag.name);
  people.github_secret_file = flags.Get(kGitHubLoginSecretFlag.name);
  ASSIGN_OR_RETURN(const int64_t hours,
                   flags.GetInt(kSessionHoursFlag.name, people.session_lifetime / absl::Hours(1)));
  people.session_lifetime = absl::Hours(hours);
  ASSIGN_OR_RETURN(people.max_sessions, flags.GetInt(kMaxSessionsFlag.name, people.max_sessions));
  if (people.HasPeople() || people.grants_file.empty()) return people;
  return absl::InvalidArgumentError(
      "--grants says what people may do, but none can say who they are: give --oidc-issuer, "
      "--github-login-client-id or --user-header");
}

}  // namespace allreview::gateway
