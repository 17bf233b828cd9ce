#include "services/report/diagrams/structure_diagram.h"

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

void AddSymbol(ChangeModel& model, const std::string& path, const std::string& name,
               int added_lines = 1) {
  ChangedSymbol& symbol = *model.add_symbols();
  symbol.set_path(path);
  symbol.set_name(name);
  symbol.set_status(ChangedSymbol::STATUS_MODIFIED);
  symbol.set_added_lines(added_lines);
}

void AddEdge(ChangeModel& model, const std::string& from, const std::string& to) {
  Edge& edge = *model.add_edges();
  edge.set_kind(Edge::KIND_CALLS);
  edge.set_from(from);
  edge.set_to(to);
}

TEST(StructureDiagram, IsAbsentWithoutSymbols) {
  EXPECT_FALSE(StructureDiagram(Language::kEnglish, ChangeModel(), {}).has_value());
}

TEST(StructureDiagram, CountsWhatDoesNotFit) {
  ChangeModel model;
  for (int file = 0; file < 12; ++file) {
    for (int i = 0; i < 11; ++i)
      AddSymbol(model, absl::StrCat("f", file, ".py"), absl::StrCat("s", i));
  }
  const std::string diagram = *StructureDiagram(
      Language::kEnglish, model,
      {.max_files = 3, .max_symbols = 20, .max_symbols_of_file = 8, .max_edges = 40});
  EXPECT_THAT(diagram, HasSubstr("f0more[\"… and 3 more\"]"));
  EXPECT_THAT(diagram, HasSubstr("f2more[\"… and 7 more\"]"));
  EXPECT_THAT(diagram, HasSubstr("more[\"… and 9 more files\"]"));
}

TEST(StructureDiagram, KeepsTheLargestChangesInTheOrderOfTheFile) {
  ChangeModel model;
  AddSymbol(model, "a.py", "large_1", 9);
  AddSymbol(model, "a.py", "small", 1);
  AddSymbol(model, "a.py", "large_2", 99);
  const std::string diagram = *StructureDiagram(
      Language::kEnglish, model,
      {.max_files = 3, .max_symbols = 20, .max_symbols_of_file = 2, .max_edges = 40});
  EXPECT_LT(diagram.find("large_1"), diagram.find("large_2"));
  EXPECT_THAT(diagram, Not(HasSubstr("small")));
}

TEST(StructureDiagram, BoundsItsEdges) {
  ChangeModel model;
  for (int i = 0; i < 6; ++i) AddSymbol(model, "a.py", absl::StrCat("s", i));
  for (int i = 0; i < 5; ++i) {
    AddEdge(model, absl::StrCat("a.py:s", i), absl::StrCat("a.py:s", i + 1));
  }
  const std::string diagram = *StructureDiagram(
      Language::kEnglish, model,
      {.max_files = 3, .max_symbols = 20, .max_symbols_of_file = 8, .max_edges = 2});
  EXPECT_THAT(diagram, HasSubstr("moreEdges[\"… and 3 more relations\"]"));
}

// mermaid refuses to draw a box that points into itself.
TEST(StructureDiagram, DrawsNoEdgeFromAFileToItsOwnSymbol) {
  ChangeModel model;
  AddSymbol(model, "a.py", "f");
  AddEdge(model, "a.py:", "a.py:f");
  AddEdge(model, "a.py:f", "a.py:");
  AddEdge(model, "a.py:f", "a.py:f");
  AddEdge(model, "a.py:f", "unknown.py:g");
  EXPECT_THAT(*StructureDiagram(Language::kEnglish, model, {}), Not(HasSubstr("-->")));
}

TEST(StructureDiagram, LeavesOutAClassWhoseMembersAreDrawn) {
  ChangeModel model;
  AddSymbol(model, "a.py", "Router");
  model.mutable_symbols(0)->set_kind(analysis::v1::SYMBOL_KIND_CLASS);
  AddSymbol(model, "a.py", "Router.forward");
  const std::string diagram = *StructureDiagram(Language::kEnglish, model, {});
  EXPECT_THAT(diagram, Not(HasSubstr("\"MODIFIED Router\"")));
  EXPECT_THAT(diagram, HasSubstr("\"MODIFIED Router.forward\""));
}

}  // namespace
}  // namespace allreview::report
