#include "services/report/story/state_flow.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::DataFlowStep;
using analysis::v1::Step;
using testing::ElementsAre;
using testing::IsEmpty;

struct Line {
  std::string operation, output, input;
  Step::Status status = Step::STATUS_ADDED;
};

void AddFunction(ChangeModel& model, const std::string& name, const std::vector<Line>& lines) {
  const std::string id = absl::StrCat("p/a.py:", name);
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path("p/a.py");
  symbol.set_name(name);
  auto& story = *model.add_functions();
  story.set_symbol(id);
  auto& flow = *model.add_data_flows();
  flow.set_symbol(id);
  int number = 0;
  for (const Line& line : lines) {
    ++number;
    Step& told = *story.add_steps();
    told.set_status(line.status);
    told.mutable_range()->set_first_line(number);
    DataFlowStep& step = *flow.add_steps();
    step.set_operation(line.operation);
    step.set_output(line.output);
    if (!line.input.empty()) step.add_inputs(line.input);
    step.mutable_range()->set_first_line(number);
  }
}

std::vector<std::string> Told(const ChangeModel& model) {
  std::vector<std::string> told;
  for (const State& state : StatesOf(ModelIndex(model))) {
    for (const StateAccess& access : state.accesses) {
      told.push_back(absl::StrCat(state.names.size(), " ", state.names.front(), " ",
                                  access.function.substr(7), " ", static_cast<int>(access.kind),
                                  " ", access.how));
    }
  }
  return told;
}

TEST(StatesOf, FollowsTheLifeOfAnAccumulator) {
  ChangeModel model;
  AddFunction(model, "M.__init__",
              {{"self.register_buffer('sum', …)", "self.sum", ""},
               {"self.register_buffer('n', …)", "self.n", ""}});
  AddFunction(
      model, "M.forward",
      {{"self.sum.add_(x)", "self.sum", "self.sum"}, {"self.n.add_(1)", "self.n", "self.n"}});
  AddFunction(model, "finish",
              {{"module.sum / module.n", "mean", "self.sum"},
               {"module.sum / module.n", "mean", "self.n"},
               {"module.sum.zero_()", "self.sum", ""},
               {"module.n.zero_()", "self.n", ""}});
  EXPECT_THAT(Told(model), ElementsAre("2 n M.__init__ 0 ", "2 n M.forward 2 add_", "2 n finish 1 ",
                                       "2 n finish 4 zero_"));
}

TEST(StatesOf, WantsAChangeAndTwoFunctions) {
  ChangeModel model;
  AddFunction(model, "M.forward", {{"self.a = f(x)", "self.a", ""}, {"self.a + 1", "y", "self.a"}});
  AddFunction(model, "M.one", {{"self.b = 1", "self.b", "", Step::STATUS_KEPT}});
  AddFunction(model, "M.two", {{"self.b + 1", "y", "self.b", Step::STATUS_KEPT}});
  EXPECT_THAT(Told(model), IsEmpty());
}

TEST(StatesOf, DoesNotMixClasses) {
  ChangeModel model;
  AddFunction(model, "A.__init__", {{"self.a = 0", "self.a", ""}});
  AddFunction(model, "B.__init__", {{"self.a = 0", "self.a", ""}});
  AddFunction(model, "A.set", {{"self.a = x", "self.a", ""}});
  AddFunction(model, "B.get", {{"self.a + 1", "y", "self.a"}});
  EXPECT_THAT(Told(model), IsEmpty());
}

}  // namespace
}  // namespace allreview::report
