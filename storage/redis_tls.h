#ifndef STORAGE_REDIS_TLS_H_
#define STORAGE_REDIS_TLS_H_

// TLS to a Redis server, over a socket that is connected: Debian's hiredis has none of its own.
//
//   ASSIGN_OR_RETURN(const std::shared_ptr<RedisTls> tls, RedisTls::Create(files));
//   ASSIGN_OR_RETURN(const TlsConnection connection, tls->Handshake(fd, "redis.example"));
//   RETURN_IF_ERROR(TlsWrite(*connection, bytes));
//   ASSIGN_OR_RETURN(const std::string more, TlsRead(*connection));
//
// The server must show a certificate for the name that was called, by a known authority; TLS 1.2 at
// least. The socket blocks; its own timeouts bound each read and write.

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

struct ssl_st;
struct ssl_ctx_st;

namespace allreview {

// Files, PEM.
struct RedisTlsFiles {
  std::string ca = {};           // Empty: the authorities of the system.
  std::string certificate = {};  // Of the client, with its chain. Empty: none.
  std::string key = {};
};

struct FreeTls {
  void operator()(ssl_st* connection) const;
};
using TlsConnection = std::unique_ptr<ssl_st, FreeTls>;

class RedisTls {
 public:
  // kInvalidArgument: a file cannot be used; names it.
  static absl::StatusOr<std::shared_ptr<RedisTls>> Create(const RedisTlsFiles& files);

  // kFailedPrecondition: the other end speaks no TLS, or its certificate is not to be trusted; says
  // why. kUnavailable: it is gone, or too slow. The socket stays the caller's.
  absl::StatusOr<TlsConnection> Handshake(int socket, const std::string& host) const;

 private:
  explicit RedisTls(std::shared_ptr<ssl_ctx_st> context) : context_(std::move(context)) {}

  const std::shared_ptr<ssl_ctx_st> context_;
};

// kUnavailable: the connection broke, or took longer than the socket waits; it is of no more use.
absl::Status TlsWrite(ssl_st& connection, absl::string_view bytes);
// At least one byte.
absl::StatusOr<std::string> TlsRead(ssl_st& connection);

}  // namespace allreview

#endif  // STORAGE_REDIS_TLS_H_
