#ifndef GATEWAY_CLI_CONNECT_H_
#define GATEWAY_CLI_CONNECT_H_

// How the command line reaches ReviewService: in this process, or at --gateway.

#include <memory>

#include "absl/status/statusor.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/embedded/embedded.h"
#include "grpcpp/channel.h"

namespace allreview::cli {

// The services of this process, once somebody has asked for them. Outlives its channels.
class Connector {
 public:
  explicit Connector(const Environment& environment) : environment_(environment) {}

  // Call once.
  absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const Command& command,
                                                         const Arguments& arguments);

 private:
  const Environment& environment_;
  std::unique_ptr<gateway::Embedded> embedded_;
};

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_CONNECT_H_
