#include "services/report/diagrams/state_diagram.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/report/diagrams/label.h"

namespace allreview::report {
namespace {

constexpr size_t kMaxTextBytes = 80;

// At arrows Mermaid does not decode the characters that labels encode.
std::string ArrowLabel(absl::string_view text) {
  const std::string label = MermaidLabel(text, kMaxTextBytes);
  std::string plain;
  for (size_t i = 0; i < label.size(); ++i) {
    if (label[i] != '#') {
      plain += label[i];
      continue;
    }
    plain += absl::StartsWith(absl::string_view(label).substr(i), "#95;") ? '_' : ' ';
    i = label.find(';', i);
  }
  return absl::StripAsciiWhitespace(plain).empty() ? "-" : plain;
}

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
                    ArrowLabel(transition.text), "\n");
  }
  return text;
}

}  // namespace allreview::report
