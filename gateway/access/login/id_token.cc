#include "gateway/access/login/id_token.h"

#include <algorithm>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::access {
namespace {

using github::At;
using github::Json;
using github::Number;
using github::Text;

// Clocks of machines differ.
constexpr absl::Duration kSkew = absl::Seconds(60);

absl::Status Wrong(absl::string_view what) { return absl::UnauthenticatedError(what); }

// A text of the provider in an error.
std::string Quoted(const std::string& text) {
  return absl::StrCat("'", absl::CHexEscape(text.substr(0, 200)), "'");
}

bool IsFor(const Json& audience, const std::string& client_id) {
  if (audience.is_string()) return audience.get<std::string>() == client_id;
  return std::any_of(audience.begin(), audience.end(), [&](const Json& one) {
    return one.is_string() && one.get<std::string>() == client_id;
  });
}

absl::Status CheckAudience(const Json& claims, const std::string& client_id) {
  const Json& audience = At(claims, "aud");
  if (!IsFor(audience, client_id)) {
    return Wrong(
        absl::StrCat("the ID token is for another client (aud) than --oidc-client-id=", client_id));
  }
  const std::string party = Text(claims, "azp");
  const bool needs_party = audience.is_array() && audience.size() > 1;
  if ((needs_party || !party.empty()) && party != client_id) {
    return Wrong("the ID token was given to another client (azp) than --oidc-client-id");
  }
  return absl::OkStatus();
}

absl::Status CheckTimes(const Json& claims, absl::Time now) {
  const int64_t expires = Number(claims, "exp");
  const int64_t issued = Number(claims, "iat");
  if (expires <= 0 || issued <= 0) return Wrong("the ID token lacks exp or iat");
  if (absl::FromUnixSeconds(expires) <= now - kSkew) {
    return Wrong("the ID token has expired (exp); see the clocks of this machine and the provider");
  }
  const absl::Time begins = absl::FromUnixSeconds(std::max(issued, Number(claims, "nbf")));
  if (begins > now + kSkew) {
    return Wrong(
        "the ID token is from the future (iat, nbf); see the clocks of this machine and the "
        "provider");
  }
  return absl::OkStatus();
}

// A list, or one text.
absl::StatusOr<std::vector<std::string>> GroupsOf(const Json& claims, const std::string& name) {
  std::vector<std::string> groups;
  const Json& value = At(claims, name.c_str());
  if (value.is_null()) return groups;
  if (value.is_string()) return std::vector<std::string>{value.get<std::string>()};
  for (const Json& group : value) {
    if (!value.is_array() || !group.is_string()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the claim ", Quoted(name),
                       " is no list of texts; name another one by --oidc-groups-claim"));
    }
    groups.push_back(group.get<std::string>());
  }
  return groups;
}

// Some providers send it as text.
bool IsTrue(const Json& value) {
  return (value.is_boolean() && value.get<bool>()) ||
         (value.is_string() && value.get<std::string>() == "true");
}

}  // namespace

absl::Status CheckClaims(const Json& claims, const WantedClaims& wanted) {
  if (Text(claims, "iss") != wanted.issuer) {
    return Wrong(absl::StrCat("the ID token is by ", Quoted(Text(claims, "iss")),
                              " (iss), wanted --oidc-issuer=", wanted.issuer));
  }
  RETURN_IF_ERROR(CheckAudience(claims, wanted.client_id));
  RETURN_IF_ERROR(CheckTimes(claims, wanted.now));
  if (wanted.nonce.empty() || Text(claims, "nonce") != wanted.nonce) {
    return Wrong("the ID token belongs to another login (nonce)");
  }
  if (Text(claims, "sub").empty()) return Wrong("the ID token names nobody (sub)");
  return absl::OkStatus();
}

absl::StatusOr<Identity> IdentityOf(const Json& claims, const NameClaims& names) {
  Identity identity = {.provider = "oidc", .name = Text(claims, names.name.c_str())};
  if (identity.name.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the provider tells no ", Quoted(names.name),
        "; let it, ask for it by --oidc-scopes, or name another claim by --oidc-name-claim, such "
        "as preferred_username or sub"));
  }
  if (names.name == "email" && !IsTrue(At(claims, "email_verified"))) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the provider does not say that the address ", Quoted(identity.name),
        " is verified (email_verified), so anybody might have entered it there; let it verify "
        "addresses, or name a claim that people cannot choose by --oidc-name-claim, such as sub"));
  }
  ASSIGN_OR_RETURN(identity.groups, GroupsOf(claims, names.groups));
  RETURN_IF_ERROR(CheckIdentity(identity));
  return identity;
}

}  // namespace allreview::access
