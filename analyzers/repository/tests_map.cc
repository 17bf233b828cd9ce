#include "analyzers/repository/tests_map.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"

namespace allreview::repository {
namespace {

using python::Definition;

constexpr int kMaxCalls = 4;
constexpr size_t kMaxFunctions = 400;  // Of a search: what everything calls has no nearest tests.

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

struct Step {
  std::string function;
  int calls = 0;
  bool is_constructed = false;  // The way leads through the constructor of the symbol's class.
};

}  // namespace

// Tests that get what the function sets up: those of its class, or those that name the fixture.
std::vector<Found> TestsMap::TestsServedBy(const Found& function) {
  std::vector<Found> tests;
  const absl::string_view name = SimpleName(function.name);
  const auto add_from = [&](const IndexedFile& file, auto is_served) {
    for (const DefinitionFacts& definition : file.facts().definitions) {
      Found test = {SymbolIn(file, definition.name), file.path(), &definition, &file};
      if (IsTest(test) && is_served(test)) tests.push_back(std::move(test));
    }
  };
  if (IsFixture(function)) {
    for (const IndexedFile* file : names_.index().FilesMentioning(name)) {
      add_from(*file, [&](const Found& test) {
        const auto& parameters = test.definition->parameters;
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const ParameterFacts& facts) { return facts.name == name; });
      });
    }
  } else if (IsSetUp(function)) {
    add_from(*function.file,
             [&](const Found& test) { return OwnerOf(test.name) == OwnerOf(function.name); });
  }
  return tests;
}

std::vector<ReachingTest> TestsMap::Reaching(absl::string_view absolute_name, int max) {
  const Found symbol = names_.FindDefinition(absolute_name);
  if (!symbol) return {};
  std::vector<Step> queue = {{symbol.name}};
  if (symbol.definition->kind == Definition::Kind::kMethod) {
    // An instance is called in ways that no text tells; who makes one may call the method.
    queue.push_back({std::string(OwnerOf(symbol.name)), 1, true});
  }
  std::set<std::string> seen;
  for (const Step& step : queue) seen.insert(step.function);
  std::vector<ReachingTest> tests;
  const auto add = [&](const Found& test, absl::string_view relation, int distance) {
    tests.push_back(
        {test.name, test.path, test.definition->place, std::string(relation), distance});
  };
  for (size_t i = 0; i < queue.size() && queue.size() < kMaxFunctions; ++i) {
    const Step step = queue[i];
    if (step.calls == kMaxCalls) continue;
    for (const Edge& edge : calls_.EdgesTo(step.function)) {
      if (edge.call.confidence == Confidence::kLow && !edge.call.is_reference) continue;
      const Found caller = names_.FindDefinition(edge.call.caller);
      if (!caller || !seen.insert(caller.name).second) continue;
      if (IsTest(caller)) {
        const bool is_direct = step.calls == 0;
        add(caller,
            step.is_constructed ? "constructs"
            : is_direct         ? "calls"
                                : "reaches",
            step.calls + 1);
        continue;
      }
      queue.push_back({caller.name, step.calls + 1, step.is_constructed});
      for (const Found& test : TestsServedBy(caller)) {
        if (seen.insert(test.name).second) add(test, "sets up", step.calls + 2);
      }
    }
  }
  std::stable_sort(tests.begin(), tests.end(), [](const ReachingTest& a, const ReachingTest& b) {
    return std::tie(a.distance, a.path, a.place.first_byte) <
           std::tie(b.distance, b.path, b.place.first_byte);
  });
  if (static_cast<int>(tests.size()) > max) tests.resize(static_cast<size_t>(std::max(max, 0)));
  return tests;
}

}  // namespace allreview::repository
