#include "services/report/story/step_conditions.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

const char kUnknown[] = "?";

bool IsOfNewSide(const Step& step) { return step.status() != Step::STATUS_REMOVED; }

// The innermost statement that holds the code; -1: none is known.
int StepAt(const FunctionStory& story, const change::v1::SourceRange& range) {
  int found = -1;
  for (int i = 0; i < story.steps_size(); ++i) {
    const change::v1::SourceRange& step = story.steps(i).range();
    if (IsOfNewSide(story.steps(i)) && step.first_byte() <= range.first_byte() &&
        range.end_byte() <= step.end_byte()) {
      found = i;
    }
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
      return test.empty() ? kUnknown : absl::StrCat("not (", test, ")");
    }
    case Step::KIND_TRY:
      return absl::StartsWith(step.code(), "except") ? TestOf(step) : "";
    case Step::KIND_MATCH:
      return absl::StartsWith(step.code(), "case") ? TestOf(step) : "";
    default:
      return "";
  }
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

}  // namespace allreview::report
