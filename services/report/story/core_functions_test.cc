#include "services/report/story/core_functions.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::ChangeStatement;
using analysis::v1::Step;

std::string Add(ChangeModel& model, const std::string& path, const std::string& name,
                const std::vector<std::string>& code) {
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path(path);
  symbol.set_name(name);
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  auto& story = *model.add_functions();
  story.set_symbol(absl::StrCat(path, ":", name));
  for (const std::string& line : code) {
    Step& step = *story.add_steps();
    step.set_kind(line.find(" = ") == std::string::npos ? Step::KIND_CALL : Step::KIND_ASSIGNMENT);
    step.set_status(Step::STATUS_ADDED);
    step.set_code(line);
  }
  return story.symbol();
}

TEST(CoreFunctions, WeighWhatRunsAndNotItsTrimmings) {
  ChangeModel model;
  const std::string plain =
      Add(model, "p/a.py", "Saver.__init__",
          {"self.path = path", "self.mode: str = mode", "logger.info('made')", "print(path)"});
  const std::string flags =
      Add(model, "p/b.py", "flags", {"p.add_argument('--a')", "p.add_argument('--b')"});
  const std::string core = Add(model, "p/c.py", "scale", {"x = x / x.sum()", "y = g(x)"});
  const CoreFunctions weights{ModelIndex(model)};
  EXPECT_EQ(weights.WeightOf(plain), 0);
  EXPECT_EQ(weights.WeightOf(flags), 0);
  EXPECT_EQ(weights.WeightOf(core), 2);
  EXPECT_EQ(weights.heaviest(), core);
}

TEST(CoreFunctions, WeighWhatIsKnownInWordsAndWhoCallsWhom) {
  ChangeModel model;
  const std::string longer = Add(model, "p/a.py", "longer", {"a = 1", "b = 2", "c = 3"});
  const std::string told = Add(model, "p/b.py", "told", {"alpha = x.topk(k)"});
  ChangeStatement& statement = *model.add_statements();
  statement.set_kind(ChangeStatement::KIND_ALGORITHM);
  statement.set_subject(told);
  statement.set_predicate("idiom");
  statement.set_weight(30);
  statement.add_places()->set_path("p/b.py");
  EXPECT_EQ(CoreFunctions(ModelIndex(model)).heaviest(), told);
  auto& edge = *model.add_edges();
  edge.set_kind(analysis::v1::Edge::KIND_CALLS);
  edge.set_from(told);
  edge.set_to(longer);
  edge.set_is_new(true);
  const CoreFunctions weights{ModelIndex(model)};
  EXPECT_EQ(weights.WeightOf(longer), 6);
  EXPECT_EQ(weights.WeightOf(told), 7);
}

TEST(CoreFunctions, CountLinesWhereStatementsAreNotKnown) {
  ChangeModel model;
  for (const int lines : {3, 30}) {
    ChangedSymbol& symbol = *model.add_symbols();
    symbol.set_path("p/a.py");
    symbol.set_name(absl::StrCat("f", lines));
    symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
    symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
    symbol.set_added_lines(lines);
  }
  EXPECT_EQ(CoreFunctions(ModelIndex(model)).heaviest(), "p/a.py:f30");
}

TEST(CoreFunctions, TakeScriptsForLessThanTheProduct) {
  ChangeModel model;
  const std::string script =
      Add(model, "examples/run.py", "main", {"a = 1", "b = 2", "c = 3", "d = 4", "e = 5", "f = 6"});
  const std::string core = Add(model, "p/a.py", "step", {"a = 1", "b = 2"});
  EXPECT_EQ(CoreFunctions(ModelIndex(model)).heaviest(), core);
}

}  // namespace
}  // namespace allreview::report
