#ifndef GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_
#define GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_

// What commands are answered with, as Markdown. Pure. Words of people are shown as code, so that
// they can mention nobody and format nothing.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace allreview::gateway {

std::string HelpText();
std::string UnknownCommandText(absl::string_view name);
std::string FailureText(absl::string_view command, const absl::Status& status);

// "`text`" on one line, whatever the text holds; at most 100 bytes of it.
std::string AsCode(absl::string_view text);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_
