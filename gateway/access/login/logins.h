#ifndef GATEWAY_ACCESS_LOGIN_LOGINS_H_
#define GATEWAY_ACCESS_LOGIN_LOGINS_H_

// The logins that a server offers, and their way through the browser.
//
//   ASSIGN_OR_RETURN(LoginStart start, logins.Begin("oidc", "/reviews/7"));
//   // Set-Cookie: start.cookie; Location: start.url. Later, at /login/oidc/callback:
//   ASSIGN_OR_RETURN(LoginEnd end, logins.Finish("oidc", answer));
//   // Set-Cookie: end.token; Location: end.next.
//
// A login leaves nothing on the server before somebody is known. The cookie holds a random secret,
// the time and where to go on; state, nonce and PKCE's verifier are hashes of it, so what comes
// back fits only the browser that began, only for kLoginTime, and only once. Safe from any thread.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gateway/access/login/provider.h"
#include "gateway/access/sessions.h"

namespace allreview::access {

inline constexpr absl::Duration kLoginTime = absl::Minutes(10);

struct LoginsOptions {
  std::vector<std::unique_ptr<LoginProvider>> providers = {};
  Sessions* sessions = nullptr;                       // Outlives this.
  std::function<std::string()> public_url = nullptr;  // "https://allreview.example".
  absl::Duration session_lifetime = absl::Hours(12);
  std::function<absl::Time()> now = absl::Now;
  // Told of each login.
  std::function<void(const Identity&)> on_login = nullptr;
};

struct LoginStart {
  std::string url;
  std::string cookie;
};

// What came to /login/PROVIDER/callback.
struct LoginReturn {
  std::string state;
  std::string code;
  std::string error = "";  // Of the provider, with its description.
  std::string issuer = "";
  std::string cookie = "";
  std::string browser = "";  // Its User-Agent.
};

struct LoginEnd {
  std::string token;  // Of the session.
  std::string next;   // As it was given to Begin.
  absl::Duration lifetime;
};

class Logins {
 public:
  explicit Logins(LoginsOptions options) : options_(std::move(options)) {}

  const std::vector<std::unique_ptr<LoginProvider>>& providers() const {
    return options_.providers;
  }

  // kNotFound: there is no such provider. Else as LoginProvider::AuthorizationUrl.
  absl::StatusOr<LoginStart> Begin(const std::string& provider, const std::string& next);

  // kUnauthenticated: another browser began this login, it took too long, or was done before, and
  // as LoginProvider::Identify. kPermissionDenied: the provider let nobody in. Logged.
  absl::StatusOr<LoginEnd> Finish(const std::string& provider, const LoginReturn& back);

  // Where the person of a session logs out at the provider, too; empty: nowhere.
  std::string LogoutUrl(const std::string& provider);

  Sessions& sessions() { return *options_.sessions; }

 private:
  LoginProvider* Find(const std::string& id) const;
  absl::StatusOr<LoginEnd> TryFinish(LoginProvider& provider, const LoginReturn& back);
  LoginSecrets SecretsOf(const std::string& provider, const std::string& cookie) const;

  const LoginsOptions options_;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_LOGIN_LOGINS_H_
