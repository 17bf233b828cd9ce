// Section 2: build, test and lint commands.

#include "analyzers/house/commands.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/ini.h"
#include "analyzers/playbook/tools_of.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

using house::Purpose;

constexpr size_t kMaxCommands = 3;
constexpr size_t kMaxMarkers = 16;
constexpr size_t kMaxCommandBytes = 200;

void AddInstall(const View& view, Writer& say) {
  for (const house::CommandLine& line : house::CommandsForChange(view.policy, {})) {
    if (line.purpose != Purpose::kInstall) continue;
    say.Add("install", "install", {{"command", line.line}},
            {At(line.source.path, line.source.line)});
    if (!line.alternative.empty()) {
      say.Add("install-lint", "install", {{"command", line.alternative}});
    }
  }
  if (!say.empty()) return;
  // Nobody writes it down: what the build configuration makes possible.
  const bool is_project = view.project.Find("project") != nullptr;
  if (!is_project && !view.HasFile("setup.py")) return;
  const absl::string_view source = is_project ? kProject : absl::string_view("setup.py");
  const bool has_dev = view.project.Find("project.optional-dependencies.dev") != nullptr;
  say.Add("install-derived", "install",
          {{"command", has_dev ? "pip install -e \".[dev]\"" : "pip install -e ."}}, {At(source)});
}

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

// Scripts and targets of the repository that do all of it.
void AddScripts(const View& view, Writer& say) {
  std::set<std::string> seen;
  for (const house::Command& command : view.policy.commands) {
    if (command.purpose != Purpose::kLint || !absl::StrContains(command.line, ".sh")) continue;
    if (command.line.size() > kMaxCommandBytes || !seen.insert(command.line).second) continue;
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
  const std::string* makefile = view.Text("Makefile");
  if (makefile == nullptr) return;
  ForEachLine(*makefile, [&](int number, absl::string_view line) {
    const size_t colon = line.find(':');
    if (colon == absl::string_view::npos || absl::StrContains(line, ":=")) return;
    const absl::string_view target = line.substr(0, colon);
    static constexpr absl::string_view kTargets[] = {"test",    "tests", "lint",  "format", "check",
                                                     "install", "docs",  "style", "quality"};
    for (absl::string_view known : kTargets) {
      if (target == known) {
        say.Add("make-target", "make", {{"command", absl::StrCat("make ", target)}},
                {At("Makefile", number)});
      }
    }
  });
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

void AddPytest(const View& view, Writer& say) {
  if (view.tests.empty()) {
    if (!view.product.empty()) say.Add("no-test-files", "tests", {});
    return;
  }
  const std::vector<Provenance> place = PytestPlace(view);
  const std::string folders =
      absl::StrJoin(view.project.List("tool.pytest.ini_options.testpaths"), " ");
  const std::string number = absl::StrCat(view.tests.size());
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
    if (!seen.insert(command.line).second || seen.size() > kMaxCommands) continue;
    say.Add("documented-test", "documented-tests", {{"command", command.line}},
            {At(command.source.path, command.source.line)});
  }
}

void AddFunctionalTests(const View& view, Writer& say) {
  int number = 0;
  std::string folder;
  for (absl::string_view path : view.files) {
    for (absl::string_view name : {"tests/functional_tests/", "tests/functional/",
                                   "tests/integration/", "tests/e2e/", "tests/end_to_end/"}) {
      if (!absl::StartsWith(path, name)) continue;
      ++number;
      folder = std::string(name);
    }
  }
  if (number > 0) {
    say.Add("functional-tests", "tests", {{"folder", folder}, {"files", absl::StrCat(number)}},
            {At(folder)});
  }
}

// Installs, checks or tests this project, rather than what a bot needs.
bool IsOfProject(absl::string_view command) {
  const std::optional<Purpose> purpose = house::PurposeOf(command);
  if (purpose == Purpose::kInstall) return house::InstallsProject(command);
  if (purpose) return true;
  if (!absl::StartsWith(command, "bash ") || !absl::StrContains(command, ".sh")) return false;
  for (absl::string_view word : {"test", "lint", "format", "check"}) {
    if (absl::StrContains(command, word)) return true;
  }
  return false;
}

bool MayCheck(absl::string_view workflow) {
  for (absl::string_view word : {"pytest", "lint", "format", "unittest", "_test"}) {
    if (absl::StrContains(workflow, word)) return true;
  }
  return false;
}

// Lines of workflows that install, lint or test.
void AddCi(const View& view, Writer& say) {
  std::set<std::string> seen;
  for (const house::File& file : view.input.texts) {
    if (!IsWorkflow(file.path) || !MayCheck(file.content)) continue;
    ForEachLine(file.content, [&](int number, absl::string_view line) {
      absl::string_view code = WithoutComment(line);
      absl::ConsumePrefix(&code, "- ");
      absl::ConsumePrefix(&code, "run: ");
      code = absl::StripAsciiWhitespace(code);
      // An expression, a list or a name is no command by itself.
      if (absl::StrContains(code, "${{") || absl::EndsWith(code, "\\") ||
          code.size() > kMaxCommandBytes || code.find(": ") < code.find(' ')) {
        return;
      }
      if (!IsOfProject(code)) return;
      if (code.find(' ') == absl::string_view::npos && code != "pytest") return;
      // One file of many says nothing of the whole.
      if (absl::StrContains(code, ".py") && !absl::StrContains(code, "setup.py")) return;
      if (absl::StartsWith(code, "pre-commit")) return;  // Told with the hooks.
      if (!seen.insert(std::string(code)).second || seen.size() > kMaxCommands) return;
      say.Add("ci-command", "ci", {{"command", std::string(code)}}, {At(file.path, number)});
    });
  }
}

}  // namespace

void AddCommands(const View& view, Writer& say) {
  AddInstall(view, say);
  AddToolCommands(view, say);
  AddScripts(view, say);
  AddPytest(view, say);
  AddCoverage(view, say);
  AddFunctionalTests(view, say);
  AddTestCommands(view, say);
  AddCi(view, say);
}

}  // namespace allreview::playbook
