#include "analyzers/repository/tests_map.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"

namespace allreview::repository {
namespace {

using python::Definition;

constexpr int kMaxCalls = 4;
constexpr size_t kMaxFunctions = 400;  // Of a search: what everything calls has no nearest tests.

bool IsTestFile(absl::string_view path) {
  const absl::string_view file = path.substr(path.rfind('/') + 1);  // npos + 1 is 0.
  return absl::StartsWith(path, "tests/") || absl::StrContains(path, "/tests/") ||
         absl::StartsWith(file, "test_") || absl::EndsWith(file, "_test.py");
}

bool IsTest(const Found& function) {
  return IsTestFile(function.path) && function.definition->kind != Definition::Kind::kClass &&
         absl::StartsWith(SimpleName(function.name), "test");
}

struct Step {
  std::string function;
  int calls = 0;
  bool is_constructed = false;  // The way leads through the constructor of the symbol's class.
};

}  // namespace

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
  for (size_t i = 0; i < queue.size() && queue.size() < kMaxFunctions; ++i) {
    const Step step = queue[i];
    if (step.calls == kMaxCalls) continue;
    for (const Edge& edge : calls_.EdgesTo(step.function)) {
      if (edge.call.confidence == Confidence::kLow && !edge.call.is_reference) continue;
      const Found caller = names_.FindDefinition(edge.call.caller);
      if (!caller || !seen.insert(caller.name).second) continue;
      if (!IsTest(caller)) {
        queue.push_back({caller.name, step.calls + 1, step.is_constructed});
        continue;
      }
      const absl::string_view relation = step.is_constructed ? "constructs"
                                         : step.calls == 0   ? "calls"
                                                             : "reaches";
      tests.push_back({caller.name, caller.path, caller.definition->place, std::string(relation),
                       step.calls + 1});
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
