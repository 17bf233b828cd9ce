#ifndef GATEWAY_ACCESS_ACCESS_H_
#define GATEWAY_ACCESS_ACCESS_H_

// Who may call what: the one place where scopes are checked, for gRPC and for HTTP, which passes
// its Authorization header on to gRPC.
//
//   absl::StatusOr<std::unique_ptr<Access>> access = Access::FromFile("tokens", {});
//   // In a method of the service (rpc.h does this from a grpc::ServerContext):
//   absl::StatusOr<Caller> caller = (*access)->Check({.authorization = "Bearer art_…",
//                                                     .rpc = "SubmitReview"});
//   if (!caller.ok()) return host::ToGrpc(caller.status());
//   if (!caller->MaySee("acme/train")) …
//
// The file of tokens has one line for each, made by `allreview tokens new` (token.h):
//
//   # name      scopes       SHA-256 of the token        repositories (default: all)
//   ci          read,review  9f86d081884c7d659a2feaa0…   acme/*,acme-labs/train
//
// It is read again when it has changed; when it then is missing or has a broken line, the tokens
// that were known stay valid and the log says so. Safe from any thread.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/access/scope.h"

namespace allreview::access {

// Who calls.
struct Caller {
  // "token:ci", "oidc:ada@acme.example"; "anonymous" where nobody is asked.
  std::string name;
  std::vector<std::string> repositories = {};  // Globs of "owner/name". Empty: all.
  bool is_operator = false;  // Has the scope admin for all repositories, whatever was asked for.

  // Whether reviews of the repository are this caller's business, in any case of letters. Changes
  // that are not on GitHub have the name "": only callers without globs see them.
  bool MaySee(absl::string_view repository_full_name) const;
  // Whether it may see every repository that the organisation has or will have: what is counted for
  // all of them together is its business then.
  bool MaySeeAllOf(absl::string_view organisation) const;
  bool MaySeeEverything() const { return repositories.empty(); }
};

// A call that was refused, for the audit log.
struct Refusal {
  std::string actor = "";  // "token:ci"; "unknown" for a wrong or missing token.
  std::string rpc;         // "SubmitReview".
  std::string reason;      // One sentence. Holds no token.
  int unreported = 0;      // Refusals since the last one reported that were not; see below.
};

struct AccessOptions {
  // Called by Check; at most kMaxRefusalsPerMinute times a minute, so that a flood of wrong tokens
  // does not fill the store.
  std::function<void(const Refusal&)> on_refusal = nullptr;
  std::function<absl::Time()> now = [] { return absl::Now(); };
};

struct AccessRequest {
  absl::string_view authorization;  // "Bearer …"; empty: none was sent.
  absl::string_view rpc;            // Method of ReviewService, without its package. See scope.h.
};

// The token of "Bearer TOKEN"; the scheme's case does not matter (RFC 9110). None: another kind.
std::optional<absl::string_view> BearerOf(absl::string_view authorization);

class Access {
 public:
  static constexpr int kMaxRefusalsPerMinute = 60;

  // Everybody may do everything: for loopback addresses, see CheckAddress.
  static std::unique_ptr<Access> Open();

  // kNotFound or kInvalidArgument names the file and the line.
  static absl::StatusOr<std::unique_ptr<Access>> FromFile(const std::string& path,
                                                          AccessOptions options);
  virtual ~Access() = default;

  // kUnauthenticated: no token, or one that is not known. kPermissionDenied: the token lacks the
  // scope of that RPC. Takes the same time for each wrong token.
  virtual absl::StatusOr<Caller> Check(const AccessRequest& request) = 0;
};

// Why a server may not listen.
struct ListenInfo {
  std::string address;                   // "0.0.0.0:50050", "[::1]:80", "unix:/run/x".
  std::string flag = "--listen";         // That gave it, for the error.
  bool has_tokens = false;               // Callers must show tokens or log in.
  bool has_client_certificates = false;  // Clients must show certificates (mutual TLS).
};

// kFailedPrecondition when others than this machine could call without saying who they are; it says
// what to do. Holds for ports that answer nothing but what Access checks: host.h says how the rest
// stays inside the process.
absl::Status CheckAddress(const ListenInfo& info);

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_ACCESS_H_
