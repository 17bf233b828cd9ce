#include "services/report/documents/deep_dive/branches.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

Step& Add(FunctionStory& story, Step::Kind kind, int depth, const std::string& code) {
  Step& step = *story.add_steps();
  step.set_kind(kind);
  step.set_depth(depth);
  step.set_code(code);
  step.set_status(Step::STATUS_KEPT);
  return step;
}

FunctionStory Callee() {
  FunctionStory story;
  story.add_inputs()->set_name("x");
  story.add_inputs()->set_name("fused");
  story.mutable_inputs(1)->set_default_value("False");
  story.add_inputs()->set_name("indices");
  story.mutable_inputs(2)->set_default_value("None");
  return story;
}

FunctionStory Caller(const std::string& call) {
  FunctionStory story;
  Add(story, Step::KIND_ASSIGNMENT, 0, "chosen = scores.topk(2)").add_writes("chosen");
  Add(story, Step::KIND_CALL, 0, call);
  return story;
}

Parameters Handed(const std::string& call) {
  const FunctionStory caller = Caller(call);
  return ParametersOf(caller, caller.steps(1), "route", Callee());
}

TEST(ParametersOf, KnowsDefaultsAndWhatIsMade) {
  EXPECT_THAT(
      Handed("return route(x, indices=chosen)"),
      UnorderedElementsAre(Pair("fused", Given::kFalse), Pair("indices", Given::kSomething)));
  EXPECT_THAT(Handed("y = route(x,\n    True)"),
              UnorderedElementsAre(Pair("fused", Given::kTrue), Pair("indices", Given::kNone)));
}

TEST(ParametersOf, DoesNotGuess) {
  EXPECT_THAT(Handed("route(x, self.fused, indices=self.indices)"), UnorderedElementsAre());
  EXPECT_THAT(Handed("route(x, *rest)"), UnorderedElementsAre());
  EXPECT_THAT(Handed("other(x)"), UnorderedElementsAre());
}

TEST(NeverEntered, DecidesBranchesByParameters) {
  FunctionStory story;
  Add(story, Step::KIND_IF, 0, "if indices is not None:");
  Add(story, Step::KIND_ASSIGNMENT, 1, "top = indices");
  Add(story, Step::KIND_IF, 0, "elif fused:");
  Add(story, Step::KIND_CALL, 1, "f()");
  Add(story, Step::KIND_ELSE, 0, "else:");
  Add(story, Step::KIND_CALL, 1, "g()");
  Add(story, Step::KIND_RETURN, 0, "return top");
  EXPECT_THAT(NeverEntered(story, {{"indices", Given::kSomething}}),
              ElementsAre(false, false, false, true, false, true, false));
  EXPECT_THAT(NeverEntered(story, {{"indices", Given::kNone}}),
              ElementsAre(false, true, false, false, false, false, false));
}

TEST(NeverEntered, LearnsFromAsserts) {
  FunctionStory story;
  Add(story, Step::KIND_ASSERT, 0, "assert not (\n    fused and indices is not None\n), \"no\"");
  Add(story, Step::KIND_IF, 0, "if fused:");
  Add(story, Step::KIND_CALL, 1, "f()");
  EXPECT_THAT(NeverEntered(story, {{"indices", Given::kSomething}}),
              ElementsAre(false, false, true));
  EXPECT_THAT(NeverEntered(story, {}), ElementsAre(false, false, false));
}

TEST(NeverEntered, LeavesOpenWhatIsBoundAnewOrNotATest) {
  FunctionStory story;
  Add(story, Step::KIND_ASSIGNMENT, 0, "fused = fused and f(x)").add_writes("fused");
  Add(story, Step::KIND_IF, 0, "if fused or len(x) > 2:");
  Add(story, Step::KIND_CALL, 1, "f()");
  EXPECT_THAT(NeverEntered(story, {{"fused", Given::kFalse}}), ElementsAre(false, false, false));
}

}  // namespace
}  // namespace allreview::report::deep_dive
