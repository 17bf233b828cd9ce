#ifndef HOST_HOST_H_
#define HOST_HOST_H_

// Runs any list of services: one and a port is the distributed mode, all and no port the embedded.
//
//   std::vector<std::unique_ptr<grpc::Service>> services;
//   services.push_back(NewDiffService());
//   absl::StatusOr<std::unique_ptr<Host>> host =
//       Host::Start(std::move(services), {.address = "127.0.0.1:0"});
//   (*host)->port();
//   (*host)->Drain(absl::Seconds(10));
//
// With a port there are also the health service (per service and as a whole), reflection, metrics
// and one log line for each request. Without one there is only InProcessChannel(), and metrics and
// log lines when it has somewhere to count. Ask that channel nothing about its connection state,
// which gRPC 1.51 answers by aborting the process.
//
// What must not be called from outside belongs into a host without a port: whatever is registered
// on a host with one can be called there.
//
// Health and reflection are process-wide in gRPC: at most one Host of a process has a port. Health
// is known by two names: "" is alive, "readiness" (health_port.h) also wants requests. Handlers
// must not throw, and must poll ServerContext::IsCancelled() in long work.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "grpcpp/channel.h"
#include "grpcpp/impl/service_type.h"
#include "host/channel.h"
#include "host/health_port.h"
#include "host/metrics.h"
#include "host/requests_in_flight.h"

namespace grpc {
class Server;
}

namespace allreview::host {

struct HostOptions {
  std::string address;  // "127.0.0.1:0" for any free port. Empty: no port.
  TlsFiles tls = {};
  // Counts requests; outlives the host. Null: not counted, and without a port not logged either.
  Metrics* metrics = nullptr;
  // Calls in flight; more are refused with RESOURCE_EXHAUSTED. 0: no bound. Only with a port.
  int max_calls = 0;
  // Where to answer health checks in plain text, too. Empty: nowhere.
  std::string health_address = "";
  // Runs when the port is open and all threads of gRPC exist; requests wait for its end. An error
  // is one of Start. May be empty.
  std::function<absl::Status()> before_requests = nullptr;
  // URIs of certificates, see allowed_clients.h; needs tls.ca. Empty: any that tls.ca signed.
  std::vector<std::string> allowed_clients = {};
};

class Host {
 public:
  // kInvalidArgument: TLS files. kFailedPrecondition: the address cannot be had.
  static absl::StatusOr<std::unique_ptr<Host>> Start(
      std::vector<std::unique_ptr<grpc::Service>> services, const HostOptions& options);

  // Cancels what is still running; without a port, after what its caller cancelled has ended.
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  int port() const { return port_; }                // 0: none.
  std::string address() const { return address_; }  // With the real port.

  // The health address, with the real port. Empty: none.
  std::string health_address() const;

  std::shared_ptr<grpc::Channel> InProcessChannel();

  // What "readiness" answers, true from the start. Only with a port.
  void SetReady(bool is_ready);

  // Turns NOT_SERVING, waits for a moment without calls, or for half of `limit`, then takes no new
  // ones, and cancels those that are left after `limit`. Answers reach their clients whole when
  // there is such a moment.
  void Drain(absl::Duration limit);

 private:
  Host();

  RequestsInFlight in_flight_;  // Of server_, which it outlives.
  std::vector<std::unique_ptr<grpc::Service>> services_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<HealthPort> health_;  // Null: none.
  bool is_observed_ = false;            // Requests are logged and have spans.
  int port_ = 0;
  std::string address_;
};

}  // namespace allreview::host

#endif  // HOST_HOST_H_
