#include "analyzers/reach/tests_reaching.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/skipped_tests.h"
#include "analyzers/reach/walk.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Confidence;
using repository::DefinitionFacts;
using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using repository::OwnerOf;
using repository::SimpleName;

constexpr Walk::Limits kLimits = {.max_calls = 4};

bool IsTest(const Found& function) {
  return paths::IsTestPath(function.path) &&
         function.definition->kind != Definition::Kind::kClass &&
         absl::StartsWith(SimpleName(function.name), "test");
}

// Runs before each test of its class.
bool IsSetUp(const Found& function) {
  const absl::string_view name = SimpleName(function.name);
  return paths::IsTestPath(function.path) &&
         function.definition->kind == Definition::Kind::kMethod &&
         (absl::StartsWith(name, "setup") || absl::StartsWith(name, "setUp"));
}

bool IsFixture(const Found& function) {
  const std::vector<std::string>& decorators = function.definition->decorators;
  return std::find(decorators.begin(), decorators.end(), "pytest.fixture") != decorators.end();
}

bool TakesParameter(const DefinitionFacts& definition, absl::string_view name) {
  return std::any_of(
      definition.parameters.begin(), definition.parameters.end(),
      [&](const repository::ParameterFacts& parameter) { return parameter.name == name; });
}

// Tests that get what the function sets up: those of its class, or those that name the fixture.
std::vector<Found> TestsServedBy(repository::RepositoryIndex& index, const Found& function) {
  std::vector<Found> tests;
  const absl::string_view name = SimpleName(function.name);
  const auto add_from = [&](const IndexedFile& file, const auto& is_served) {
    for (const DefinitionFacts& definition : file.facts().definitions) {
      Found test = {repository::Join(file.module(), definition.name), file.path(), &definition,
                    &file};
      if (IsTest(test) && is_served(test)) tests.push_back(std::move(test));
    }
  };
  if (IsFixture(function)) {
    for (const IndexedFile* file : index.FilesMentioning(name)) {
      add_from(*file, [&](const Found& test) { return TakesParameter(*test.definition, name); });
    }
  } else if (IsSetUp(function)) {
    add_from(*function.file,
             [&](const Found& test) { return OwnerOf(test.name) == OwnerOf(function.name); });
  }
  return tests;
}

// The first step of the walk on the way from that one.
size_t SeedOf(const Walk& walk, size_t index) {
  while (walk.steps()[index].next >= 0) index = static_cast<size_t>(walk.steps()[index].next);
  return index;
}

// The nearest ones, then by path.
void Shorten(std::vector<ReachingTest>& tests, int max) {
  std::stable_sort(tests.begin(), tests.end(), [](const ReachingTest& a, const ReachingTest& b) {
    return std::tie(a.distance, a.path, a.place.first_byte) <
           std::tie(b.distance, b.path, b.place.first_byte);
  });
  if (static_cast<int>(tests.size()) > max) tests.resize(static_cast<size_t>(std::max(max, 0)));
}

std::vector<Walk::Seed> SeedsFor(const Found& symbol) {
  std::vector<Walk::Seed> seeds = {{symbol.name}};
  if (symbol.definition->kind == Definition::Kind::kMethod) {
    // An instance is called in ways that no text tells; who makes one may call the method.
    seeds.push_back({std::string(OwnerOf(symbol.name)), 1});
  }
  return seeds;
}

}  // namespace

std::vector<ReachingTest> TestsReaching(repository::Project& project,
                                        repository::RepositoryIndex& index, SkippedTests& skipped,
                                        absl::string_view absolute_name, int max) {
  const Found symbol = project.FindDefinition(absolute_name);
  if (!symbol) return {};
  Walk walk(project, kLimits);
  std::set<std::string> seen;
  std::vector<ReachingTest> tests;
  const auto add = [&](const Found& test, absl::string_view relation, int distance) {
    if (!seen.insert(test.name).second) return;
    if (skipped.Has(*test.file, test.definition->name)) return;
    tests.push_back(
        {test.name, test.path, test.definition->place, std::string(relation), distance});
  };
  const auto visit = [&](size_t i, bool&) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    if (step.next < 0) return {true};
    if (IsTest(step.function)) {
      add(step.function,
          SeedOf(walk, i) > 0 ? "constructs"
          : step.calls <= 1   ? "calls"
                              : "reaches",
          step.calls);
      return {};
    }
    for (const Found& test : TestsServedBy(index, step.function)) {
      add(test, "sets up", step.calls + 1);
    }
    return {true};
  };
  walk.Run(SeedsFor(symbol), visit, [](const Step&, const Edge& edge, const Found& caller) {
    const bool is_wanted =
        caller && (edge.call.confidence != Confidence::kLow || edge.call.is_reference);
    return is_wanted ? std::make_optional(Needs()) : std::nullopt;
  });
  Shorten(tests, max);
  return tests;
}

}  // namespace allreview::reach
