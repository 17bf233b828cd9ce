#include "gateway/access/login/logins.h"

#include <openssl/crypto.h>

#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "gateway/access/login/jose.h"
#include "gateway/access/token.h"

namespace allreview::access {
namespace {

constexpr size_t kSecretBytes = 32;
constexpr size_t kMaxErrorBytes = 300;
constexpr size_t kMaxNextBytes = 1500;  // Cookies have 4096.

// "<seconds>.<secret>.<next>", the last two as base64url.
struct Pending {
  absl::Time began_at;
  std::string next;
};

std::optional<Pending> ReadCookie(const std::string& cookie) {
  const std::vector<std::string> parts = absl::StrSplit(cookie, '.');
  int64_t seconds = 0;
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[0], &seconds)) return std::nullopt;
  const absl::StatusOr<std::string> secret = DecodeBase64Url(parts[1]);
  if (!secret.ok() || secret->size() != kSecretBytes) return std::nullopt;
  const absl::StatusOr<std::string> next = DecodeBase64Url(parts[2]);
  return Pending{.began_at = absl::FromUnixSeconds(seconds), .next = next.ok() ? *next : "/"};
}

// 32 bytes that tell nothing of the cookie.
std::string Derive(absl::string_view what, const std::string& provider, const std::string& cookie) {
  return EncodeBase64Url(absl::HexStringToBytes(
      Sha256Hex(absl::StrCat("allreview login ", what, "\n", provider, "\n", cookie))));
}

bool IsSame(const std::string& a, const std::string& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

std::string CodeChallenge(const std::string& verifier) {
  return EncodeBase64Url(absl::HexStringToBytes(Sha256Hex(verifier)));
}

LoginProvider* Logins::Find(const std::string& id) const {
  for (const auto& provider : options_.providers) {
    if (provider->id() == id) return provider.get();
  }
  return nullptr;
}

LoginSecrets Logins::SecretsOf(const std::string& provider, const std::string& cookie) const {
  return {.state = Derive("state", provider, cookie),
          .nonce = Derive("nonce", provider, cookie),
          .verifier = Derive("verifier", provider, cookie),
          .redirect_uri = absl::StrCat(options_.public_url(), "/login/", provider, "/callback")};
}

absl::StatusOr<LoginStart> Logins::Begin(const std::string& provider, const std::string& next) {
  LoginProvider* found = Find(provider);
  if (found == nullptr) return absl::NotFoundError("this server offers no such login");
  LoginStart start;
  start.cookie = absl::StrCat(absl::ToUnixSeconds(options_.now()), ".",
                              EncodeBase64Url(RandomBytes(kSecretBytes)), ".",
                              EncodeBase64Url(next.size() <= kMaxNextBytes ? next : "/"));
  absl::StatusOr<std::string> url = found->AuthorizationUrl(SecretsOf(provider, start.cookie));
  if (!url.ok()) {
    Log(LogLevel::kError, "nobody can log in",
        {{"provider", provider}, {"reason", std::string(url.status().message())}});
    return url.status();
  }
  start.url = *std::move(url);
  return start;
}

absl::StatusOr<LoginEnd> Logins::Finish(const std::string& provider, const LoginReturn& back) {
  LoginProvider* found = Find(provider);
  if (found == nullptr) return absl::NotFoundError("this server offers no such login");
  absl::StatusOr<LoginEnd> end = TryFinish(*found, back);
  if (!end.ok()) {
    Log(LogLevel::kWarning, "a login failed",
        {{"provider", provider}, {"reason", std::string(end.status().message())}});
  }
  return end;
}

absl::StatusOr<LoginEnd> Logins::TryFinish(LoginProvider& provider, const LoginReturn& back) {
  const std::optional<Pending> pending = ReadCookie(back.cookie);
  const LoginSecrets secrets = SecretsOf(provider.id(), back.cookie);
  if (!pending || !IsSame(back.state, secrets.state)) {
    return absl::UnauthenticatedError(
        "this browser has not begun this login, or has begun another one since (state); log in "
        "again, with cookies on");
  }
  const absl::Duration age = options_.now() - pending->began_at;
  if (age > kLoginTime || age < -absl::Minutes(1)) {
    return absl::UnauthenticatedError("the login took longer than ten minutes; log in again");
  }
  if (!back.error.empty()) {
    return absl::PermissionDeniedError(
        absl::StrCat(provider.title(),
                     " let nobody in: ", absl::CHexEscape(back.error.substr(0, kMaxErrorBytes))));
  }
  if (back.code.empty()) return absl::UnauthenticatedError("the answer has no code; log in again");
  ASSIGN_OR_RETURN(const Identity identity,
                   provider.Identify({.code = back.code, .issuer = back.issuer}, secrets));
  const absl::Status first = options_.sessions->UseUp(Sha256Hex(secrets.state));
  if (absl::IsAborted(first)) {
    return absl::UnauthenticatedError("this login was done before; log in again");
  }
  RETURN_IF_ERROR(first);
  ASSIGN_OR_RETURN(
      std::string token,
      options_.sessions->Open(
          {.identity = identity, .lifetime = options_.session_lifetime, .browser = back.browser}));
  Log(LogLevel::kInfo, "logged in", {{"person", identity.principal()}});
  if (options_.on_login) options_.on_login(identity);
  return LoginEnd{
      .token = std::move(token), .next = pending->next, .lifetime = options_.session_lifetime};
}

std::string Logins::LogoutUrl(const std::string& provider) {
  LoginProvider* found = Find(provider);
  return found == nullptr ? "" : found->LogoutUrl(absl::StrCat(options_.public_url(), "/login"));
}

}  // namespace allreview::access
