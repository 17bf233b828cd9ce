#include "analyzers/reach/fixtures.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::DefinitionFacts;
using repository::Found;
using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;

constexpr size_t kMaxFixtures = 30;  // That one leads through.

bool IsTest(const DefinitionFacts& definition) {
  return definition.kind != Definition::Kind::kClass &&
         absl::StartsWith(SimpleName(definition.name), "test");
}

bool IsFixture(const DefinitionFacts& definition) {
  const auto is_fixture = [](const std::string& decorator) {
    return decorator == "pytest.fixture" || decorator == "pytest_asyncio.fixture";
  };
  return std::any_of(definition.decorators.begin(), definition.decorators.end(), is_fixture);
}

Found FoundIn(const IndexedFile& file, const DefinitionFacts& definition) {
  return {repository::Join(file.module(), definition.name), file.path(), &definition, &file};
}

// Files that see the fixture without importing it, and those that import it.
bool MaySee(const IndexedFile& file, const Found& fixture) {
  if (file.path() == fixture.path) return true;
  const absl::string_view folder = paths::FolderOf(fixture.path);
  const bool is_shared = paths::BaseName(fixture.path) == "conftest.py";
  if (is_shared) return folder.empty() || absl::StartsWith(file.path(), absl::StrCat(folder, "/"));
  return std::any_of(file.facts().imports.begin(), file.facts().imports.end(),
                     [&](const repository::ImportFacts& import) {
                       return file.Absolute(import.target) == fixture.name;
                     }) ||
         std::any_of(file.facts().star_imports.begin(), file.facts().star_imports.end(),
                     [&](const std::string& star) {
                       return file.Absolute(star) == fixture.file->module();
                     });
}

}  // namespace

bool IsSetUpName(absl::string_view name) {
  return absl::StartsWith(name, "setup") || absl::StartsWith(name, "setUp");
}

bool TakesParameter(const DefinitionFacts& definition, absl::string_view name) {
  return std::any_of(
      definition.parameters.begin(), definition.parameters.end(),
      [&](const repository::ParameterFacts& parameter) { return parameter.name == name; });
}

Found TestAround(const Found& function) {
  if (!paths::IsTestPath(function.path)) return {};
  const DefinitionFacts* outermost = nullptr;
  for (absl::string_view name = function.definition->name; !name.empty(); name = OwnerOf(name)) {
    const DefinitionFacts* const around = function.file->FindDefinition(name);
    const bool is_function = around != nullptr && around->kind != Definition::Kind::kClass;
    if (is_function) outermost = around;
  }
  if (outermost == nullptr || !IsTest(*outermost)) return {};
  return FoundIn(*function.file, *outermost);
}

std::vector<Found> Fixtures::TakersOf(const Found& fixture) {
  const absl::string_view name = SimpleName(fixture.name);
  std::vector<Found> takers;
  for (const IndexedFile* file : index_.FilesMentioning(name)) {
    if (!paths::IsTestPath(file->path()) || !MaySee(*file, fixture)) continue;
    for (const DefinitionFacts& definition : file->facts().definitions) {
      const bool may_take =
          IsTest(definition) || IsFixture(definition) || IsSetUpName(SimpleName(definition.name));
      if (may_take && TakesParameter(definition, name))
        takers.push_back(FoundIn(*file, definition));
    }
  }
  return takers;
}

std::vector<Found> Fixtures::TestsOfClass(const std::string& class_name) {
  std::vector<std::string> classes = project_.SubclassesOf(class_name);
  classes.insert(classes.begin(), class_name);
  std::vector<Found> tests;
  for (const std::string& name : classes) {
    const Found found = project_.FindDefinition(name);
    if (!found || !paths::IsTestPath(found.path)) continue;
    for (const DefinitionFacts& definition : found.file->facts().definitions) {
      if (IsTest(definition) && OwnerOf(definition.name) == found.definition->name) {
        tests.push_back(FoundIn(*found.file, definition));
      }
    }
  }
  return tests;
}

std::vector<Found> Fixtures::TestsServedBy(const Found& function) {
  if (!function || !paths::IsTestPath(function.path)) return {};
  const bool is_method = function.definition->kind == Definition::Kind::kMethod;
  if (is_method && IsSetUpName(SimpleName(function.name))) {
    return TestsOfClass(std::string(OwnerOf(function.name)));
  }
  std::vector<Found> tests, queue;
  if (IsFixture(*function.definition)) queue.push_back(function);
  std::set<std::string> seen = {function.name};
  for (size_t i = 0; i < queue.size() && i < kMaxFixtures; ++i) {
    Poll();
    for (Found& taker : TakersOf(Found(queue[i]))) {
      if (!seen.insert(taker.name).second) continue;
      if (IsTest(*taker.definition)) {
        tests.push_back(std::move(taker));
      } else if (IsFixture(*taker.definition)) {
        queue.push_back(std::move(taker));
      } else {
        for (Found& test : TestsOfClass(std::string(OwnerOf(taker.name)))) {
          if (seen.insert(test.name).second) tests.push_back(std::move(test));
        }
      }
    }
  }
  return tests;
}

}  // namespace allreview::reach
