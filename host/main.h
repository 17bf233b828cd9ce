#ifndef HOST_MAIN_H_
#define HOST_MAIN_H_

// The main function of every service binary.
//
//   int main(int argc, char** argv) {
//     return allreview::host::Main(
//         argc, argv,
//         {.name = "allreview-diff",
//          .summary = "Turns the text of a change into files, hunks and lines.",
//          .port = 50052,
//          .make = [](const allreview::host::Environment&) { return allreview::NewDiffService();
//          }});
//   }
//
// Flags that all binaries share are in main.cc; a binary adds its own. Serves until SIGTERM or
// SIGINT, then answers health checks with NOT_SERVING and waits for the calls in flight, at most
// --drain-seconds and a second (a second signal ends the process at once). When it is ready it logs
//   msg="serving" address=127.0.0.1:50052 binary=allreview-diff metrics=-
//   confine=seccomp,landlock-7,limits
//
// Exit codes: 0 after a drain, 1 when it cannot start, 2 for wrong usage.

#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "grpcpp/impl/service_type.h"
#include "host/confine_flags.h"
#include "host/flags.h"
#include "host/host.h"
#include "host/metrics.h"

namespace allreview::host {

// What a service is made from.
struct Environment {
  const Flags& flags;
  Metrics& metrics;  // Outlives the service.
};

struct Binary {
  absl::string_view name;
  absl::string_view summary;  // One sentence for --help.
  int port = 0;               // Of the default --listen=127.0.0.1:PORT.
  std::vector<Flag> flags = {};
  absl::string_view example = "";  // Flags of an example command line, for --help.
  Needs needs = {};
  std::function<absl::StatusOr<std::unique_ptr<grpc::Service>>(const Environment&)> make;
  // As in Serving.
  std::function<absl::Status(Host& host)> on_started = nullptr;
  std::function<void(absl::Duration limit)> on_stopping = nullptr;
  std::function<void()> on_stopped = nullptr;
  // It asks callers who they are and decides itself where it listens. Others take every caller at
  // his word, so they listen for other machines only with mutual TLS, or with --insecure-listen.
  bool checks_callers = false;
};

int Main(int argc, char** argv, const Binary& binary);

// Flags of everything that serves (serving_flags.h), and --help, --man, --version, --flagfile.
std::vector<Flag> ServingFlags();

// Serves by ServingFlags() until a signal: what Main does after it has read its flags. Returns the
// exit code.
struct Serving {
  absl::string_view name;             // For the log.
  absl::string_view default_address;  // Without --listen.
  int default_max_calls = 256;        // Without --max-calls; 0 where handlers call the same host.
  Needs needs = {};
  // Runs with signals already blocked, so that threads that it starts never take one.
  std::function<absl::StatusOr<std::vector<std::unique_ptr<grpc::Service>>>(const Environment&)>
      make;
  // Once the host runs; for services that call others of the same host. An error ends the process.
  // May be empty.
  std::function<absl::Status(Host& host)> on_started = nullptr;
  // After the signal, before the host drains. May be empty.
  std::function<void(absl::Duration limit)> on_stopping = nullptr;
  // When the host is gone and the metrics are still there, also after a failed start: ends what
  // `make` made beside the services. May be empty.
  std::function<void()> on_stopped = nullptr;
};
int Serve(const Flags& flags, const Serving& serving);

}  // namespace allreview::host

#endif  // HOST_MAIN_H_
