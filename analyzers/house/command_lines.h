#ifndef ANALYZERS_HOUSE_COMMAND_LINES_H_
#define ANALYZERS_HOUSE_COMMAND_LINES_H_

// What to run for one change: the repository's own commands, with only the files that changed.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/house/policy.h"

namespace allreview::house {

struct CommandLine {
  Purpose purpose = Purpose::kInstall;
  std::string line;
  std::string alternative;  // Empty: none.
  Place source;
};

// `paths`: changed files that exist after the change. In the order install, format, lint; a line
// without files is left out.
std::vector<CommandLine> CommandsForChange(const Policy& policy,
                                           const std::vector<std::string>& paths);

// The command sets up this checkout, or a group of its dependencies, rather than some package.
bool InstallsProject(absl::string_view command);

// As a word of a shell.
std::string ShellQuoted(absl::string_view word);

}  // namespace allreview::house

#endif  // ANALYZERS_HOUSE_COMMAND_LINES_H_
