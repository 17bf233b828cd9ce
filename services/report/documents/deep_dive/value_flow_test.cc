#include "services/report/documents/deep_dive/value_flow.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangeModel;
using analysis::v1::DataFlowStep;
using analysis::v1::Step;
using testing::ElementsAre;
using testing::IsEmpty;

// A function of one statement a line.
class Function {
 public:
  Function() {
    model_.add_functions()->set_symbol("p/a.py:f");
    model_.add_data_flows()->set_symbol("p/a.py:f");
  }

  void AddInput(const std::string& name) {
    model_.mutable_functions(0)->add_inputs()->set_name(name);
  }

  void AddStep(Step::Kind kind, int depth, const std::string& code, Step::Status status) {
    Step& step = *model_.mutable_functions(0)->add_steps();
    step.set_kind(kind);
    step.set_depth(depth);
    step.set_code(code);
    step.set_status(status);
    step.mutable_range()->set_first_line(++line_);
    step.mutable_range()->set_end_line(line_ + 1);
  }

  void Add(const std::string& output, const std::string& operation,
           const std::vector<std::string>& inputs, Step::Status status, int depth = 0) {
    AddStep(Step::KIND_ASSIGNMENT, depth, output + " = " + operation, status);
    DataFlowStep& step = *model_.mutable_data_flows(0)->add_steps();
    step.set_operation(operation);
    step.set_output(output);
    for (const std::string& input : inputs) step.add_inputs(input);
    step.mutable_range()->set_first_line(line_);
  }

  ValueFlow Flow() const { return FlowOf(ModelIndex(model_), "p/a.py:f"); }

  static std::vector<std::string> CodeOf(const ValueFlow& flow) {
    std::vector<std::string> code;
    for (const ValueStep& step : flow.steps) code.push_back(step.code);
    return code;
  }

 private:
  ChangeModel model_;
  int line_ = 0;
};

TEST(ValueFlow, KeepsWhatIsNextToTheChange) {
  Function f;
  f.AddInput("x");
  f.Add("far", "x + 1", {"x"}, Step::STATUS_KEPT);
  f.Add("near", "far * 2", {"far"}, Step::STATUS_KEPT);
  f.Add("new", "gather(near)", {"near"}, Step::STATUS_ADDED);
  f.Add("return", "new.sum()", {"new"}, Step::STATUS_KEPT);
  const ValueFlow flow = f.Flow();
  EXPECT_THAT(Function::CodeOf(flow), ElementsAre("far * 2", "gather(near)", "new.sum()"));
  EXPECT_THAT(flow.inputs, IsEmpty());
}

TEST(ValueFlow, KnowsEachOfSeveralOutputs) {
  Function f;
  f.Add("a, b", "split(x)", {"x"}, Step::STATUS_ADDED);
  f.Add("c", "b + 1", {"b"}, Step::STATUS_KEPT);
  const Flowchart chart = ChartOf(f.Flow(), Language::kEnglish);
  ASSERT_EQ(chart.arrows.size(), 1u);
  EXPECT_EQ(chart.arrows[0].label, "b");
}

TEST(ValueFlow, LeavesOutTheBranchBesideTheChangedOne) {
  Function f;
  f.Add("x", "load()", {}, Step::STATUS_KEPT);
  f.AddStep(Step::KIND_IF, 0, "if a:", Step::STATUS_KEPT);
  f.Add("y", "old(x)", {"x"}, Step::STATUS_KEPT, 1);
  f.AddStep(Step::KIND_ELSE, 0, "else:", Step::STATUS_ADDED);
  f.Add("y", "fresh(x)", {"x"}, Step::STATUS_ADDED, 1);
  f.Add("return", "y.sum()", {"y"}, Step::STATUS_KEPT);
  EXPECT_THAT(Function::CodeOf(f.Flow()), ElementsAre("load()", "fresh(x)", "y.sum()"));
}

std::vector<std::pair<std::string, std::string>> ArrowsOf(const ValueFlow& flow) {
  std::vector<std::pair<std::string, std::string>> arrows;
  for (const ValueFlow::Arrow& arrow : flow.arrows) {
    arrows.emplace_back(flow.steps[arrow.from].code, flow.steps[arrow.to].code);
  }
  return arrows;
}

TEST(ValueFlow, ConnectsNoBranchesOfWhichOneRuns) {
  Function f;
  f.AddStep(Step::KIND_IF, 0, "if a:", Step::STATUS_ADDED);
  f.Add("x", "one()", {}, Step::STATUS_ADDED, 1);
  f.AddStep(Step::KIND_ELSE, 0, "else:", Step::STATUS_ADDED);
  f.Add("x", "two()", {}, Step::STATUS_ADDED, 1);
  f.Add("y", "g(x)", {"x"}, Step::STATUS_ADDED, 1);
  f.Add("return", "x", {"x"}, Step::STATUS_ADDED);
  EXPECT_THAT(ArrowsOf(f.Flow()), ElementsAre(std::pair("two()", "g(x)"), std::pair("one()", "x"),
                                              std::pair("two()", "x")));
}

TEST(ValueFlow, KnowsThatTheSameNameIsAskedTwice) {
  Function f;
  f.AddStep(Step::KIND_IF, 0, "if wide:", Step::STATUS_ADDED);
  f.Add("x", "one()", {}, Step::STATUS_ADDED, 1);
  f.AddStep(Step::KIND_ELSE, 0, "else:", Step::STATUS_ADDED);
  f.Add("x", "two()", {}, Step::STATUS_ADDED, 1);
  f.AddStep(Step::KIND_IF, 0, "if wide:", Step::STATUS_ADDED);
  f.Add("x", "g(x)", {"x"}, Step::STATUS_ADDED, 1);
  f.Add("y", "h(x)", {"x"}, Step::STATUS_ADDED, 1);
  EXPECT_THAT(ArrowsOf(f.Flow()),
              ElementsAre(std::pair("one()", "g(x)"), std::pair("g(x)", "h(x)")));
}

TEST(ValueFlow, PassesNothingOnBehindAReturn) {
  Function f;
  f.Add("x", "zero()", {}, Step::STATUS_ADDED);
  f.AddStep(Step::KIND_IF, 0, "if a:", Step::STATUS_ADDED);
  f.Add("x", "one()", {}, Step::STATUS_ADDED, 1);
  f.AddStep(Step::KIND_RETURN, 1, "return", Step::STATUS_ADDED);
  f.Add("return", "x", {"x"}, Step::STATUS_ADDED);
  EXPECT_THAT(ArrowsOf(f.Flow()), ElementsAre(std::pair("zero()", "x")));
}

TEST(ValueFlow, ForgetsAReplacedValueAlsoWhereItsStepIsNotShown) {
  Function f;
  f.Add("x", "fresh()", {}, Step::STATUS_ADDED);
  f.Add("y", "g(x)", {"x"}, Step::STATUS_ADDED);
  f.Add("x", "old()", {}, Step::STATUS_KEPT);
  f.Add("return", "x", {"x"}, Step::STATUS_KEPT);
  EXPECT_THAT(ArrowsOf(f.Flow()), ElementsAre(std::pair("fresh()", "g(x)")));
}

TEST(ValueFlow, IsEmptyWhereNoChangedStepIsConnected) {
  Function f;
  f.Add("a", "g()", {}, Step::STATUS_ADDED);
  f.Add("b", "h(c)", {"c"}, Step::STATUS_KEPT);
  EXPECT_THAT(f.Flow().steps, IsEmpty());
}

}  // namespace
}  // namespace allreview::report::deep_dive
