#include "services/report/diagrams/flowchart.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

using testing::HasSubstr;
using testing::Not;

FlowNode Node(const std::string& key, const std::string& module, Mark mark = Mark::kNone) {
  return {.key = key, .lines = {key}, .module = module, .mark = mark, .is_decision = false};
}

TEST(Flowchart, DrawsGroupsModulesAndArrows) {
  Flowchart chart;
  chart.groups = {{.title = "After",
                   .nodes = {Node("f", "a.py", Mark::kNew), Node("g", "b.py"), Node("h", "a.py")}},
                  {.title = "", .nodes = {Node("x", "")}}};
  chart.arrows = {{.from = "f", .to = "g", .label = "calls"},
                  {.from = "f", .to = "gone", .label = "calls"},
                  {.from = "x", .to = "f", .label = "", .line = FlowArrow::Line::kDotted}};
  EXPECT_EQ(FlowchartMermaid(chart, Language::kEnglish),
            "flowchart LR\n"
            "  subgraph g0[\"After\"]\n"
            "    subgraph g1[\"a.py\"]\n"
            "      n0[\"NEW f\"]\n"
            "      n1[\"h\"]\n"
            "    end\n"
            "    subgraph g2[\"b.py\"]\n"
            "      n2[\"g\"]\n"
            "    end\n"
            "  end\n"
            "  n3[\"x\"]\n"
            "  n0 -->|\"calls\"| n2\n"
            "  n3 -.-> n0\n"
            "  class n0 added\n"
            "  classDef added stroke:#2da44e,stroke-width:3px\n");
}

TEST(Flowchart, SaysThatItIsEmpty) {
  EXPECT_EQ(FlowchartMermaid({.is_top_down = true, .groups = {}, .arrows = {}}, Language::kEnglish),
            "flowchart TD\n  empty[\"nothing to draw\"]\n");
}

TEST(Flowchart, DrawsLaterModulesAsOneNodeWhenItIsTooLarge) {
  Flowchart chart;
  chart.groups.push_back({.title = "After", .nodes = {}});
  for (int i = 0; i < 4; ++i) {
    chart.groups[0].nodes.push_back(Node(absl::StrCat("f", i), "a.py", Mark::kNew));
    chart.groups[0].nodes.push_back(Node(absl::StrCat("g", i), "b.py", Mark::kModified));
  }
  chart.arrows = {{.from = "f0", .to = "g0", .label = "calls"},
                  {.from = "f0", .to = "g1", .label = "calls"},
                  {.from = "g2", .to = "g3", .label = "calls"}};
  const std::string text =
      FlowchartMermaid(chart, Language::kEnglish, {.max_nodes = 5, .max_arrows = 9});
  EXPECT_THAT(text, HasSubstr("\"NEW f3\""));
  EXPECT_THAT(text, HasSubstr("[\"b.py<br/>4 modified\"]"));
  EXPECT_THAT(text, Not(HasSubstr("MODIFIED g")));
  EXPECT_THAT(text, HasSubstr("8 nodes, drawn as 5#58; the others are grouped by module"));
  EXPECT_THAT(text, HasSubstr("  n0 -->|\"calls\"| n4\n  class"));
}

TEST(Flowchart, DrawsFoldersWhenThereAreTooManyModules) {
  Flowchart chart;
  chart.groups.push_back({.title = "After", .nodes = {Node("main", "main.py")}});
  for (int i = 0; i < 50; ++i) {
    chart.groups[0].nodes.push_back(
        Node(absl::StrCat("f", i), absl::StrCat("core/p", i % 2, "/m", i, ".py"), Mark::kNew));
  }
  const std::string text =
      FlowchartMermaid(chart, Language::kEnglish, {.max_nodes = 6, .max_arrows = 9});
  EXPECT_THAT(text, HasSubstr("core/p0/<br/>25 new"));
  EXPECT_THAT(text, HasSubstr("core/p1/<br/>25 new"));
}

TEST(Flowchart, CountsWhatItCannotMerge) {
  Flowchart chart;
  chart.groups.push_back({.title = "", .nodes = {}});
  for (int i = 0; i < 9; ++i) chart.groups[0].nodes.push_back(Node(absl::StrCat("f", i), ""));
  for (int i = 0; i < 8; ++i) {
    chart.arrows.push_back({.from = "f0", .to = absl::StrCat("f", i + 1), .label = ""});
  }
  const std::string text =
      FlowchartMermaid(chart, Language::kChinese, {.max_nodes = 4, .max_arrows = 2});
  EXPECT_THAT(text, HasSubstr("……另有 5 项"));
  EXPECT_THAT(text, HasSubstr("……另有 2 条连线未画出"));
}

}  // namespace
}  // namespace allreview::report
