// Section 4.3: how values pass through the most important changed functions.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/display_text.h"
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
    size_t shown = 0;
    for (const ValueStep& step : flow.steps) {
      if (shown++ == kMaxStepsOfFunction) {
        left_out_ += flow.steps.size() - kMaxStepsOfFunction;
        break;
      }
      AddStep(step, group);
    }
  }

  size_t left_out() const { return left_out_; }

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
  size_t left_out_ = 0;
};

std::string Notes(const Subject& subject, const std::vector<ValueFlow>& flows, size_t left_out) {
  constexpr Phrase kShapes(
      "Shapes and dtypes are those that annotations, comments, docstrings or operations tell; "
      "where "
      "none stands, none is known.\n",
      "图中的 shape 和 dtype 来自注解、注释、docstring 或算子推导；未标注处为未知。\n");
  constexpr Phrase kNoShapes(
      "Neither annotations nor comments tell shapes or dtypes here, so the drawing names values "
      "only.\n",
      "这里的注解和注释没有给出 shape 或 dtype，图中只标出变量名。\n");
  constexpr Phrase kLeftOut("{count} further steps are not drawn; 4.4 has them.\n",
                            "另有 {count} 步未画出，见 4.4。\n");
  const bool has_facts = std::any_of(flows.begin(), flows.end(),
                                     [](const ValueFlow& flow) { return flow.HasFacts(); });
  std::string text = absl::StrCat("\n", (has_facts ? kShapes : kNoShapes).In(subject.language));
  if (left_out > 0) {
    absl::StrAppend(&text, "\n",
                    Say(subject.language, kLeftOut, {{"count", absl::StrCat(left_out)}}));
  }
  return text;
}

}  // namespace

std::string DataFlowSection(const Subject& subject) {
  Flowchart chart;
  chart.is_top_down = true;
  Graph graph(subject, chart);
  std::vector<ValueFlow> flows;
  for (const ChangedSymbol* symbol : subject.functions) {
    if (flows.size() == kMaxFunctions) break;
    ValueFlow flow = FlowOf(subject.index, IdOf(*symbol));
    if (!flow.IsWorthDrawing()) continue;
    graph.Add(*symbol, flow);
    flows.push_back(std::move(flow));
  }
  if (!flows.empty()) {
    return MermaidBlock(FlowchartMermaid(chart, subject.language)) +
           Notes(subject, flows, graph.left_out());
  }
  if (subject.functions.empty()) {
    constexpr Phrase kNothing("no function changes, so no values take another way",
                              "没有函数改动，数据流不变");
    return NothingHere(subject, kNothing);
  }
  constexpr Phrase kNoFlow(
      "no value passes through more than one step of a changed function that is known here",
      "已知的改动函数中没有值流经多个步骤");
  return NothingHere(subject, kNoFlow);
}

}  // namespace allreview::report::deep_dive
