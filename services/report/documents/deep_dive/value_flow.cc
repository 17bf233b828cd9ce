#include "services/report/documents/deep_dive/value_flow.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "services/report/pseudo_code/condense.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::DataFlow;
using analysis::v1::DataFlowStep;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

std::string Facts(const std::string& shape, const std::string& dtype) {
  return absl::StrCat(shape, shape.empty() || dtype.empty() ? "" : " ", dtype);
}

Mark MarkOfStep(Step::Status status) {
  if (status == Step::STATUS_ADDED) return Mark::kNew;
  if (status == Step::STATUS_CHANGED) return Mark::kModified;
  return status == Step::STATUS_MOVED ? Mark::kMoved : Mark::kNone;
}

// The step of the story that stands on the same lines tells what the change did to it.
Mark MarkAt(const FunctionStory* story, int line) {
  if (story == nullptr) return Mark::kNone;
  for (const Step& step : story->steps()) {
    if (step.status() == Step::STATUS_REMOVED) continue;
    const int end = std::max(step.range().end_line(), step.range().first_line() + 1);
    if (step.range().first_line() <= line && line < end) return MarkOfStep(step.status());
  }
  return Mark::kNone;
}

std::vector<ValueStep> FromDataFlow(const DataFlow& flow, const FunctionStory* story) {
  std::vector<ValueStep> steps;
  for (const DataFlowStep& step : flow.steps()) {
    ValueStep value;
    value.code = CleanLine(step.operation());
    value.facts = Facts(step.shape(), step.dtype());
    value.parallelism = step.parallelism();
    value.reads.assign(step.inputs().begin(), step.inputs().end());
    if (!step.output().empty()) value.writes = {step.output()};
    value.mark = MarkAt(story, step.range().first_line());
    steps.push_back(std::move(value));
  }
  return steps;
}

// Short enough to be read in a box.
std::string ShortCode(const Step& step) {
  const std::string line = CleanLine(step.code());
  return std::string(absl::StripSuffix(line.size() <= 80 ? line : Condense(step.code(), 88), ":"));
}

// Steps that make, change or hand out values.
std::vector<ValueStep> FromStory(const FunctionStory& story) {
  std::vector<ValueStep> steps;
  for (const Step& step : story.steps()) {
    const bool carries_values = step.kind() == Step::KIND_ASSIGNMENT ||
                                step.kind() == Step::KIND_RETURN ||
                                step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_CALL;
    if (!carries_values || step.status() == Step::STATUS_REMOVED) continue;
    if (step.reads().empty() && step.writes().empty()) continue;
    ValueStep value;
    value.code = ShortCode(step);
    value.facts = Facts(step.shape(), step.dtype());
    value.parallelism = step.parallelism();
    value.reads.assign(step.reads().begin(), step.reads().end());
    value.writes.assign(step.writes().begin(), step.writes().end());
    value.mark = MarkOfStep(step.status());
    value.depth = step.depth();
    steps.push_back(std::move(value));
  }
  return steps;
}

// Without the steps that neither use nor feed any other one: a drawing of crumbs tells nothing.
void DropIslands(const std::set<std::string>& inputs, std::vector<ValueStep>& steps) {
  std::set<std::string> read;
  for (const ValueStep& step : steps) read.insert(step.reads.begin(), step.reads.end());
  std::set<std::string> written = inputs;
  std::erase_if(steps, [&](const ValueStep& step) {
    const bool uses = std::any_of(step.reads.begin(), step.reads.end(),
                                  [&](const auto& name) { return written.count(name) > 0; });
    const bool feeds = std::any_of(step.writes.begin(), step.writes.end(),
                                   [&](const auto& name) { return read.count(name) > 0; });
    written.insert(step.writes.begin(), step.writes.end());
    return !uses && !feeds;
  });
}

bool Shares(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& name) {
    return std::find(b.begin(), b.end(), name) != b.end();
  });
}

// The steps to keep, the most telling ones first: the touched ones, what feeds them, what they
// feed.
std::vector<size_t> ByDistance(const std::vector<ValueStep>& steps) {
  std::vector<size_t> touched, feeding, fed;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].mark != Mark::kNone) touched.push_back(i);
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].mark != Mark::kNone) continue;
    bool feeds = false, is_fed = false;
    for (const size_t other : touched) {
      if (other > i) feeds = feeds || Shares(steps[i].writes, steps[other].reads);
      if (other < i) is_fed = is_fed || Shares(steps[other].writes, steps[i].reads);
    }
    if (feeds) feeding.push_back(i);
    if (is_fed && !feeds) fed.push_back(i);
  }
  // The nearest ones matter most; of all that was computed before, those at the top least.
  std::reverse(feeding.begin(), feeding.end());
  constexpr size_t kFirst = 12;  // Of touched steps, before what is around them.
  std::vector<size_t> all(touched.begin(), touched.begin() + std::min(kFirst, touched.size()));
  all.insert(all.end(), feeding.begin(), feeding.end());
  all.insert(all.end(), fed.begin(), fed.end());
  all.insert(all.end(), touched.begin() + std::min(kFirst, touched.size()), touched.end());
  return all;
}

}  // namespace

bool ValueFlow::HasChanges() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const ValueStep& step) { return step.mark != Mark::kNone; });
}

ValueFlow FocusedOnChange(ValueFlow flow, size_t limit) {
  if (flow.steps.size() <= limit) return flow;
  std::vector<size_t> kept;
  if (flow.HasChanges()) {
    kept = ByDistance(flow.steps);
  } else {
    for (size_t i = 0; i < flow.steps.size(); ++i) kept.push_back(i);
  }
  if (kept.size() > limit) kept.resize(limit);
  std::sort(kept.begin(), kept.end());
  flow.left_out = static_cast<int>(flow.steps.size() - kept.size());
  std::vector<ValueStep> steps;
  std::set<std::string> read;
  for (const size_t i : kept) {
    read.insert(flow.steps[i].reads.begin(), flow.steps[i].reads.end());
    steps.push_back(std::move(flow.steps[i]));
  }
  flow.steps = std::move(steps);
  std::erase_if(flow.inputs,
                [&](const ValueFlow::Input& input) { return read.count(input.name) == 0; });
  return flow;
}

bool ValueFlow::IsWorthDrawing() const {
  std::set<std::string> written;
  for (const Input& input : inputs) written.insert(input.name);
  for (const ValueStep& step : steps) {
    for (const std::string& name : step.reads) {
      if (written.count(name) > 0) return steps.size() > 1;
    }
    written.insert(step.writes.begin(), step.writes.end());
  }
  return false;
}

bool ValueFlow::HasFacts() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const ValueStep& step) { return !step.facts.empty(); }) ||
         std::any_of(inputs.begin(), inputs.end(),
                     [](const Input& input) { return !input.facts.empty(); });
}

ValueFlow FlowOf(const ModelIndex& index, absl::string_view id) {
  ValueFlow flow;
  const FunctionStory* story = index.Story(id);
  const DataFlow* data_flow = index.Flow(id);
  if (data_flow != nullptr && data_flow->steps_size() > 1) {
    flow.steps = FromDataFlow(*data_flow, story);
  } else if (story != nullptr) {
    flow.steps = FromStory(*story);
  }
  if (story == nullptr) return flow;
  std::set<std::string> names;
  for (const auto& input : story->inputs()) names.insert(input.name());
  DropIslands(names, flow.steps);
  std::set<std::string> read;
  for (const ValueStep& step : flow.steps) read.insert(step.reads.begin(), step.reads.end());
  for (const auto& input : story->inputs()) {
    if (read.count(input.name()) == 0) continue;
    flow.inputs.push_back({input.name(), Facts(input.shape(), input.dtype())});
  }
  return flow;
}

}  // namespace allreview::report::deep_dive
