// Checks that came and went, with the conditions of the branch that they stand in.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "sentences/statements/effects.h"
#include "sentences/statements/values.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/effect.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {
namespace {

using v1::Step;

constexpr size_t kMaxTestBytes = 120;

// "x > 1" of "assert x > 1, f'no {x}'": up to the first comma outside of brackets and strings.
std::string TestOfAssert(absl::string_view code) {
  if (!absl::ConsumePrefix(&code, "assert")) return "";
  int depth = 0;
  char quote = 0;
  size_t end = 0;
  for (; end < code.size(); ++end) {
    const char c = code[end];
    if (quote != 0) {
      if (c == '\\')
        ++end;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) break;
  }
  std::string test = absl::StrJoin(
      absl::StrSplit(code.substr(0, end), absl::ByAnyChar(" \t\n"), absl::SkipEmpty()), " ");
  // Parentheses that only break lines.
  if (absl::StartsWith(test, "(") && absl::EndsWith(test, ")") &&
      test.find(')') == test.size() - 1) {
    test =
        std::string(absl::StripAsciiWhitespace(absl::string_view(test).substr(1, test.size() - 2)));
  }
  return test;
}

// All checks of either side of the change, to know which ones only moved.
std::set<std::string> ChecksOf(const EffectInput& input, Outline::Side side) {
  std::set<std::string> checks;
  for (const v1::FunctionStory& story : input.model.functions()) {
    const Outline outline(story, side);
    for (int i = 0; i < story.steps_size(); ++i) {
      const Step::Kind kind = story.steps(i).kind();
      if (!outline.IsThere(i) || (kind != Step::KIND_ASSERT && kind != Step::KIND_RAISE)) continue;
      checks.insert(WithoutBlanks(outline.CodeOf(i)));
    }
  }
  return checks;
}

bool AreShort(const std::vector<std::string>& conditions) {
  size_t bytes = 0;
  for (const std::string& condition : conditions) bytes += condition.size();
  return bytes <= kMaxTestBytes && conditions.size() <= 3;
}

// "a and b" of "not (a and b)", "x" of "not x"; empty: it is not the opposite of something.
std::string WithoutNot(absl::string_view test) {
  if (!absl::ConsumePrefix(&test, "not ")) return "";
  test = absl::StripAsciiWhitespace(test);
  const bool is_whole = absl::StartsWith(test, "(") && test.find(')') == test.size() - 1;
  if (is_whole) return std::string(absl::StripAsciiWhitespace(test.substr(1, test.size() - 2)));
  const bool is_one = !absl::StrContains(test, " ");
  return is_one ? std::string(test) : "";
}

// "ValueError" of "raise errors.ValueError('no')"; empty: what was caught is raised again.
std::string ErrorOf(const Step& step) {
  if (step.kind() == Step::KIND_ASSERT) return "AssertionError";
  absl::string_view code = step.code();
  absl::ConsumePrefix(&code, "raise");
  code = absl::StripAsciiWhitespace(code);
  code = code.substr(0, code.find_first_of("( \n"));
  return std::string(code.substr(code.rfind('.') + 1));
}

std::optional<Words> NewCheck(const Outline& outline, int step, const std::string& function) {
  const std::optional<std::vector<std::string>> conditions = outline.ConditionsOf(step);
  if (!conditions || !AreShort(*conditions)) return std::nullopt;
  const std::string error = ErrorOf(outline.story().steps(step));
  if (outline.story().steps(step).kind() == Step::KIND_RAISE) {
    if (conditions->empty() || error.empty()) return std::nullopt;
    return Sentence(phrases::kEffectStopsWhen, {{"function", Shown(function)},
                                                {"error", Shown(error)},
                                                {"conditions", CodeList(*conditions)}});
  }
  const std::string test = TestOfAssert(outline.CodeOf(step));
  if (test.empty() || test.size() > kMaxTestBytes) return std::nullopt;
  if (const std::string negated = WithoutNot(test); !negated.empty()) {
    std::vector<std::string> all = *conditions;
    all.push_back(negated);
    return Sentence(
        phrases::kEffectStopsWhen,
        {{"function", Shown(function)}, {"error", Shown(error)}, {"conditions", CodeList(all)}});
  }
  Params params = {{"function", Shown(function)}, {"test", Shown(test, kMaxTestBytes)}};
  if (conditions->empty()) return Sentence(phrases::kEffectStopsUnless, params);
  params.emplace_back("conditions", CodeList(*conditions));
  return Sentence(phrases::kEffectStopsUnlessWhen, params);
}

// A branch asks for the same, or for its opposite.
bool IsAsked(const Outline& outline, const std::string& test) {
  const std::string wanted = WithoutBlanks(test), opposite = WithoutBlanks(WithoutNot(test));
  for (int i = 0; i < outline.story().steps_size(); ++i) {
    if (!outline.IsThere(i)) continue;
    const std::string header = TestOf(outline.CodeOf(i));
    if (header.empty()) continue;
    const std::string asked = WithoutBlanks(header);
    if (asked == wanted || asked == opposite || WithoutBlanks(WithoutNot(header)) == wanted) {
      return true;
    }
  }
  return false;
}

std::optional<Words> GoneCheck(const Outline& outline, const Outline& now, int step,
                               const std::string& function) {
  if (outline.story().steps(step).kind() == Step::KIND_ASSERT) {
    const std::string test = TestOfAssert(outline.CodeOf(step));
    if (test.empty() || test.size() > kMaxTestBytes) return std::nullopt;
    return Sentence(
        IsAsked(now, test) ? phrases::kNoLongerFailsUnless : phrases::kEffectNoLongerChecks,
        {{"function", Shown(function)}, {"test", Shown(test, kMaxTestBytes)}});
  }
  const std::optional<std::vector<std::string>> conditions = outline.ConditionsOf(step);
  if (!conditions || conditions->empty() || !AreShort(*conditions)) return std::nullopt;
  return Sentence(phrases::kEffectNoLongerStopsWhen,
                  {{"function", Shown(function)}, {"conditions", CodeList(*conditions)}});
}

}  // namespace

std::vector<Effect> EffectsOfChecks(const EffectInput& input) {
  const std::set<std::string> before = ChecksOf(input, Outline::Side::kBefore);
  const std::set<std::string> after = ChecksOf(input, Outline::Side::kAfter);
  std::vector<Effect> effects;
  for (const ToldFunction& function : input.functions) {
    // What a new function asks for is its contract.
    if (function.is_new()) continue;
    const Outline old(*function.story, Outline::Side::kBefore);
    const Outline now(*function.story, Outline::Side::kAfter);
    for (int i = 0; i < function.story->steps_size(); ++i) {
      const Step& step = function.story->steps(i);
      if (step.kind() != Step::KIND_ASSERT && step.kind() != Step::KIND_RAISE) continue;
      const std::string code = WithoutBlanks(step.code());
      const bool came = step.status() == Step::STATUS_ADDED && before.count(code) == 0;
      const bool went = step.status() == Step::STATUS_REMOVED && after.count(code) == 0;
      if (!came && !went) continue;
      const std::string& name = function.symbol->name();
      std::optional<Words> text = came ? NewCheck(now, i, name) : GoneCheck(old, now, i, name);
      if (!text) continue;
      effects.push_back({.subject = function.story->symbol(),
                         .predicate = came ? "fails-newly" : "no-longer-fails",
                         .object = Shown(step.code()),
                         .text = std::move(*text),
                         .places = {step.range()},
                         .weight = (came ? 500 : 550) - 10 * std::min(function.rank, 30)});
    }
  }
  return effects;
}

}  // namespace allreview::analysis
