// Section 4.3: how values pass through the most important changed functions.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/documents/deep_dive/value_flow.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::ChangedSymbol;

constexpr size_t kMaxFunctions = 2;
constexpr size_t kMaxStepsOfFunction = 18;

// Steps of one function as nodes; arrows carry the names of the values.
class Graph {
 public:
  Graph(const Subject& subject, Flowchart& chart) : subject_(subject), chart_(chart) {}

  void Add(const ChangedSymbol& symbol, const ValueFlow& flow) {
    FlowGroup& group = chart_.groups.emplace_back(FlowGroup{.title = symbol.name(), .nodes = {}});
    prefix_ = absl::StrCat(chart_.groups.size(), " ");
    makers_.clear();
    for (const ValueFlow::Input& input : flow.inputs) AddInput(input, group);
    for (const ValueStep& step : flow.steps) AddStep(step, group);
  }

 private:
  void AddInput(const ValueFlow::Input& input, FlowGroup& group) {
    constexpr Phrase kInput("Input {name}", "输入 {name}");
    FlowNode node;
    node.key = absl::StrCat(prefix_, "in ", input.name);
    node.lines = {Say(subject_.language, kInput, {{"name", input.name}})};
    if (!input.facts.empty()) node.lines.push_back(input.facts);
    makers_[input.name] = {node.key};
    group.nodes.push_back(std::move(node));
  }

  void AddStep(const ValueStep& step, FlowGroup& group) {
    FlowNode node;
    node.key = absl::StrCat(prefix_, group.nodes.size(), " ", step.code);
    node.lines = {step.code};
    if (!step.facts.empty()) node.lines.push_back(step.facts);
    if (!step.parallelism.empty()) {
      constexpr Phrase kParallel("across ranks: {how}", "跨 rank：{how}");
      node.lines.push_back(Say(subject_.language, kParallel, {{"how", step.parallelism}}));
    }
    node.mark = step.mark;
    AddArrows(step, node.key);
    for (const std::string& name : step.writes) {
      // What is set under a condition may also come from before it.
      if (step.depth == 0) makers_[name].clear();
      makers_[name].push_back(node.key);
    }
    group.nodes.push_back(std::move(node));
  }

  // Several values from one node share an arrow.
  void AddArrows(const ValueStep& step, const std::string& key) {
    std::map<std::string, std::vector<std::string>> names;
    for (const std::string& name : step.reads) {
      const auto maker = makers_.find(name);
      if (maker == makers_.end()) continue;
      for (const std::string& from : maker->second) names[from].push_back(name);
    }
    for (const auto& [maker, values] : names) {
      chart_.arrows.push_back(
          {.from = maker,
           .to = key,
           .label = absl::StrJoin(values, ", "),
           .line = step.parallelism.empty() ? FlowArrow::Line::kSolid : FlowArrow::Line::kThick});
    }
  }

  const Subject& subject_;
  Flowchart& chart_;
  std::string prefix_;
  // Value to the keys of the nodes that may have made it.
  std::map<std::string, std::vector<std::string>> makers_;
};

struct Drawn {
  const ChangedSymbol* symbol = nullptr;
  ValueFlow flow;
};

// The most important functions; first those in which a drawn step changes.
std::vector<Drawn> Flows(const Subject& subject) {
  std::vector<Drawn> drawn;
  for (const ChangedSymbol* symbol : subject.functions) {
    ValueFlow flow = FocusedOnChange(FlowOf(subject.index, IdOf(*symbol)), kMaxStepsOfFunction);
    if (flow.IsWorthDrawing()) drawn.push_back({symbol, std::move(flow)});
  }
  std::stable_partition(drawn.begin(), drawn.end(),
                        [](const Drawn& one) { return one.flow.HasChanges(); });
  return drawn;
}

// `drawn` are all that could be drawn, the first `shown` of which are.
std::string Notes(const Subject& subject, const std::vector<Drawn>& drawn, size_t shown) {
  constexpr Phrase kShapes(
      "Shapes and dtypes come from annotations, comments, docstrings and operations; where none is "
      "shown, none is known.\n",
      "图中的 shape 和 dtype 来自注解、注释、docstring 或算子推导；未标注处为未知。\n");
  constexpr Phrase kNoShapes(
      "Annotations and comments give no shapes or dtypes here, so the diagram shows only names.\n",
      "这里的注解和注释没有给出 shape 或 dtype，图中只标出变量名。\n");
  constexpr Phrase kLeftOut(
      "The diagram shows the changed steps with their direct inputs and outputs; it leaves out "
      "{count} of these functions.\n",
      "图中只画有改动的步骤及其直接上下游；这些函数中另有 {count}未画出。\n");
  constexpr Noun kStep = {"other step", "other steps", "个步骤"};
  constexpr Phrase kFunctions("Not drawn: {names}; see 4.4 for the code.\n",
                              "未画出：{names}；代码见 4.4。\n");
  bool has_facts = false;
  int left_out = 0;
  for (size_t i = 0; i < shown; ++i) {
    has_facts = has_facts || drawn[i].flow.HasFacts();
    left_out += drawn[i].flow.left_out;
  }
  std::string text = absl::StrCat("\n", (has_facts ? kShapes : kNoShapes).In(subject.language));
  if (left_out > 0) {
    absl::StrAppend(
        &text, "\n",
        Say(subject.language, kLeftOut, {{"count", Count(subject.language, left_out, kStep)}}));
  }
  std::vector<std::string> names;
  for (size_t i = shown; i < drawn.size(); ++i) {
    if (drawn[i].flow.HasChanges()) names.push_back(CodeOf(drawn[i].symbol->name()));
  }
  if (!names.empty()) {
    absl::StrAppend(
        &text, "\n",
        Say(subject.language, kFunctions, {{"names", JoinNames(subject.language, names, 6)}}));
  }
  return text;
}

}  // namespace

std::string DataFlowSection(const Subject& subject) {
  Flowchart chart;
  chart.is_top_down = true;
  Graph graph(subject, chart);
  const std::vector<Drawn> drawn = Flows(subject);
  const size_t shown = std::min(drawn.size(), kMaxFunctions);
  for (size_t i = 0; i < shown; ++i) graph.Add(*drawn[i].symbol, drawn[i].flow);
  if (shown > 0) {
    return MermaidBlock(FlowchartMermaid(chart, subject.language)) + Notes(subject, drawn, shown);
  }
  if (subject.functions.empty()) {
    constexpr Phrase kNothing("no function changes, so the data flow stays the same",
                              "没有函数改动，数据流不变");
    return NothingHere(subject, kNothing);
  }
  constexpr Phrase kNoFlow(
      "no value is known to pass through more than one step of a changed function",
      "没有发现流经改动函数多个步骤的值");
  return NothingHere(subject, kNoFlow);
}

}  // namespace allreview::report::deep_dive
