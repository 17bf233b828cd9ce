#include "analyzers/house/commands.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/house/reading.h"

namespace allreview::house {
namespace {

constexpr size_t kMaxCommand = 400;
constexpr size_t kMaxCommands = 64;  // Of one file.

struct Tool {
  absl::string_view name;
  Purpose purpose;
};
constexpr Tool kTools[] = {
    {"autoflake", Purpose::kFormat},   {"black", Purpose::kFormat},
    {"codespell", Purpose::kLint},     {"flake8", Purpose::kLint},
    {"isort", Purpose::kFormat},       {"mypy", Purpose::kLint},
    {"pre-commit", Purpose::kFormat},  {"pydoclint", Purpose::kLint},
    {"pylint", Purpose::kLint},        {"pyrefly", Purpose::kLint},
    {"pyrefly-check", Purpose::kLint}, {"pyright", Purpose::kLint},
    {"ruff", Purpose::kLint},          {"ruff-check", Purpose::kLint},
    {"ruff-format", Purpose::kFormat}, {"ufmt", Purpose::kFormat},
    {"yapf", Purpose::kFormat},
};

const Tool* FindTool(absl::string_view word) {
  for (const Tool& tool : kTools) {
    if (tool.name == word) return &tool;
  }
  return nullptr;
}

std::vector<absl::string_view> WordsOf(absl::string_view line) {
  return absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

bool IsFormatScript(absl::string_view word) {
  return absl::EndsWith(word, ".sh") &&
         (absl::StrContains(word, "format") || absl::StrContains(word, "lint"));
}

bool IsShell(absl::string_view info) {
  info = absl::StripAsciiWhitespace(info);
  return info == "bash" || info == "sh" || info == "shell" || info == "console" || info == "zsh";
}

std::optional<Command> CommandOf(absl::string_view path, int line, absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  absl::ConsumePrefix(&text, "$ ");
  if (text.empty() || text[0] == '#' || text.size() > kMaxCommand) return std::nullopt;
  const std::optional<Purpose> purpose = PurposeOf(text);
  if (!purpose) return std::nullopt;
  return Command{
      .purpose = *purpose, .line = std::string(text), .source = {std::string(path), line}};
}

// Code spans of a line of prose that begin with a command.
std::vector<Command> CommandsInSpans(absl::string_view path, int number, absl::string_view line) {
  std::vector<Command> commands;
  const std::vector<absl::string_view> parts = absl::StrSplit(line, '`');
  for (size_t i = 1; i + 1 < parts.size(); i += 2) {
    const std::vector<absl::string_view> words = WordsOf(parts[i]);
    if (words.size() < 2) continue;
    const absl::string_view first = words[0];
    if (first == "pip" || first == "uv" || first == "pytest" || first == "torchrun" ||
        first == "bash" || FindTool(first) != nullptr) {
      if (auto command = CommandOf(path, number, parts[i])) commands.push_back(*std::move(command));
    }
  }
  return commands;
}

}  // namespace

absl::string_view ToolOf(absl::string_view command_word) {
  const Tool* tool = FindTool(command_word);
  return tool == nullptr ? "" : tool->name;
}

std::optional<Purpose> PurposeOf(absl::string_view command) {
  const std::vector<absl::string_view> words = WordsOf(command);
  for (size_t i = 0; i < words.size(); ++i) {
    const absl::string_view next = i + 1 < words.size() ? words[i + 1] : "";
    if (words[i] == "pytest" || absl::EndsWith(words[i], "/pytest")) return Purpose::kTest;
    if ((words[i] == "pip" || words[i] == "pip3") && next == "install") return Purpose::kInstall;
    if (words[i] == "uv" && next == "sync") return Purpose::kInstall;
    if (words[i] == "ruff") return next == "format" ? Purpose::kFormat : Purpose::kLint;
    if (IsFormatScript(words[i])) return Purpose::kLint;
    const bool starts = i == 0 || words[i - 1] == "run" || words[i - 1] == "-m" ||
                        words[i - 1] == "&&" || absl::StrContains(words[i - 1], "=");
    if (const Tool* tool = FindTool(words[i]); tool != nullptr && starts) return tool->purpose;
  }
  return std::nullopt;
}

std::vector<Command> CommandsInMarkdown(absl::string_view path, absl::string_view text) {
  std::vector<Command> commands;
  bool is_fenced = false, is_shell = false;
  std::string open;  // A command that goes on.
  int number = 0, first = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view stripped = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(stripped, "```")) {
      is_fenced = !is_fenced;
      is_shell = is_fenced && IsShell(stripped.substr(3));
      open.clear();
      continue;
    }
    if (!is_fenced) {
      for (Command& command : CommandsInSpans(path, number, line)) {
        commands.push_back(std::move(command));
      }
      continue;
    }
    if (!is_shell) continue;
    if (open.empty()) first = number;
    if (open.size() > kMaxCommand) continue;
    absl::string_view part = stripped;
    const bool goes_on = absl::ConsumeSuffix(&part, "\\");
    absl::StrAppend(&open, open.empty() ? "" : " ", absl::StripAsciiWhitespace(part));
    if (goes_on) continue;
    if (auto command = CommandOf(path, first, open)) commands.push_back(*std::move(command));
    open.clear();
  }
  if (commands.size() > kMaxCommands) commands.resize(kMaxCommands);
  return commands;
}

Reading ReadScript(const File& file) {
  Reading reading;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(file.content, '\n')) {
    ++number;
    const std::vector<absl::string_view> words = WordsOf(line);
    if (words.empty() || ToolOf(words[0]).empty() || words.size() < 2) continue;
    Hook hook{
        .id = std::string(words[0]), .arguments = "", .files = {}, .source = {file.path, number}};
    // What follows a variable depends on how the script is called.
    for (size_t i = 1; i < words.size() && !absl::StrContains(words[i], "$"); ++i) {
      if (words[i] != ".") absl::StrAppend(&hook.arguments, " ", words[i]);
    }
    reading.hooks.push_back(std::move(hook));
  }
  return reading;
}

namespace {

bool OnlyChecks(absl::string_view flag) {
  return flag == "--check" || flag == "-c" || flag == "--check-only" || flag == "--diff" ||
         flag == "--verbose" || flag == "-v";
}

// " -l 100" of "black -l 100 --check .": what a line hands to its tool beside files, so that the
// tool does the same to others. Nullopt: nobody knows what is a file.
std::optional<std::string> FlagsOf(const std::vector<absl::string_view>& words) {
  std::string flags;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "&&" || words[i] == "|" || words[i] == ";") break;
    if (absl::StrContains(words[i], "$")) return std::nullopt;
    if (!absl::StartsWith(words[i], "-") || OnlyChecks(words[i])) continue;
    absl::StrAppend(&flags, " ", words[i]);
    const absl::string_view next = i + 1 < words.size() ? words[i + 1] : "";
    if (next.empty() || absl::StartsWith(next, "-") || absl::StrContains(words[i], "=")) continue;
    if (next == "." || absl::StrContains(next, "/")) return std::nullopt;
    absl::StrAppend(&flags, " ", next);
    ++i;
  }
  return flags;
}

// What one line of a workflow runs.
void AddStep(const Place& place, absl::string_view line, Reading* reading) {
  absl::string_view text = absl::StripAsciiWhitespace(line);
  if (absl::StartsWith(text, "#")) return;
  absl::ConsumePrefix(&text, "- ");
  absl::ConsumePrefix(&text, "run: ");
  const std::vector<absl::string_view> words = WordsOf(text);
  for (size_t i = 0; i < words.size(); ++i) {
    absl::string_view word = words[i];
    absl::ConsumePrefix(&word, "./");
    const bool is_run = i == 0 || words[i - 1] == "bash" || words[i - 1] == "sh";
    if (is_run && absl::EndsWith(word, ".sh")) reading->scripts_in_ci.insert(std::string(word));
  }
  if (absl::StrContains(text, "pre-commit run") || absl::StrContains(text, "pre_commit run") ||
      absl::StrContains(text, "pre-commit/action")) {
    reading->runs_commit_hooks = true;
  }
  if (words.size() < 2 || ToolOf(words[0]).empty()) return;
  // What CI calls a formatter with is a part of the format.
  const bool is_formatter = PurposeOf(text) == Purpose::kFormat && words[0] != "ruff";
  const std::optional<std::string> flags = is_formatter ? FlagsOf(words) : "";
  if (!flags) return;
  reading->hooks.push_back({.id = std::string(words[0]),
                            .arguments = *flags,
                            .files = {},
                            .source = place,
                            .is_run_by_ci = true});
}

}  // namespace

Reading ReadWorkflow(const File& file) {
  Reading reading;
  const absl::string_view text = file.content;
  std::set<size_t> starts;  // Of lines with one of the words: most workflows have none.
  for (absl::string_view word :
       {"format.sh", "lint", "black ", "isort ", "ruff ", "flake8 ", "mypy ", "pre-commit ",
        "pre-commit/action", "pre_commit run", "style.sh"}) {
    for (size_t at = FindPart(text, word); at != absl::string_view::npos;
         at = FindPart(text, word, at + 1)) {
      const size_t before = at == 0 ? absl::string_view::npos : text.rfind('\n', at - 1);
      starts.insert(before == absl::string_view::npos ? 0 : before + 1);
    }
  }
  for (const size_t start : starts) {
    const int line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + start, '\n'));
    AddStep({file.path, line}, text.substr(start, text.find('\n', start) - start), &reading);
  }
  return reading;
}

}  // namespace allreview::house
