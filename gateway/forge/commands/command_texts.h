#ifndef GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_
#define GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_

// What commands are answered with, as Markdown, in the team's language. Pure. Words of people are
// shown as code, so that they can mention nobody and format nothing.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "sentences/sentence.h"

namespace allreview::gateway {

std::string HelpText(Language language);
std::string UnknownCommandText(Language language, absl::string_view name);
// A command that says something which does not fit. `why` is Markdown, with its period.
std::string RefusalText(Language language, absl::string_view command, const Words& why);
// A part that failed: what it says is told when the author can do something about it.
std::string FailureText(Language language, absl::string_view command, const absl::Status& status);

// "`text`" on one line, whatever the text holds; at most 100 bytes of it.
std::string AsCode(absl::string_view text);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_COMMANDS_COMMAND_TEXTS_H_
