#ifndef GATEWAY_CLI_CONFIG_COMMAND_H_
#define GATEWAY_CLI_CONFIG_COMMAND_H_

#include "gateway/cli/environment.h"
#include "services/host/flags.h"

namespace allreview::cli {

// `allreview config explain [KEY]`. Returns the exit code: kUsage when a policy file is wrong.
int RunConfigExplain(const host::Flags& flags, Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_CONFIG_COMMAND_H_
