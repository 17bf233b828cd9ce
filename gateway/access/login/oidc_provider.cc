#include "gateway/access/login/oidc_provider.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "base/url.h"
#include "gateway/access/login/http_form.h"
#include "gateway/access/login/id_token.h"
#include "gateway/access/login/jose.h"
#include "gateway/http/target.h"

namespace allreview::access {
namespace {

using github::At;
using github::Json;
using github::Text;

constexpr absl::Duration kDocumentLife = absl::Hours(1);
// Strangers can begin logins, and each would wait for a provider that is away.
constexpr absl::Duration kFailureLife = absl::Seconds(5);

// What is used of the discovery document.
struct Discovery {
  std::string authorization;
  std::string token;
  std::string keys;
  std::string userinfo;
  std::string end_session;
  bool takes_basic = true;  // The client's secret as HTTP's basic authentication.
};

// Secrets and codes go there.
bool IsSafeUrl(absl::string_view url) {
  const std::string origin = github::UrlOrigin(url);
  return absl::StartsWith(origin, "https://") ||
         (absl::StartsWith(origin, "http://") && github::IsLoopbackOrigin(origin));
}

absl::StatusOr<std::string> Endpoint(const Json& document, const char* name, bool is_needed) {
  std::string url = Text(document, name);
  if (url.empty() && !is_needed) return url;
  if (IsSafeUrl(url)) return url;
  return absl::FailedPreconditionError(
      absl::StrCat("the OpenID provider's document names no https address as ", name));
}

absl::StatusOr<Discovery> ReadDiscovery(const Json& document, const std::string& issuer) {
  if (Text(document, "issuer") != issuer) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the OpenID provider calls itself '", absl::CHexEscape(Text(document, "issuer")),
        "'; give exactly that as --oidc-issuer, which is '", issuer, "'"));
  }
  Discovery found;
  ASSIGN_OR_RETURN(found.authorization, Endpoint(document, "authorization_endpoint", true));
  ASSIGN_OR_RETURN(found.token, Endpoint(document, "token_endpoint", true));
  ASSIGN_OR_RETURN(found.keys, Endpoint(document, "jwks_uri", true));
  ASSIGN_OR_RETURN(found.userinfo, Endpoint(document, "userinfo_endpoint", false));
  ASSIGN_OR_RETURN(found.end_session, Endpoint(document, "end_session_endpoint", false));
  const Json& methods = At(document, "token_endpoint_auth_methods_supported");
  found.takes_basic = !methods.is_array() || std::find(methods.begin(), methods.end(),
                                                       "client_secret_basic") != methods.end();
  return found;
}

class OidcProvider final : public LoginProvider {
 public:
  explicit OidcProvider(OidcOptions options)
      : options_(std::move(options)), http_(LoginHttp(&connections_)) {}

  std::string id() const override { return "oidc"; }
  std::string title() const override {
    return options_.title.empty() ? std::string(HostAndPortOf(options_.issuer)) : options_.title;
  }

  absl::StatusOr<std::string> AuthorizationUrl(const LoginSecrets& secrets) override {
    ASSIGN_OR_RETURN(const Discovery discovery, Discover());
    return WithQuery(discovery.authorization, {{"response_type", "code"},
                                               {"client_id", options_.client_id},
                                               {"redirect_uri", secrets.redirect_uri},
                                               {"scope", options_.scopes},
                                               {"state", secrets.state},
                                               {"nonce", secrets.nonce},
                                               {"code_challenge", CodeChallenge(secrets.verifier)},
                                               {"code_challenge_method", "S256"}});
  }

  absl::StatusOr<Identity> Identify(const LoginAnswer& answer,
                                    const LoginSecrets& secrets) override {
    if (!answer.issuer.empty() && answer.issuer != options_.issuer) {
      return absl::UnauthenticatedError("the answer is by another OpenID provider (iss)");
    }
    ASSIGN_OR_RETURN(const Discovery discovery, Discover());
    ASSIGN_OR_RETURN(const Json tokens, Redeem(discovery, answer.code, secrets));
    ASSIGN_OR_RETURN(SignedToken token, SignedToken::Parse(Text(tokens, "id_token")));
    RETURN_IF_ERROR(VerifySignature(discovery, token));
    RETURN_IF_ERROR(CheckClaims(token.claims, {.issuer = options_.issuer,
                                               .client_id = options_.client_id,
                                               .nonce = secrets.nonce,
                                               .now = options_.now()}));
    RETURN_IF_ERROR(AddUserinfo(discovery, Text(tokens, "access_token"), token.claims));
    return IdentityOf(token.claims, {.name = options_.name_claim, .groups = options_.groups_claim});
  }

  std::string LogoutUrl(const std::string& return_to) override {
    const absl::StatusOr<Discovery> discovery = Discover();
    if (!discovery.ok() || discovery->end_session.empty()) return "";
    return WithQuery(discovery->end_session,
                     {{"client_id", options_.client_id}, {"post_logout_redirect_uri", return_to}});
  }

 private:
  // The document, read anew when it is old; the old one while the provider does not answer.
  absl::StatusOr<Discovery> Discover() {
    {
      const MutexLock lock(mutex_);
      if (discovery_ && options_.now() - discovered_at_ < kDocumentLife) return *discovery_;
      if (options_.now() - failed_at_ < kFailureLife) return discovery_ ? *discovery_ : failure_;
    }
    absl::StatusOr<Discovery> discovery = FetchDocument();
    const MutexLock lock(mutex_);
    if (discovery.ok()) {
      discovery_ = *discovery;
      discovered_at_ = options_.now();
      return discovery;
    }
    failed_at_ = options_.now();
    failure_ = discovery;
    if (discovery_ && absl::IsUnavailable(discovery.status())) return *discovery_;
    return discovery;
  }

  absl::StatusOr<Discovery> FetchDocument() {
    const std::string url =
        absl::StrCat(absl::StripSuffix(options_.issuer, "/"), "/.well-known/openid-configuration");
    ASSIGN_OR_RETURN(
        const Json document,
        SendForJson(http_, {.url = url}, absl::StrCat("the OpenID provider's document at ", url)));
    return ReadDiscovery(document, options_.issuer);
  }

  // The code for tokens.
  absl::StatusOr<Json> Redeem(const Discovery& discovery, const std::string& code,
                              const LoginSecrets& secrets) {
    FormFields fields = {{"grant_type", "authorization_code"},
                         {"code", code},
                         {"redirect_uri", secrets.redirect_uri},
                         {"code_verifier", secrets.verifier}};
    github::HttpRequest request = {
        .method = "POST", .url = discovery.token, .is_repeatable = false};
    request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}};
    const bool is_basic = !options_.client_secret.empty() && discovery.takes_basic;
    if (is_basic) {
      request.authorization = absl::StrCat(
          "Basic ", absl::Base64Escape(absl::StrCat(http::PercentEncode(options_.client_id), ":",
                                                    http::PercentEncode(options_.client_secret))));
    } else {
      fields.emplace_back("client_id", options_.client_id);
      fields.emplace_back("client_secret", options_.client_secret);
    }
    request.body = EncodeForm(fields);
    return SendForJson(http_, request, "the OpenID provider's token endpoint");
  }

  absl::Status VerifySignature(const Discovery& discovery, const SignedToken& token) {
    std::optional<KeySet> keys = Keys();
    if (!keys || !keys->Has(token)) {
      ASSIGN_OR_RETURN(keys, FetchKeys(discovery, std::move(keys)));
    }
    return keys->Verify(token);
  }

  std::optional<KeySet> Keys() {
    const MutexLock lock(mutex_);
    return keys_;
  }

  // `known` while it is too early to ask again: anybody can send tokens with new names of keys.
  absl::StatusOr<KeySet> FetchKeys(const Discovery& discovery, std::optional<KeySet> known) {
    {
      const MutexLock lock(mutex_);
      if (known && options_.now() - keys_fetched_at_ < kKeyInterval) return *known;
      keys_fetched_at_ = options_.now();
    }
    ASSIGN_OR_RETURN(const Json json, SendForJson(http_, {.url = discovery.keys},
                                                  "the OpenID provider's keys (jwks_uri)"));
    absl::StatusOr<KeySet> keys = KeySet::Parse(github::ToText(json));
    if (!keys.ok()) {
      return absl::FailedPreconditionError(
          absl::StrCat("the OpenID provider's keys (jwks_uri): ", keys.status().message()));
    }
    const MutexLock lock(mutex_);
    keys_ = *keys;
    return keys;
  }

  // Many providers say of a person here what they leave out of the ID token.
  absl::Status AddUserinfo(const Discovery& discovery, const std::string& access_token,
                           Json& claims) {
    const bool is_complete =
        claims.contains(options_.name_claim) &&
        (options_.groups_claim.empty() || claims.contains(options_.groups_claim));
    if (is_complete || discovery.userinfo.empty() || access_token.empty()) return absl::OkStatus();
    ASSIGN_OR_RETURN(const Json more,
                     SendForJson(http_,
                                 {.url = discovery.userinfo,
                                  .authorization = absl::StrCat("Bearer ", access_token)},
                                 "the OpenID provider's userinfo"));
    if (Text(more, "sub") != Text(claims, "sub")) {
      return absl::UnauthenticatedError("userinfo is of somebody else than the ID token (sub)");
    }
    for (const auto& [name, value] : more.items()) {
      if (!claims.contains(name)) claims[name] = value;
    }
    return absl::OkStatus();
  }

  const OidcOptions options_;
  github::HttpConnections connections_;
  const github::HttpClient http_;
  Mutex mutex_;
  std::optional<Discovery> discovery_ ABSL_GUARDED_BY(mutex_);
  absl::StatusOr<Discovery> failure_ ABSL_GUARDED_BY(mutex_) = absl::UnavailableError("");
  absl::Time failed_at_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  absl::Time discovered_at_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  std::optional<KeySet> keys_ ABSL_GUARDED_BY(mutex_);
  absl::Time keys_fetched_at_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
};

}  // namespace

absl::StatusOr<std::unique_ptr<LoginProvider>> NewOidcProvider(const OidcOptions& options) {
  if (!IsSafeUrl(options.issuer)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--oidc-issuer=", options.issuer,
                     " is no https URL; wanted the provider's issuer, such as "
                     "https://sso.acme.example/realms/acme"));
  }
  const std::vector<std::string> scopes = absl::StrSplit(options.scopes, ' ', absl::SkipEmpty());
  if (std::find(scopes.begin(), scopes.end(), "openid") == scopes.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--oidc-scopes lacks openid; found '", options.scopes, "'"));
  }
  return std::make_unique<OidcProvider>(options);
}

}  // namespace allreview::access
