#include "services/report/diagrams/flowchart.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::report {
namespace {

FlowNode Node(const std::string& key, const std::string& module, Mark mark = Mark::kNone) {
  return {.key = key, .lines = {key}, .module = module, .mark = mark};
}

FlowArrow Arrow(const std::string& from, const std::string& to, const std::string& label = "") {
  return {.from = from, .to = to, .label = label};
}

TEST(Flowchart, DrawsGroupsInTheirOrder) {
  Flowchart chart;
  chart.groups = {
      {.title = "Before", .nodes = {Node("a", "p/a.py"), Node("b", "p/b.py")}},
      {.title = "After", .nodes = {Node("f", "p/a.py", Mark::kNew), Node("g", "p/__init__.py")}}};
  chart.arrows = {Arrow("a", "b"), Arrow("f", "g", "calls"), Arrow("f", "gone")};
  chart.groups[1].nodes[1].shape = FlowNode::Shape::kState;
  chart.groups[0].nodes[0].mark = Mark::kRemoved;
  EXPECT_EQ(*FlowchartMermaid(chart, Language::kEnglish),
            "flowchart TD\n"
            "  subgraph g0[\"Before\"]\n"
            "    direction LR\n"
            "    n0[\"REMOVED a<br/>a.py\"]\n"
            "    n1[\"b<br/>b.py\"]\n"
            "  end\n"
            "  subgraph g1[\"After\"]\n"
            "    direction LR\n"
            "    n2[\"NEW f<br/>a.py\"]\n"
            "    n3[(\"g<br/>p/__init#95;#95;.py\")]\n"
            "  end\n"
            "  g0 ~~~ g1\n"
            "  n0 --> n1\n"
            "  n2 -->|\"calls\"| n3\n"
            "  class n2 added\n"
            "  classDef added stroke:#2da44e,stroke-width:3px\n"
            "  class n0 removed\n"
            "  classDef removed stroke:#cf222e,stroke-width:2px,stroke-dasharray:5\n");
}

TEST(Flowchart, DrawsNothingWhenNothingChangedHasAnArrow) {
  Flowchart chart;
  chart.groups = {
      {.nodes = {Node("a", "p/a.py"), Node("b", "p/a.py"), Node("c", "p/a.py", Mark::kNew)}}};
  chart.arrows = {Arrow("a", "b"), Arrow("c", "c")};
  EXPECT_FALSE(FlowchartMermaid(chart, Language::kEnglish).has_value());
}

}  // namespace
}  // namespace allreview::report
