#include "services/report/story/run_order.h"

#include <set>

namespace allreview::report {

using analysis::v1::ChangeModel;
using analysis::v1::FunctionStory;
using analysis::v1::Step;

RunOrder::RunOrder(const ChangeModel& model) {
  std::set<absl::string_view> called;
  for (const FunctionStory& story : model.functions()) stories_.emplace(story.symbol(), &story);
  for (const FunctionStory& story : model.functions()) {
    for (const Step& step : story.steps()) {
      for (const auto& call : step.calls()) {
        if (call.symbol() != story.symbol()) called.insert(call.symbol());
      }
    }
  }
  for (const FunctionStory& story : model.functions()) {
    if (called.count(story.symbol()) == 0) Visit(story);
  }
  for (const FunctionStory& story : model.functions()) Visit(story);  // Those that call each other.
}

void RunOrder::Visit(const FunctionStory& first) {
  struct Frame {
    const FunctionStory* story = nullptr;
    int step = 0, call = 0;
  };
  if (!symbols_.emplace(first.symbol(), next_).second) return;
  std::vector<Frame> frames = {{&first}};
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.step == frame.story->steps_size()) {
      frames.pop_back();
      continue;
    }
    const Step& step = frame.story->steps(frame.step);
    const auto& range = step.range();
    if (frame.call == 0) {
      lines_.emplace(std::pair(absl::string_view(range.path()), range.first_line()), next_++);
    }
    if (step.status() == Step::STATUS_REMOVED || frame.call == step.calls_size()) {
      ++frame.step;
      frame.call = 0;
      continue;
    }
    const auto callee = stories_.find(step.calls(frame.call++).symbol());
    if (callee == stories_.end()) continue;
    if (symbols_.emplace(callee->second->symbol(), next_).second) {
      frames.push_back({callee->second});  // `frame` is gone.
    }
  }
}

int RunOrder::Of(const change::v1::SourceRange& place, const std::string& symbol) const {
  const auto line = lines_.find({place.path(), place.first_line()});
  return line == lines_.end() ? OfSymbol(symbol) : line->second;
}

int RunOrder::OfSymbol(const std::string& symbol) const {
  const auto found = symbols_.find(symbol);
  return found == symbols_.end() ? next_ : found->second;
}

}  // namespace allreview::report
