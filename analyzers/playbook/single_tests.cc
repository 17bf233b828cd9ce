// Section 8: how to run one test, by tests of this repository.

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/house/command_lines.h"
#include "analyzers/house/test_launcher.h"
#include "analyzers/playbook/examples.h"
#include "analyzers/playbook/view.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/test_plan/test_text.h"

namespace allreview::playbook {
namespace {

using repository::DefinitionFacts;
using repository::IndexedFile;
using DefinitionKind = python::Definition::Kind;

struct Example {
  const IndexedFile* file = nullptr;
  const DefinitionFacts* test = nullptr;
  int processes = 1;
  int weight = 0;  // How near it is to the heart of the product.
  bool starts_ranks_itself = false;
};

const DefinitionFacts* FirstTest(const IndexedFile& file) {
  for (const DefinitionFacts& definition : file.facts().definitions) {
    if (definition.kind == DefinitionKind::kClass) continue;
    if (absl::StartsWith(repository::SimpleName(definition.name), "test")) return &definition;
  }
  return nullptr;
}

bool StartsRanksItself(const IndexedFile& file) {
  for (absl::string_view word : {"spawn", "MultiProcessTestCase", "DTensorTestBase", "FSDPTest",
                                 "DistributedTest", "init_distributed", "mp", "run_distributed"}) {
    if (file.HasIdentifier(word)) return true;
  }
  return false;
}

// On CPUs before on GPUs, near the heart of the product before elsewhere.
bool IsBetter(const Example& a, const Example& b) {
  return std::make_tuple(MayNeedGpu(*a.file), -a.weight, absl::string_view(a.file->path())) <
         std::make_tuple(MayNeedGpu(*b.file), -b.weight, absl::string_view(b.file->path()));
}

std::vector<Example> ExamplesOf(const View& view) {
  std::vector<Example> examples;
  for (const auto& [weight, file] : TestsByDomain(view.input.index)) {
    const std::string* text = view.Text(file->path());
    const DefinitionFacts* test = text == nullptr ? nullptr : FirstTest(*file);
    if (test == nullptr) continue;
    examples.push_back(
        {.file = file,
         .test = test,
         .processes = std::max(1, test_plan::TestText(file->path(), *text).processes()),
         .weight = weight,
         .starts_ranks_itself = StartsRanksItself(*file)});
  }
  std::sort(examples.begin(), examples.end(), IsBetter);
  return examples;
}

// CI runs tests with unittest, and never with pytest.
bool UsesUnittest(const View& view) {
  bool is_unittest = false;
  for (const CiJob& job : view.ci) {
    for (const CiCommand& command : job.commands) {
      if (command.purpose != house::Purpose::kTest) continue;
      if (absl::StrContains(command.shell.line, "pytest")) return false;
      is_unittest |= absl::StrContains(command.shell.line, "-m unittest");
    }
  }
  return is_unittest;
}

void AddUnittest(const Example& example, Writer& say) {
  const std::string path = house::ShellQuoted(example.file->path());
  say.Add(MayNeedGpu(*example.file) ? "run-file" : "run-file-cpu", "single",
          {{"command", absl::StrCat("python -m unittest ", path)}});
  if (!absl::StrContains(example.test->name, ".")) return;
  const std::string module =
      absl::StrReplaceAll(absl::StripSuffix(example.file->path(), ".py"), {{"/", "."}});
  say.Add("run-test", "single",
          {{"command", absl::StrCat("python -m unittest ", module, ".", example.test->name)}});
}

void AddSingle(const View& view, const Example& example, Writer& say) {
  if (UsesUnittest(view)) return AddUnittest(example, say);
  const std::string path = house::ShellQuoted(example.file->path());
  const std::string name = absl::StrReplaceAll(example.test->name, {{".", "::"}});
  say.Add(MayNeedGpu(*example.file) ? "run-file" : "run-file-cpu", "single",
          {{"command", absl::StrCat("pytest ", path)}});
  say.Add("run-test", "single", {{"command", absl::StrCat("pytest ", path, "::", name)}});
}

// In the words of the repository's documents. Without such words nobody knows that a launcher is
// what the tests want; those that start their ranks themselves want none.
void AddRanks(const View& view, const std::vector<Example>& examples, Writer& say) {
  const std::optional<house::TestLauncher> launcher = house::FindTestLauncher(view.policy);
  for (const Example& example : examples) {
    const std::string path = house::ShellQuoted(example.file->path());
    if (!MayNeedRanks(*example.file)) continue;
    if (!launcher && example.starts_ranks_itself && !UsesUnittest(view)) {
      say.Add("run-spawning", "ranks", {{"command", absl::StrCat("pytest ", path)}});
      return;
    }
    if (!launcher || example.starts_ranks_itself) continue;
    const int processes = example.processes > 1 ? example.processes : 2;
    say.Add("run-ranks", "ranks",
            {{"command", absl::StrCat(launcher->prefix, launcher->ranks, processes, " ",
                                      launcher->module, " ", path)},
             {"processes", absl::StrCat(processes)}},
            {At(launcher->source.path, launcher->source.line)});
    return;
  }
}

}  // namespace

void AddSingleTests(const View& view, Writer& say) {
  const std::vector<Example> examples = ExamplesOf(view);
  const auto single = std::find_if(examples.begin(), examples.end(), [](const Example& example) {
    return example.processes == 1 && !MayNeedRanks(*example.file);
  });
  if (single != examples.end()) AddSingle(view, *single, say);
  AddRanks(view, examples, say);
}

}  // namespace allreview::playbook
