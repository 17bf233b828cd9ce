#ifndef GATEWAY_ACCESS_LOGIN_ID_TOKEN_H_
#define GATEWAY_ACCESS_LOGIN_ID_TOKEN_H_

// What an ID token must say before it is believed (OpenID Connect Core 1.0, 3.1.3.7); its signature
// is checked apart, by jose.h.
//
//   RETURN_IF_ERROR(CheckClaims(token.claims, {.issuer = issuer, .client_id = id, .nonce = nonce,
//                                              .now = absl::Now()}));
//
// For .cc files. Pure.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/access/identity.h"
#include "github/json.h"

namespace allreview::access {

struct WantedClaims {
  std::string issuer;
  std::string client_id;
  std::string nonce;
  absl::Time now;
};

// kUnauthenticated: which claim is wrong, and what to look at.
absl::Status CheckClaims(const github::Json& claims, const WantedClaims& wanted);

// Which claims say who somebody is.
struct NameClaims {
  std::string name = "email";
  std::string groups = "groups";
};

// Provider "oidc". kFailedPrecondition: a claim is missing or says that it is not verified; names
// the flag that chooses another one.
absl::StatusOr<Identity> IdentityOf(const github::Json& claims, const NameClaims& names);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_ID_TOKEN_H_
