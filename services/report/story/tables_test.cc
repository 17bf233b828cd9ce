#include "services/report/story/tables.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;

size_t TablesOf(const std::string& before, const std::string& after) {
  ChangeModel model;
  ChangedSymbol& function = *model.add_symbols();
  function.set_name("get_shuffle");
  function.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  ChangedSymbol& table = *model.add_symbols();
  table.set_name("algos");
  table.set_kind(analysis::v1::SYMBOL_KIND_CONSTANT);
  table.set_code_before(before);
  table.set_code_after(after);
  return TablesWith(ModelIndex(model), model.symbols(0)).size();
}

TEST(TablesWith, FindsTheTableThatGainsTheFunction) {
  EXPECT_EQ(TablesOf("algos = {}", "algos = {'a': get_shuffle}"), 1u);
  EXPECT_EQ(TablesOf("", "algos = [mod.get_shuffle]"), 1u);
}

TEST(TablesWith, TakesNoTextCallOrOldEntryForOne) {
  EXPECT_EQ(TablesOf("algos = {}", "algos = {'get_shuffle': 1}"), 0u);
  EXPECT_EQ(TablesOf("algos = {}", "algos = get_shuffle()"), 0u);
  EXPECT_EQ(TablesOf("algos = {}", "algos = {'a': get_shuffle_fast}"), 0u);
  EXPECT_EQ(TablesOf("algos = {'a': get_shuffle}", "algos = {'b': get_shuffle}"), 0u);
}

}  // namespace
}  // namespace allreview::report
