#include "services/report/documents/explanation/pictures.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/markdown.h"
#include "services/report/diagrams/flowchart.h"
#include "services/report/diagrams/sequence.h"
#include "services/report/documents/explanation/clauses.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/story/places.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::CallPath;
using analysis::v1::DataFlow;
using analysis::v1::DataFlowStep;
using analysis::v1::Hop;
using analysis::v1::Step;

constexpr int kCallersShown = 2;  // Of a path, next to the changed function.
constexpr size_t kMaxFlowSteps = 14;
constexpr size_t kMinItems = 3;

// The symbol's name; for a module, its file.
std::string NameOf(const std::string& id) {
  const absl::string_view name = SymbolName(id);
  return std::string(name.empty() ? FileName(SymbolPath(id)) : name);
}

// The best path that is not a test's; nullptr: none.
const CallPath* PathTo(const Post& post, const std::string& id) {
  for (const CallPath* path : post.index.PathsTo(id)) {
    if (!path->is_test() && path->hops_size() > 1) return path;
  }
  return nullptr;
}

FlowNode NodeOf(const Stop& stop, size_t number) {
  return {.key = IdOf(*stop.symbol),
          .lines = {absl::StrCat(number, ". ", stop.symbol->name())},
          .module = stop.symbol->path(),
          .mark = MarkOf(stop.symbol->status())};
}

}  // namespace

std::string OverviewPicture(const Post& post) {
  Flowchart chart;
  chart.is_top_down = true;
  FlowGroup& group = chart.groups.emplace_back();
  std::set<std::string> drawn;
  std::set<std::pair<std::string, std::string>> arrows;
  const auto draw_arrow = [&](const std::string& from, const std::string& to,
                              FlowArrow::Line line) {
    if (arrows.emplace(from, to).second)
      chart.arrows.push_back({.from = from, .to = to, .label = "", .line = line});
  };
  for (size_t i = 0; i < post.walk.stops.size(); ++i) {
    group.nodes.push_back(NodeOf(post.walk.stops[i], i + 1));
    drawn.insert(IdOf(*post.walk.stops[i].symbol));
  }
  for (const Stop& stop : post.walk.stops) {
    const std::string id = IdOf(*stop.symbol);
    if (stop.caller >= 0) {
      draw_arrow(IdOf(*post.walk.stops[stop.caller].symbol), id, FlowArrow::Line::kThick);
      continue;
    }
    const CallPath* path = PathTo(post, id);
    if (path == nullptr) continue;
    std::string next = id;
    for (int at = path->hops_size() - 2; at >= std::max(0, path->hops_size() - 1 - kCallersShown);
         --at) {
      const Hop& hop = path->hops(at);
      if (drawn.insert(hop.symbol()).second) {
        const auto* changed = post.index.Symbol(hop.symbol());
        group.nodes.push_back(
            {.key = hop.symbol(),
             .lines = {NameOf(hop.symbol())},
             .module = std::string(SymbolPath(hop.symbol())),
             .mark = changed == nullptr ? Mark::kNone : MarkOf(changed->status())});
      }
      draw_arrow(hop.symbol(), next, FlowArrow::Line::kSolid);
      next = hop.symbol();
    }
  }
  for (const analysis::v1::Edge& edge : post.review.model().edges()) {
    const bool is_call = edge.kind() == analysis::v1::Edge::KIND_CALLS && !edge.is_removed();
    if (is_call && drawn.count(edge.from()) > 0 && drawn.count(edge.to()) > 0 &&
        edge.from() != edge.to()) {
      draw_arrow(edge.from(), edge.to(), FlowArrow::Line::kSolid);
    }
  }
  if (chart.arrows.empty()) return "";
  return MarkdownCodeBlock(FlowchartMermaid(chart, post.language, {.max_nodes = 24}), "mermaid");
}

namespace {

// "tp x cp" of "tp x cp all_reduce".
std::string GroupOf(const std::string& parallelism) {
  const size_t blank = parallelism.rfind(' ');
  return blank == std::string::npos ? "" : parallelism.substr(0, blank);
}

Mark MarkOfStep(const Step& step) {
  return step.status() == Step::STATUS_ADDED     ? Mark::kNew
         : step.status() == Step::STATUS_CHANGED ? Mark::kModified
                                                 : Mark::kNone;
}

// Collects messages between a function, the groups of ranks and the changed functions it calls.
class Scene {
 public:
  Scene(const Post& post, const Stop& stop) : post_(post), self_(IdOf(*stop.symbol)) {
    Join(self_, stop.symbol->name(), MarkOf(stop.symbol->status()));
    for (const Step& step : stop.story->steps()) {
      if (step.status() != Step::STATUS_REMOVED) Add(step);
    }
  }

  // Communication that the change leaves as it is says nothing of the change.
  bool IsWorthDrawing() const { return messages_ >= kMinItems && communicates_ && is_touched_; }

  std::string Draw() { return SequenceMermaid(sequence_, post_.language, {.max_items = 24}); }

 private:
  void Join(const std::string& key, const std::string& name, Mark mark) {
    if (joined_.insert(key).second) {
      sequence_.participants.push_back({.key = key, .lines = {name}, .mark = mark});
    }
  }

  void Add(const Step& step) {
    if (!step.parallelism().empty()) {
      constexpr Phrase kGroup("other ranks ({group})", "其他 rank（{group}）");
      constexpr Phrase kRanks("other ranks", "其他 rank");
      const std::string group = GroupOf(step.parallelism());
      const std::string key = absl::StrCat("group ", group);
      Join(key,
           group.empty() ? std::string(kRanks.In(post_.language))
                         : Say(post_.language, kGroup, {{"group", group}}),
           Mark::kNone);
      Send(key, step.parallelism(), MarkOfStep(step));
      communicates_ = true;
      is_touched_ = is_touched_ || MarkOfStep(step) != Mark::kNone;
      return;
    }
    for (const analysis::v1::StepCall& call : step.calls()) {
      if (!call.is_changed() || call.symbol().empty() || call.symbol() == self_) continue;
      const analysis::v1::ChangedSymbol* symbol = post_.index.Symbol(call.symbol());
      if (symbol == nullptr) continue;
      Join(call.symbol(), std::string(SymbolName(call.symbol())), MarkOf(symbol->status()));
      Send(call.symbol(), Condense(step.code(), 48), MarkOfStep(step));
    }
    if (absl::StrContains(step.code(), ".wait(") && communicates_) {
      sequence_.Add({.kind = SequenceItem::Kind::kNote,
                     .from = self_,
                     .to = "",
                     .text = Condense(step.code(), 48),
                     .mark = MarkOfStep(step)});
      ++messages_;
    }
  }

  void Send(const std::string& to, const std::string& text, Mark mark) {
    sequence_.Add(
        {.kind = SequenceItem::Kind::kCall, .from = self_, .to = to, .text = text, .mark = mark});
    ++messages_;
  }

  const Post& post_;
  const std::string self_;
  Sequence sequence_;
  std::set<std::string> joined_;
  size_t messages_ = 0;
  bool communicates_ = false;
  bool is_touched_ = false;
};

}  // namespace

std::string SequencePicture(const Post& post, const Stop& stop) {
  if (stop.story == nullptr) return "";
  Scene scene(post, stop);
  return scene.IsWorthDrawing() ? MarkdownCodeBlock(scene.Draw(), "mermaid") : "";
}

std::string DataFlowPicture(const Post& post, const Stop& stop) {
  const DataFlow* flow = post.index.Flow(IdOf(*stop.symbol));
  if (flow == nullptr) return "";
  const bool is_tensors =
      std::count_if(flow->steps().begin(), flow->steps().end(), [](const DataFlowStep& step) {
        return !step.shape().empty() || !step.parallelism().empty();
      }) >= 2;
  const size_t size = std::min<size_t>(flow->steps_size(), kMaxFlowSteps);
  if (!is_tensors || size < 4) return "";
  Flowchart chart;
  chart.is_top_down = true;
  FlowGroup& group = chart.groups.emplace_back();
  std::map<std::string, std::string> made_by;  // By variable.
  std::map<int, Mark> marks;                   // By line.
  if (stop.story != nullptr) {
    for (const Step& step : stop.story->steps())
      marks[step.range().first_line()] = MarkOfStep(step);
  }
  for (size_t i = 0; i < size; ++i) {
    const DataFlowStep& step = flow->steps(static_cast<int>(i));
    const std::string key = absl::StrCat("step ", i);
    FlowNode node{.key = key, .lines = {Condense(step.operation(), 48)}, .module = ""};
    node.mark = marks[step.range().first_line()];
    std::vector<std::string> facts;
    for (const std::string& fact : {step.shape(), step.dtype(), step.parallelism()}) {
      if (!fact.empty()) facts.push_back(fact);
    }
    if (!facts.empty()) node.lines.push_back(absl::StrJoin(facts, ", "));
    group.nodes.push_back(std::move(node));
    for (const std::string& input : step.inputs()) {
      const auto from = made_by.find(input);
      if (from != made_by.end() && from->second != key) {
        chart.arrows.push_back({.from = from->second, .to = key, .label = input});
      }
    }
    made_by[step.output()] = key;
  }
  if (chart.arrows.size() < 3) return "";
  constexpr Phrase kMore("\nSteps that are not drawn: {count}.\n", "\n另有 {count} 步未画出。\n");
  const size_t more = flow->steps_size() - size;
  return absl::StrCat(
      MarkdownCodeBlock(FlowchartMermaid(chart, post.language, {.max_nodes = 24}), "mermaid"),
      more == 0 ? "" : Say(post.language, kMore, {{"count", absl::StrCat(more)}}));
}

}  // namespace allreview::report::explanation
