#include "services/report/diagrams/way_diagram.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;
using analysis::v1::ChangeModel;
using analysis::v1::Edge;
using testing::HasSubstr;
using testing::Not;

void AddFunction(ChangeModel& model, const std::string& path, const std::string& name) {
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path(path);
  symbol.set_name(name);
  symbol.set_kind(analysis::v1::SYMBOL_KIND_FUNCTION);
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
}

void AddCall(ChangeModel& model, const std::string& from, const std::string& to, bool is_new) {
  Edge& edge = *model.add_edges();
  edge.set_kind(Edge::KIND_CALLS);
  edge.set_from(from);
  edge.set_to(to);
  edge.set_is_new(is_new);
}

TEST(WayDiagram, IsAbsentWithoutCalls) {
  ChangeModel model;
  AddFunction(model, "p/a.py", "f");
  EXPECT_FALSE(WayDiagram(Language::kEnglish, model).has_value());
}

TEST(WayDiagram, LeadsFromTheEntryToTheChange) {
  ChangeModel model;
  AddFunction(model, "p/a.py", "f");
  AddFunction(model, "p/a.py", "g");
  AddCall(model, "p/a.py:f", "p/a.py:g", /*is_new=*/true);
  AddCall(model, "p/a.py:f", "p/b.py:tool", /*is_new=*/true);
  analysis::v1::CallPath& path = *model.add_paths();
  path.set_target("p/a.py:f");
  for (const char* hop : {"p/m.py:forward", "p/a.py:f"}) path.add_hops()->set_symbol(hop);
  EXPECT_EQ(*WayDiagram(Language::kEnglish, model),
            "flowchart LR\n"
            "  n0[\"forward<br/>m.py\"]\n"
            "  n1[\"MODIFIED f<br/>a.py\"]\n"
            "  n2[\"MODIFIED g<br/>a.py\"]\n"
            "  n0 --> n1\n"
            "  n1 ==>|\"new call\"| n2\n"
            "  class n1,n2 modified\n"
            "  classDef modified stroke:#bf8700,stroke-width:2px\n");
}

TEST(WayDiagram, HasAtMostEightNodesAndNoTests) {
  ChangeModel model;
  AddFunction(model, "p/a.py", "f");
  AddFunction(model, "tests/test_a.py", "test_f");
  AddCall(model, "tests/test_a.py:test_f", "p/a.py:f", /*is_new=*/true);
  for (int i = 0; i < 20; ++i) {
    AddFunction(model, "p/a.py", absl::StrCat("g", i));
    AddCall(model, "p/a.py:f", absl::StrCat("p/a.py:g", i), /*is_new=*/false);
  }
  const std::string text = *WayDiagram(Language::kEnglish, model);
  EXPECT_EQ(std::count(text.begin(), text.end(), '['), 8);
  EXPECT_THAT(text, Not(HasSubstr("test_f")));
}

}  // namespace
}  // namespace allreview::report
