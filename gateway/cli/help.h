#ifndef GATEWAY_CLI_HELP_H_
#define GATEWAY_CLI_HELP_H_

// Help texts, made from the table of commands. At most 80 columns where words allow it.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

// Words of `text` in lines of at most 80 columns that begin with `indent` spaces.
std::string WrapText(absl::string_view text, size_t indent);

// What the program is and its commands.
std::string Overview(absl::Span<const Command> commands);

// The commands that begin with one word: "numerics".
std::string GroupHelp(absl::string_view group, absl::Span<const Command* const> members);

// One command: usage, description, flags, examples.
// Half a screen: how it is called, examples, and the names of its flags.
std::string ShortHelp(const Command& command);

std::string CommandHelp(const Command& command);

// All of this as allreview(1), for man(1).
std::string ManualPage(absl::Span<const Command> commands);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_HELP_H_
