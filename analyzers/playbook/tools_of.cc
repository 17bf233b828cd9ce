#include "analyzers/playbook/tools_of.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/ini.h"
#include "analyzers/playbook/versions.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxSetting = 120;
constexpr size_t kMaxSettings = 2;

struct Known {
  absl::string_view name;  // The first word of the command.
  bool is_formatter;
  absl::string_view table;    // Of pyproject.toml.
  absl::string_view file;     // Configuration of its own, in the root.
  absl::string_view section;  // Of setup.cfg and the like.
};
constexpr Known kKnown[] = {
    {"black", true, "tool.black", "", ""},
    {"isort", true, "tool.isort", ".isort.cfg", "isort"},
    {"ufmt format", true, "", "", ""},
    {"yapf", true, "tool.yapf", ".style.yapf", "yapf"},
    {"ruff format", true, "tool.ruff.format", "", ""},
    {"ruff check", false, "tool.ruff", "ruff.toml", ""},
    {"flake8", false, "tool.flake8", ".flake8", "flake8"},
    {"pylint", false, "tool.pylint", ".pylintrc", ""},
    {"mypy", false, "tool.mypy", "mypy.ini", "mypy"},
    {"pyright", false, "tool.pyright", "pyrightconfig.json", ""},
    {"pyrefly check", false, "tool.pyrefly", "pyrefly.toml", ""},
    {"pydoclint", false, "tool.pydoclint", "", ""},
    {"codespell", false, "tool.codespell", "", "codespell"},
};

// The command that a hook's id stands for.
std::string NameOf(const house::Hook& hook) {
  if (hook.id == "ruff-format" || absl::StartsWith(hook.arguments, " format")) {
    return "ruff format";
  }
  if (hook.id == "ruff" || hook.id == "ruff-check") return "ruff check";
  if (hook.id == "pyrefly" || hook.id == "pyrefly-check") return "pyrefly check";
  if (hook.id == "ufmt") return "ufmt format";
  return hook.id == "black-jupyter" ? "black" : hook.id;
}

std::string WithoutSubcommand(std::string arguments) {
  for (absl::string_view word : {" check", " format"}) {
    if (absl::StartsWith(arguments, word)) arguments.erase(0, word.size());
  }
  return arguments;
}

void AddSetting(absl::string_view name, const std::string& value, ToolUse* tool) {
  if (tool->settings.size() >= kMaxSettings || value.empty()) return;
  std::string text = absl::StrCat(name, " = ", value);
  if (text.size() <= kMaxSetting) tool->settings.push_back(std::move(text));
}

void AddTable(const View& view, const std::string& table, ToolUse* tool) {
  const house::TomlEntry* entry = view.project.Find(table);
  if (entry == nullptr) return;
  tool->places.push_back(At(kProject, entry->line));
  for (const std::string& key : view.project.KeysOf(table)) {
    const house::TomlEntry* setting = view.project.Find(absl::StrCat(table, ".", key));
    if (setting == nullptr || setting->is_table) continue;
    if (key == "include" || key == "exclude") continue;
    AddSetting(key, setting->is_list ? absl::StrJoin(setting->items, ", ") : setting->text, tool);
  }
}

void AddIni(const View& view, absl::string_view path, absl::string_view section, ToolUse* tool) {
  const std::string* text = view.Text(path);
  if (text == nullptr) return;
  const house::IniFile file = house::ParseIni(*text);
  if (!file.error.is_empty()) return;
  const bool is_own = section.empty() || path == absl::StrCat(".", section);
  for (const house::IniSection& candidate : file.sections) {
    if (!is_own && candidate.name != section) continue;
    for (const house::IniEntry& entry : candidate.entries) {
      if (tool->settings.empty()) tool->places.push_back(At(path, entry.line));
      AddSetting(entry.key, absl::StrJoin(house::IniList(entry.value), ", "), tool);
    }
  }
}

void AddConfiguration(const View& view, const Known& known, ToolUse* tool) {
  if (!known.table.empty()) AddTable(view, std::string(known.table), tool);
  if (known.name == "ruff check") {
    AddTable(view, "tool.ruff.lint", tool);
    AddTable(view, "tool.ruff.lint.pydocstyle", tool);
  }
  if (known.name == "pylint") AddIni(view, "pylintrc", "", tool);
  if (!known.file.empty() && tool->places.empty()) AddIni(view, known.file, known.section, tool);
  if (!known.file.empty() && tool->places.empty() && view.HasFile(known.file)) {
    tool->places.push_back(At(known.file));
  }
  if (known.section.empty() || !tool->places.empty()) return;
  for (absl::string_view path : {"setup.cfg", "tox.ini"}) AddIni(view, path, known.section, tool);
}

// Where the tool looks when nobody says so.
std::string DefaultFolders(const View& view) {
  std::vector<std::string> folders;
  if (!view.package.empty()) folders.push_back(view.package);
  if (view.HasFolder("tests")) folders.push_back("tests");
  return folders.empty() ? "." : absl::StrJoin(folders, " ");
}

// Folders whose changed files a script looks at: words of its `git diff --name-only`.
std::vector<std::string> FoldersOfScript(const View& view, const std::string& path) {
  std::vector<std::string> folders;
  const std::string* text = absl::EndsWith(path, ".sh") ? view.Text(path) : nullptr;
  if (text == nullptr) return folders;
  ForEachLine(*text, [&](int, absl::string_view line) {
    if (!absl::StrContains(line, "git diff") || !absl::StrContains(line, "--name-only")) return;
    for (absl::string_view word : absl::StrSplit(line, ' ', absl::SkipEmpty())) {
      absl::ConsumeSuffix(&word, "/");
      if (!word.empty() && word[0] != '-' && view.HasFolder(word)) folders.emplace_back(word);
    }
  });
  return folders;
}

void AddRun(const View& view, const house::Hook& hook, ToolUse* tool) {
  const bool is_hook = hook.source.path == ".pre-commit-config.yaml";
  std::vector<std::string> folders = FoldersOfPattern(hook.files.files);
  if (folders.empty()) folders = FoldersOfScript(view, hook.source.path);
  folders.erase(std::remove_if(folders.begin(), folders.end(),
                               [&](const std::string& folder) { return !view.HasFolder(folder); }),
                folders.end());
  tool->line = absl::StrCat(tool->name, WithoutSubcommand(hook.arguments), " ",
                            folders.empty() ? DefaultFolders(view) : absl::StrJoin(folders, " "));
  // The hook leaves files out, which the tool by itself would rewrite.
  if (is_hook && !hook.files.exclude.empty()) {
    tool->line = absl::StrCat("pre-commit run ", hook.id, " --all-files");
  }
  tool->is_hook = is_hook;
  tool->is_run_by_ci = hook.is_run_by_ci;
  tool->places.push_back(At(hook.source.path, hook.source.line));
  if (const std::string* text = view.Text(hook.source.path)) {
    ForEachLine(*text, [&](int number, absl::string_view line) {
      if (number == hook.source.line) tool->is_advisory = absl::StrContains(line, "|| true");
    });
  }
}

// Where a workflow runs the tool, if only through `make`. Null: nowhere.
const CiCommand* FindInCi(const View& view, absl::string_view name) {
  for (const CiJob& job : view.ci) {
    for (const CiCommand& command : job.commands) {
      const absl::string_view line = absl::StripPrefix(command.shell.line, "python -m ");
      const bool is_it =
          absl::StartsWith(line, name) && (line.size() == name.size() || line[name.size()] == ' ');
      if (is_it && command.shell.folder.empty()) return &command;
    }
  }
  return nullptr;
}

// A commit hook under another id than its tool's: "black-jupyter".
bool AddHookOf(const View& view, absl::string_view name, ToolUse* tool) {
  for (const CommitHook& hook : CommitHooks(view)) {
    if (hook.id != "black-jupyter" || name != "black") continue;
    tool->line = absl::StrCat("pre-commit run ", hook.id, " --all-files");
    tool->is_hook = true;
    tool->is_run_by_ci = std::any_of(
        view.policy.hooks.begin(), view.policy.hooks.end(), [](const house::Hook& other) {
          return other.source.path == ".pre-commit-config.yaml" && other.is_run_by_ci;
        });
    tool->places = {At(".pre-commit-config.yaml", hook.line)};
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> FoldersOfPattern(absl::string_view pattern) {
  std::vector<std::string> folders;
  absl::ConsumePrefix(&pattern, "(?x)");
  std::string plain;
  for (const char c : pattern) {
    if (c != ' ' && c != '\n' && c != '(' && c != ')' && c != '?' && c != ':') plain += c;
  }
  for (absl::string_view part : absl::StrSplit(plain, '|')) {
    absl::ConsumePrefix(&part, "^");
    absl::ConsumeSuffix(&part, "$");
    for (absl::string_view end : {".*\\.py", ".*", "/"}) absl::ConsumeSuffix(&part, end);
    if (part.empty() || part.find_first_of("*+[]{}\\^$!") != absl::string_view::npos) return {};
    folders.emplace_back(part);
  }
  return folders;
}

std::vector<std::string> PathsOfExclude(const View& view, absl::string_view pattern) {
  std::string plain;
  for (const char c : pattern) {
    if (!absl::StrContains(" \n\\()^$?:", absl::string_view(&c, 1))) plain += c;
  }
  absl::string_view rest = plain;
  absl::ConsumePrefix(&rest, "x");  // Of "(?x)".
  std::vector<std::string> paths;
  for (absl::string_view part : absl::StrSplit(rest, '|', absl::SkipEmpty())) {
    const absl::string_view begin = part.substr(0, part.find(".*"));
    if (begin.empty() || begin.find_first_of("*+[]{}!") != absl::string_view::npos) continue;
    const auto found = view.files.lower_bound(begin);
    if (found == view.files.end() || !absl::StartsWith(*found, begin)) continue;
    absl::ConsumeSuffix(&part, "/.*");
    paths.push_back(absl::StrReplaceAll(part, {{".*", "*"}}));
    if (view.HasFolder(part)) paths.back() += "/";
  }
  return paths;
}

std::vector<ToolUse> ToolsOf(const View& view) {
  std::vector<ToolUse> running, configured;
  for (const Known& known : kKnown) {
    ToolUse tool;
    tool.name = std::string(known.name);
    tool.is_formatter = known.is_formatter;
    const house::Hook* run = nullptr;
    for (const house::Hook& hook : view.policy.hooks) {
      if (run == nullptr && NameOf(hook) == known.name) run = &hook;
    }
    ToolUse settings;
    AddConfiguration(view, known, &settings);
    const CiCommand* in_ci = FindInCi(view, known.name);
    const bool has_other = run == nullptr && AddHookOf(view, known.name, &tool);
    const bool is_run = run != nullptr || has_other || in_ci != nullptr;
    if (!is_run && settings.places.empty()) continue;
    if (run != nullptr) AddRun(view, *run, &tool);
    if (in_ci != nullptr && !tool.is_hook) {
      tool.line = in_ci->shell.line;
      tool.is_run_by_ci = true;
      tool.is_advisory = absl::StrContains(tool.line, "|| true");
      tool.places = {in_ci->shell.place};
    }
    if (!is_run) tool.line = absl::StrCat(tool.name, " ", DefaultFolders(view));
    tool.settings = std::move(settings.settings);
    tool.places.insert(tool.places.end(), settings.places.begin(), settings.places.end());
    (is_run ? running : configured).push_back(std::move(tool));
  }
  running.insert(running.end(), std::make_move_iterator(configured.begin()),
                 std::make_move_iterator(configured.end()));
  return running;
}

}  // namespace allreview::playbook
