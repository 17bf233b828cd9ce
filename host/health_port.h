#ifndef HOST_HEALTH_PORT_H_
#define HOST_HEALTH_PORT_H_

// Answers gRPC health checks on a port of its own, in plain text, and nothing else.
//
//   absl::StatusOr<std::unique_ptr<HealthPort>> health = HealthPort::Start("127.0.0.1:0");
//   (*health)->Set(kReadiness, false);   // Serving, but send nobody here.
//   (*health)->SetAll(false);            // On the way out.
//
// For probes that know no TLS, as those of Kubernetes: a port with mutual TLS would refuse them.
// Two names are known: "" is alive, kReadiness also wants requests. Both serve from the start.
// Thread-safe.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace grpc {
class CallbackGenericService;
class Server;
}  // namespace grpc

namespace allreview::host {

inline constexpr absl::string_view kReadiness = "readiness";

class HealthPort {
 public:
  // kFailedPrecondition: the address cannot be had.
  static absl::StatusOr<std::unique_ptr<HealthPort>> Start(const std::string& address);

  ~HealthPort();
  HealthPort(const HealthPort&) = delete;
  HealthPort& operator=(const HealthPort&) = delete;

  const std::string& address() const { return address_; }  // With the real port.

  void Set(absl::string_view name, bool is_serving);
  void SetAll(bool is_serving);

 private:
  HealthPort();

  std::unique_ptr<grpc::CallbackGenericService> nothing_else_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

}  // namespace allreview::host

#endif  // HOST_HEALTH_PORT_H_
