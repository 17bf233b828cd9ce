#ifndef GATEWAY_CLI_SERVE_COMMAND_H_
#define GATEWAY_CLI_SERVE_COMMAND_H_

#include "gateway/cli/environment.h"
#include "services/host/flags.h"

namespace allreview::cli {

// `allreview serve`: until a signal comes. Returns the exit code.
int RunServe(const host::Flags& flags, Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_SERVE_COMMAND_H_
