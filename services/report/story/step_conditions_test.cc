#include "services/report/story/step_conditions.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

void Add(FunctionStory& story, Step::Kind kind, int depth, const std::string& code) {
  const int line = story.steps_size() + 1;
  Step& step = *story.add_steps();
  step.set_kind(kind);
  step.set_depth(depth);
  step.set_code(code);
  step.set_status(Step::STATUS_ADDED);
  step.mutable_range()->set_first_line(line);
  step.mutable_range()->set_end_line(line + 1);
}

change::v1::SourceRange Line(int line) {
  change::v1::SourceRange range;
  range.set_first_line(line);
  range.set_end_line(line + 1);
  return range;
}

FunctionStory Story() {
  FunctionStory story;
  Add(story, Step::KIND_LOOP, 0, "for t in range(n):");
  Add(story, Step::KIND_IF, 1, "if t is None:");
  Add(story, Step::KIND_CALL, 2, "load(t)");  // 3
  Add(story, Step::KIND_ELSE, 1, "else:");
  Add(story, Step::KIND_CALL, 2, "barrier(t)");  // 5
  Add(story, Step::KIND_DEFINITION, 0, "async def step(x):");
  Add(story, Step::KIND_CALL, 1, "wait(x)");    // 7
  Add(story, Step::KIND_CALL, 0, "finish(n)");  // 8
  return story;
}

TEST(ConditionsAround, TellsBranchesAndNegatesThoseBeforeAnElse) {
  const FunctionStory story = Story();
  EXPECT_THAT(ConditionsAround(story, Line(3)), Optional(ElementsAre("t is None")));
  EXPECT_THAT(ConditionsAround(story, Line(5)), Optional(ElementsAre("t is not None")));
  EXPECT_THAT(ConditionsAround(story, Line(8)), Optional(IsEmpty()));
  EXPECT_EQ(ConditionsText(Language::kEnglish, ConditionsAround(story, Line(5))),
            "`t is not None`");
}

TEST(LocalFunctionAround, NamesTheFunctionInsideOfTheFunction) {
  const FunctionStory story = Story();
  EXPECT_EQ(LocalFunctionAround(story, Line(7)), "step");
  EXPECT_EQ(LocalFunctionAround(story, Line(8)), "");
  EXPECT_EQ(LocalFunctionAround(story, Line(3)), "");
}

}  // namespace
}  // namespace allreview::report
