#include "services/report/story/run_order.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::FunctionStory;

void AddStep(FunctionStory& story, int line, const char* called = nullptr) {
  auto& step = *story.add_steps();
  step.mutable_range()->set_path("a.py");
  step.mutable_range()->set_first_line(line);
  if (called != nullptr) step.add_calls()->set_symbol(called);
}

change::v1::SourceRange Line(int line) {
  change::v1::SourceRange range;
  range.set_path("a.py");
  range.set_first_line(line);
  return range;
}

TEST(RunOrder, PutsACalledFunctionWhereItIsCalled) {
  ChangeModel model;
  FunctionStory& callee = *model.add_functions();
  callee.set_symbol("a.py:load");
  AddStep(callee, 20);
  FunctionStory& caller = *model.add_functions();
  caller.set_symbol("a.py:build");
  AddStep(caller, 1);
  AddStep(caller, 2, "a.py:load");
  AddStep(caller, 3);
  const RunOrder order(model);
  EXPECT_LT(order.Of(Line(1), ""), order.Of(Line(20), ""));
  EXPECT_LT(order.Of(Line(20), ""), order.Of(Line(3), ""));
  EXPECT_LT(order.OfSymbol("a.py:build"), order.OfSymbol("a.py:load"));
  EXPECT_GT(order.OfSymbol("b.py:unknown"), order.Of(Line(3), ""));
}

TEST(RunOrder, EndsWhereFunctionsCallEachOther) {
  ChangeModel model;
  FunctionStory& one = *model.add_functions();
  one.set_symbol("a.py:one");
  AddStep(one, 1, "a.py:two");
  FunctionStory& two = *model.add_functions();
  two.set_symbol("a.py:two");
  AddStep(two, 9, "a.py:one");
  EXPECT_LT(RunOrder(model).Of(Line(1), ""), RunOrder(model).Of(Line(9), ""));
}

}  // namespace
}  // namespace allreview::report
