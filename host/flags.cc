#include "host/flags.h"

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/edit_distance.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview::host {
namespace {

constexpr int kMaxFlagFileDepth = 4;
constexpr size_t kHelpColumns = 80;

std::string Normal(absl::string_view name) { return absl::StrReplaceAll(name, {{"-", "_"}}); }

const Flag* Find(FlagList known, absl::string_view name) {
  const std::string wanted = Normal(name);
  for (const Flag* flag : known) {
    if (Normal(flag->name) == wanted) return flag;
  }
  return nullptr;
}

absl::Status UnknownFlag(FlagList known, absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const Flag* flag : known) names.push_back(flag->name);
  const std::string near = NearestName(name, names);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown flag \"--", name, "\"",
      near.empty() ? "; see --help" : absl::StrCat("; did you mean \"--", near, "\"?")));
}

absl::Status CheckChoice(const Flag& flag, absl::string_view value) {
  if (flag.choices.empty() || flag.is_list ||
      std::find(flag.choices.begin(), flag.choices.end(), value) != flag.choices.end()) {
    return absl::OkStatus();
  }
  const std::string near = NearestName(value, flag.choices.words());
  return absl::InvalidArgumentError(
      absl::StrCat("flag \"--", flag.name, "\": \"", value, "\" is not one of ",
                   absl::StrJoin(flag.choices, ", "),
                   near.empty() ? "" : absl::StrCat("; did you mean \"", near, "\"?")));
}

absl::Status CheckNumber(const Flag& flag, const std::string& value) {
  int64_t number = 0;
  if (flag.max_number == 0 || value.empty() ||
      (absl::SimpleAtoi(value, &number) && number >= flag.min_number &&
       number <= flag.max_number)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("flag \"--", flag.name, "\": \"", value,
                                                 "\" is not a whole number from ", flag.min_number,
                                                 " to ", flag.max_number));
}

// A flag on a command line.
struct GivenFlag {
  const Flag* flag = nullptr;
  std::string value;
  bool is_next_used = false;  // The value is the next word.
};

// The switch that "no-switch" turns off; null: none.
const Flag* FindNegated(FlagList known, absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "no")) return nullptr;
  const Flag* flag = Find(known, absl::StripPrefix(name, "-"));
  return flag != nullptr && flag->value.empty() ? flag : nullptr;
}

// `text` is a flag without its "--", `next` the word behind it that could be its value, or null.
absl::StatusOr<GivenFlag> ReadFlag(FlagList known, absl::string_view text,
                                   const std::string* next) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  const bool has_value = absl::StrContains(text, '=');
  GivenFlag given = {.flag = Find(known, parts.first), .value = std::string(parts.second)};
  if (given.flag == nullptr && !has_value) {
    const Flag* negated = FindNegated(known, parts.first);
    if (negated != nullptr) return GivenFlag{.flag = negated, .value = "false"};
  }
  if (given.flag == nullptr) return UnknownFlag(known, parts.first);
  const Flag& flag = *given.flag;
  if (!has_value && flag.value.empty()) given.value = "true";
  if (!has_value && !flag.value.empty()) {
    if (next == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("flag \"--", flag.name, "\" needs a value: --", flag.name, "=", flag.value));
    }
    given.value = *next;
    given.is_next_used = true;
  }
  RETURN_IF_ERROR(CheckChoice(flag, given.value));
  RETURN_IF_ERROR(CheckNumber(flag, given.value));
  return given;
}

}  // namespace

absl::StatusOr<Flags> Flags::Parse(FlagList known, const std::vector<std::string>& arguments) {
  Flags flags;
  RETURN_IF_ERROR(flags.Read(known, arguments, 0));
  return flags;
}

absl::StatusOr<Flags> Flags::Parse(absl::Span<const Flag> known,
                                   const std::vector<std::string>& arguments) {
  std::vector<const Flag*> list;
  for (const Flag& flag : known) list.push_back(&flag);
  return Parse(list, arguments);
}

absl::Status Flags::Read(FlagList known, const std::vector<std::string>& arguments, int depth) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const absl::string_view argument = arguments[i];
    if (argument == "--") {
      positional_.insert(positional_.end(), arguments.begin() + i + 1, arguments.end());
      break;
    }
    if (argument == "-h") {
      values_.emplace_back("help", "true");
      continue;
    }
    if (argument.size() < 2 || argument[0] != '-') {
      positional_.emplace_back(argument);
      continue;
    }
    if (!absl::StartsWith(argument, "--")) return UnknownFlag(known, argument.substr(1));

    absl::string_view file = argument;
    if (absl::ConsumePrefix(&file, "--flagfile=")) {
      RETURN_IF_ERROR(ReadFlagFile(known, std::string(file), depth + 1));
      continue;
    }
    // A flag where a value should be is a forgotten value.
    const bool is_value_next =
        i + 1 < arguments.size() && !absl::StartsWith(arguments[i + 1], "--");
    ASSIGN_OR_RETURN(GivenFlag given, ReadFlag(known, argument.substr(2),
                                               is_value_next ? &arguments[i + 1] : nullptr));
    values_.emplace_back(given.flag->name, std::move(given.value));
    if (given.is_next_used) ++i;
  }
  return absl::OkStatus();
}

absl::Status Flags::ReadFlagFile(FlagList known, const std::string& path, int depth) {
  if (depth > kMaxFlagFileDepth) {
    return absl::InvalidArgumentError(
        absl::StrCat("flag file \"", path, "\" names flag files without end"));
  }
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  std::vector<std::string> arguments;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line[0] != '#') arguments.emplace_back(line);
  }
  return Read(known, arguments, depth);
}

bool Flags::Has(absl::string_view name) const { return !GetAll(name).empty(); }

std::string Flags::Get(absl::string_view name, absl::string_view default_value) const {
  std::vector<std::string> all = GetAll(name);
  return all.empty() ? std::string(default_value) : std::move(all.back());
}

bool Flags::GetSwitch(absl::string_view name) const {
  const std::string value = Get(name, "false");
  return value != "false" && value != "0" && value != "no";
}

absl::StatusOr<int64_t> Flags::GetInt(absl::string_view name, int64_t default_value) const {
  const std::vector<std::string> all = GetAll(name);
  if (all.empty()) return default_value;
  int64_t value = 0;
  if (!absl::SimpleAtoi(all.back(), &value) || value < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("flag \"--", name, "\": \"", all.back(), "\" is not a whole number from 0"));
  }
  return value;
}

std::vector<std::string> Flags::GetAll(absl::string_view name) const {
  const std::string wanted = Normal(name);
  std::vector<std::string> all;
  for (const auto& [key, value] : values_) {
    if (Normal(key) == wanted) all.push_back(value);
  }
  return all;
}

std::string FlagUsage(const Flag& flag) {
  const absl::string_view separator = !flag.value.empty()       ? "="
                                      : !flag.arguments.empty() ? " "
                                                                : "";
  return absl::StrCat("--", flag.name, separator, flag.value, flag.arguments);
}

std::string FlagDescription(const Flag& flag) {
  std::string text(flag.help);
  if (!flag.choices.empty()) {
    absl::StrAppend(&text, flag.is_list ? " Of: " : " One of: ", absl::StrJoin(flag.choices, ", "),
                    ".");
  }
  return text;
}

std::string FlagHelp(absl::Span<const Flag> flags) {
  std::string text;
  for (const Flag& flag : flags) {
    absl::StrAppend(&text, "  ", FlagUsage(flag), "\n");
    std::string line = "     ";
    for (absl::string_view word : absl::StrSplit(FlagDescription(flag), ' ')) {
      if (line.size() + 1 + word.size() > kHelpColumns) {
        absl::StrAppend(&text, line, "\n");
        line = "     ";
      }
      absl::StrAppend(&line, " ", word);
    }
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

std::string NearestName(absl::string_view word, absl::Span<const absl::string_view> candidates) {
  const std::string wanted = Normal(absl::AsciiStrToLower(word));
  size_t best = std::max<size_t>(2, wanted.size() / 3) + 1;
  std::string nearest;
  for (absl::string_view candidate : candidates) {
    const std::string name = Normal(absl::AsciiStrToLower(candidate));
    auto distance = static_cast<size_t>(EditDistance(wanted, name));
    if (wanted.size() >= 2 && absl::StartsWith(name, wanted))
      distance = std::min<size_t>(distance, 1);
    if (distance < best && distance < std::max(name.size(), wanted.size())) {
      best = distance;
      nearest = std::string(candidate);
    }
  }
  return nearest;
}

}  // namespace allreview::host
