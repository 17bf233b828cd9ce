#ifndef HOST_CHANNEL_H_
#define HOST_CHANNEL_H_

// Channels to other processes.
//
//   absl::StatusOr<std::shared_ptr<grpc::Channel>> channel =
//       Connect("dns:///analysis:50053", {.ca = "ca.pem"});
//
// An address is HOST:PORT, or a gRPC name such as "dns:///HOST:PORT" or "ipv4:A:PORT,B:PORT".
// Balances round-robin over all addresses of the name and retries calls that never reached a
// server. Connecting happens with the first call. Deadlines are set per call (call.h), never by
// service configuration, which fires early in gRPC 1.51.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "grpcpp/channel.h"

namespace allreview::host {

// PEM files. All empty: plain text.
struct TlsFiles {
  std::string certificate = "";  // Chain of this end. A server needs it; a client, for mutual TLS.
  std::string key = "";          // Of the certificate.
  std::string ca = "";  // Server: clients must show a certificate of it. Client: the server must.

  bool IsEmpty() const { return certificate.empty() && key.empty() && ca.empty(); }
};

// kInvalidArgument or kNotFound when a file cannot be read; an address where nobody answers shows
// as kUnavailable of each call.
absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const std::string& address,
                                                       const TlsFiles& tls);

}  // namespace allreview::host

#endif  // HOST_CHANNEL_H_
