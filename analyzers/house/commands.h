#ifndef ANALYZERS_HOUSE_COMMANDS_H_
#define ANALYZERS_HOUSE_COMMANDS_H_

// Command lines in documents, scripts and workflows.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

// What a command is for, by the first tool in it: pytest, pip install, black, pylint...
// nullopt: none of them.
std::optional<Purpose> PurposeOf(absl::string_view command);

// Commands of fenced code blocks of a shell (```bash) in Markdown, and of code spans in its prose
// that begin with a known command. Continued lines are joined.
std::vector<Command> CommandsInMarkdown(absl::string_view path, absl::string_view text);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_COMMANDS_H_
