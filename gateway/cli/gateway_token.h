#ifndef GATEWAY_CLI_GATEWAY_TOKEN_H_
#define GATEWAY_CLI_GATEWAY_TOKEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "gateway/cli/environment.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

// What --gateway is told about who asks: the first line of --gateway-token-file, or ALLREVIEW_TOKEN
// of the environment. Empty: nothing. A token is never the value of a flag, which every process of
// the machine can read.
//
// kFailedPrecondition: the file is empty, or everybody on the machine can read it.
// kInvalidArgument: what was found is no token. Errors do not hold it.
absl::StatusOr<std::string> FindGatewayToken(const Arguments& arguments,
                                             const Environment& environment);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_GATEWAY_TOKEN_H_
