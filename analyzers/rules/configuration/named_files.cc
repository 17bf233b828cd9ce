#include "analyzers/rules/configuration/named_files.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/build_files/dockerfile.h"
#include "analyzers/build_files/makefile.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/configuration/build_files.h"
#include "analyzers/rules/configuration/script_words.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/shell/script.h"

namespace allreview::rules::configuration {
namespace {

using Files = std::vector<NamedFile>;

bool IsRequirementsPath(absl::string_view path) {
  if (!absl::EndsWith(path, ".txt") && !absl::EndsWith(path, ".in")) return false;
  const absl::string_view name = paths::BaseName(path);
  return absl::StartsWith(name, "requirements") || absl::StartsWith(name, "constraints") ||
         paths::BaseName(paths::FolderOf(path)) == "requirements";
}

// Empty: it leads out of the repository.
std::string Beside(absl::string_view path, absl::string_view name) {
  return NormalPath(absl::StrCat(paths::FolderOf(path), "/", name));
}

void Add(std::vector<std::string> paths, Naming naming, int line, bool is_beside, Files& files) {
  std::erase_if(paths, [](const std::string& path) { return path.empty(); });
  if (!paths.empty()) files.push_back({std::move(paths), naming, line, is_beside});
}

// "a.txt" of "-r a.txt", "-ra.txt", "--requirement=a.txt"; `next`: what stands behind.
absl::string_view RequiredBy(absl::string_view option, absl::string_view next) {
  for (absl::string_view name : {"--requirement", "--constraint", "-r", "-c"}) {
    absl::string_view value = option;
    if (!absl::ConsumePrefix(&value, name)) continue;
    if (value.empty()) return next;
    if (absl::ConsumePrefix(&value, "=") || name.size() == 2) return value;
  }
  return "";
}

bool IsPlainName(absl::string_view name) {
  return !name.empty() && name[0] != '/' &&
         name.find_first_of("$`*?{}[]() \t\n=~:,;<>%\"'") == absl::string_view::npos;
}

bool Installs(const shell::Command& command) {
  for (size_t i = 1; i < command.words.size(); ++i) {
    if (command.words[i].text != "install") continue;
    const absl::string_view before = paths::BaseName(command.words[i - 1].text);
    return absl::StartsWith(before, "pip");
  }
  return false;
}

void AddInstalled(absl::string_view shell, int lines_before, Files& files) {
  for (const shell::Command& command : shell::CommandsIn(shell)) {
    if (!Installs(command)) continue;
    for (size_t i = 0; i < command.words.size(); ++i) {
      const bool is_last = i + 1 == command.words.size();
      const absl::string_view name = RequiredBy(
          command.words[i].text, is_last ? "" : absl::string_view(command.words[i + 1].text));
      if (!IsPlainName(name)) continue;
      Add({NormalPath(name)}, Naming::kInstalled, command.words[i].line + lines_before, false,
          files);
    }
  }
}

void AddOfDockerfile(absl::string_view path, absl::string_view text, Files& files) {
  const build_files::Dockerfile file = build_files::ReadDockerfile(text);
  for (const build_files::CopiedPath& copied : build_files::CopiedFromContext(file)) {
    Add({Beside(path, copied.path), NormalPath(copied.path)}, Naming::kCopied, copied.line, true,
        files);
  }
  for (const build_files::DockerInstruction& instruction : file.instructions) {
    if (instruction.name == "RUN") AddInstalled(instruction.text, instruction.line - 1, files);
  }
}

void AddOfMakefile(absl::string_view path, absl::string_view text, Files& files) {
  const build_files::Makefile file = build_files::ReadMakefile(text);
  for (const build_files::MakeText& needed : file.needed) {
    if (file.Makes(needed.text)) continue;
    Add({Beside(path, needed.text)}, Naming::kNeeded, needed.line, true, files);
  }
  for (const build_files::MakeText& command : file.commands) {
    AddInstalled(command.text, command.line - 1, files);
    for (const ScriptWord& script : ScriptsStartedIn(command.text)) {
      Add({Beside(path, script.path)}, Naming::kStarted, command.line - 1 + script.line, false,
          files);
    }
  }
}

void AddOfRequirements(absl::string_view path, absl::string_view text, Files& files) {
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line.substr(0, line.find(" #")));
    if (line.empty() || line[0] != '-') continue;
    const size_t blank = line.find_first_of(" \t");
    const absl::string_view next =
        blank == absl::string_view::npos ? "" : absl::StripAsciiWhitespace(line.substr(blank));
    const absl::string_view name = RequiredBy(line.substr(0, blank), next);
    if (IsPlainName(name)) Add({Beside(path, name)}, Naming::kInstalled, number, true, files);
  }
}

}  // namespace

bool NamesFiles(absl::string_view path) {
  return build_files::IsDockerfilePath(path) || build_files::IsMakefilePath(path) ||
         IsRequirementsPath(path) || IsShellPath(path) || IsWorkflowPath(path);
}

std::vector<NamedFile> FilesNamedBy(absl::string_view path, absl::string_view text) {
  Files files;
  if (build_files::IsDockerfilePath(path)) {
    AddOfDockerfile(path, text, files);
  } else if (build_files::IsMakefilePath(path)) {
    AddOfMakefile(path, text, files);
  } else if (IsRequirementsPath(path)) {
    AddOfRequirements(path, text, files);
  }
  for (const ScriptWord& script : ScriptsStartedBy(path, text)) {
    Add({script.path}, Naming::kStarted, script.line, false, files);
  }
  ForEachShellText(path, text, [&](absl::string_view shell, int lines_before) {
    AddInstalled(shell, lines_before, files);
  });
  return files;
}

}  // namespace allreview::rules::configuration
