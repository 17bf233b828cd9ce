#include "analyzers/playbook/shell_commands.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/normal_path.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxLine = 1000;
constexpr size_t kMaxCommands = 400;  // Of one script.

absl::string_view Unquoted(absl::string_view word) {
  const bool is_quoted =
      word.size() > 1 && (word[0] == '"' || word[0] == '\'') && word.back() == word[0];
  return is_quoted ? word.substr(1, word.size() - 2) : word;
}

// Words that hold a script together and run nothing themselves.
bool IsControl(absl::string_view line) {
  static constexpr absl::string_view kWords[] = {
      "if",   "then", "elif",   "else",  "fi",  "for",  "do",    "done",    "case",
      "esac", "echo", "export", "while", "set", "trap", "local", "function"};
  const absl::string_view first = line.substr(0, line.find_first_of(" ;"));
  return std::find(std::begin(kWords), std::end(kWords), first) != std::end(kWords);
}

}  // namespace

Shell::Shell(std::function<bool(absl::string_view path)> has_path)
    : has_path_(std::move(has_path)) {}

// "checkout/docs": the first word is the name of the checkout itself.
bool Shell::EnterBelowRoot(absl::string_view path) {
  const size_t slash = std::min(path.find('/'), path.size());
  const absl::string_view name = path.substr(0, slash);
  const bool may_be_root = root_name_.empty() ? is_known_ && folder_.empty() : root_name_ == name;
  if (!may_be_root || name == "..") return false;
  const absl::string_view rest = absl::StripPrefix(path.substr(slash), "/");
  if (!rest.empty() && !has_path_(rest)) return false;
  root_name_ = std::string(name);
  folder_ = std::string(rest);
  return is_known_ = true;
}

void Shell::Enter(absl::string_view path) {
  path = Unquoted(absl::StripAsciiWhitespace(path));
  absl::ConsumeSuffix(&path, "/");
  const bool is_plain = !path.empty() && path[0] != '/' && path[0] != '~' && path[0] != '-' &&
                        path.find('$') == absl::string_view::npos;
  const std::optional<std::string> joined =
      is_plain && is_known_ ? paths::NormalPath(folder_, path) : std::nullopt;
  if (joined && (joined->empty() || has_path_(*joined))) {
    folder_ = *joined;
    return;
  }
  if (!is_plain || !EnterBelowRoot(path)) is_known_ = false;
}

// In a folder that nobody knows, a script of the repository shows that it is the root of a copy.
bool Shell::IsAtRoot(absl::string_view command) const {
  const std::vector<absl::string_view> words = absl::StrSplit(command, ' ', absl::SkipEmpty());
  for (size_t i = 0; i < words.size() && i < 2; ++i) {
    const absl::string_view path = absl::StripPrefix(words[i], "./");
    if (absl::StrContains(path, "/")) return has_path_(path);
  }
  return false;
}

void Shell::Execute(std::string line, const Provenance& place,
                    std::vector<ShellCommand>& commands) {
  absl::string_view rest = line;
  if (absl::ConsumePrefix(&rest, "cd ") || absl::ConsumePrefix(&rest, "pushd ")) {
    const size_t end = std::min(rest.find_first_of("&;"), rest.size());
    Enter(rest.substr(0, end));
    rest.remove_prefix(end);
    while (absl::ConsumePrefix(&rest, "&") || absl::ConsumePrefix(&rest, ";") ||
           absl::ConsumePrefix(&rest, " ")) {
    }
    if (rest.empty()) return;
  }
  if (absl::StartsWith(rest, "export PYTHONPATH=")) {
    python_path_ = std::string(rest.substr(sizeof("export ") - 1));
    return;
  }
  const bool is_command = !IsControl(rest) && rest[0] != '"' && rest[0] != '\'' && rest[0] != '(';
  if (!is_command || commands.size() >= kMaxCommands) return;
  if (!is_known_ && !IsAtRoot(rest)) return;
  const bool has_path = python_path_.empty() || absl::StartsWith(rest, "PYTHONPATH=") ||
                        !absl::StartsWith(rest, "python");
  commands.push_back({has_path ? std::string(rest) : absl::StrCat(python_path_, " ", rest),
                      is_known_ ? folder_ : "", place});
}

std::vector<ShellCommand> Shell::Run(absl::string_view script, const Provenance& first_line) {
  std::vector<ShellCommand> commands;
  std::string open;
  Provenance place = first_line;
  ForEachLine(script, [&](int number, absl::string_view raw) {
    absl::string_view line = WithoutComment(raw);
    absl::ConsumePrefix(&line, "$ ");
    if (open.empty()) place.line = first_line.line + number - 1;
    const bool goes_on = absl::ConsumeSuffix(&line, "\\");
    if (open.size() < kMaxLine) {
      absl::StrAppend(&open, open.empty() ? "" : " ", absl::StripAsciiWhitespace(line));
    }
    if (goes_on) return;
    if (!open.empty()) Execute(open, place, commands);
    open.clear();
  });
  return commands;
}

}  // namespace allreview::playbook
