#ifndef STORAGE_REDIS_CLIENT_H_
#define STORAGE_REDIS_CLIENT_H_

// Commands to one Redis server, over as many connections as threads ask at once.
//
//   RedisClient redis({.address = address});
//   ASSIGN_OR_RETURN(RedisValue value, redis.Run({"GET", key}));
//   if (value.is_nil()) …
//
//   constexpr RedisScript kAdd = {"return redis.call('INCRBY', ARGV[1], ARGV[2])"};
//   ASSIGN_OR_RETURN(RedisValue sum, redis.Run(kAdd, {key, "3"}));
//
// Arguments are bytes; nothing is interpreted. A connection that broke is made anew, with growing,
// jittered pauses, until `patience` is over; so a server that restarts costs time and no error.
// From the first client on, the process ignores SIGPIPE, which hiredis would raise.
//
// kUnavailable: the server cannot be reached, is loading, is read-only or its memory is full, or a
// command that must not be repeated was cut off. kFailedPrecondition: it refuses the password or
// the database, or TLS does not come about. kInvalidArgument: files of TLS. kInternal: it refuses
// the command. Errors name the server, never the password. Safe from any thread.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/mutex.h"
#include "storage/redis_tls.h"

struct redisContext;

namespace allreview {

struct RedisAddress {
  std::string host = {};
  int port = 6379;
  std::string unix_socket = {};  // Instead of host and port.
  int database = 0;
  std::string user = {};
  std::string password = {};              // Empty: none.
  std::optional<RedisTlsFiles> tls = {};  // None: plain TCP.
};

struct RedisClientOptions {
  RedisAddress address = {};
  absl::Duration connect_timeout = absl::Seconds(2);
  absl::Duration command_timeout = absl::Seconds(10);  // From its first byte to the answer's last.
  absl::Duration patience = absl::Seconds(5);
  int max_idle_connections = 16;
};

struct RedisValue {
  enum class Kind { kNil, kInteger, kText, kArray };
  Kind kind = Kind::kNil;
  int64_t integer = 0;
  std::string text = {};
  std::vector<RedisValue> elements = {};

  bool is_nil() const { return kind == Kind::kNil; }
};

// Lua that the server runs at once and alone. `text` lives as long as the process.
struct RedisScript {
  absl::string_view text;
};

struct RedisCall {
  // Whether the command may be sent again when the connection broke before the answer.
  bool is_repeatable = true;
  absl::Duration blocks = absl::ZeroDuration();  // How long the server may wait before it answers.
};

class RedisClient {
 public:
  explicit RedisClient(RedisClientOptions options);
  ~RedisClient();
  RedisClient(const RedisClient&) = delete;
  RedisClient& operator=(const RedisClient&) = delete;

  absl::StatusOr<RedisValue> Run(const std::vector<absl::string_view>& command,
                                 const RedisCall& call = {});
  // Arguments are ARGV; the script builds its keys from them.
  absl::StatusOr<RedisValue> Run(const RedisScript& script,
                                 const std::vector<absl::string_view>& arguments,
                                 const RedisCall& call = {});

  // For messages: "redis at host:port".
  const std::string& name() const { return name_; }

 private:
  struct Free {
    void operator()(redisContext* context) const;
  };
  struct Connection {
    std::unique_ptr<redisContext, Free> redis = nullptr;
    TlsConnection tls = nullptr;  // Over the socket of `redis`. Null: plain.
  };

  absl::StatusOr<Connection> Connect() const;
  absl::Status StartTls(Connection& connection) const;
  absl::StatusOr<Connection> Acquire();
  void Release(Connection connection);
  absl::StatusOr<RedisValue> Try(const std::vector<absl::string_view>& command,
                                 const RedisCall& call);
  // Answered within `limit`, however slowly the bytes come.
  absl::StatusOr<RedisValue> Send(Connection& connection,
                                  const std::vector<absl::string_view>& command,
                                  absl::Duration limit) const;
  absl::StatusOr<std::string> Load(const RedisScript& script);

  const RedisClientOptions options_;
  const std::string name_;
  const absl::StatusOr<std::shared_ptr<RedisTls>> tls_;  // Null: plain.
  Mutex mutex_;
  std::vector<Connection> idle_ ABSL_GUARDED_BY(mutex_);
  std::map<const char*, std::string> loaded_ ABSL_GUARDED_BY(mutex_);  // Text to digest.
};

}  // namespace allreview

#endif  // STORAGE_REDIS_CLIENT_H_
