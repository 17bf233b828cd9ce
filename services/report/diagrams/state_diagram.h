#ifndef SERVICES_REPORT_DIAGRAMS_STATE_DIAGRAM_H_
#define SERVICES_REPORT_DIAGRAMS_STATE_DIAGRAM_H_

// Draws the life of something that outlives a call as Mermaid: its states, and what leads from one
// to the next. Names may hold anything: the result always parses.
//
//   StateDiagram diagram;
//   diagram.states = {{.key = "zero", .text = "zero"}, {.key = "filled", .text = "filled"}};
//   diagram.transitions = {{.from = "", .to = "zero", .text = "__init__ creates it"},
//                          {.from = "zero", .to = "filled", .text = "forward adds"}};
//   StateDiagramMermaid(diagram)
//
// Pure.

#include <string>
#include <vector>

namespace allreview::report {

struct LifeState {
  std::string key;  // Unique; transitions name it. Not shown.
  std::string text;
};

struct Transition {
  std::string from;  // Key; empty: the beginning.
  std::string to;
  std::string text;
};

struct StateDiagram {
  std::vector<LifeState> states;
  std::vector<Transition> transitions;
};

// Ends in LF; without fence.
std::string StateDiagramMermaid(const StateDiagram& diagram);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DIAGRAMS_STATE_DIAGRAM_H_
