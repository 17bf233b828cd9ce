#ifndef GATEWAY_PLATFORM_ACCESS_SIDE_H_
#define GATEWAY_PLATFORM_ACCESS_SIDE_H_

// Who gets in: API tokens, people whom a proxy names, and people who log in.
//
//   ASSIGN_OR_RETURN(std::unique_ptr<AccessSide> access, AccessSide::Open({.login = options, …}));
//   access->access();           // For the service.
//   access->proxy_identity();   // For the HTTP server.
//   access->logins();           // For the pages; null: nobody logs in here.

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "gateway/access/access.h"
#include "gateway/access/login/github_provider.h"
#include "gateway/access/login/logins.h"
#include "gateway/access/login/oidc_provider.h"
#include "gateway/access/people.h"
#include "gateway/access/sessions.h"
#include "gateway/http/proxy_identity.h"
#include "gateway/store/keyed_store.h"

namespace allreview::gateway {

// How people say who they are, besides API tokens.
struct PeopleFlags {
  std::string grants_file = "";  // Empty: there are only API tokens.
  std::string user_header = "";  // Of a trusted proxy.
  std::string groups_header = "";
  access::OidcOptions oidc = {};  // Without an issuer: none.
  std::string oidc_secret_file = "";
  access::GitHubLoginOptions github = {};  // Without a client's id: none.
  std::string github_secret_file = "";
  absl::Duration session_lifetime = absl::Hours(12);
  int64_t max_sessions = access::Sessions::kMaxOfPerson;  // Of one person.

  bool HasLogins() const { return !oidc.issuer.empty() || !github.client_id.empty(); }
  bool HasPeople() const { return HasLogins() || !user_header.empty(); }
};

struct AccessSideOptions {
  std::string tokens_file = "";  // Empty: none.
  PeopleFlags people = {};
  KeyedStore* store = nullptr;  // For sessions. Outlives this.
  std::function<std::string()> public_url = nullptr;
  std::function<void(const access::Refusal&)> on_refusal = nullptr;
  std::function<void(const access::Identity&)> on_login = nullptr;
};

class AccessSide {
 public:
  // Reads the files that are named.
  static absl::StatusOr<std::unique_ptr<AccessSide>> Open(AccessSideOptions options);

  access::Access& access() { return *access_; }
  access::People* people() { return people_; }
  access::Logins* logins() { return logins_.get(); }
  // Null: nobody logs in here.
  access::Sessions* sessions() { return sessions_.get(); }
  http::ProxyIdentity proxy_identity();

 private:
  explicit AccessSide(AccessSideOptions options) : options_(std::move(options)) {}
  absl::Status OpenPeople(std::unique_ptr<access::Access> tokens,
                          const access::AccessOptions& access);
  absl::Status OpenLogins();

  const AccessSideOptions options_;
  std::unique_ptr<access::Sessions> sessions_;
  std::unique_ptr<access::Access> access_;
  access::People* people_ = nullptr;  // access_, where there are people.
  std::unique_ptr<access::Logins> logins_;
};

}  // namespace allreview::gateway

#endif  // GATEWAY_PLATFORM_ACCESS_SIDE_H_
