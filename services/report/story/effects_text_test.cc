#include "services/report/story/effects_text.h"

#include <string>

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::Condition;
using analysis::v1::Effect;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

// One line of ten bytes for each step.
void Add(FunctionStory& story, Step::Kind kind, int depth, const std::string& code,
         Step::Status status = Step::STATUS_KEPT) {
  const int line = story.steps_size() + 1;
  Step& step = *story.add_steps();
  step.set_kind(kind);
  step.set_depth(depth);
  step.set_code(code);
  step.set_status(status);
  step.mutable_range()->set_first_line(line);
  step.mutable_range()->set_first_byte(10 * line);
  step.mutable_range()->set_end_byte(10 * line + 9);
}

Condition AssertAt(const FunctionStory& story, int step, const std::string& test) {
  Condition condition;
  condition.set_kind(Condition::KIND_ASSERT);
  condition.set_test(test);
  *condition.mutable_range() = story.steps(step).range();
  return condition;
}

TEST(ConditionText, NamesTheBranchesAround) {
  FunctionStory story;
  Add(story, Step::KIND_IF, 0, "if mode == \"sorted\":");
  Add(story, Step::KIND_LOOP, 1, "for x in xs:");
  Add(story, Step::KIND_ASSERT, 2, "assert x > 0");
  EXPECT_EQ(ConditionText(Language::kEnglish, AssertAt(story, 2, "x > 0"), story),
            "if `mode == \"sorted\"`: `x > 0`, otherwise the assertion fails");
  EXPECT_EQ(ConditionText(Language::kChinese, AssertAt(story, 2, "x > 0"), story),
            "满足 `mode == \"sorted\"` 时，`x > 0`，否则断言失败");
}

TEST(ConditionText, NamesNoLoopThatAlwaysRuns) {
  FunctionStory story;
  Add(story, Step::KIND_LOOP, 0, "while True:");
  Add(story, Step::KIND_LOOP, 1, "while queue:");
  Add(story, Step::KIND_ASSERT, 2, "assert x > 0");
  EXPECT_EQ(ConditionText(Language::kEnglish, AssertAt(story, 2, "x > 0"), story),
            "if `queue`: `x > 0`, otherwise the assertion fails");
}

TEST(ConditionText, NamesWhatAnElseStandsFor) {
  FunctionStory story;
  Add(story, Step::KIND_IF, 0, "if x is None:");
  Add(story, Step::KIND_CALL, 1, "start()");
  Add(story, Step::KIND_IF, 0, "elif y:", Step::STATUS_REMOVED);
  Add(story, Step::KIND_ELSE, 0, "else:");
  Add(story, Step::KIND_ASSERT, 1, "assert x > 0");
  EXPECT_EQ(ConditionText(Language::kEnglish, AssertAt(story, 4, "x > 0"), story),
            "if `x is not None`: `x > 0`, otherwise the assertion fails");
}

TEST(ConditionText, TellsTheTestOfARaiseOnce) {
  FunctionStory story;
  Add(story, Step::KIND_IF, 0, "if self.is_on:");
  Add(story, Step::KIND_IF, 1, "if x is None:");
  Add(story, Step::KIND_RAISE, 2, "raise ValueError()");
  Condition condition = AssertAt(story, 2, "x is None");
  condition.set_kind(Condition::KIND_RAISE);
  condition.set_outcome("raise ValueError()");
  EXPECT_EQ(ConditionText(Language::kEnglish, condition, story),
            "if `self.is_on`: `x is not None`, otherwise raises `ValueError`");
}

TEST(ConditionText, DoesNotClaimThatAlwaysHoldsWhatStandsBehindStepsThatAreLeftOut) {
  FunctionStory story;
  Add(story, Step::KIND_CALL, 0, "start()");
  Add(story, Step::KIND_ASSERT, 2, "assert x > 0");
  EXPECT_EQ(ConditionText(Language::kEnglish, AssertAt(story, 1, "x > 0"), story),
            "in one of its branches: `x > 0`, otherwise the assertion fails");
}

TEST(EffectText, NamesTheBranchAround) {
  FunctionStory story;
  Add(story, Step::KIND_IF, 0, "if size > 1:");
  Add(story, Step::KIND_CALL, 1, "all_reduce(x)");
  Add(story, Step::KIND_CALL, 0, "finish(x)");
  Effect effect;
  effect.set_kind(Effect::KIND_COMMUNICATES);
  effect.set_what("all_reduce over tp");
  *effect.mutable_range() = story.steps(1).range();
  EXPECT_EQ(EffectText(Language::kEnglish, effect, story),
            "communicates: `all_reduce over tp` if `size > 1`");
  *effect.mutable_range() = story.steps(2).range();
  EXPECT_EQ(EffectText(Language::kEnglish, effect, story), "communicates: `all_reduce over tp`");
}

}  // namespace
}  // namespace allreview::report
