// Section 8: how to run one test, by tests of this repository.

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
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
  int tests = 0;
};

const DefinitionFacts* FirstTest(const IndexedFile& file, int* count) {
  const DefinitionFacts* first = nullptr;
  for (const DefinitionFacts& definition : file.facts().definitions) {
    if (definition.kind == DefinitionKind::kClass) continue;
    if (!absl::StartsWith(repository::SimpleName(definition.name), "test")) continue;
    ++*count;
    if (first == nullptr) first = &definition;
  }
  return first;
}

// One with few ranks shows more than one that wants all of a node.
bool IsBetter(const Example& a, const Example& b) {
  return std::make_tuple(a.processes, -std::min(a.tests, 3), absl::string_view(a.file->path())) <
         std::make_tuple(b.processes, -std::min(b.tests, 3), absl::string_view(b.file->path()));
}

std::vector<Example> ExamplesOf(const View& view) {
  std::vector<Example> examples;
  for (const IndexedFile* file : view.tests) {
    const std::string* text = view.Text(file->path());
    if (text == nullptr) continue;
    Example example{.file = file};
    example.test = FirstTest(*file, &example.tests);
    if (example.test == nullptr) continue;
    const test_plan::TestText test(file->path(), *text);
    example.processes = std::max(1, test.processes());
    examples.push_back(example);
  }
  std::sort(examples.begin(), examples.end(), IsBetter);
  return examples;
}

void AddSingle(const Example& example, Writer& say) {
  const std::string path = house::ShellQuoted(example.file->path());
  const std::string name = absl::StrReplaceAll(example.test->name, {{".", "::"}});
  const Provenance place = At(example.file->path(), example.test->place.line);
  say.Add("run-file", "single",
          {{"command", absl::StrCat("pytest ", path)}, {"tests", absl::StrCat(example.tests)}},
          {At(example.file->path())});
  say.Add("run-test", "single", {{"command", absl::StrCat("pytest ", path, "::", name)}}, {place});
  say.Add("run-by-name", "single",
          {{"command",
            absl::StrCat("pytest ", path, " -k ", repository::SimpleName(example.test->name))}},
          {place});
  say.Add("run-debug", "single", {{"command", absl::StrCat("pytest -vv --maxfail=1 ", path)}});
}

// In the words of the repository's documents, if these have any.
void AddRanks(const View& view, const Example& example, Writer& say) {
  const house::TestLauncher launcher =
      house::FindTestLauncher(view.policy)
          .value_or(house::TestLauncher{.prefix = "",
                                        .ranks = "torchrun --nproc_per_node=",
                                        .module = "-m pytest",
                                        .source = {}});
  std::vector<Provenance> places = {At(example.file->path())};
  if (launcher.source.line > 0) places.push_back(At(launcher.source.path, launcher.source.line));
  say.Add(
      "run-ranks", "ranks",
      {{"command", absl::StrCat(launcher.prefix, launcher.ranks, example.processes, " ",
                                launcher.module, " ", house::ShellQuoted(example.file->path()))},
       {"processes", absl::StrCat(example.processes)}},
      places);
}

}  // namespace

void AddSingleTests(const View& view, Writer& say) {
  const std::vector<Example> examples = ExamplesOf(view);
  const auto single = std::find_if(examples.begin(), examples.end(), [](const Example& example) {
    return example.processes == 1 && !MayNeedRanks(*example.file);
  });
  if (single != examples.end()) AddSingle(*single, say);
  const auto several = std::find_if(examples.begin(), examples.end(),
                                    [](const Example& example) { return example.processes > 1; });
  if (several != examples.end()) {
    AddRanks(view, *several, say);
  }
  int ranks = 0;
  for (const IndexedFile* file : view.tests) ranks += MayNeedRanks(*file);
  if (ranks > 0) {
    say.Add("tests-with-ranks", "ranks", {{"files", absl::StrCat(ranks)}},
            {Counted(ranks, static_cast<int64_t>(view.tests.size()))});
  }
}

}  // namespace allreview::playbook
