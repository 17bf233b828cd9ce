#include "services/report/story/call_order.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::Step;
using testing::ElementsAre;

void Add(ChangeModel& model, const std::string& name, int statements = 1) {
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path("p/a.py");
  symbol.set_name(name);
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  auto& story = *model.add_functions();
  story.set_symbol(absl::StrCat("p/a.py:", name));
  for (int i = 0; i < statements; ++i) {
    Step& step = *story.add_steps();
    step.set_kind(Step::KIND_ASSIGNMENT);
    step.set_status(Step::STATUS_ADDED);
    step.set_code("a = b");
  }
}

void Call(ChangeModel& model, const std::string& from, const std::string& to, int line) {
  auto& edge = *model.add_edges();
  edge.set_kind(analysis::v1::Edge::KIND_CALLS);
  edge.set_from(absl::StrCat("p/a.py:", from));
  edge.set_to(absl::StrCat("p/a.py:", to));
  edge.mutable_range()->set_first_line(line);
}

std::vector<Stop> Order(const ChangeModel& model) {
  const ModelIndex index(model);
  std::vector<const ChangedSymbol*> functions;
  for (const ChangedSymbol& symbol : model.symbols()) functions.push_back(&symbol);
  return InCallOrder(index, CoreFunctions(index), functions);
}

std::vector<std::string> Names(const std::vector<Stop>& stops) {
  std::vector<std::string> names;
  for (const Stop& stop : stops) names.push_back(stop.symbol->name());
  return names;
}

TEST(CallOrder, PutsCallersBeforeWhatTheyCallInTheOrderOfTheLines) {
  ChangeModel model;
  for (const char* name : {"save", "load", "run"}) Add(model, name);
  Call(model, "run", "save", 9);
  Call(model, "run", "load", 3);
  const std::vector<Stop> stops = Order(model);
  EXPECT_THAT(Names(stops), ElementsAre("run", "load", "save"));
  EXPECT_EQ(stops[0].caller, -1);
  EXPECT_EQ(stops[2].caller, 0);
  EXPECT_EQ(stops[2].call.first_line(), 9);
}

TEST(CallOrder, PutsWhatTwoCallBehindBoth) {
  ChangeModel model;
  Add(model, "shared");
  Add(model, "first", 9);
  Add(model, "second", 5);
  Call(model, "first", "shared", 1);
  Call(model, "second", "shared", 2);
  EXPECT_THAT(Names(Order(model)), ElementsAre("first", "second", "shared"));
}

TEST(CallOrder, TellsWhatNoCallConnectsByWeightAndAConstructorBeforeItsMethods) {
  ChangeModel model;
  Add(model, "light", 2);
  Add(model, "Router.forward", 9);
  Add(model, "Router.__init__", 1);
  EXPECT_THAT(Names(Order(model)), ElementsAre("Router.__init__", "Router.forward", "light"));
}

TEST(CallOrder, EndsForFunctionsThatCallEachOther) {
  ChangeModel model;
  Add(model, "even");
  Add(model, "odd");
  Call(model, "even", "odd", 1);
  Call(model, "odd", "even", 2);
  EXPECT_EQ(Order(model).size(), 2u);
}

}  // namespace
}  // namespace allreview::report
