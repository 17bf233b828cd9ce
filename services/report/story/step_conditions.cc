#include "services/report/story/step_conditions.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

const char kUnknown[] = "?";

bool IsOfNewSide(const Step& step) { return step.status() != Step::STATUS_REMOVED; }

bool Holds(const change::v1::SourceRange& step, const change::v1::SourceRange& range) {
  // A place that only has lines.
  if (range.end_byte() == 0 || step.end_byte() == 0) {
    const int end = std::max(step.end_line(), step.first_line() + 1);
    return step.first_line() <= range.first_line() && range.first_line() < end;
  }
  return step.first_byte() <= range.first_byte() && range.end_byte() <= step.end_byte();
}

// The innermost statement that holds the code; -1: none is known.
int StepAt(const FunctionStory& story, const change::v1::SourceRange& range) {
  int found = -1;
  for (int i = 0; i < story.steps_size(); ++i) {
    if (IsOfNewSide(story.steps(i)) && Holds(story.steps(i).range(), range)) found = i;
  }
  return found;
}

// "x > 0" of "if x > 0:", "elif x > 0:" and "while x > 0:".
std::string TestOf(const Step& step) {
  const std::string line = CleanLine(step.code());
  absl::string_view text = line;
  absl::ConsumePrefix(&text, "if ") || absl::ConsumePrefix(&text, "elif ") ||
      absl::ConsumePrefix(&text, "while ");
  return std::string(absl::StripSuffix(text, ":"));
}

// What the `if` or the first `elif` before an `else` asks; empty: the `else` is of something else,
// or follows several of them.
std::string TestBeforeElse(const FunctionStory& story, int i) {
  const int depth = story.steps(i).depth();
  while (--i >= 0) {
    const Step& step = story.steps(i);
    if (!IsOfNewSide(step) || step.depth() > depth) continue;
    const bool is_if = step.depth() == depth && step.kind() == Step::KIND_IF;
    return is_if && absl::StartsWith(step.code(), "if") ? TestOf(step) : "";
  }
  return "";
}

// The condition that a header puts on what it holds; empty: none; kUnknown: not one alone.
std::string ConditionOf(const FunctionStory& story, int i) {
  const Step& step = story.steps(i);
  switch (step.kind()) {
    case Step::KIND_IF:
      return TestOf(step);
    case Step::KIND_LOOP: {
      const std::string test = absl::StartsWith(step.code(), "while") ? TestOf(step) : "";
      return test == "True" || test == "1" ? "" : test;
    }
    case Step::KIND_ELSE: {
      const std::string test = TestBeforeElse(story, i);
      return test.empty() ? kUnknown : Negated(test);
    }
    case Step::KIND_TRY:
      return absl::StartsWith(step.code(), "except") ? TestOf(step) : "";
    case Step::KIND_MATCH:
      return absl::StartsWith(step.code(), "case") ? TestOf(step) : "";
    default:
      return "";
  }
}

// "load" of "async def load(x):".
std::string NameOfDefinition(const Step& step) {
  absl::string_view code = step.code();
  const size_t def = code.find("def ");
  if (def == absl::string_view::npos) return "";
  code.remove_prefix(def + 4);
  return CleanLine(code.substr(0, code.find('(')));
}

}  // namespace

std::optional<std::vector<std::string>> ConditionsAround(const FunctionStory& story,
                                                         const change::v1::SourceRange& range) {
  int i = StepAt(story, range);
  if (i < 0) return std::nullopt;
  std::vector<std::string> conditions;
  for (int depth = story.steps(i).depth(); depth > 0 && --i >= 0;) {
    const Step& step = story.steps(i);
    if (!IsOfNewSide(step) || step.depth() >= depth) continue;
    if (step.depth() + 1 != depth) return std::nullopt;
    depth = step.depth();
    std::string condition = ConditionOf(story, i);
    if (condition == kUnknown) return std::nullopt;
    if (!condition.empty()) conditions.push_back(std::move(condition));
  }
  std::reverse(conditions.begin(), conditions.end());
  return conditions;
}

std::optional<std::string> ConditionsText(
    Language language, const std::optional<std::vector<std::string>>& conditions) {
  constexpr size_t kMaxConditions = 4;
  constexpr size_t kMaxBytes = 120;
  constexpr Phrase kAnd(" and ", " 且 ");
  if (!conditions || conditions->size() > kMaxConditions) return std::nullopt;
  std::vector<std::string> parts;
  for (const std::string& condition : *conditions) {
    parts.push_back(MarkdownCode(Shorten(CleanLine(condition), kMaxBytes)));
  }
  return absl::StrJoin(parts, kAnd.In(language));
}

std::string LocalFunctionAround(const FunctionStory& story, const change::v1::SourceRange& range) {
  int i = StepAt(story, range);
  if (i < 0) return "";
  for (int depth = story.steps(i).depth(); depth > 0 && --i >= 0;) {
    const Step& step = story.steps(i);
    if (!IsOfNewSide(step) || step.depth() >= depth) continue;
    depth = step.depth();
    if (step.kind() == Step::KIND_DEFINITION) return NameOfDefinition(step);
  }
  return "";
}

}  // namespace allreview::report
