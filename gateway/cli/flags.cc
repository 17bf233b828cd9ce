#include "gateway/cli/flags.h"

#include <algorithm>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"

namespace allreview::cli {
namespace {

constexpr absl::string_view kYes = "true";
constexpr absl::string_view kNo = "false";
constexpr Flag kHelpFlag = {.name = "help", .help = ""};  // Of every command.

std::string DidYouMean(absl::string_view word, absl::Span<const absl::string_view> candidates,
                       absl::string_view otherwise) {
  const std::string near = host::NearestName(word, candidates);
  return near.empty() ? std::string(otherwise) : absl::StrCat("; did you mean \"", near, "\"?");
}

std::string SeeHelp(const Command& command) {
  return absl::StrCat("; see: allreview ", command.name, " --help");
}

const Flag* FindFlag(const Command& command, absl::string_view name) {
  for (const Flag* flag : command.flags) {
    if (flag->name == name) return flag;
  }
  return nullptr;  // "help".
}

absl::Status FlagError(const Flag& flag, absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat("flag \"--", flag.name, "\"", text));
}

absl::Status CheckValue(const Flag& flag, const std::string& value) {
  if (flag.value.empty()) {
    if (value == kYes || value == kNo) return absl::OkStatus();
    return FlagError(flag,
                     absl::StrCat(" takes no value, found \"", value, "\"; write: --", flag.name,
                                  flag.arguments.empty() ? "" : " ", flag.arguments));
  }
  if (value.empty()) {
    return FlagError(flag, absl::StrCat(" needs a value: --", flag.name, "=", flag.value));
  }
  return absl::OkStatus();
}

absl::Status AddFlag(const Flag& flag, const std::string& value, Arguments& arguments) {
  RETURN_IF_ERROR(CheckValue(flag, value));
  if (!flag.is_repeatable && !arguments.GetAll(flag).empty()) {
    return FlagError(flag, " is given twice; it takes one value");
  }
  arguments.flags.emplace_back(&flag, value);
  return absl::OkStatus();
}

absl::Status CheckArguments(const Command& command, const std::vector<std::string>& given) {
  if (static_cast<int>(given.size()) < command.min_arguments) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", command.name, "\" wants ", command.arguments, SeeHelp(command)));
  }
  if (static_cast<int>(given.size()) > command.max_arguments) {
    return absl::InvalidArgumentError(absl::StrCat(
        "unexpected argument \"", given[command.max_arguments], "\"", SeeHelp(command)));
  }
  if (given.empty() || command.words.empty() ||
      std::find(command.words.begin(), command.words.end(), given[0]) != command.words.end()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", given[0], "\" is not one of ",
                                                 absl::StrJoin(command.words, ", "),
                                                 DidYouMean(given[0], command.words, "")));
}

}  // namespace

bool IsHelp(absl::string_view argument) { return argument == "--help" || argument == "-h"; }

bool Arguments::Has(const Flag& flag) const {
  const std::vector<std::string> all = GetAll(flag);
  return !all.empty() && !(flag.value.empty() && all.back() == kNo);
}

std::string Arguments::Get(const Flag& flag, absl::string_view default_value) const {
  std::vector<std::string> all = GetAll(flag);
  return all.empty() ? std::string(default_value) : std::move(all.back());
}

int Arguments::GetNumber(const Flag& flag, int default_value) const {
  int number = 0;
  return absl::SimpleAtoi(Get(flag), &number) ? number : default_value;
}

std::vector<std::string> Arguments::GetAll(const Flag& flag) const {
  std::vector<std::string> all;
  for (const auto& [given, value] : flags) {
    if (given->name == flag.name) all.push_back(value);
  }
  return all;
}

absl::StatusOr<Arguments> ParseArguments(const Command& command,
                                         absl::Span<const std::string> arguments) {
  Arguments parsed;
  // Asked for help, a mistake elsewhere in the line is no reason to refuse it.
  const auto flags_end = std::find(arguments.begin(), arguments.end(), "--");
  if (std::find(arguments.begin(), flags_end, "-h") != flags_end) parsed.help = Help::kShort;
  if (std::find(arguments.begin(), flags_end, "--help") != flags_end) parsed.help = Help::kLong;
  if (parsed.help != Help::kNone) return parsed;
  std::vector<const Flag*> known(command.flags.begin(), command.flags.end());
  known.push_back(&kHelpFlag);
  const bool has_paths = command.takes_paths && flags_end != arguments.end();
  if (has_paths) parsed.paths.assign(std::next(flags_end), arguments.end());
  ASSIGN_OR_RETURN(
      parsed.host_flags,
      host::Flags::Parse(known, {arguments.begin(), has_paths ? flags_end : arguments.end()}));
  for (const auto& [name, value] : parsed.host_flags.in_order()) {
    const Flag* flag = FindFlag(command, name);
    if (flag != nullptr) RETURN_IF_ERROR(AddFlag(*flag, value, parsed));
  }
  parsed.positional = parsed.host_flags.positional();
  RETURN_IF_ERROR(CheckArguments(command, parsed.positional));
  return parsed;
}

std::vector<const Command*> CommandsOfGroup(absl::Span<const Command> table,
                                            absl::string_view word) {
  std::vector<const Command*> members;
  for (const Command& command : table) {
    if (command.name == word) return {};
    if (absl::StartsWith(command.name, absl::StrCat(word, " "))) members.push_back(&command);
  }
  return members;
}

absl::StatusOr<CommandLine> FindCommand(absl::Span<const Command> table,
                                        absl::Span<const std::string> arguments) {
  if (arguments.empty()) return absl::InvalidArgumentError("no command; see: allreview help");
  const std::string& first = arguments[0];
  const std::string both = arguments.size() > 1 ? absl::StrCat(first, " ", arguments[1]) : first;
  std::vector<absl::string_view> names;
  for (const Command& command : table) {
    if (command.name == both && both != first) return CommandLine{&command, arguments.subspan(2)};
    names.push_back(command.name);
  }
  for (const Command& command : table) {
    if (command.name == first) return CommandLine{&command, arguments.subspan(1)};
  }
  std::vector<absl::string_view> members;
  for (const Command* command : CommandsOfGroup(table, first)) members.push_back(command->name);
  if (!members.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", both, "\" is not a command",
        DidYouMean(both, members, absl::StrCat("; wanted ", absl::StrJoin(members, " or ")))));
  }
  if (absl::StartsWith(first, "-")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", first, "\" is before the command; flags follow it: allreview COMMAND ", first));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown command \"", first, "\"", DidYouMean(first, names, "; see: allreview help")));
}

}  // namespace allreview::cli
