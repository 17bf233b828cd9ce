#ifndef GATEWAY_CLI_FLAGS_H_
#define GATEWAY_CLI_FLAGS_H_

// The shape of the table of commands (commands.h), and what a command line must be to fit it. The
// words are read by host/flags.h; here are the checks that only the table can make. Pure.
//
//   absl::StatusOr<Arguments> arguments =
//       ParseArguments(*command, {"--format=json", "main..topic"});
//   arguments->Get(kFormat, "markdown");
//   arguments->positional;  // {"main..topic"}
//
// Accepted are --name=value, --name value, --switch and --no-switch; - and _ within a name are the
// same. "--" ends the flags, and of some commands the arguments, too; "-" alone is an argument,
// "-h" asks for a short --help.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "host/flags.h"

namespace allreview::cli {

using host::Completion;
using host::Flag;

struct Example {
  absl::string_view command;  // Without "allreview".
  absl::string_view what;
};

struct Command {
  absl::string_view name;              // One word or two: "config explain".
  absl::string_view arguments;         // For the usage line.
  absl::string_view summary;           // One sentence.
  absl::string_view description = "";  // Paragraphs, separated by an empty line.
  host::FlagList flags = {};
  absl::Span<const Example> examples = {};
  int min_arguments = 0;
  int max_arguments = 0;
  absl::Span<const absl::string_view> words = {};  // Legal first arguments. Empty: any.
  Completion completion = Completion::kNothing;    // Of arguments.
  bool takes_paths = false;                        // After "--".
};

enum class Help { kNone, kShort, kLong };  // -h is short, --help long.

// A command line that fits its command.
struct Arguments {
  std::vector<std::pair<const Flag*, std::string>> flags;  // As given; a switch has "true".
  host::Flags host_flags;                                  // The same, for what serves.
  std::vector<std::string> positional;
  std::vector<std::string> paths;  // After "--", of a command that takes them there.
  Help help = Help::kNone;         // Asked for: then nothing else was checked.

  bool Has(const Flag& flag) const;
  std::string Get(const Flag& flag, absl::string_view default_value = "") const;
  int GetNumber(const Flag& flag, int default_value) const;
  std::vector<std::string> GetAll(const Flag& flag) const;
};

// kInvalidArgument says what is wrong and what was probably meant.
absl::StatusOr<Arguments> ParseArguments(const Command& command,
                                         absl::Span<const std::string> arguments);

struct CommandLine {
  const Command* command = nullptr;
  absl::Span<const std::string> rest;  // After the command's name; a view of `arguments`.
};

bool IsHelp(absl::string_view argument);

// Of "numerics" those that begin so, if there is no command of this name itself.
std::vector<const Command*> CommandsOfGroup(absl::Span<const Command> table,
                                            absl::string_view word);

// kInvalidArgument when no command of the table is named.
absl::StatusOr<CommandLine> FindCommand(absl::Span<const Command> table,
                                        absl::Span<const std::string> arguments);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_FLAGS_H_
