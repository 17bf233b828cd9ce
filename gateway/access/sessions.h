#ifndef GATEWAY_ACCESS_SESSIONS_H_
#define GATEWAY_ACCESS_SESSIONS_H_

// Who is logged in, kept in the store, so that all gateways know and a session can be revoked.
//
//   Sessions sessions(store, absl::Now);
//   ASSIGN_OR_RETURN(std::string token, sessions.Open({.identity = ada, .lifetime = hours}));
//   ASSIGN_OR_RETURN(std::optional<Session> session, sessions.Find(token));
//
// The store has the SHA-256 of a token, never the token. Each Find asks the store: a session that
// was revoked is over at once, on every gateway. Safe from any thread.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/access/identity.h"
#include "gateway/store/keyed_store.h"

namespace allreview::access {

// What tokens of sessions begin with.
inline constexpr absl::string_view kSessionPrefix = "ars_";

struct Session {
  std::string id;  // SHA-256 of its token; good for Revoke, not for logging in.
  Identity identity;
  absl::Time began_at;
  absl::Time ends_at;
  std::string browser = {};  // As it called itself; at most 200 bytes, perhaps of no use.
};

class Sessions {
 public:
  // At most so many are listed.
  static constexpr int kMaxListed = 1000;
  // A person may have so many unless told otherwise.
  static constexpr int kMaxOfPerson = 20;

  Sessions(gateway::KeyedStore* store, std::function<absl::Time()> now,
           int max_of_person = kMaxOfPerson)
      : store_(*store), now_(std::move(now)), max_of_person_(max_of_person) {}

  struct NewSession {
    Identity identity;
    absl::Duration lifetime;
    std::string browser = {};
  };
  // Returns its token, which is shown to the browser alone. Where the person has as many sessions
  // as are allowed, the oldest end.
  absl::StatusOr<std::string> Open(const NewSession& session);

  // None: there is no such session, or it has ended.
  absl::StatusOr<std::optional<Session>> Find(absl::string_view token);

  // By name, then the newest first.
  absl::StatusOr<std::vector<Session>> List();

  // All of a person, the newest first.
  absl::StatusOr<std::vector<Session>> ListOf(absl::string_view principal);

  // kNotFound: there is none of that id, or it has ended.
  absl::StatusOr<Session> Get(absl::string_view id);
  // OK also when it has ended.
  absl::Status Revoke(absl::string_view id);
  absl::Status Close(absl::string_view token);
  // Returns how many sessions that were.
  absl::StatusOr<int> RevokeAllOf(absl::string_view principal);

  // Marks a login as done. kAborted: it was before.
  absl::Status UseUp(absl::string_view login_id);

  // Removes what is over. Returns how many sessions that were.
  absl::StatusOr<int> RemoveEnded();

 private:
  gateway::KeyedStore& store_;
  const std::function<absl::Time()> now_;
  const int max_of_person_;
};

}  // namespace allreview::access

#endif  // GATEWAY_ACCESS_SESSIONS_H_
