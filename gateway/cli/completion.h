#ifndef GATEWAY_CLI_COMPLETION_H_
#define GATEWAY_CLI_COMPLETION_H_

// Completion scripts, made from the table of commands.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

// `shell` is "bash", "zsh" or "fish".
std::string CompletionScript(absl::string_view shell, absl::Span<const Command> commands);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_COMPLETION_H_
