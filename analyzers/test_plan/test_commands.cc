#include "analyzers/test_plan/test_commands.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/house/test_launcher.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"

namespace allreview::test_plan {
namespace {

using repository::DefinitionFacts;
using Command = TestVerification::Command;

constexpr size_t kTestsOfLongFile = 20;
constexpr size_t kMaxNames = 5;

bool IsTest(const DefinitionFacts& definition) {
  return definition.kind != python::Definition::Kind::kClass &&
         absl::StartsWith(repository::SimpleName(definition.name), "test") &&
         std::count(definition.name.begin(), definition.name.end(), '.') <= 1;
}

bool IsSetUp(const DefinitionFacts& definition) {
  const absl::string_view name = repository::SimpleName(definition.name);
  const auto& decorators = definition.decorators;
  return absl::StartsWith(name, "setup") || absl::StartsWith(name, "setUp") ||
         std::find(decorators.begin(), decorators.end(), "pytest.fixture") != decorators.end();
}

size_t CountTests(const repository::IndexedFile& file) {
  const auto& definitions = file.facts().definitions;
  return static_cast<size_t>(std::count_if(definitions.begin(), definitions.end(), IsTest));
}

bool HasAnyWord(const ChosenTest& test, const DefinitionFacts& definition) {
  return std::any_of(test.words.begin(), test.words.end(), [&](const std::string& word) {
    return test.text->HasWordIn(word, definition.place.line, definition.place.end_line);
  });
}

// The shell takes paths of tests as they are; others are quoted.
std::string Quoted(const std::string& argument) {
  const bool is_plain = std::all_of(argument.begin(), argument.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || absl::StrContains("/._-:=+", c);
  });
  if (is_plain) return argument;
  return absl::StrCat("'", absl::StrReplaceAll(argument, {{"'", "'\\''"}}), "'");
}

// What to run of one file.
struct Selection {
  std::vector<std::string> ids;    // Paths and node ids.
  std::vector<std::string> names;  // For -k, when the file is alone; then `ids` is the path.
};

Selection Select(const ChosenTest& test, bool is_alone) {
  const std::string& path = test.path;
  if (test.is_changed) return {{path}, {}};
  const std::vector<std::string> wanted = TestsWithWords(test);
  const size_t all = CountTests(*test.file);
  if (wanted.empty() || wanted.size() == all) return {{path}, {}};
  std::set<std::string> classes, names;
  bool has_function = false;
  for (const std::string& id : wanted) {
    const size_t colons = id.find("::");
    has_function = has_function || colons == std::string::npos;
    if (colons != std::string::npos) classes.insert(id.substr(0, colons));
    names.insert(colons == std::string::npos ? id : id.substr(colons + 2));
  }
  if (all > kTestsOfLongFile && wanted.size() <= kMaxNames) {
    if (is_alone) return {{path}, {names.begin(), names.end()}};
    Selection selection;
    for (const std::string& id : wanted) selection.ids.push_back(absl::StrCat(path, "::", id));
    return selection;
  }
  if (has_function || classes.size() > kMaxNames) return {{path}, {}};
  Selection selection;
  for (const std::string& a_class : classes) {
    selection.ids.push_back(absl::StrCat(path, "::", a_class));
  }
  return selection;
}

// Marks that need a flag or keep a test out.
std::string Options(const std::vector<const ChosenTest*>& tests) {
  bool is_experimental = false, is_flaky = false, is_flaky_in_dev = false;
  for (const ChosenTest* test : tests) {
    is_experimental = is_experimental || absl::StrContains(test->text->text(), "mark.experimental");
    is_flaky_in_dev = is_flaky_in_dev || absl::StrContains(test->text->text(), "flaky_in_dev");
    is_flaky = is_flaky || test->text->HasWord("flaky");
  }
  std::string options = is_experimental ? " --experimental" : "";
  if (is_flaky_in_dev) return options + " -m \"not flaky and not flaky_in_dev\"";
  return is_flaky ? options + " -m \"not flaky\"" : options;
}

Command MakeCommand(absl::string_view purpose, int processes, const std::string& arguments,
                    const CommandStyle& style) {
  const std::string start =
      processes > 1 ? absl::StrCat(style.distributed, processes, " ", style.module) : style.single;
  return {std::string(purpose), absl::StrCat(style.launcher, start, arguments), processes};
}

Command TestCommand(const std::vector<const ChosenTest*>& tests, int processes,
                    const CommandStyle& style) {
  std::string arguments = Options(tests);
  std::vector<std::string> names;
  for (const ChosenTest* test : tests) {
    Selection selection = Select(*test, tests.size() == 1);
    for (const std::string& id : selection.ids) absl::StrAppend(&arguments, " ", Quoted(id));
    names = std::move(selection.names);
  }
  if (!names.empty()) {
    absl::StrAppend(&arguments, " -k \"", absl::StrJoin(names, " or "), "\"");
  }
  return MakeCommand("test", processes, arguments, style);
}

// Folders of the tests, those inside of others left out.
std::vector<std::string> FoldersOf(const std::vector<ChosenTest>& tests) {
  std::set<std::string> folders;
  for (const ChosenTest& test : tests) folders.insert(std::string(paths::FolderOf(test.path)));
  std::vector<std::string> outer;
  for (const std::string& folder : folders) {
    const bool is_inside = !outer.empty() && absl::StartsWith(folder, outer.back() + "/");
    if (!is_inside && !folder.empty()) outer.push_back(folder);
  }
  return outer;
}

}  // namespace

CommandStyle StyleOf(const house::Policy& policy) {
  CommandStyle style;
  const std::optional<house::TestLauncher> launcher = house::FindTestLauncher(policy);
  if (!launcher) return style;
  style.launcher = launcher->prefix;
  style.distributed = launcher->ranks;
  style.module = launcher->module;
  return style;
}

std::vector<std::string> TestsWithWords(const ChosenTest& test) {
  std::set<absl::string_view> classes;  // Whose tests all start from the word.
  const auto& definitions = test.file->facts().definitions;
  for (const DefinitionFacts& definition : definitions) {
    const size_t dot = definition.name.find('.');
    if (dot == std::string::npos || !IsSetUp(definition)) continue;
    if (HasAnyWord(test, definition)) {
      classes.insert(absl::string_view(definition.name).substr(0, dot));
    }
  }
  std::vector<std::string> found;
  for (const DefinitionFacts& definition : definitions) {
    if (!IsTest(definition)) continue;
    const size_t dot = definition.name.find('.');
    const bool is_set_up = dot != std::string::npos &&
                           classes.count(absl::string_view(definition.name).substr(0, dot)) > 0;
    if (is_set_up || HasAnyWord(test, definition)) {
      found.push_back(absl::StrReplaceAll(definition.name, {{".", "::"}}));
    }
  }
  return found;
}

std::vector<Command> MakeCommands(const std::vector<ChosenTest>& tests, const CommandStyle& style) {
  std::vector<Command> commands;
  std::vector<const ChosenTest*> single, several;
  int processes = 1;
  for (const ChosenTest& test : tests) {
    const int wanted = test.text->processes();
    (wanted > 1 ? several : single).push_back(&test);
    processes = std::max(processes, wanted);
  }
  if (!several.empty()) commands.push_back(TestCommand(several, processes, style));
  if (!single.empty()) commands.push_back(TestCommand(single, 1, style));
  if (tests.empty()) return commands;
  std::string folders;
  for (const std::string& folder : FoldersOf(tests)) absl::StrAppend(&folders, " ", Quoted(folder));
  if (!folders.empty()) {
    commands.push_back(MakeCommand("wider", processes, folders, style));
  }
  return commands;
}

}  // namespace allreview::test_plan
