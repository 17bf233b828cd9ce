#ifndef GITHUB_CREDENTIALS_H_
#define GITHUB_CREDENTIALS_H_

// Who speaks to GitHub: a token, or something that makes tokens.

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::github {

// Gives the token for the next request. `refused` is the token that GitHub has just answered 401
// to, else empty: a source that can make a new one does, others return the same again. May block;
// called from any thread.
using TokenSource = std::function<absl::StatusOr<std::string>(absl::string_view refused)>;

struct Credentials {
  TokenSource token = {};  // Empty: no token; public repositories, 60 requests an hour.
  // Whose answers may be served again on 304: a security boundary. Never the token itself.
  std::string identity = "anonymous";
  // Whose limits are used up; shared by all tokens of an installation. Empty: `identity`.
  std::string account = {};
};

// For a token that does not change; empty: none. kInvalidArgument when it cannot be one.
absl::StatusOr<Credentials> StaticCredentials(const std::string& token);

// Checks a token on its way into a header: no spaces, no control characters. Any length.
absl::Status CheckToken(absl::string_view token);

// A digest of the token, or "anonymous".
std::string TokenIdentity(absl::string_view token);

}  // namespace allreview::github

#endif  // GITHUB_CREDENTIALS_H_
