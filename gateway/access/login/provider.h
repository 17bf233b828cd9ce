#ifndef GATEWAY_ACCESS_LOGIN_PROVIDER_H_
#define GATEWAY_ACCESS_LOGIN_PROVIDER_H_

// Who can tell us who somebody is: an OpenID provider, GitHub. One login goes to its page and comes
// back with a code.

#include <string>

#include "absl/status/statusor.h"
#include "gateway/access/identity.h"

namespace allreview::access {

// Of one login. All are made of one secret in the browser's cookie; see logins.h.
struct LoginSecrets {
  std::string state;         // Comes back beside the code.
  std::string nonce;         // Comes back in the ID token.
  std::string verifier;      // Of PKCE; only goes to the provider's token endpoint.
  std::string redirect_uri;  // Where the browser comes back to.
};

// What the browser brings back.
struct LoginAnswer {
  std::string code;
  std::string issuer;  // RFC 9207; empty: the provider does not send it.
};

class LoginProvider {
 public:
  virtual ~LoginProvider() = default;

  virtual std::string id() const = 0;     // "oidc": stands in addresses.
  virtual std::string title() const = 0;  // "GitHub": stands on the button.

  // Where to send the browser. kUnavailable, kFailedPrecondition: the provider cannot be asked, or
  // not like this; the text is for the log and for people.
  virtual absl::StatusOr<std::string> AuthorizationUrl(const LoginSecrets& secrets) = 0;

  // Who it is. kUnauthenticated: what came back is not to be believed, or was used before.
  // kFailedPrecondition: the configuration must change. kUnavailable: try again.
  virtual absl::StatusOr<Identity> Identify(const LoginAnswer& answer,
                                            const LoginSecrets& secrets) = 0;

  // Where people log out there, too; empty: nowhere.
  virtual std::string LogoutUrl(const std::string& /*return_to*/) { return ""; }
};

// The parameter "code_challenge" for a verifier, method S256 (RFC 7636).
std::string CodeChallenge(const std::string& verifier);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_PROVIDER_H_
