#include "services/report/pseudo_code/selection.h"

#include <algorithm>
#include <set>
#include <string>

#include "services/report/pseudo_code/pseudo_code.h"

namespace allreview::report {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

constexpr int kShallowDepth = 1;

bool IsClause(const Step& step) {
  return step.kind() == Step::KIND_ELSE || step.code().starts_with("elif") ||
         step.code().starts_with("except") || step.code().starts_with("finally") ||
         step.code().starts_with("case");
}

bool IsHeader(const Step& step) {
  return step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE ||
         step.kind() == Step::KIND_LOOP || step.kind() == Step::KIND_WITH ||
         step.kind() == Step::KIND_TRY || step.kind() == Step::KIND_MATCH;
}

bool IsOutlined(const Step& step) {
  const bool calls_changed =
      std::any_of(step.calls().begin(), step.calls().end(),
                  [](const analysis::v1::StepCall& call) { return call.is_changed(); });
  return IsHeader(step) || calls_changed || !step.parallelism().empty() ||
         step.kind() == Step::KIND_RETURN || step.kind() == Step::KIND_RAISE;
}

// Variables that changed statements read.
struct Needed {
  std::set<std::string> names;
  int depth = 0;  // Of the outermost changed statement: what stands deeper is a story of its own.
};

Needed NeededBy(const FunctionStory& story, const std::vector<bool>& noise) {
  Needed needed;
  needed.depth = 1 << 20;
  for (int i = 0; i < story.steps_size(); ++i) {
    const Step& step = story.steps(i);
    if (IsTouched(step) && step.status() != Step::STATUS_REMOVED && !noise[i]) {
      needed.depth = std::min(needed.depth, step.depth());
      needed.names.insert(step.reads().begin(), step.reads().end());
    }
  }
  return needed;
}

bool IsContext(const Step& step, const Needed& needed) {
  if (step.kind() == Step::KIND_RETURN) return step.depth() == 0;
  return step.kind() == Step::KIND_ASSIGNMENT && step.depth() <= needed.depth &&
         std::any_of(step.writes().begin(), step.writes().end(),
                     [&](const std::string& name) { return needed.names.count(name) > 0; });
}

bool IsWanted(const Step& step, Detail detail, const Needed& needed) {
  if (detail == Detail::kAll) return true;
  if (!IsTouched(step)) return detail == Detail::kContext && IsContext(step, needed);
  if (detail == Detail::kShallow) return step.depth() <= kShallowDepth || IsOutlined(step);
  return detail != Detail::kOutline || (step.depth() <= kShallowDepth + 1 && IsOutlined(step));
}

// The header around `i`, or the first clause of the statement that `i` is a clause of; -1: none.
int Holder(const FunctionStory& story, int i) {
  const Step& step = story.steps(i);
  const int depth = IsClause(step) ? step.depth() : step.depth() - 1;
  for (int at = i - 1; at >= 0; --at) {
    const Step& before = story.steps(at);
    if (before.depth() < depth) return -1;
    // A removed header holds only what was removed.
    const bool may_hold =
        before.status() != Step::STATUS_REMOVED || step.status() == Step::STATUS_REMOVED;
    if (before.depth() == depth && IsHeader(before) && may_hold) return at;
  }
  return -1;
}

}  // namespace

std::vector<bool> SelectSteps(const FunctionStory& story, Detail detail,
                              const std::vector<bool>& quiet) {
  const Needed needed = detail == Detail::kContext ? NeededBy(story, NoiseOf(story)) : Needed();
  std::vector<bool> shown(story.steps_size(), false);
  for (int i = 0; i < story.steps_size(); ++i) {
    if (quiet[i] || !IsWanted(story.steps(i), detail, needed)) continue;
    for (int at = i; at >= 0 && !shown[at]; at = Holder(story, at)) shown[at] = true;
  }
  return shown;
}

}  // namespace allreview::report
