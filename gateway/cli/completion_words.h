#ifndef GATEWAY_CLI_COMPLETION_WORDS_H_
#define GATEWAY_CLI_COMPLETION_WORDS_H_

// What completion scripts of all shells offer, read from the table of commands. Private to them.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/cli/flags.h"

namespace allreview::cli {

// Words that may stand first: "review", "config".
std::vector<std::string> FirstWords(absl::Span<const Command> commands);

std::string FirstWord(const Command& command);

// "explain" of "config explain"; empty: the command is one word.
std::string SecondWord(const Command& command);

// Second words of the commands that begin with this word.
std::vector<std::string> SecondWords(absl::string_view first, absl::Span<const Command> commands);

bool IsCommand(absl::string_view name, absl::Span<const Command> commands);

// What help takes: names of commands.
std::string ArgumentWords(const Command& command, absl::Span<const Command> commands);

std::string FirstSentence(absl::string_view help);

// What a shell looks up: files, rules of the program, keys of the policy, revisions of git.
std::vector<absl::string_view> KindsOf(Completion completion, absl::string_view usage);

std::vector<absl::string_view> KindsOf(const Flag& flag);

std::vector<absl::string_view> KindsOf(const Command& command);

// Takes several values with commas between.
bool IsList(const Flag& flag);

std::string BashCompletion(absl::Span<const Command> commands);
std::string ZshCompletion(absl::Span<const Command> commands);
std::string FishCompletion(absl::Span<const Command> commands);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_COMPLETION_WORDS_H_
