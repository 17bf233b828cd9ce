#include "analyzers/rules/tests/missing_tests.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/tests/phrases.h"
#include "analyzers/test_plan/mirrors.h"

namespace allreview::rules {
namespace {

using test_plan::NewDefinition;
using test_plan::TestsOfChange;

constexpr int kStatementsWithoutTests = 10;  // So many, and no line of tests at all,
constexpr int kStatementsWithFewTests = 50;  // or so many, and next to none.
constexpr double kFewTests = 0.05;           // Share of the lines of code.
constexpr size_t kMaxListed = 8;

bool IsBig(const NewDefinition& definition) {
  return (definition.statements >= 8 && definition.branches >= 1) || definition.statements >= 15;
}

// Sizes call for a finding if all these definitions are untested.
bool AreTooMany(int statements, const test_plan::ChangeSize& size) {
  if (statements >= kStatementsWithoutTests && size.test_lines == 0) return true;
  return statements >= kStatementsWithFewTests && size.test_lines < kFewTests * size.source_lines;
}

std::vector<NewDefinition> SortedBySize(std::vector<NewDefinition> definitions) {
  std::stable_sort(
      definitions.begin(), definitions.end(),
      [](const NewDefinition& a, const NewDefinition& b) { return a.statements > b.statements; });
  return definitions;
}

std::string PlaceOf(const NewDefinition& definition) {
  return absl::StrCat(definition.path(), ":", definition.definition->node.first_line());
}

}  // namespace

int StatementsOf(const std::vector<NewDefinition>& definitions) {
  int statements = 0;
  for (const NewDefinition& definition : definitions) statements += definition.statements;
  return statements;
}

std::vector<NewDefinition> FindMissingTests(TestsOfChange& tests) {
  if (tests.is_revert() || !AreTooMany(StatementsOf(tests.new_definitions()), tests.size())) {
    return {};
  }
  std::vector<NewDefinition> missing;
  for (const NewDefinition& definition : tests.unreached()) {
    // A registry may be tested as a whole.
    const bool may_be_reached = definition.is_registered && tests.TestsImportPackageOf(definition);
    if (!may_be_reached) missing.push_back(definition);
  }
  if (!AreTooMany(StatementsOf(missing), tests.size())) return {};
  return SortedBySize(std::move(missing));
}

std::vector<NewDefinition> FindUnreachedCode(TestsOfChange& tests) {
  const std::vector<NewDefinition>& added = tests.new_definitions();
  if (tests.is_revert() || std::none_of(added.begin(), added.end(), IsBig)) return {};
  if (!FindMissingTests(tests).empty()) return {};
  std::vector<NewDefinition> unreached = SortedBySize(tests.unreached());
  if (std::none_of(unreached.begin(), unreached.end(), IsBig)) return {};
  // The first one is what the finding is about.
  std::stable_partition(unreached.begin(), unreached.end(), IsBig);
  return unreached;
}

Words DefinitionList(const std::vector<NewDefinition>& definitions) {
  std::vector<std::string> items;
  for (size_t i = 0; i < std::min(kMaxListed, definitions.size()); ++i) {
    items.push_back(
        absl::StrCat("`", definitions[i].definition->name, "` (", PlaceOf(definitions[i]), ")"));
  }
  const size_t more = definitions.size() - items.size();
  std::string names = absl::StrJoin(items, ", ");
  if (more == 0) return names;
  return Sentence(phrases::kDefinitionsAndMore, {{"name", names}, {"count", absl::StrCat(more)}});
}

std::vector<Related> RelatedDefinitions(const std::vector<NewDefinition>& definitions) {
  std::vector<Related> related;
  for (size_t i = 1; i < std::min(kMaxListed, definitions.size()); ++i) {
    const NewDefinition& definition = definitions[i];
    related.push_back(
        {Sentence(phrases::kNotReached, {{"name", definition.definition->name},
                                         {"count", absl::StrCat(definition.statements)}}),
         RangeOf(*definition.file->after, definition.definition->node.child(Field::kName))});
  }
  return related;
}

std::string SuggestedTestFile(const std::string& source, TestsOfChange& tests) {
  std::map<std::string, int> folders;
  std::string mirror, dominant;
  size_t mirror_depth = 0;
  for (const repository::IndexedFile* test : tests.repository().tests) {
    if (!paths::IsTestModule(test->path())) continue;
    const std::string folder(paths::FolderOf(test->path()));
    const size_t depth = std::count(folder.begin(), folder.end(), '/') + 1;
    if (test_plan::IsInMirrorFolder(test->path(), source) && depth > mirror_depth) {
      mirror = folder;
      mirror_depth = depth;
    }
    if (++folders[folder] > folders[dominant] || dominant.empty()) dominant = folder;
  }
  const std::string& folder = mirror.empty() ? dominant : mirror;
  return absl::StrCat(folder, folder.empty() ? "" : "/", "test_", paths::BaseName(source));
}

}  // namespace allreview::rules
