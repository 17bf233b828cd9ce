#ifndef GATEWAY_ACCESS_IDENTITY_H_
#define GATEWAY_ACCESS_IDENTITY_H_

// A person whom somebody else has authenticated: a proxy, an OpenID provider, GitHub.
//
//   Identity ada = {.provider = "oidc", .name = "ada@acme.example", .groups = {"trainers"}};
//   RETURN_IF_ERROR(CheckIdentity(ada));
//   ada.principal();   // "oidc:ada@acme.example", in votes and the audit log.
//
// Names of different providers never meet: "github:ada" may be somebody else than "oidc:ada".

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace allreview::access {

struct Identity {
  std::string provider;  // "proxy", "oidc" or "github".
  std::string name;
  std::vector<std::string> groups = {};

  std::string principal() const { return absl::StrCat(provider, ":", name); }
};

// kInvalidArgument: a name of more than 128 bytes, with white space, control characters or bytes
// that are no ASCII, or that begins with '@', as groups do in the table of grants; more than 2000
// groups. Quotes the name.
absl::Status CheckIdentity(const Identity& identity);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_IDENTITY_H_
