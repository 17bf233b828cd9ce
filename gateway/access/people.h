#ifndef GATEWAY_ACCESS_PEOPLE_H_
#define GATEWAY_ACCESS_PEOPLE_H_

// Access of people who are logged in, beside that of API tokens.
//
//   People people({.grants = grants, .sessions = sessions, .tokens = std::move(tokens)});
//   people.Check({.authorization = "Bearer ars_…", .rpc = "GetReview"});  // A session.
//
// A person comes as the token of a session (sessions.h), or, behind a proxy that authenticates, as
// a voucher that this process makes for one request and that no other process accepts:
//
//   request.headers.emplace_back("authorization", people.Vouch(identity_of_the_proxys_header));
//
// All others go on to the API tokens. Safe from any thread.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gateway/access/access.h"
#include "gateway/access/grants.h"
#include "gateway/access/identity.h"
#include "gateway/access/refusals.h"
#include "gateway/access/sessions.h"

namespace allreview::access {

struct PeopleOptions {
  std::unique_ptr<Grants> grants = nullptr;
  Sessions* sessions = nullptr;              // Null: nobody logs in here. Outlives this.
  std::unique_ptr<Access> tokens = nullptr;  // Null: there are none.
  AccessOptions access = {};
};

class People final : public Access {
 public:
  explicit People(PeopleOptions options);

  absl::StatusOr<Caller> Check(const AccessRequest& request) override;

  // "Bearer …" for this process alone. The identity is of somebody whom a trusted proxy named.
  std::string Vouch(const Identity& identity);

  // Who sends that: a person, never an API token. None: nobody whom we know.
  absl::StatusOr<std::optional<Identity>> Who(absl::string_view authorization);

  std::vector<Scope> ScopesOf(const Identity& identity) { return grants_->ScopesOf(identity); }

 private:
  std::optional<Identity> OpenVoucher(absl::string_view voucher) const;
  absl::StatusOr<Caller> Admit(const Identity& identity, const AccessRequest& request);

  const std::unique_ptr<Grants> grants_;
  Sessions* const sessions_;
  const std::unique_ptr<Access> tokens_;
  const std::string key_;  // Of vouchers; never leaves the process.
  Refusals refusals_;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_PEOPLE_H_
