// Branches that are asked for in another order.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sentences/statements/values.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/edited.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxTests = 24;
constexpr size_t kMaxBytes = 90;

// A test of a chain: what it asks first, and where.
struct Test {
  std::string text, asked;
  int step = 0;
};

// "f(x)" of "f(x) and y", a call of something.
std::string AskedFirst(const std::string& test) {
  const std::vector<std::string> parts = SplitAt(test, " and ");
  const std::string& first = parts.empty() ? test : parts[0];
  return absl::StrContains(first, "(") && !absl::StrContains(first, " ") ? WithoutBlanks(first)
                                                                         : "";
}

// The body leaves the function, or what stands behind the header is its `else`: of two such tests
// the first that holds decides.
bool Decides(const EditedFunction& function, const Outline& side, int header) {
  if (side.NextClauseOf(header) >= 0) return true;
  const std::vector<int> body = side.BodyOf(header);
  return !body.empty() && function.step(body.back()).kind() == Step::KIND_RETURN;
}

// At the outermost level of a function, where each is asked only when none before it held.
std::vector<Test> TestsOf(const EditedFunction& function, const Outline& side) {
  std::vector<Test> tests;
  int depth = -1;
  for (int i = 0; i < function.size() && tests.size() < kMaxTests; ++i) {
    if (!side.IsThere(i)) continue;
    const std::string test = TestOf(side.CodeOf(i));
    if (test.empty()) continue;
    if (depth < 0) depth = function.step(i).depth();
    const bool is_elif = absl::StartsWith(side.CodeOf(i), "elif ");
    if (function.step(i).depth() != depth) continue;
    if (!is_elif && !Decides(function, side, i)) continue;
    std::string asked = AskedFirst(test);
    if (!asked.empty()) tests.push_back({test, std::move(asked), i});
  }
  return tests;
}

}  // namespace

std::vector<Effect> EffectsOfOrder(const EditInput& input) {
  std::vector<Effect> effects;
  for (const EditedFunction& function : input.functions) {
    const std::vector<Test> after = TestsOf(function, function.after());
    if (after.size() < 2) continue;
    std::map<std::string, size_t> before;
    size_t at = 0;
    for (const Test& test : TestsOf(function, function.before())) before.emplace(test.asked, at++);
    for (size_t i = 0; i + 1 < after.size(); ++i) {
      bool is_told = false;
      for (size_t j = i + 1; j < after.size() && !is_told; ++j) {
        const auto first = before.find(after[i].asked), second = before.find(after[j].asked);
        if (first == before.end() || second == before.end()) continue;
        if (first->second < second->second || after[i].asked == after[j].asked) continue;
        if (after[i].asked.size() > kMaxBytes || after[j].asked.size() > kMaxBytes) continue;
        effects.push_back(
            function.Told("asks-first", after[i].asked,
                          Sentence(phrases::kAsksFirst, {{"function", function.name()},
                                                         {"first", Shown(after[i].asked)},
                                                         {"second", Shown(after[j].asked)}}),
                          after[i].step, 840));
        is_told = true;
      }
      if (is_told) break;
    }
  }
  return effects;
}

}  // namespace allreview::analysis
