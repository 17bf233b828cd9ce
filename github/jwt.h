#ifndef GITHUB_JWT_H_
#define GITHUB_JWT_H_

// The JSON web token by which a GitHub App says who it is: RS256, valid from a minute ago (clocks
// differ) for ten minutes, the longest that GitHub takes.
//
//   ASSIGN_OR_RETURN(std::string jwt, SignAppJwt(pem, "12345", absl::Now()));
//
// Pure.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace allreview::github {

// `pem` is an RSA private key without passphrase, in PKCS #1 (as GitHub gives it) or PKCS #8.
// `issuer` is the App's id or client id. kInvalidArgument: the key cannot be used; never quotes it.
absl::StatusOr<std::string> SignAppJwt(absl::string_view pem, absl::string_view issuer,
                                       absl::Time now);

}  // namespace allreview::github

#endif  // GITHUB_JWT_H_
