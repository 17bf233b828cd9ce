#include "services/report/documents/explanation/pictures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/markdown.h"
#include "services/report/diagrams/call_label.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/state_diagram.h"
#include "services/report/story/places.h"
#include "services/report/story/state_flow.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::Edge;

// Each function is called by the one before it.
bool IsChain(const Walk& walk) {
  if (walk.stops.size() < 2) return false;
  for (size_t i = 1; i < walk.stops.size(); ++i) {
    const Stop& stop = walk.stops[i];
    if (stop.caller != static_cast<int>(i) - 1 || stop.is_handed_over) return false;
  }
  return true;
}

class Overview {
 public:
  explicit Overview(const Post& post) : post_(post) {
    std::vector<FlowNode>& nodes = chart_.groups.front().nodes;
    const bool is_chain = IsChain(post.walk);
    for (size_t i = 0; i < post.walk.stops.size(); ++i) {
      const analysis::v1::ChangedSymbol& symbol = *post.walk.stops[i].symbol;
      stops_.insert(IdOf(symbol));
      nodes.push_back(
          {.key = IdOf(symbol),
           .lines = {is_chain ? absl::StrCat(i + 1, ". ", symbol.name()) : symbol.name()},
           .module = symbol.path(),
           .mark = MarkOf(symbol.status())});
    }
    AddCalls();
    AddState();
  }

  std::optional<std::string> Draw() {
    DropIslands();
    return FlowchartMermaid(chart_, post_.language);
  }

 private:
  void AddCalls() {
    constexpr Phrase kHands("passes it as an argument", "作为参数传出");
    for (const Stop& stop : post_.walk.stops) {
      if (stop.caller < 0 || !stop.is_handed_over) continue;
      Connect(IdOf(*post_.walk.stops[stop.caller].symbol), IdOf(*stop.symbol),
              std::string(kHands.In(post_.language)), FlowArrow::Line::kSolid);
    }
    for (const Edge& edge : post_.review.model().edges()) {
      const bool is_call = edge.kind() == Edge::KIND_CALLS && !edge.is_removed() &&
                           edge.confidence() != finding::v1::CONFIDENCE_LOW;
      if (is_call && stops_.count(edge.from()) > 0 && stops_.count(edge.to()) > 0) {
        Connect(edge.from(), edge.to(), CallLabel(post_.language, post_.index, edge),
                edge.is_new() ? FlowArrow::Line::kThick : FlowArrow::Line::kSolid);
      }
    }
  }

  // Who writes a state and who reads it next run at other times: no call shows that.
  void AddState() {
    constexpr Phrase kReads("reads", "读取");
    constexpr Phrase kSets("sets", "设置");
    for (const State& state : StatesOf(post_.index)) {
      const std::string key = absl::StrCat("state ", state.names.front());
      chart_.groups.front().nodes.push_back(
          {.key = key, .lines = state.names, .shape = FlowNode::Shape::kState});
      for (const StateAccess& access : state.accesses) {
        if (access.kind == StateAccess::Kind::kCreates || stops_.count(access.function) == 0) {
          continue;
        }
        const bool is_read = access.kind == StateAccess::Kind::kReads;
        const Phrase& verb = is_read ? kReads : kSets;
        Connect(is_read ? key : access.function, is_read ? access.function : key,
                access.how.empty() || is_read ? std::string(verb.In(post_.language)) : access.how,
                FlowArrow::Line::kSolid);
      }
    }
  }

  void DropIslands() {
    std::vector<FlowNode>& nodes = chart_.groups.front().nodes;
    std::map<std::string, size_t> numbers;
    std::vector<bool> is_core;
    for (const FlowNode& node : nodes) {
      numbers.emplace(node.key, numbers.size());
      is_core.push_back(node.key == post_.walk.heaviest);
    }
    std::vector<DrawnLink> links;
    for (const FlowArrow& arrow : chart_.arrows) {
      links.push_back({numbers.at(arrow.from), numbers.at(arrow.to)});
    }
    const std::vector<bool> keep = WithoutIslands(nodes.size(), links, is_core);
    std::erase_if(nodes, [&](const FlowNode& node) { return !keep[numbers.at(node.key)]; });
  }

  void Connect(const std::string& from, const std::string& to, const std::string& label,
               FlowArrow::Line line) {
    if (from == to || !arrows_.emplace(from, to).second) return;
    chart_.arrows.push_back({.from = from, .to = to, .label = label, .line = line});
  }

  const Post& post_;
  Flowchart chart_ = {.is_top_down = true, .groups = {FlowGroup()}};
  std::set<std::string> stops_;
  std::set<std::pair<std::string, std::string>> arrows_;
};

// An arrow for each function that does that: "forward: append".
void Lead(const State& state, StateAccess::Kind kind, const std::string& from,
          const std::string& to, Language language, StateDiagram& diagram) {
  constexpr Phrase kCreates("creates", "创建");
  constexpr Phrase kReads("reads", "读取");
  constexpr Phrase kSets("sets", "设置");
  const Phrase& verb = kind == StateAccess::Kind::kCreates ? kCreates
                       : kind == StateAccess::Kind::kReads ? kReads
                                                           : kSets;
  for (const StateAccess& access : state.accesses) {
    if (access.kind != kind) continue;
    const std::string how = access.how.empty() ? std::string(verb.In(language)) : access.how;
    const absl::string_view name = SymbolName(access.function);
    const bool is_new = kind == StateAccess::Kind::kCreates && !ScopeOf(name).empty();
    diagram.transitions.push_back(
        {.from = from, .to = to, .text = absl::StrCat(is_new ? ScopeOf(name) : name, ": ", how)});
  }
}

}  // namespace

std::string OverviewPicture(const Post& post) {
  const std::optional<std::string> drawing = Overview(post).Draw();
  if (!drawing) return "";
  const std::string legend = FlowchartLegend(*drawing, post.language);
  return absl::StrCat(MarkdownCodeBlock(*drawing, "mermaid"), legend.empty() ? "" : "\n", legend);
}

std::string LifePicture(const Post& post) {
  constexpr Phrase kLife("The life of {names}:\n\n", "{names} 的生命周期：\n\n");
  constexpr Phrase kEmpty("empty", "空");
  constexpr Phrase kFilled("holds what was added", "已累积数据");
  constexpr Phrase kCreated("created", "创建");
  constexpr size_t kMaxTransitions = 8;
  for (const State& state : StatesOf(post.index)) {
    if (!state.Has(StateAccess::Kind::kAdds) || !state.Has(StateAccess::Kind::kResets)) continue;
    StateDiagram diagram;
    diagram.states = {{.key = "empty", .text = std::string(kEmpty.In(post.language))},
                      {.key = "filled", .text = std::string(kFilled.In(post.language))}};
    Lead(state, StateAccess::Kind::kCreates, "", "empty", post.language, diagram);
    if (diagram.transitions.empty()) {
      diagram.transitions.push_back(
          {.from = "", .to = "empty", .text = std::string(kCreated.In(post.language))});
    }
    Lead(state, StateAccess::Kind::kAdds, "empty", "filled", post.language, diagram);
    Lead(state, StateAccess::Kind::kReads, "filled", "filled", post.language, diagram);
    Lead(state, StateAccess::Kind::kSets, "filled", "filled", post.language, diagram);
    Lead(state, StateAccess::Kind::kResets, "filled", "empty", post.language, diagram);
    if (diagram.transitions.size() > kMaxTransitions) continue;
    return absl::StrCat(
        Say(post.language, kLife, {{"names", CodeList(post.language, state.names, 4)}}),
        MarkdownCodeBlock(StateDiagramMermaid(diagram), "mermaid"));
  }
  return "";
}

}  // namespace allreview::report::explanation
