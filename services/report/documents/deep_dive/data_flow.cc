// Section 4.3: the state that changed functions share, and how values pass through the one in which
// most of their way changes.

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/documents/deep_dive/value_flow.h"
#include "services/report/story/places.h"
#include "services/report/story/state_flow.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;

// "dp x cp all_reduce" of what the changed steps of a function do with other ranks.
std::string ParallelismOf(const ModelIndex& index, const std::string& function) {
  std::set<std::string> parts;
  const auto* flow = index.Flow(function);
  if (flow == nullptr) return "";
  for (const auto& step : flow->steps()) {
    if (!step.parallelism().empty()) parts.insert(step.parallelism());
  }
  return absl::StrJoin(parts, ", ");
}

// Functions, and between them the state that they leave to each other.
std::optional<std::string> StateChart(const Subject& subject) {
  constexpr Phrase kReads("reads", "读取");
  constexpr Phrase kSets("sets", "设置");
  Flowchart chart = {.is_top_down = false, .groups = {FlowGroup()}};
  std::vector<FlowNode>& nodes = chart.groups.front().nodes;
  std::set<std::string> joined;
  for (const State& state : StatesOf(subject.index)) {
    const std::string key = absl::StrCat("state ", state.names.front());
    nodes.push_back({.key = key, .lines = state.names, .shape = FlowNode::Shape::kState});
    for (const StateAccess& access : state.accesses) {
      if (access.kind == StateAccess::Kind::kCreates) continue;
      const ChangedSymbol* symbol = subject.index.Symbol(access.function);
      if (symbol == nullptr) continue;
      if (joined.insert(access.function).second) {
        FlowNode& node = nodes.emplace_back();
        node.key = access.function;
        node.lines = {symbol->name()};
        const std::string parallelism = ParallelismOf(subject.index, access.function);
        if (!parallelism.empty()) node.lines.push_back(parallelism);
        node.module = symbol->path();
        node.mark = MarkOf(symbol->status());
      }
      const bool is_read = access.kind == StateAccess::Kind::kReads;
      chart.arrows.push_back({.from = is_read ? key : access.function,
                              .to = is_read ? access.function : key,
                              .label = is_read ? std::string(kReads.In(subject.language))
                                       : access.how.empty()
                                           ? std::string(kSets.In(subject.language))
                                           : access.how,
                              .is_changed = access.is_changed});
    }
  }
  return FlowchartMermaid(chart, subject.language);
}

struct Inside {
  const ChangedSymbol* symbol = nullptr;
  std::string drawing;
};

// The weightiest function of which two changed steps are connected.
std::optional<Inside> FlowInside(const Subject& subject) {
  for (const ChangedSymbol* symbol : subject.functions) {
    const ValueFlow flow = FlowOf(subject.index, IdOf(*symbol));
    const auto changed =
        std::count_if(flow.steps.begin(), flow.steps.end(), [](const ValueStep& step) {
          return step.mark != Mark::kNone && step.mark != Mark::kMoved;
        });
    if (flow.steps.size() < 2 || changed < 2) continue;
    std::optional<std::string> drawing =
        FlowchartMermaid(ChartOf(flow, subject.language), subject.language);
    if (drawing) return Inside{symbol, *std::move(drawing)};
  }
  return std::nullopt;
}

}  // namespace

std::string DataFlowSection(const Subject& subject) {
  constexpr Phrase kState("State that outlives a call:\n\n", "跨调用保存的状态：\n\n");
  constexpr Phrase kInside("Values in {name}:\n\n", "{name} 中的值：\n\n");
  std::string text;
  if (const std::optional<std::string> state = StateChart(subject)) {
    absl::StrAppend(&text, kState.In(subject.language), MermaidBlock(*state));
  }
  if (const std::optional<Inside> inside = FlowInside(subject)) {
    absl::StrAppend(&text, text.empty() ? "" : "\n",
                    Say(subject.language, kInside, {{"name", CodeOf(inside->symbol->name())}}),
                    MermaidBlock(inside->drawing));
  }
  if (!text.empty()) return text;
  if (subject.functions.empty()) {
    constexpr Phrase kNothing("no function changes", "没有函数改动");
    return NothingHere(subject, kNothing);
  }
  constexpr Phrase kNoFlow("no changed step is known to hand a value to another step",
                           "没有发现改动的步骤向其他步骤传递值");
  return NotApplicable(subject.language, std::string(kNoFlow.In(subject.language)));
}

}  // namespace allreview::report::deep_dive
