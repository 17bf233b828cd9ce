#include "analyzers/rules/configuration/named_files.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/build_files/dockerfile.h"
#include "analyzers/build_files/makefile.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/paths/normal_path.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/configuration/script_words.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/shell/script.h"

namespace allreview::rules::configuration {
namespace {

using Files = std::vector<NamedFile>;

// Empty: it leads out of the repository.
std::string Beside(absl::string_view path, absl::string_view name) {
  return paths::NormalPath(paths::FolderOf(path), name).value_or("");
}

void Add(std::vector<std::string> paths, Naming naming, int line, bool is_beside, Files& files) {
  std::erase_if(paths, [](const std::string& path) { return path.empty(); });
  if (!paths.empty()) files.push_back({std::move(paths), naming, line, is_beside});
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
      const absl::string_view name = build_files::ListNamedBy(
          command.words[i].text, is_last ? "" : absl::string_view(command.words[i + 1].text));
      if (!IsPlainName(name)) continue;
      Add({Beside("", name)}, Naming::kInstalled, command.words[i].line + lines_before, false,
          files);
    }
  }
}

void AddOfDockerfile(absl::string_view path, absl::string_view text, Files& files) {
  const build_files::Dockerfile file = build_files::ReadDockerfile(text);
  for (const build_files::CopiedPath& copied : build_files::CopiedFromContext(file)) {
    Add({Beside(path, copied.path), Beside("", copied.path)}, Naming::kCopied, copied.line, true,
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
  for (const build_files::IncludedList& list : build_files::ReadRequirements(path, text).included) {
    if (!list.is_project && IsPlainName(list.path)) {
      Add({list.path}, Naming::kInstalled, list.line, true, files);
    }
  }
}

}  // namespace

bool NamesFiles(absl::string_view path) {
  return build_files::IsDockerfilePath(path) || build_files::IsMakefilePath(path) ||
         build_files::IsRequirementsPath(path) || IsShellPath(path) || IsWorkflowPath(path);
}

std::vector<NamedFile> FilesNamedBy(absl::string_view path, absl::string_view text) {
  Files files;
  if (build_files::IsDockerfilePath(path)) {
    AddOfDockerfile(path, text, files);
  } else if (build_files::IsMakefilePath(path)) {
    AddOfMakefile(path, text, files);
  } else if (build_files::IsRequirementsPath(path)) {
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
