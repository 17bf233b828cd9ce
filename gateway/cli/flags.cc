#include "gateway/cli/flags.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "services/host/flags.h"

namespace allreview::cli {
namespace {

std::string Normal(absl::string_view name) { return absl::StrReplaceAll(name, {{"_", "-"}}); }

std::string DidYouMean(absl::string_view prefix, absl::string_view word,
                       absl::Span<const absl::string_view> candidates,
                       absl::string_view otherwise) {
  const std::string near = host::NearestName(word, candidates);
  return near.empty() ? std::string(otherwise)
                      : absl::StrCat("; did you mean \"", prefix, near, "\"?");
}

std::string SeeHelp(const Command& command) {
  return absl::StrCat("; see: allreview ", command.name, " --help");
}

absl::Status UnknownFlag(const Command& command, absl::string_view argument) {
  std::vector<absl::string_view> names = {"help"};
  for (const Flag* flag : command.flags) names.push_back(flag->name);
  return absl::InvalidArgumentError(
      absl::StrCat("unknown flag \"", argument, "\"",
                   DidYouMean("--", absl::StripPrefix(absl::StripPrefix(argument, "-"), "-"), names,
                              SeeHelp(command))));
}

absl::Status MissingValue(const Flag& flag) {
  return absl::InvalidArgumentError(
      absl::StrCat("flag \"--", flag.name, "\" wants a value: --", flag.name, "=", flag.value));
}

absl::Status CheckValue(const Flag& flag, const std::string& value) {
  int number = 0;
  if (flag.max_number > 0 &&
      (!absl::SimpleAtoi(value, &number) || number < 0 || number > flag.max_number)) {
    return absl::InvalidArgumentError(absl::StrCat("flag \"--", flag.name, "\": \"", value,
                                                   "\" is not a whole number from 0 to ",
                                                   flag.max_number));
  }
  if (flag.choices.empty()) {
    return value.empty() ? MissingValue(flag) : absl::OkStatus();
  }
  if (std::find(flag.choices.begin(), flag.choices.end(), value) != flag.choices.end()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("flag \"--", flag.name, "\": \"", value, "\" is none of ",
                   absl::StrJoin(flag.choices, ", "), DidYouMean("", value, flag.choices, "")));
}

const Flag* FindFlag(const Command& command, absl::string_view name) {
  const std::string wanted = Normal(name);
  for (const Flag* flag : command.flags) {
    if (flag->name == wanted) return flag;
  }
  return nullptr;
}

absl::Status AddFlag(const Flag* flag, std::string value, Arguments& arguments) {
  if (!flag->is_repeatable && arguments.Has(*flag)) {
    return absl::InvalidArgumentError(
        absl::StrCat("flag \"--", flag->name, "\" is given twice; it takes one value"));
  }
  if (!flag->value.empty()) RETURN_IF_ERROR(CheckValue(*flag, value));
  arguments.flags.emplace_back(flag, std::move(value));
  return absl::OkStatus();
}

// Reads the flag at `at` and its value; returns how many arguments that took.
absl::StatusOr<size_t> ReadFlag(const Command& command, absl::Span<const std::string> all,
                                size_t at, Arguments& arguments) {
  const absl::string_view argument = all[at];
  if (!absl::StartsWith(argument, "--")) return UnknownFlag(command, argument);
  const size_t equals = argument.find('=');
  const bool has_value = equals != absl::string_view::npos;
  const absl::string_view name = argument.substr(2, has_value ? equals - 2 : equals);
  const Flag* flag = FindFlag(command, name);
  if (flag == nullptr) return UnknownFlag(command, argument.substr(0, equals));
  if (flag->value.empty()) {
    if (has_value) {
      return absl::InvalidArgumentError(
          absl::StrCat("flag \"--", flag->name, "\" takes no value with \"=\"; write: --",
                       flag->name, flag->arguments.empty() ? "" : " ", flag->arguments));
    }
    RETURN_IF_ERROR(AddFlag(flag, "true", arguments));
    return 1;
  }
  if (has_value) {
    RETURN_IF_ERROR(AddFlag(flag, std::string(argument.substr(equals + 1)), arguments));
    return 1;
  }
  // A flag where a value should be is a forgotten value; "-" is a file name.
  if (at + 1 == all.size() || (all[at + 1].size() > 1 && all[at + 1][0] == '-')) {
    return MissingValue(*flag);
  }
  RETURN_IF_ERROR(AddFlag(flag, all[at + 1], arguments));
  return 2;
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
  return absl::InvalidArgumentError(absl::StrCat("\"", given[0], "\" is none of ",
                                                 absl::StrJoin(command.words, ", "),
                                                 DidYouMean("", given[0], command.words, "")));
}

bool IsHelp(absl::string_view argument) { return argument == "--help" || argument == "-h"; }

}  // namespace

bool Arguments::Has(const Flag& flag) const { return !GetAll(flag).empty(); }

std::string Arguments::Get(const Flag& flag, absl::string_view default_value) const {
  std::vector<std::string> all = GetAll(flag);
  return all.empty() ? std::string(default_value) : std::move(all.back());
}

int Arguments::GetNumber(const Flag& flag, int default_value) const {
  int number = default_value;
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
  const auto flags_end = std::find(arguments.begin(), arguments.end(), "--");
  parsed.wants_help = std::any_of(arguments.begin(), flags_end, IsHelp);
  if (parsed.wants_help) return parsed;
  for (size_t i = 0; i < arguments.size();) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      parsed.positional.insert(parsed.positional.end(), arguments.begin() + i + 1, arguments.end());
      break;
    }
    if (argument.size() < 2 || argument[0] != '-') {
      parsed.positional.push_back(argument);
      ++i;
      continue;
    }
    ASSIGN_OR_RETURN(const size_t taken, ReadFlag(command, arguments, i, parsed));
    i += taken;
  }
  RETURN_IF_ERROR(CheckArguments(command, parsed.positional));
  return parsed;
}

absl::StatusOr<CommandLine> FindCommand(absl::Span<const Command> table,
                                        absl::Span<const std::string> arguments) {
  if (arguments.empty()) return absl::InvalidArgumentError("no command; see: allreview help");
  const std::string& first = arguments[0];
  const std::string both = arguments.size() > 1 ? absl::StrCat(first, " ", arguments[1]) : first;
  std::vector<absl::string_view> names;
  for (const Command& command : table) {
    if (command.name == first) return CommandLine{&command, arguments.subspan(1)};
    if (command.name == both) return CommandLine{&command, arguments.subspan(2)};
    names.push_back(command.name);
  }
  for (const Command& command : table) {
    if (!absl::StartsWith(command.name, absl::StrCat(first, " "))) continue;
    const bool is_help = arguments.size() > 1 && IsHelp(arguments[1]);
    if (is_help) return CommandLine{&command, arguments.subspan(1)};
    return absl::InvalidArgumentError(
        absl::StrCat("\"", both, "\" is not a command; did you mean \"", command.name, "\"?"));
  }
  if (absl::StartsWith(first, "-")) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", first, "\" stands before the command; flags follow it: allreview COMMAND ", first));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown command \"", first, "\"", DidYouMean("", first, names, "; see: allreview help")));
}

}  // namespace allreview::cli
