// Section 4.2: from the entry point through the changed functions, as a sequence diagram.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "services/report/diagrams/sequence.h"
#include "services/report/documents/deep_dive/blocks.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::CallPath;
using analysis::v1::ChangedSymbol;
using analysis::v1::Edge;
using analysis::v1::FunctionStory;
using analysis::v1::Hop;
using analysis::v1::Step;
using analysis::v1::StepCall;
using Kind = SequenceItem::Kind;

constexpr int kMaxPaths = 4;
constexpr int kMaxDepth = 2;           // Of changed functions drawn inside of each other.
constexpr int kMaxUnchangedCalls = 8;  // Of one function; more are left to the walkthrough.

class Chain {
 public:
  explicit Chain(const Subject& subject) : subject_(subject) {}

  // Calls on the way to a function: the drawing follows them from their root.
  void AddPath(const CallPath& path) {
    const std::string& root = path.hops(0).symbol();
    if (std::find(roots_.begin(), roots_.end(), root) == roots_.end()) roots_.push_back(root);
    for (int i = 0; i + 1 < path.hops_size(); ++i) {
      const Hop& hop = path.hops(i);
      const std::string& next = path.hops(i + 1).symbol();
      std::vector<Way>& ways = ways_[hop.symbol()];
      const bool is_known =
          std::any_of(ways.begin(), ways.end(), [&](const Way& way) { return way.to == next; });
      if (!is_known) ways.push_back({next, hop.code(), hop.range().first_line()});
    }
  }

  // A function that nothing is known to call.
  void AddRoot(const std::string& id) { roots_.push_back(id); }

  // In the order in which callers call: what is called earlier is drawn earlier.
  void Follow() {
    for (auto& [from, ways] : ways_) {
      std::stable_sort(ways.begin(), ways.end(),
                       [](const Way& a, const Way& b) { return a.line < b.line; });
    }
    for (const std::string& root : roots_) Descend(root, 0);
  }

  bool HasCalls() const { return !sequence_.items.empty(); }
  bool IsDrawn(const std::string& id) const { return seen_.count(id) > 0; }
  bool IsOnPath(const std::string& id) const {
    return ways_.count(id) > 0 ||
           std::any_of(ways_.begin(), ways_.end(), [&](const auto& from_and_ways) {
             return std::any_of(from_and_ways.second.begin(), from_and_ways.second.end(),
                                [&](const Way& way) { return way.to == id; });
           });
  }
  int left_out() const { return left_out_; }
  std::string Draw() const { return SequenceMermaid(sequence_, subject_.language); }

 private:
  struct Way {
    std::string to, code;
    int line = 0;
  };

  // What happens inside of a function: its calls of changed functions in full, of others those on
  // the way to a changed one.
  void Descend(const std::string& id, int depth) {
    if (!entered_.insert(id).second) return;
    AddFunction(id, depth);
    const auto ways = ways_.find(id);
    if (ways == ways_.end()) return;
    for (const Way& way : ways->second) {
      if (!drawn_calls_.insert({id, way.to}).second) continue;
      Call(id, way.to, CallText(way.code, SymbolName(way.to)), Mark::kNone);
      Descend(way.to, depth);
      Return(way.to, id);
    }
  }

  bool LeadsToChange(const std::string& from, const std::string& to) const {
    const auto ways = ways_.find(from);
    return ways != ways_.end() && std::any_of(ways->second.begin(), ways->second.end(),
                                              [&](const Way& way) { return way.to == to; });
  }

  void AddFunction(const std::string& id, int depth) {
    const FunctionStory* story = subject_.index.Story(id);
    if (story == nullptr) return AddEdges(id);
    const bool is_busy = CountUnchangedCalls(*story) > kMaxUnchangedCalls;
    BlockWalker blocks([&](SequenceItem item) { sequence_.Add(std::move(item)); });
    const auto& steps = story->steps();
    for (int i = 0; i < steps.size(); ++i) {
      if (steps[i].status() == Step::STATUS_REMOVED) continue;
      blocks.Enter(steps, i);
      AddCalls(id, steps[i], is_busy, depth);
    }
    blocks.Finish();
    if (is_busy) left_out_ += CountUnchangedCalls(*story);
  }

  // Calls of the repository's functions; of others those that communicate, and new ones of parts
  // of the object. What happens to tensors is for the data flow.
  static bool IsWorthDrawing(const Step& step, const StepCall& call, bool is_busy) {
    if (!call.symbol().empty()) {
      return call.is_new() || call.is_changed() || (!is_busy && !IsQuestion(call));
    }
    if (absl::StartsWith(call.callee(), "torch.distributed.")) {
      return !step.parallelism().empty() || call.is_new();
    }
    const bool is_part = absl::StartsWith(call.callee(), "self.") &&
                         call.callee().find_first_of("()[] ") == std::string::npos;
    return is_part && call.is_new() && !absl::StrContains(call.callee().substr(5), ".");
  }

  // "is_initialized()": it does nothing that a reader must follow.
  static bool IsQuestion(const StepCall& call) {
    const absl::string_view name = SimpleName(SymbolName(call.symbol()));
    return absl::StartsWith(name, "is_") || absl::StartsWith(name, "has_");
  }

  static int CountUnchangedCalls(const FunctionStory& story) {
    int calls = 0;
    for (const Step& step : story.steps()) {
      if (step.status() == Step::STATUS_REMOVED) continue;
      for (const StepCall& call : step.calls()) {
        calls += IsWorthDrawing(step, call, false) && !IsWorthDrawing(step, call, true);
      }
    }
    return calls;
  }

  void AddCalls(const std::string& id, const Step& step, bool is_busy, int depth) {
    for (const StepCall& call : step.calls()) {
      const bool leads_on = LeadsToChange(id, call.symbol());
      if (!IsWorthDrawing(step, call, is_busy) && !leads_on) continue;
      const std::string callee = call.symbol().empty() ? call.callee() : call.symbol();
      std::string text = step.calls_size() == 1 ? CallText(step.code(), call.callee())
                                                : absl::StrCat(SimpleName(call.callee()), "(…)");
      if (!step.parallelism().empty()) absl::StrAppend(&text, " - ", step.parallelism());
      Call(id, callee, text, call.is_new() ? Mark::kNew : Mark::kNone);
      drawn_calls_.insert({id, callee});
      const bool goes_on = leads_on || (call.is_changed() && depth < kMaxDepth);
      if (goes_on && !entered_.count(call.symbol())) {
        Descend(call.symbol(), depth + 1);
        Return(call.symbol(), id);
      }
    }
  }

  // Without a story only the relations among symbols are known.
  void AddEdges(const std::string& id) {
    if (subject_.index.Symbol(id) == nullptr) return;
    for (const Edge* edge : subject_.index.EdgesFrom(id)) {
      if (edge->kind() != Edge::KIND_CALLS) continue;
      Call(id, edge->to(), absl::StrCat(SimpleName(SymbolName(edge->to())), "(…)"),
           edge->is_new()       ? Mark::kNew
           : edge->is_removed() ? Mark::kRemoved
                                : Mark::kNone);
    }
  }

  void Call(const std::string& from, const std::string& to, const std::string& text, Mark mark) {
    const std::string caller = ParticipantOf(from);
    const std::string callee = ParticipantOf(to);
    seen_.insert(from);
    seen_.insert(to);
    sequence_.Add({.kind = Kind::kCall, .from = caller, .to = callee, .text = text, .mark = mark});
  }

  void Return(const std::string& from, const std::string& to) {
    const FunctionStory* story = subject_.index.Story(from);
    if (story == nullptr || story->outputs().empty()) return;
    std::vector<std::string> outputs;
    for (const auto& output : story->outputs()) {
      outputs.push_back(output.shape().empty() ? output.name()
                                               : absl::StrCat(output.name(), " ", output.shape()));
      if (outputs.size() == 3) break;
    }
    if (ParticipantOf(from) == ParticipantOf(to)) return;
    sequence_.Add({.kind = Kind::kReturn,
                   .from = ParticipantOf(from),
                   .to = ParticipantOf(to),
                   .text = absl::StrJoin(outputs, " | "),
                   .mark = Mark::kNone});
  }

  // One line of code as the message; else the name of what is called.
  static std::string CallText(absl::string_view code, absl::string_view callee) {
    absl::ConsumePrefix(&code, "return ");
    const bool is_whole =
        std::count(code.begin(), code.end(), '(') == std::count(code.begin(), code.end(), ')');
    const bool is_short = !code.empty() && code.size() <= 70 && is_whole &&
                          !absl::StrContains(code, "\n") && !absl::EndsWith(code, ":");
    return is_short ? std::string(code) : absl::StrCat(SimpleName(callee), "(…)");
  }

  // Methods of one class are one participant, functions of one file another.
  std::string ParticipantOf(const std::string& id) {
    Participant participant;
    const absl::string_view path = SymbolPath(id);
    if (path.empty()) {
      // It is in another project, or not resolved: "torch.distributed", "self.router".
      const absl::string_view scope = ScopeOf(id);
      participant.key = std::string(scope.empty() || scope == "self" ? id : scope);
      participant.lines = {participant.key};
    } else {
      const absl::string_view name = SymbolName(id);
      const ChangedSymbol* symbol = subject_.index.Symbol(id);
      const bool is_class = symbol != nullptr && symbol->kind() == analysis::v1::SYMBOL_KIND_CLASS;
      const absl::string_view scope = is_class ? name : ScopeOf(name);
      participant.key = absl::StrCat(path, ":", scope);
      participant.lines =
          scope.empty() ? std::vector<std::string>{std::string(FileName(path))}
                        : std::vector<std::string>{std::string(scope), std::string(FileName(path))};
      if (const ChangedSymbol* owner = subject_.index.Symbol(participant.key)) {
        participant.mark =
            owner->status() == ChangedSymbol::STATUS_ADDED ? Mark::kNew : Mark::kNone;
      }
    }
    if (participants_.insert(participant.key).second) {
      sequence_.participants.push_back(participant);
    }
    return participant.key;
  }

  const Subject& subject_;
  Sequence sequence_;
  std::set<std::string> participants_;
  std::vector<std::string> roots_;
  std::map<std::string, std::vector<Way>> ways_;  // By the caller.
  std::set<std::string> entered_;                 // Functions whose inside was followed.
  std::set<std::string> seen_;                    // At an end of some line.
  std::set<std::pair<std::string, std::string>> drawn_calls_;
  int left_out_ = 0;
};

const CallPath* BestPath(const Subject& subject, const ChangedSymbol& symbol) {
  for (const CallPath* path : subject.index.PathsTo(IdOf(symbol))) {
    if (path->hops_size() >= 2) return path;
  }
  return nullptr;
}

std::string Notes(const Subject& subject, const Chain& chain) {
  constexpr Phrase kUndrawn("Changed, but not in this diagram: {names}.\n",
                            "有改动但不在图中：{names}。\n");
  constexpr Phrase kCalls(
      "Where a function makes many calls, those of unchanged functions are left out ({count}).\n",
      "如果一个函数有很多调用，则省略对未改动函数的调用（{count}）。\n");
  constexpr Noun kCall = {"call", "calls", "处调用"};
  std::vector<std::string> names;
  for (const ChangedSymbol* symbol : subject.functions) {
    const bool is_gone = symbol->status() == ChangedSymbol::STATUS_REMOVED;
    if (!is_gone && !chain.IsDrawn(IdOf(*symbol))) {
      names.push_back(NameAndPlace(subject.language, *symbol));
    }
  }
  std::string text;
  if (!names.empty()) {
    absl::StrAppend(
        &text, "\n",
        Say(subject.language, kUndrawn, {{"names", JoinNames(subject.language, names, 8)}}));
  }
  if (chain.left_out() > 0) {
    absl::StrAppend(&text, "\n",
                    Say(subject.language, kCalls,
                        {{"count", Count(subject.language, chain.left_out(), kCall)}}));
  }
  return text;
}

}  // namespace

std::string CallChain(const Subject& subject) {
  if (subject.functions.empty()) {
    constexpr Phrase kNothing("no function changes, so there are no calls to draw",
                              "没有函数改动，因此没有调用可画");
    return NothingHere(subject, kNothing);
  }
  Chain chain(subject);
  int paths = 0;
  for (const ChangedSymbol* symbol : subject.functions) {
    if (paths == kMaxPaths) break;
    if (chain.IsOnPath(IdOf(*symbol)) || symbol->status() == ChangedSymbol::STATUS_REMOVED) {
      continue;
    }
    const CallPath* path = BestPath(subject, *symbol);
    if (path != nullptr) {
      chain.AddPath(*path);
    } else {
      chain.AddRoot(IdOf(*symbol));
    }
    ++paths;
  }
  chain.Follow();
  if (!chain.HasCalls()) {
    constexpr Phrase kNoCalls(
        "no caller of the changed functions is known, and they call no function of the repository",
        "改动的函数没有已知调用方，也不调用仓库内的函数");
    return NotApplicable(subject.language, std::string(kNoCalls.In(subject.language)));
  }
  return MermaidBlock(chain.Draw()) + Notes(subject, chain);
}

}  // namespace allreview::report::deep_dive
