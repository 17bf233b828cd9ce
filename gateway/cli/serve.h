#ifndef GATEWAY_CLI_SERVE_H_
#define GATEWAY_CLI_SERVE_H_

#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"
#include "gateway/cli/output.h"

namespace allreview::cli {

// allreview serve: all services and the gateway on one port until SIGTERM. Returns the exit code.
int Serve(const Arguments& arguments, const Environment& environment, Output& err);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_SERVE_H_
