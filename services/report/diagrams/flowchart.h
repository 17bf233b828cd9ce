#ifndef SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_
#define SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_

// Draws a flowchart as Mermaid. Names may hold anything: the result always parses.
//
//   Flowchart chart;
//   chart.groups = {{.title = "After", .nodes = {{.key = "r", .lines = {"Router.forward"},
//                                                 .module = "moe/router.py", .mark =
//                                                 Mark::kNew}}}};
//   chart.arrows = {{.from = "r", .to = "r", .label = "calls"}};
//   MarkdownCodeBlock(FlowchartMermaid(chart, Language::kEnglish), "mermaid")
//
// Nodes of one module stand in a box of their own. A chart with more nodes than the limit is drawn
// by module, or by folder when there are too many modules, and says so. Pure.

#include <string>
#include <vector>

#include "review/language/phrase.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {

struct FlowNode {
  std::string key;                 // Unique in the chart; arrows name it. Not shown.
  std::vector<std::string> lines;  // What is shown, below each other.
  std::string module;              // Path of the file it stands in. Empty: outside of any box.
  Mark mark = Mark::kNone;         // Shown before the first line, and as a colour.
  bool is_decision = false;        // A rhombus.
};

struct FlowArrow {
  enum class Line { kSolid, kDotted, kThick };
  std::string from, to;  // Keys. An arrow whose end is not in the chart is not drawn.
  std::string label;     // May be empty.
  Line line = Line::kSolid;
};

struct FlowGroup {
  std::string title;  // Empty: its nodes stand outside of any group.
  std::vector<FlowNode> nodes;
};

struct Flowchart {
  bool is_top_down = false;
  std::vector<FlowGroup> groups;
  std::vector<FlowArrow> arrows;
};

struct FlowchartLimits {
  size_t max_nodes = 50;  // Besides those that count what is left out.
  size_t max_arrows = 90;
};

// Ends in LF; without fence. An empty chart holds one node that says so.
std::string FlowchartMermaid(const Flowchart& chart, Language language,
                             const FlowchartLimits& limits = {});

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_
