#include "analyzers/house/command_lines.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/house/commands.h"
#include "analyzers/house/path_filter.h"

namespace allreview::house {
namespace {

bool IsPython(absl::string_view path) {
  return absl::EndsWith(path, ".py") || absl::EndsWith(path, ".pyi");
}

// "ruff check" for a hook with the id "ruff" or "ruff-check".
std::string CommandOf(const Hook& hook) {
  if (hook.id == "ruff" || hook.id == "ruff-check") {
    // A script's own line says the word itself.
    return absl::StartsWith(hook.arguments, " check") || absl::StartsWith(hook.arguments, " format")
               ? "ruff"
               : "ruff check";
  }
  if (hook.id == "pyrefly-check") return "pyrefly check";
  if (hook.id == "ufmt") return "ufmt format";
  return hook.id == "ruff-format" ? "ruff format" : hook.id;
}

constexpr size_t kMaxFiles = 3;  // That a command names.

// A few files by their names; of many the folders that they lie in, which a reader can take in.
std::string PathsOf(std::vector<std::string> files) {
  if (files.size() > kMaxFiles) {
    std::set<std::string> folders;
    for (size_t depth = 3; depth > 0 && (folders.empty() || folders.size() > kMaxFiles); --depth) {
      folders.clear();
      for (const std::string& file : files) {
        size_t end = 0;
        for (size_t i = 0; i < depth && end != std::string::npos; ++i) {
          const size_t slash = file.find('/', end == 0 ? 0 : end + 1);
          if (slash == std::string::npos) break;
          end = slash;
        }
        folders.insert(end == 0 ? "." : file.substr(0, end));
      }
    }
    files.assign(folders.begin(), folders.end());
    if (folders.count(".") > 0) files = {"."};
  }
  for (std::string& file : files) file = ShellQuoted(file);
  return absl::StrJoin(files, " ");
}

// One line for the hooks of a purpose.
CommandLine LineOfHooks(const Policy& policy, Purpose purpose,
                        const std::vector<std::string>& python) {
  CommandLine result;
  result.purpose = purpose;
  std::vector<std::string> parts;
  for (const Hook& hook : policy.hooks) {
    const std::string command = CommandOf(hook);
    if (hook.id == "pre-commit" || PurposeOf(absl::StrCat(command, hook.arguments)) != purpose) {
      continue;
    }
    const std::vector<std::string> files = PathMatcher(hook.files).Select(python);
    if (files.empty()) continue;
    parts.push_back(absl::StrCat(command, hook.arguments, " ", PathsOf(files)));
    if (result.source.path.empty()) result.source = hook.source;
  }
  result.line = absl::StrJoin(parts, " && ");
  return result;
}

// How good a command is for setting up a checkout to work on; 0: it is not for that.
int InstallRank(absl::string_view line) {
  const bool is_local = absl::StrContains(line, " .") || absl::StrContains(line, "\".") ||
                        absl::StrContains(line, "--group") || absl::StrContains(line, "sync") ||
                        absl::StrContains(line, "-r requirements");
  if (!is_local || absl::StrContains(line, "<")) return 0;
  int rank = 1;
  if (absl::StrContains(line, " -e ") || absl::StrContains(line, "--editable")) rank += 4;
  if (absl::StrContains(line, "dev")) rank += 2;
  if (absl::StrContains(line, "--no-deps")) rank = 1;
  if (absl::StrContains(line, "sync")) rank += 1;
  return rank;
}

std::optional<CommandLine> InstallLine(const Policy& policy) {
  const Command* best = nullptr;
  const Command* lint = nullptr;
  for (const Command& command : policy.commands) {
    if (command.purpose != Purpose::kInstall || InstallRank(command.line) == 0) continue;
    if (best == nullptr || InstallRank(command.line) > InstallRank(best->line)) best = &command;
    if (lint == nullptr && absl::StrContains(command.line, "lint")) lint = &command;
  }
  if (best == nullptr) return std::nullopt;
  return CommandLine{.purpose = Purpose::kInstall,
                     .line = best->line,
                     .alternative = lint != nullptr && lint != best ? lint->line : "",
                     .source = best->source};
}

// A script of the repository that does all of it.
const Command* FindScript(const Policy& policy) {
  for (const Command& command : policy.commands) {
    if (command.purpose == Purpose::kLint && absl::StrContains(command.line, ".sh")) {
      return &command;
    }
  }
  return nullptr;
}

}  // namespace

bool InstallsProject(absl::string_view command) { return InstallRank(command) > 0; }

std::string ShellQuoted(absl::string_view word) {
  const bool is_plain =
      !word.empty() && word[0] != '-' && std::all_of(word.begin(), word.end(), [](char c) {
        return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
               absl::string_view("_-./+,@").find(c) != absl::string_view::npos;
      });
  if (is_plain) return std::string(word);
  return absl::StrCat(word[0] == '-' ? "./" : "", "'", absl::StrReplaceAll(word, {{"'", "'\\''"}}),
                      "'");
}

std::vector<CommandLine> CommandsForChange(const Policy& policy,
                                           const std::vector<std::string>& paths) {
  std::vector<CommandLine> lines;
  if (std::optional<CommandLine> install = InstallLine(policy)) {
    lines.push_back(*std::move(install));
  }
  std::vector<std::string> python;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(python), IsPython);
  CommandLine format = LineOfHooks(policy, Purpose::kFormat, python);
  CommandLine lint = LineOfHooks(policy, Purpose::kLint, python);
  const Command* script = FindScript(policy);
  if (script != nullptr && !lint.line.empty() && python.size() > kMaxFiles) {
    // Its own way to run all of them, rather than many lines.
    lint.line = script->line;
    lint.source = script->source;
    lines.push_back(std::move(lint));
    return lines;
  }
  if (!format.line.empty()) lines.push_back(std::move(format));
  if (!lint.line.empty()) {
    if (script != nullptr) lint.alternative = script->line;
    lines.push_back(std::move(lint));
  }
  return lines;
}

}  // namespace allreview::house
