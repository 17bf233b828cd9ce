#ifndef GATEWAY_ACCESS_LOGIN_OIDC_PROVIDER_H_
#define GATEWAY_ACCESS_LOGIN_OIDC_PROVIDER_H_

// Login with any OpenID provider: authorization code flow with PKCE, and everything else from its
// discovery document.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<LoginProvider> provider,
//                    NewOidcProvider({.issuer = "https://sso.acme.example",
//                                     .client_id = "allreview", .client_secret = secret}));
//
// Nothing is fetched before the first login, and a provider that was away is asked again at the
// next one. Its document is read anew after an hour, its keys when a token names one that is not
// known, at most once in kKeyInterval. Safe from any thread.

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/access/login/provider.h"

namespace allreview::access {

struct OidcOptions {
  std::string issuer;  // As the provider writes it in its documents: https, or of this machine.
  std::string client_id;
  std::string client_secret = "";  // Empty: a public client, which PKCE protects alone.
  std::string scopes = "openid email profile";
  std::string name_claim = "email";
  std::string groups_claim = "groups";
  std::string title = "";  // Empty: the issuer's host.
  std::function<absl::Time()> now = absl::Now;
};

inline constexpr absl::Duration kKeyInterval = absl::Seconds(60);

// kInvalidArgument: the issuer is no https URL, or the scopes lack openid.
absl::StatusOr<std::unique_ptr<LoginProvider>> NewOidcProvider(const OidcOptions& options);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_OIDC_PROVIDER_H_
