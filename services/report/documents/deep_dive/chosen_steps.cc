#include "services/report/documents/deep_dive/chosen_steps.h"

#include <algorithm>
#include <utility>

#include "services/report/pseudo_code/pseudo_code.h"
#include "services/report/pseudo_code/selection.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

bool IsKept(const Step& step) { return step.status() == Step::STATUS_KEPT; }

int LinesOf(const Step& step) {
  return static_cast<int>(std::count(step.code().begin(), step.code().end(), '\n')) + 1;
}

// What stands around a statement that something is said of, while it is no longer than so much.
constexpr int kMaxBlockLines = 24;
constexpr int kMaxWholeLines = 60;

// Steps to show: what changed, the headers around it, and what it depends on. Of long code the
// blocks that something is said of.
class Choice {
 public:
  Choice(const FunctionStory& story, const StepNotes& notes) : story_(story), notes_(notes) {}

  std::vector<bool> Run() {
    const int size = story_.steps_size();
    const std::vector<bool> quiet = QuietOf(story_);
    const bool is_all_new = IsAllNew(story_);
    wanted_.resize(size);
    int lines = 0;
    for (int i = 0; i < size; ++i) {
      wanted_[i] = !quiet[i] && (is_all_new || !IsKept(story_.steps(i)));
      if (wanted_[i]) lines += LinesOf(story_.steps(i));
    }
    if (lines <= kMaxWholeLines) {
      shown_ = is_all_new ? wanted_ : SelectSteps(story_, Detail::kContext, quiet);
    } else {
      shown_.assign(size, false);
      ShowBlocks();
      if (std::none_of(shown_.begin(), shown_.end(), [](bool shown) { return shown; })) {
        shown_ = wanted_;
      }
    }
    ShowHeaders();
    return std::move(shown_);
  }

 private:
  bool IsTold(const Step& step) const {
    const bool calls_changed =
        std::any_of(step.calls().begin(), step.calls().end(),
                    [](const analysis::v1::StepCall& call) { return call.is_changed(); });
    return calls_changed || !step.comment().empty() || !notes_.For(step).empty() ||
           (step.kind() == Step::KIND_RETURN && step.depth() == 0);
  }

  void ShowBlocks() {
    const int size = story_.steps_size();
    std::vector<int> parents(size, -1), lines(size, 0);
    std::vector<int> open;
    for (int i = 0; i < size; ++i) {
      while (!open.empty() && story_.steps(open.back()).depth() >= story_.steps(i).depth()) {
        open.pop_back();
      }
      if (!open.empty()) parents[i] = open.back();
      open.push_back(i);
    }
    for (int i = size - 1; i >= 0; --i) {
      if (wanted_[i]) lines[i] += LinesOf(story_.steps(i));
      if (parents[i] >= 0) lines[parents[i]] += lines[i];
    }
    for (int i = 0; i < size; ++i) {
      if (shown_[i] || !wanted_[i] || !IsTold(story_.steps(i))) continue;
      int block = i;
      while (parents[block] >= 0 && lines[parents[block]] <= kMaxBlockLines) block = parents[block];
      for (int at = block; at < size; ++at) {
        if (at > block && story_.steps(at).depth() <= story_.steps(block).depth()) break;
        if (wanted_[at]) shown_[at] = true;
      }
    }
  }

  void ShowHeaders() {
    for (int i = story_.steps_size() - 1, depth = 0; i >= 0; --i) {
      const int own = story_.steps(i).depth();
      if (own < depth) {
        shown_[i] = true;  // The header of something shown.
        depth = own;
      } else if (shown_[i]) {
        depth = own;
      }
    }
  }

  const FunctionStory& story_;
  const StepNotes& notes_;
  std::vector<bool> wanted_, shown_;
};

}  // namespace

std::vector<bool> ChooseSteps(const FunctionStory& story, const StepNotes& notes) {
  return Choice(story, notes).Run();
}

}  // namespace allreview::report::deep_dive
