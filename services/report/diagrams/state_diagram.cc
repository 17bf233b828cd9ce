#include "services/report/diagrams/state_diagram.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {
namespace {

constexpr size_t kMaxTextBytes = 80;

}  // namespace

std::string StateDiagramMermaid(const StateDiagram& diagram) {
  std::map<std::string, std::string> ids = {{"", "[*]"}};
  std::string text = "stateDiagram-v2\n";
  for (const LifeState& state : diagram.states) {
    const std::string id = absl::StrCat("s", ids.size() - 1);
    if (!ids.emplace(state.key, id).second) continue;
    absl::StrAppend(&text, "  state \"", MermaidLabel(state.text, kMaxTextBytes), "\" as ", id,
                    "\n");
  }
  for (const Transition& transition : diagram.transitions) {
    const auto from = ids.find(transition.from), to = ids.find(transition.to);
    if (from == ids.end() || to == ids.end()) continue;
    absl::StrAppend(&text, "  ", from->second, " --> ", to->second, " : ",
                    MermaidLabel(transition.text, kMaxTextBytes), "\n");
  }
  return text;
}

}  // namespace allreview::report
