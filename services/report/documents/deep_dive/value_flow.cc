#include "services/report/documents/deep_dive/value_flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "services/report/documents/deep_dive/removed_code.h"
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
    removed_.Add(*story);
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

  // It stands under another condition now.
  bool IsMoved(const Step& step) const {
    return step.status() == Step::STATUS_ADDED && removed_.Has(step);
  }

  bool IsBesideChange(int line) const {
    const Step* step = At(line);
    return step != nullptr && beside_.count(step) > 0;
  }

  // Outermost first.
  std::vector<Branch> BranchesAround(const Step* step) const {
    std::vector<Branch> around;
    const auto found = around_.find(step);
    if (found == around_.end()) return around;
    for (const size_t i : found->second) {
      around.push_back({.chain = blocks_[i].chain,
                        .number = i,
                        .ends = blocks_[i].ends,
                        .asked = blocks_[i].asked,
                        .is_true = blocks_[i].is_true});
    }
    return around;
  }

 private:
  RemovedCode removed_;

  struct Block {
    int depth = 0;
    size_t chain = 0;  // The `if` that it belongs to; of other blocks their own.
    bool is_branch = false;
    std::vector<const Step*> steps = {};
    bool is_changed = false;
    bool ends = false;
    std::string asked = "";
    bool is_true = true;
  };

  static bool MayNotRun(const Step& step) {
    return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE ||
           step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_TRY ||
           step.kind() == Step::KIND_MATCH || step.kind() == Step::KIND_DEFINITION;
  }

  // What `if x:`, `if not x:` and the `else` right behind them ask; x has one value in a call.
  void NameCondition(const Step& step, bool is_clause) {
    Block& block = blocks_.back();
    if (step.kind() == Step::KIND_ELSE) {
      const Block& first = blocks_[block.chain];
      const bool is_second = std::count_if(blocks_.begin(), blocks_.end(), [&](const Block& other) {
                               return other.chain == block.chain;
                             }) == 2;
      if (is_second) block.asked = first.asked, block.is_true = !first.is_true;
      return;
    }
    absl::string_view code = step.code();
    if (is_clause || !absl::ConsumePrefix(&code, "if ") || !absl::ConsumeSuffix(&code, ":")) return;
    block.is_true = !absl::ConsumePrefix(&code, "not ");
    const bool is_name = !code.empty() && std::all_of(code.begin(), code.end(), [](char c) {
      return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    });
    const auto writes = std::count_if(steps_.begin(), steps_.end(), [&](const Step* other) {
      return std::find(other->writes().begin(), other->writes().end(), code) !=
             other->writes().end();
    });
    if (is_name && writes <= 1) block.asked = std::string(code);
  }

  void FindBranches() {
    std::vector<size_t> open;
    std::map<int, size_t> chains;  // By depth: the last `if`.
    for (const Step* step : steps_) {
      while (!open.empty() && blocks_[open.back()].depth >= step->depth()) open.pop_back();
      const bool leaves = step->kind() == Step::KIND_RETURN || step->kind() == Step::KIND_RAISE;
      for (const size_t i : open) {
        blocks_[i].steps.push_back(step);
        blocks_[i].is_changed |= step->status() != Step::STATUS_KEPT;
        blocks_[i].ends |= leaves && blocks_[i].depth + 1 == step->depth();
      }
      around_[step] = open;
      const bool is_clause =
          step->kind() == Step::KIND_ELSE || absl::StartsWith(step->code(), "elif");
      if (!is_clause) chains.erase(step->depth());
      if (!MayNotRun(*step)) continue;
      const bool is_branch = step->kind() == Step::KIND_IF || step->kind() == Step::KIND_ELSE;
      size_t chain = blocks_.size();
      if (is_clause) chain = chains.emplace(step->depth(), chain).first->second;
      if (is_branch && !is_clause) chains[step->depth()] = chain;
      open.push_back(blocks_.size());
      blocks_.push_back({.depth = step->depth(), .chain = chain, .is_branch = is_branch});
      if (is_branch) NameCondition(*step, is_clause);
    }
    std::set<size_t> changed_chains;
    for (const Block& block : blocks_) {
      if (block.is_branch && block.is_changed) changed_chains.insert(block.chain);
    }
    for (const Block& block : blocks_) {
      if (!block.is_branch || block.is_changed || changed_chains.count(block.chain) == 0) continue;
      beside_.insert(block.steps.begin(), block.steps.end());
    }
  }

  std::vector<const Step*> steps_;
  std::vector<Block> blocks_;
  std::map<const Step*, std::vector<size_t>> around_;
  std::set<const Step*> beside_;
};

ValueStep StepOf(const DataFlowStep& step, const Step* told, const Lines& lines) {
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
    value.mark = lines.IsMoved(*told) ? Mark::kMoved : MarkOfStep(told->status());
    value.branches = lines.BranchesAround(told);
  }
  return value;
}

// What one call of the function does first and the other later: not in branches that exclude each
// other, and not behind a branch that leaves the function.
bool MayFollow(const std::vector<Branch>& first, const std::vector<Branch>& later) {
  for (const Branch& branch : first) {
    const auto same = std::find(later.begin(), later.end(), branch);
    if (same != later.end()) continue;
    if (branch.ends) return false;
    const bool is_excluded = std::any_of(later.begin(), later.end(), [&](const Branch& other) {
      const bool is_opposite =
          !branch.asked.empty() && branch.asked == other.asked && branch.is_true != other.is_true;
      return other.chain == branch.chain || is_opposite;
    });
    if (is_excluded) return false;
  }
  return true;
}

// Whoever gets to the inner branches has passed what stands in the outer ones.
bool HoldsAll(const std::vector<Branch>& outer, const std::vector<Branch>& inner) {
  return outer.size() <= inner.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

std::vector<ValueFlow::Arrow> ArrowsOf(const ValueFlow& flow) {
  const std::vector<Branch> always;
  const auto branches = [&](size_t maker) -> const std::vector<Branch>& {
    return maker < flow.inputs.size() ? always : flow.steps[maker - flow.inputs.size()].branches;
  };
  std::map<std::string, std::vector<size_t>> makers;
  for (size_t i = 0; i < flow.inputs.size(); ++i) makers[flow.inputs[i].name] = {i};
  std::vector<ValueFlow::Arrow> arrows;
  for (size_t i = 0; i < flow.steps.size(); ++i) {
    const ValueStep& step = flow.steps[i];
    const size_t to = flow.inputs.size() + i;
    std::map<size_t, std::vector<std::string>> names;  // Several values from one step share one.
    for (const std::string& name : step.reads) {
      const auto found = makers.find(name);
      if (found == makers.end()) continue;
      // The last one that surely ran hides those before it.
      for (size_t at = found->second.size(); at-- > 0;) {
        const std::vector<Branch>& made = branches(found->second[at]);
        if (MayFollow(made, step.branches)) names[found->second[at]].push_back(name);
        if (HoldsAll(made, step.branches)) break;
      }
    }
    for (auto& [from, values] : names) arrows.push_back({from, to, std::move(values)});
    for (const std::string& name : step.writes) {
      // What is set under a condition may also come from before it.
      std::vector<size_t>& known = makers[name];
      std::erase_if(known, [&](size_t maker) { return HoldsAll(step.branches, branches(maker)); });
      constexpr size_t kMaxMakers = 4;
      if (known.size() == kMaxMakers) known.erase(known.begin());
      known.push_back(to);
    }
  }
  return arrows;
}

// Only what changed, what feeds it, and what it feeds.
void KeepNextToChange(ValueFlow& flow) {
  const size_t inputs = flow.inputs.size();
  const auto is_changed = [&](size_t i) {
    return i >= inputs && flow.steps[i - inputs].mark != Mark::kNone;
  };
  std::vector<bool> keep(inputs + flow.steps.size(), false);
  for (const ValueFlow::Arrow& arrow : flow.arrows) {
    if (is_changed(arrow.from) || is_changed(arrow.to)) keep[arrow.from] = keep[arrow.to] = true;
  }
  ValueFlow kept;
  std::vector<size_t> numbers(keep.size(), 0);
  size_t next = 0;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    numbers[i] = next++;
    if (i < inputs) {
      kept.inputs.push_back(std::move(flow.inputs[i]));
    } else {
      kept.steps.push_back(std::move(flow.steps[i - inputs]));
    }
  }
  for (ValueFlow::Arrow& arrow : flow.arrows) {
    if (!keep[arrow.from] || !keep[arrow.to]) continue;
    kept.arrows.push_back({numbers[arrow.from], numbers[arrow.to], std::move(arrow.names)});
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
    if (!lines.IsBesideChange(line)) flow.steps.push_back(StepOf(step, lines.At(line), lines));
  }
  for (const auto& input : story->inputs()) {
    flow.inputs.push_back({input.name(), Facts(input.shape(), input.dtype())});
  }
  flow.arrows = ArrowsOf(flow);
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
  for (const ValueFlow::Arrow& arrow : flow.arrows) {
    chart.arrows.push_back({.from = absl::StrCat(arrow.from + 1),
                            .to = absl::StrCat(arrow.to + 1),
                            .label = absl::StrJoin(arrow.names, ", ")});
  }
  return chart;
}

}  // namespace allreview::report::deep_dive
