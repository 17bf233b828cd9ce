#include "github/app_authentication.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/mutex.h"
#include "base/status_macros.h"
#include "github/json.h"
#include "github/jwt.h"
#include "github/limits.h"

namespace allreview::github {
namespace {

constexpr double kRefreshAt = 0.8;  // Of a token's life.
constexpr absl::Duration kShortestLife = absl::Minutes(1);
// A token that ends this soon could end on its way.
constexpr absl::Duration kTooLate = absl::Seconds(30);

Json ToJson(const TokenScope& scope) {
  Json json = Json::object();
  if (!scope.repository_ids.empty()) json["repository_ids"] = scope.repository_ids;
  if (!scope.permissions.empty()) json["permissions"] = scope.permissions;
  return json;
}

std::string EntryKey(int64_t installation, const TokenScope& scope) {
  return absl::StrCat(installation, " ", ToText(ToJson(scope)));
}

}  // namespace

TokenScope ForReading(std::vector<int64_t> repository_ids) {
  return {.repository_ids = std::move(repository_ids),
          .permissions = {{"contents", "read"}, {"metadata", "read"}, {"pull_requests", "read"}}};
}

TokenScope ForPublishing(std::vector<int64_t> repository_ids) {
  return {.repository_ids = std::move(repository_ids),
          .permissions = {{"checks", "write"},
                          {"contents", "read"},
                          {"metadata", "read"},
                          {"pull_requests", "write"}}};
}

AppAuthentication::AppAuthentication(const AppOptions& options) : options_(options) {
  if (!options_.now) options_.now = absl::Now;
}

absl::StatusOr<std::unique_ptr<AppAuthentication>> AppAuthentication::Create(
    const AppOptions& options) {
  if (options.app_id.empty()) {
    return absl::InvalidArgumentError(
        "no id of the GitHub App was given; it stands at the top of the App's settings");
  }
  std::unique_ptr<AppAuthentication> app(new AppAuthentication(options));
  RETURN_IF_ERROR(app->Jwt().status());
  return app;
}

absl::StatusOr<std::string> AppAuthentication::ReadKey() {
  MutexLock lock(key_mutex_);
  struct stat now = {};
  bool is_there = stat(options_.key_file.c_str(), &now) == 0;
  bool is_same = is_there && now.st_ino == key_.inode && now.st_size == key_.size &&
                 now.st_mtim.tv_sec == key_.modified.tv_sec &&
                 now.st_mtim.tv_nsec == key_.modified.tv_nsec;
  if (is_same) return key_.pem;
  absl::StatusOr<std::string> pem = ReadFile(options_.key_file);
  if (!pem.ok()) {
    // While it is being replaced, the old one still signs.
    if (!key_.pem.empty()) return key_.pem;
    return absl::Status(pem.status().code(), absl::StrCat("the private key of the GitHub App: ",
                                                          pem.status().message()));
  }
  key_ = {
      .pem = *std::move(pem), .modified = now.st_mtim, .size = now.st_size, .inode = now.st_ino};
  return key_.pem;
}

absl::StatusOr<std::string> AppAuthentication::Jwt() {
  ASSIGN_OR_RETURN(std::string pem, ReadKey());
  absl::StatusOr<std::string> jwt = SignAppJwt(pem, options_.app_id, options_.now());
  if (jwt.ok()) return jwt;
  return absl::Status(jwt.status().code(),
                      absl::StrCat("\"", options_.key_file, "\": ", jwt.status().message()));
}

Credentials AppAuthentication::AppCredentials() {
  return {.token = [this](absl::string_view) { return Jwt(); },
          .identity = absl::StrCat("app/", options_.app_id)};
}

absl::StatusOr<std::unique_ptr<Api>> AppAuthentication::AppApi() {
  return Api::Create({.api_base = options_.api_base,
                      .credentials = AppCredentials(),
                      .timeouts = options_.timeouts,
                      .observe = options_.observe,
                      .now = options_.now,
                      .sleep = options_.sleep,
                      .random = options_.random},
                     options_.state);
}

Credentials AppAuthentication::CredentialsFor(int64_t installation, const TokenScope& scope) {
  return {
      .token = [this, installation, scope](
                   absl::string_view refused) { return TokenFor(installation, scope, refused); },
      .identity = absl::StrCat("app/", options_.app_id, "/installation/", installation, "/",
                               Sha256Hex(ToText(ToJson(scope)))),
      .account = absl::StrCat("installation/", installation)};
}

absl::StatusOr<AppAuthentication::Token> AppAuthentication::Fetch(int64_t installation,
                                                                  const TokenScope& scope) {
  ASSIGN_OR_RETURN(std::unique_ptr<Api> api, AppApi());
  std::string what = absl::StrCat("a token of installation ", installation);
  ASSIGN_OR_RETURN(
      ApiAnswer answer,
      api->Send({.method = "POST",
                 .path_or_url = absl::StrCat("/app/installations/", installation, "/access_tokens"),
                 .body_json = ToText(ToJson(scope)),
                 .what = what,
                 .is_idempotent = true,  // One more token does no harm.
                 .is_content = false}));
  absl::StatusOr<Json> json = ParseJson(answer.body, Json::value_t::object);
  if (!json.ok()) return absl::DataLossError(absl::StrCat(what, ": ", json.status().message()));
  Token token{.text = Text(*json, "token")};
  absl::Time expires;
  bool is_whole = !token.text.empty() &&
                  absl::ParseTime(absl::RFC3339_full, Text(*json, "expires_at"), &expires, nullptr);
  if (!is_whole) {
    return absl::DataLossError(
        absl::StrCat(what, ": the answer lacks \"token\" or \"expires_at\""));
  }
  RETURN_IF_ERROR(CheckToken(token.text));
  // By GitHub's clock it lasts this long; ours may be wrong.
  absl::Time now = options_.now();
  absl::Duration life = std::max(expires - ServerNow(answer.headers, now), kShortestLife);
  token.refresh_at = now + life * kRefreshAt;
  token.ends_at = now + life - kTooLate;
  return token;
}

absl::StatusOr<std::string> AppAuthentication::TokenFor(int64_t installation,
                                                        const TokenScope& scope,
                                                        absl::string_view refused) {
  MutexLock lock(mutex_);
  Entry& entry = entries_[EntryKey(installation, scope)];
  if (!refused.empty() && entry.token.text == refused) entry.token = {};
  absl::Time now = options_.now();
  if (now < entry.token.refresh_at) return entry.token.text;
  if (entry.is_in_flight) {
    if (now < entry.token.ends_at) return entry.token.text;
    changed_.Wait(lock, [&entry] { return !entry.is_in_flight; });
    if (entry.failure.ok()) return entry.token.text;
    return entry.failure;
  }
  entry.is_in_flight = true;
  lock.Unlock();
  absl::StatusOr<Token> token = Fetch(installation, scope);
  if (options_.on_refresh) options_.on_refresh(token.ok());
  lock.Lock();
  entry.is_in_flight = false;
  entry.failure = token.status();
  if (token.ok()) entry.token = *std::move(token);
  changed_.NotifyAll();
  if (entry.failure.ok()) return entry.token.text;
  if (options_.now() >= entry.token.ends_at) return entry.failure;
  Log(LogLevel::kWarning, "cannot renew a token of github; the old one still lasts",
      {{"installation", absl::StrCat(installation)},
       {"error", std::string(entry.failure.message())}});
  return entry.token.text;
}

absl::StatusOr<int64_t> AppAuthentication::InstallationOf(const std::string& full_name) {
  ASSIGN_OR_RETURN(std::unique_ptr<Api> api, AppApi());
  std::string what = absl::StrCat("the App's installation for \"", full_name, "\"");
  ASSIGN_OR_RETURN(ApiAnswer answer,
                   api->Send({.path_or_url = absl::StrCat("/repos/", full_name, "/installation"),
                              .what = what}));
  absl::StatusOr<Json> json = ParseJson(answer.body, Json::value_t::object);
  int64_t id = json.ok() ? Number(*json, "id") : 0;
  if (id <= 0) return absl::DataLossError(absl::StrCat(what, ": the answer lacks \"id\""));
  return id;
}

}  // namespace allreview::github
