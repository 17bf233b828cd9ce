#ifndef SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_
#define SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_

// Draws a flowchart as Mermaid. Names may hold anything: the result always parses.
//
//   Flowchart chart;
//   chart.groups = {{.title = "After", .nodes = {{.key = "r", .lines = {"Router.forward"},
//                                                 .module = "moe/router.py", .mark =
//                                                 Mark::kNew}}}};
//   chart.arrows = {{.from = "q", .to = "r", .label = "calls", .is_changed = true}};
//   std::optional<std::string> drawing = FlowchartMermaid(chart, Language::kEnglish);
//
// What is drawn is chosen by carries.h. Groups stand below each other in their order, their nodes
// from left to right. Where nodes are of several files, each says which. Pure.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "review/language/phrase.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {

struct FlowNode {
  enum class Shape {
    kStep,
    kInput,  // Rounded: comes from outside.
    kState,  // A cylinder: outlives the call.
  };
  std::string key = "";                 // Unique in the chart; arrows name it. Not shown.
  std::vector<std::string> lines = {};  // What is shown, below each other.
  std::string module = "";              // Path of the file it stands in. Empty: in none.
  Mark mark = Mark::kNone;              // Shown before the first line, and as a colour.
  Shape shape = Shape::kStep;
  bool is_changed = false;  // Also where no mark says so: before the change.
};

struct FlowArrow {
  enum class Line {
    kSolid,
    kDotted,  // The call is gone.
    kThick,   // The call is new.
  };
  std::string from, to;  // Keys. An arrow whose end is not in the chart is not drawn.
  std::string label;     // May be empty.
  Line line = Line::kSolid;
  bool is_changed = false;  // The change made or removed it.
};

struct FlowGroup {
  std::string title = "";  // Empty: its nodes stand outside of any group.
  std::vector<FlowNode> nodes = {};
};

struct Flowchart {
  bool is_top_down = false;
  std::vector<FlowGroup> groups = {};
  std::vector<FlowArrow> arrows = {};
};

// Ends in LF; without fence. Nothing: no changed node has an arrow.
std::optional<std::string> FlowchartMermaid(const Flowchart& chart, Language language,
                                            size_t max_nodes = kMaxDrawn);

// What the marks and lines of a drawing of calls mean, one line that ends in LF; empty: it has
// none. Marks are of functions, thick and dotted lines of calls.
std::string FlowchartLegend(absl::string_view drawing, Language language);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_FLOWCHART_H_
