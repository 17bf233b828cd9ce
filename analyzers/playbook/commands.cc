// Section 2: build, test and lint commands.

#include "analyzers/house/commands.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/ini.h"
#include "analyzers/playbook/ci_jobs.h"
#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/install.h"
#include "analyzers/playbook/own_scripts.h"
#include "analyzers/playbook/tools_of.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

using house::Purpose;

constexpr size_t kMaxCommands = 3;
constexpr size_t kMaxMarkers = 16;
constexpr size_t kMaxTargets = 8;
constexpr size_t kMaxCommandBytes = 200;

void AddToolCommands(const View& view, Writer& say) {
  bool has_types = false;
  for (const ToolUse& tool : ToolsOf(view)) {
    has_types |= tool.name == "mypy" || tool.name == "pyright" || tool.name == "pyrefly check";
    const bool runs = tool.is_hook || tool.is_run_by_ci;
    const absl::string_view id = !runs               ? "tool-configured"
                                 : tool.is_advisory  ? "tool-advisory"
                                 : !tool.is_hook     ? "tool-in-ci"
                                 : tool.is_run_by_ci ? "tool-everywhere"
                                                     : "tool-in-hook";
    say.Add(id, tool.is_formatter ? "format" : "lint",
            {{"command", tool.line},
             // Those of isort are conventions, and told there.
             {"settings", tool.name == "isort" ? "" : Lines(tool.settings)}},
            tool.places);
  }
  if (!has_types && !view.product.empty()) say.Add("no-type-checker", "types", {});
}

// What the hooks that format leave alone: reformatted, it would fill the change.
void AddExcludes(const View& view, Writer& say) {
  constexpr size_t kMaxPaths = 12;
  for (const CommitHook& hook : CommitHooks(view)) {
    const bool is_formatter = hook.id == "isort" || absl::StartsWith(hook.id, "black") ||
                              absl::StrContains(hook.id, "format");
    if (!is_formatter) continue;
    const std::vector<std::string> paths = PathsOfExclude(view, hook.exclude);
    if (paths.empty()) continue;
    say.Add("not-formatted", "format", {{"paths", Lines(paths, kMaxPaths)}, {"names", hook.id}},
            {At(".pre-commit-config.yaml", hook.line)});
    return;
  }
}

// Scripts and targets of the repository that do all of it.
void AddScripts(const View& view, Writer& say) {
  std::set<std::string> seen;
  for (const house::Command& command : view.policy.commands) {
    if (command.purpose != Purpose::kLint || !absl::StrContains(command.line, ".sh")) continue;
    if (command.line.size() > kMaxCommandBytes || !seen.insert(command.line).second) continue;
    if (view.IsElsewhere(command.source.path, command.source.line)) continue;
    if (seen.size() > 3) break;
    say.Add("format-script", "format", {{"command", command.line}},
            {At(command.source.path, command.source.line)});
  }
  const bool has_hooks = std::any_of(
      view.policy.hooks.begin(), view.policy.hooks.end(),
      [](const house::Hook& hook) { return hook.source.path == ".pre-commit-config.yaml"; });
  if (has_hooks && seen.empty()) {
    say.Add("format-script", "format", {{"command", "pre-commit run --all-files"}},
            {At(".pre-commit-config.yaml")});
  }
}

// Targets with what they run: the usual ones, and those that guides name.
void AddMakeTargets(const View& view, Writer& say) {
  const std::string* makefile = view.Text("Makefile");
  if (makefile == nullptr) return;
  size_t count = 0;
  for (const MakeTarget& target : MakeTargetsOf(*makefile)) {
    static constexpr absl::string_view kUsual[] = {"test",    "tests", "lint",  "format", "check",
                                                   "install", "docs",  "style", "quality"};
    const bool is_usual =
        std::find(std::begin(kUsual), std::end(kUsual), target.name) != std::end(kUsual);
    if (target.commands.empty()) continue;
    if (!is_usual && !GuidesMention(view, absl::StrCat("make ", target.name))) continue;
    if (++count > kMaxTargets) return;
    std::vector<std::string> recipe(
        target.commands.begin(),
        target.commands.begin() + std::min(kMaxCommands, target.commands.size()));
    if (recipe.size() < target.commands.size()) recipe.push_back("…");
    say.Add("make-target", "make",
            {{"command", absl::StrCat("make ", target.name)}, {"recipe", Lines(recipe)}},
            {At("Makefile", target.line)});
  }
}

void AddMarkers(const View& view, Writer& say) {
  const house::TomlEntry* entry = view.project.Find("tool.pytest.ini_options.markers");
  if (entry == nullptr) return;
  std::vector<std::string> names;
  for (const std::string& marker : entry->items) {
    names.push_back(marker.substr(0, marker.find_first_of(":(")));
  }
  if (names.empty()) return;
  say.Add("markers", "tests",
          {{"markers", Lines(names, kMaxMarkers)}, {"number", absl::StrCat(names.size())}},
          {At(kProject, entry->line)});
}

// Where pytest is configured; nothing: nowhere.
std::vector<Provenance> PytestPlace(const View& view) {
  if (const house::TomlEntry* entry = view.project.Find("tool.pytest.ini_options")) {
    return {At(kProject, entry->line)};
  }
  for (const auto& [path, section] :
       {std::pair<absl::string_view, absl::string_view>{"pytest.ini", "[pytest]"},
        {"setup.cfg", "[tool:pytest]"},
        {"tox.ini", "[pytest]"}}) {
    const std::string* text = view.Text(path);
    const int line = text == nullptr ? 0 : LineOf(*text, section);
    if (line > 0) return {At(path, line)};
  }
  return {};
}

// CI or a document says how tests are run, or nothing says that pytest runs them.
bool SaysOtherwise(const View& view) {
  const bool has_command =
      std::any_of(view.ci.begin(), view.ci.end(), [](const CiJob& job) { return job.has_tests(); });
  return has_command || std::none_of(view.tests.begin(), view.tests.end(), [](const auto* test) {
           return test->HasIdentifier("pytest");
         });
}

void AddPytest(const View& view, Writer& say) {
  if (view.tests.empty()) {
    if (!view.product.empty()) say.Add("no-test-files", "tests", {});
    return;
  }
  const std::vector<Provenance> place = PytestPlace(view);
  const std::string folders =
      absl::StrJoin(view.project.List("tool.pytest.ini_options.testpaths"), " ");
  const std::string number = absl::StrCat(view.tests.size());
  if (place.empty() && SaysOtherwise(view)) return;
  if (place.empty()) {
    say.Add("tests-unconfigured", "tests", {{"command", "pytest"}, {"files", number}});
  } else {
    say.Add("tests-all", "tests",
            {{"command", folders.empty() ? "pytest" : absl::StrCat("pytest ", folders)},
             {"files", number}},
            place);
  }
  if (const house::TomlEntry* entry = view.project.Find("tool.pytest.ini_options.addopts")) {
    const std::string options = entry->is_list ? absl::StrJoin(entry->items, " ") : entry->text;
    say.Add("addopts", "tests", {{"options", options}}, {At(kProject, entry->line)});
  }
  AddMarkers(view, say);
}

void AddCoverage(const View& view, Writer& say) {
  const house::TomlEntry* run = view.project.Find("tool.coverage");
  const house::TomlEntry* settings = view.project.Find("tool.coverage.run");
  if (settings != nullptr) run = settings;
  const std::string* text = view.Text(kProject);
  const int plugin = text == nullptr ? 0 : LineOf(*text, "\"pytest-cov");
  std::string package = view.package;
  if (absl::StartsWith(package, "src/")) package.erase(0, 4);
  if ((run == nullptr && plugin == 0) || package.empty()) return;
  if (plugin > 0) {
    say.Add("coverage", "tests",
            {{"command", absl::StrCat("pytest --cov=", package, " --cov-report=term-missing")}},
            {At(kProject, plugin)});
  } else {
    say.Add("coverage", "tests", {{"command", "coverage run -m pytest && coverage report"}},
            {At(kProject, run->line)});
  }
  if (const house::Entry* goal = view.policy.Find("patch-coverage")) {
    say.Add("coverage-goal", "tests", {{"goal", goal->value}},
            {At(goal->source.path, goal->source.line)});
  }
}

// Reports and pointers at one file of many are no way to run the tests.
bool IsGeneral(absl::string_view command) {
  return command.size() <= kMaxCommandBytes && !absl::StrContains(command, "<") &&
         !absl::StrContains(command, "--cov") && !absl::StrContains(command, "--junit");
}

// Speaks of the whole repository: a guide of a package speaks of that one.
bool IsForAll(absl::string_view path) {
  return std::count(path.begin(), path.end(), '/') <= 1 || path[0] == '.' ||
         absl::StartsWith(path, "docs/") || absl::StartsWith(path, "skills/");
}

// How documents say that tests are started.
void AddTestCommands(const View& view, Writer& say) {
  std::set<std::string> seen;
  for (const house::Command& command : view.policy.commands) {
    if (command.purpose != Purpose::kTest || !IsGeneral(command.line)) continue;
    if (command.line == "pytest" || command.source.path == kProject) continue;
    if (!IsForAll(command.source.path)) continue;
    if (view.IsElsewhere(command.source.path, command.source.line)) continue;
    if (!seen.insert(command.line).second || seen.size() > kMaxCommands) continue;
    say.Add("documented-test", "documented-tests", {{"command", command.line}},
            {At(command.source.path, command.source.line)});
  }
}

// Has a place among many without a name of its own: no report, no choice of tests.
bool IsGeneralInCi(absl::string_view line) {
  return line.size() <= kMaxCommandBytes && !absl::StrContains(line, " -k ") &&
         !absl::StrContains(line, "--junit") && !absl::StrContains(line, "--last-failed");
}

// How many files or folders of tests a command names, and how deep: the less, the more it runs.
// A choice by marker, and tests outside the folder of tests, count, too.
int64_t NarrownessOf(absl::string_view line) {
  const bool has_marker = absl::StrContains(line, " -m \"") || absl::StrContains(line, " -m '");
  const absl::string_view last = line.substr(line.rfind(' ') + 1);
  const bool is_elsewhere = last[0] != '-' && !absl::StrContains(last, "test");
  return std::count(line.begin(), line.end(), '/') + 2 * has_marker + 2 * is_elsewhere;
}

std::string ShownInCi(const ShellCommand& command) {
  return command.folder.empty() ? command.line
                                : absl::StrCat("cd ", command.folder, " && ", command.line);
}

// Own scripts that check something: `python utils/check_copies.py`.
bool IsCheckScript(const View& view, const ShellCommand& command) {
  const std::vector<std::string> words = absl::StrSplit(command.line, ' ', absl::SkipEmpty());
  return words.size() >= 2 && absl::StartsWith(words[0], "python") && command.folder.empty() &&
         absl::EndsWith(words[1], ".py") && view.HasFile(words[1]) &&
         absl::StrContains(BaseName(words[1]), "check");
}

// What the jobs with tests install and run, and scripts that check, in their own words.
void AddCi(const View& view, Writer& say) {
  std::vector<const ShellCommand*> installs, tests, checks;
  std::set<std::string> seen;
  const bool has_any = std::any_of(view.ci.begin(), view.ci.end(), [](const CiJob& job) {
    return job.is_on_pull_requests && job.has_tests();
  });
  for (const CiJob& job : view.ci) {
    if (has_any && !job.is_on_pull_requests) continue;
    for (const CiCommand& command : job.commands) {
      const ShellCommand& shell = command.shell;
      const bool is_test = command.purpose == Purpose::kTest && IsGeneralInCi(shell.line);
      const bool is_install = command.purpose == Purpose::kInstall && shell.folder.empty() &&
                              job.has_tests() && house::InstallsProject(shell.line) &&
                              shell.line.size() <= kMaxCommandBytes;
      const bool is_check = IsCheckScript(view, shell);
      if (!is_test && !is_install && !is_check) continue;
      if (!seen.insert(ShownInCi(shell)).second) continue;
      (is_test ? tests : is_install ? installs : checks).push_back(&shell);
    }
  }
  std::stable_sort(tests.begin(), tests.end(), [](const auto* a, const auto* b) {
    return NarrownessOf(a->line) < NarrownessOf(b->line);
  });
  for (std::vector<const ShellCommand*>* commands : {&installs, &tests, &checks}) {
    for (size_t i = 0; i < commands->size() && i < kMaxCommands; ++i) {
      const ShellCommand& command = *(*commands)[i];
      say.Add("ci-command", "ci", {{"command", ShownInCi(command)}}, {command.place});
    }
  }
}

void AddOwnScripts(const View& view, Writer& say) {
  for (const OwnScript& script : OwnScriptsOf(view)) {
    if (IsForSubmodule(view, script)) continue;  // Told with the submodules.
    say.Add(script.purpose.empty() ? "own-script" : "own-script-for", "scripts",
            {{"command", script.command}, {"quote", script.purpose}}, {script.place});
  }
}

}  // namespace

void AddCommands(const View& view, Writer& say) {
  AddInstall(view, say);
  AddToolCommands(view, say);
  AddExcludes(view, say);
  AddScripts(view, say);
  AddMakeTargets(view, say);
  AddPytest(view, say);
  AddCoverage(view, say);
  AddTestCommands(view, say);
  AddCi(view, say);
  AddOwnScripts(view, say);
}

}  // namespace allreview::playbook
