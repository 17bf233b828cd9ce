#ifndef GATEWAY_CLI_RULES_COMMAND_H_
#define GATEWAY_CLI_RULES_COMMAND_H_

#include "gateway/cli/environment.h"
#include "services/host/flags.h"

namespace allreview::cli {

// `allreview rules [RULE-ID]`. Returns the exit code.
int RunRules(const host::Flags& flags, Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_RULES_COMMAND_H_
