#include "services/report/documents/deep_dive/value_flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "review/display_text.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::DataFlow;
using analysis::v1::DataFlowStep;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr size_t kMaxCodeBytes = 64;

std::string Facts(const std::string& shape, const std::string& dtype) {
  return absl::StrCat(shape, shape.empty() || dtype.empty() ? "" : " ", dtype);
}

Mark MarkOfStep(Step::Status status) {
  if (status == Step::STATUS_ADDED) return Mark::kNew;
  if (status == Step::STATUS_CHANGED) return Mark::kModified;
  return status == Step::STATUS_MOVED ? Mark::kMoved : Mark::kNone;
}

// Which lines of a function changed, and which ones stand in a branch beside a changed one.
class Lines {
 public:
  explicit Lines(const FunctionStory* story) {
    if (story == nullptr) return;
    for (const Step& step : story->steps()) {
      if (step.status() != Step::STATUS_REMOVED) steps_.push_back(&step);
    }
    // Where steps are left out nobody knows which headers hold the others.
    if (story->left_out() == 0) FindBranches();
  }

  // The innermost step that stands there.
  const Step* At(int line) const {
    const Step* found = nullptr;
    for (const Step* step : steps_) {
      const int end = std::max(step->range().end_line(), step->range().first_line() + 1);
      if (step->range().first_line() <= line && line < end) found = step;
    }
    return found;
  }

  bool IsBesideChange(int line) const {
    const Step* step = At(line);
    return step != nullptr && beside_.count(step) > 0;
  }

 private:
  struct Branch {
    int depth = 0;
    size_t chain = 0;  // The `if` that it belongs to.
    std::vector<const Step*> steps = {};
    bool is_changed = false;
  };

  void FindBranches() {
    std::vector<Branch> branches;
    std::vector<size_t> open;
    std::map<int, size_t> chains;  // By depth: the last `if`.
    for (const Step* step : steps_) {
      while (!open.empty() && branches[open.back()].depth >= step->depth()) open.pop_back();
      const bool is_branch = step->kind() == Step::KIND_IF || step->kind() == Step::KIND_ELSE;
      for (const size_t i : open) {
        branches[i].steps.push_back(step);
        branches[i].is_changed |= step->status() != Step::STATUS_KEPT;
      }
      if (!is_branch) continue;
      const bool goes_on =
          step->kind() == Step::KIND_ELSE || absl::StartsWith(step->code(), "elif");
      if (!goes_on) chains[step->depth()] = branches.size();
      open.push_back(branches.size());
      branches.push_back({.depth = step->depth(), .chain = chains[step->depth()]});
    }
    std::set<size_t> changed_chains;
    for (const Branch& branch : branches) {
      if (branch.is_changed) changed_chains.insert(branch.chain);
    }
    for (const Branch& branch : branches) {
      if (branch.is_changed || changed_chains.count(branch.chain) == 0) continue;
      beside_.insert(branch.steps.begin(), branch.steps.end());
    }
  }

  std::vector<const Step*> steps_;
  std::set<const Step*> beside_;
};

ValueStep StepOf(const DataFlowStep& step, const Step* told) {
  ValueStep value;
  const std::string line = CleanLine(step.operation());
  value.code = line.size() <= kMaxCodeBytes ? line : Condense(step.operation(), kMaxCodeBytes);
  value.facts = Facts(step.shape(), step.dtype());
  value.parallelism = step.parallelism();
  value.reads.assign(step.inputs().begin(), step.inputs().end());
  if (!step.output().empty()) {
    for (absl::string_view output : absl::StrSplit(step.output(), ", ")) {
      value.writes.emplace_back(output);
    }
  }
  if (told != nullptr) {
    value.mark = MarkOfStep(told->status());
    value.depth = told->depth();
  }
  return value;
}

// Arrows of a flow: from a step or input, to a step, with the names.
struct Arrow {
  size_t from = 0, to = 0;  // Inputs first, then steps.
  std::vector<std::string> names = {};
};

std::vector<Arrow> ArrowsOf(const ValueFlow& flow) {
  std::map<std::string, std::vector<size_t>> makers;
  for (size_t i = 0; i < flow.inputs.size(); ++i) makers[flow.inputs[i].name] = {i};
  std::vector<Arrow> arrows;
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    const ValueStep& step = flow.steps[i];
    const size_t to = flow.inputs.size() + i;
    std::map<size_t, std::vector<std::string>> names;  // Several values from one step share one.
    for (const std::string& name : step.reads) {
      const auto found = makers.find(name);
      if (found == makers.end()) continue;
      for (const size_t from : found->second) names[from].push_back(name);
    }
    for (auto& [from, values] : names) arrows.push_back({from, to, std::move(values)});
    for (const std::string& name : step.writes) {
      // What is set under a condition may also come from before it.
      std::vector<size_t>& known = makers[name];
      if (step.depth == 0) known.clear();
      constexpr size_t kMaxMakers = 4;
      if (known.size() == kMaxMakers) known.erase(known.begin());
      known.push_back(to);
    }
  }
  return arrows;
}

// Only what changed, what feeds it, and what it feeds.
void KeepNextToChange(ValueFlow& flow) {
  const auto is_changed = [&](size_t i) {
    return i >= flow.inputs.size() && flow.steps[i - flow.inputs.size()].mark != Mark::kNone;
  };
  std::vector<bool> keep(flow.inputs.size() + flow.steps.size(), false);
  for (const Arrow& arrow : ArrowsOf(flow)) {
    if (is_changed(arrow.from) || is_changed(arrow.to)) keep[arrow.from] = keep[arrow.to] = true;
  }
  ValueFlow kept;
  for (size_t i = 0; i < flow.inputs.size(); ++i) {
    if (keep[i]) kept.inputs.push_back(std::move(flow.inputs[i]));
  }
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    if (keep[keep.size() - flow.steps.size() + i]) kept.steps.push_back(std::move(flow.steps[i]));
  }
  flow = std::move(kept);
}

}  // namespace

ValueFlow FlowOf(const ModelIndex& index, absl::string_view id) {
  ValueFlow flow;
  const FunctionStory* story = index.Story(id);
  const DataFlow* data_flow = index.Flow(id);
  if (story == nullptr || data_flow == nullptr) return flow;
  const Lines lines(story);
  for (const DataFlowStep& step : data_flow->steps()) {
    const int line = static_cast<int>(step.range().first_line());
    if (!lines.IsBesideChange(line)) flow.steps.push_back(StepOf(step, lines.At(line)));
  }
  for (const auto& input : story->inputs()) {
    flow.inputs.push_back({input.name(), Facts(input.shape(), input.dtype())});
  }
  KeepNextToChange(flow);
  return flow;
}

Flowchart ChartOf(const ValueFlow& flow, Language language) {
  Flowchart chart = {.is_top_down = true, .groups = {FlowGroup()}};
  std::vector<FlowNode>& nodes = chart.groups.front().nodes;
  for (const ValueFlow::Input& input : flow.inputs) {
    FlowNode& node = nodes.emplace_back();
    node.key = absl::StrCat(nodes.size());
    node.lines = {input.facts.empty() ? input.name : absl::StrCat(input.name, " ", input.facts)};
    node.shape = FlowNode::Shape::kInput;
  }
  for (const ValueStep& step : flow.steps) {
    FlowNode& node = nodes.emplace_back();
    node.key = absl::StrCat(nodes.size());
    node.lines = {step.code};
    if (!step.facts.empty()) node.lines.push_back(step.facts);
    if (!step.parallelism.empty()) {
      constexpr Phrase kParallel("across ranks: {how}", "跨 rank：{how}");
      node.lines.push_back(Say(language, kParallel, {{"how", step.parallelism}}));
    }
    node.mark = step.mark;
  }
  for (const Arrow& arrow : ArrowsOf(flow)) {
    const ValueStep& step = flow.steps[arrow.to - flow.inputs.size()];
    chart.arrows.push_back(
        {.from = absl::StrCat(arrow.from + 1),
         .to = absl::StrCat(arrow.to + 1),
         .label = absl::StrJoin(arrow.names, ", "),
         .line = step.parallelism.empty() ? FlowArrow::Line::kSolid : FlowArrow::Line::kThick});
  }
  return chart;
}

}  // namespace allreview::report::deep_dive
