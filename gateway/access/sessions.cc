#include "gateway/access/sessions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/status_macros.h"
#include "gateway/access/token.h"
#include "github/json.h"

namespace allreview::access {
namespace {

using github::Json;

constexpr absl::string_view kKind = "session/";
constexpr absl::string_view kUsedKind = "login/";
constexpr size_t kTokenBytes = 32;
constexpr size_t kMaxBrowserBytes = 200;
constexpr int kMaxRemoved = 1000;
// Longer than a login may take.
constexpr absl::Duration kUsedFor = absl::Hours(1);

std::string KeyOf(absl::string_view id) { return absl::StrCat(kKind, id); }

std::string Pack(const Session& session) {
  return github::ToText({{"provider", session.identity.provider},
                         {"name", session.identity.name},
                         {"groups", session.identity.groups},
                         {"began_at_micros", absl::ToUnixMicros(session.began_at)},
                         {"ends_at", absl::ToUnixSeconds(session.ends_at)},
                         {"browser", session.browser}});
}

// None: damaged; as good as no session.
std::optional<Session> Unpack(const gateway::StoredEntry& entry) {
  const absl::StatusOr<Json> json = github::ParseJson(entry.value, Json::value_t::object);
  if (!json.ok()) return std::nullopt;
  Session session = {.id = entry.key.substr(kKind.size()),
                     .identity = {.provider = github::Text(*json, "provider"),
                                  .name = github::Text(*json, "name")},
                     .began_at = absl::FromUnixMicros(github::Number(*json, "began_at_micros")),
                     .ends_at = absl::FromUnixSeconds(github::Number(*json, "ends_at")),
                     .browser = github::Text(*json, "browser")};
  for (const Json& group : github::At(*json, "groups")) {
    if (group.is_string()) session.identity.groups.push_back(group.get<std::string>());
  }
  return session;
}

void SortByPerson(std::vector<Session>& sessions) {
  std::sort(sessions.begin(), sessions.end(), [](const Session& a, const Session& b) {
    return std::tuple(a.identity.principal(), b.began_at, a.id) <
           std::tuple(b.identity.principal(), a.began_at, b.id);
  });
}

}  // namespace

absl::StatusOr<std::string> Sessions::Open(const NewSession& session) {
  RETURN_IF_ERROR(CheckIdentity(session.identity));
  const std::string token =
      absl::StrCat(kSessionPrefix, absl::WebSafeBase64Escape(RandomBytes(kTokenBytes)));
  const absl::Time now = now_();
  const Session kept = {.id = Sha256Hex(token),
                        .identity = session.identity,
                        .began_at = now,
                        .ends_at = now + session.lifetime,
                        .browser = session.browser.substr(0, kMaxBrowserBytes)};
  ASSIGN_OR_RETURN(const std::vector<Session> others, ListOf(session.identity.principal()));
  for (size_t i = max_of_person_ - 1; i < others.size(); ++i) {
    RETURN_IF_ERROR(Revoke(others[i].id));
  }
  RETURN_IF_ERROR(
      store_.Commit({{.key = KeyOf(kept.id), .value = Pack(kept), .expected_version = 0}}));
  return token;
}

absl::StatusOr<std::optional<Session>> Sessions::Find(absl::string_view token) {
  absl::StatusOr<Session> session = Get(Sha256Hex(token));
  if (session.ok()) return *std::move(session);
  if (absl::IsNotFound(session.status())) return std::nullopt;
  return session.status();
}

absl::StatusOr<std::vector<Session>> Sessions::List() {
  gateway::KeyRange range = gateway::KeysWithPrefix(kKind);
  range.limit = kMaxListed;
  ASSIGN_OR_RETURN(const std::vector<gateway::StoredEntry> entries, store_.Scan(range));
  std::vector<Session> sessions;
  for (const gateway::StoredEntry& entry : entries) {
    std::optional<Session> session = Unpack(entry);
    if (session && session->ends_at > now_()) sessions.push_back(*std::move(session));
  }
  SortByPerson(sessions);
  return sessions;
}

absl::StatusOr<std::vector<Session>> Sessions::ListOf(absl::string_view principal) {
  std::vector<Session> sessions;
  gateway::KeyRange range = gateway::KeysWithPrefix(kKind);
  range.limit = kMaxListed;
  const absl::Time now = now_();
  while (true) {
    ASSIGN_OR_RETURN(const std::vector<gateway::StoredEntry> entries, store_.Scan(range));
    for (const gateway::StoredEntry& entry : entries) {
      std::optional<Session> session = Unpack(entry);
      const bool is_wanted =
          session && session->ends_at > now && session->identity.principal() == principal;
      if (is_wanted) sessions.push_back(*std::move(session));
    }
    if (static_cast<int>(entries.size()) < range.limit) break;
    range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
  }
  SortByPerson(sessions);
  return sessions;
}

absl::StatusOr<Session> Sessions::Get(absl::string_view id) {
  // Keys of the store are bounded.
  const bool is_id = id.size() == 64;
  std::optional<gateway::StoredEntry> entry;
  if (is_id) {
    ASSIGN_OR_RETURN(entry, store_.Get(KeyOf(id)));
  }
  std::optional<Session> session = entry ? Unpack(*entry) : std::nullopt;
  if (session && session->ends_at > now_()) return *std::move(session);
  return absl::NotFoundError("there is no such session; it may have ended");
}

absl::Status Sessions::Revoke(absl::string_view id) {
  return store_.Commit({{.key = KeyOf(id), .value = std::nullopt}});
}

absl::Status Sessions::Close(absl::string_view token) { return Revoke(Sha256Hex(token)); }

absl::StatusOr<int> Sessions::RevokeAllOf(absl::string_view principal) {
  ASSIGN_OR_RETURN(const std::vector<Session> sessions, ListOf(principal));
  for (const Session& session : sessions) RETURN_IF_ERROR(Revoke(session.id));
  return static_cast<int>(sessions.size());
}

absl::Status Sessions::UseUp(absl::string_view login_id) {
  return store_.Commit({{.key = absl::StrCat(kUsedKind, login_id),
                         .value = absl::StrCat(absl::ToUnixSeconds(now_() + kUsedFor)),
                         .expected_version = 0}});
}

absl::StatusOr<int> Sessions::RemoveEnded() {
  int removed = 0;
  const absl::Time now = now_();
  for (const absl::string_view kind : {kKind, kUsedKind}) {
    gateway::KeyRange range = gateway::KeysWithPrefix(kind);
    range.limit = kMaxRemoved;
    ASSIGN_OR_RETURN(std::vector<gateway::StoredEntry> entries, store_.Scan(range));
    while (!entries.empty()) {
      for (const gateway::StoredEntry& entry : entries) {
        const std::optional<Session> session = kind == kKind ? Unpack(entry) : std::nullopt;
        int64_t until = 0;
        const bool is_used_login = kind == kUsedKind && absl::SimpleAtoi(entry.value, &until);
        if (session && session->ends_at > now) continue;
        if (is_used_login && absl::FromUnixSeconds(until) > now) continue;
        RETURN_IF_ERROR(store_.Commit(
            {{.key = entry.key, .value = std::nullopt, .expected_version = entry.version}}));
        if (kind == kKind) ++removed;
      }
      range.first = absl::StrCat(entries.back().key, absl::string_view("\0", 1));
      ASSIGN_OR_RETURN(entries, store_.Scan(range));
    }
  }
  return removed;
}

}  // namespace allreview::access
