#include "services/report/diagrams/state_diagram.h"

#include "gtest/gtest.h"

namespace allreview::report {
namespace {

TEST(StateDiagram, DrawsWhatLeadsFromOneToTheNext) {
  StateDiagram diagram;
  diagram.states = {{.key = "zero", .text = "zero"}, {.key = "full", .text = "\"full\""}};
  diagram.transitions = {{.from = "", .to = "zero", .text = "created"},
                         {.from = "zero", .to = "full", .text = "__add__ [f](x)"},
                         {.from = "full", .to = "gone", .text = "never"}};
  EXPECT_EQ(StateDiagramMermaid(diagram),
            "stateDiagram-v2\n"
            "  state \"zero\" as s0\n"
            "  state \"'full'\" as s1\n"
            "  [*] --> s0 : created\n"
            "  s0 --> s1 : __add__ [f (x)\n");
}

}  // namespace
}  // namespace allreview::report
