// Section 4.2: from the entry point through the changed functions, as a sequence diagram.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "services/report/diagrams/carries.h"
#include "services/report/diagrams/sequence.h"
#include "services/report/documents/deep_dive/blocks.h"
#include "services/report/documents/deep_dive/branches.h"
#include "services/report/documents/deep_dive/call_text.h"
#include "services/report/documents/deep_dive/participants.h"
#include "services/report/documents/deep_dive/removed_code.h"
#include "services/report/documents/deep_dive/sections.h"
#include "services/report/story/places.h"
#include "services/report/story/signature.h"

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
constexpr int kMaxDepth = 2;  // Of changed functions drawn inside of each other.
constexpr size_t kMaxDrawings = 2;
constexpr size_t kMaxReturnBytes = 50;

struct Drawing {
  std::string root;  // Id.
  std::string text;
};

class Chain {
 public:
  explicit Chain(const Subject& subject) : subject_(subject), participants_(subject.index) {
    for (const FunctionStory& story : subject.review.model().functions()) removed_.Add(story);
  }

  // Calls on the way to a function: the drawing follows them from their root. What is only
  // handed over on the way runs elsewhere.
  void AddPath(const CallPath& path) {
    int begin = 0;
    for (int i = 0; i + 1 < path.hops_size(); ++i) {
      if (path.hops(i).confidence() == finding::v1::CONFIDENCE_LOW) begin = i + 1;
    }
    const std::string& root = path.hops(begin).symbol();
    if (HasAlternative(root, path.target())) return AddRoot(path.target());
    targets_[root].push_back(path.target());
    AddRoot(root);
    for (int i = begin; i + 1 < path.hops_size(); ++i) {
      const Hop& hop = path.hops(i);
      const std::string& next = path.hops(i + 1).symbol();
      std::vector<Way>& ways = ways_[hop.symbol()];
      const bool is_known =
          std::any_of(ways.begin(), ways.end(), [&](const Way& way) { return way.to == next; });
      if (!is_known) ways.push_back({next, hop.code(), hop.range().first_line()});
    }
  }

  // A function that nothing is known to call, or where a path begins.
  void AddRoot(const std::string& id) {
    if (std::find(roots_.begin(), roots_.end(), id) == roots_.end()) roots_.push_back(id);
  }

  bool IsOnPath(const std::string& id) const {
    return ways_.count(id) > 0 ||
           std::any_of(ways_.begin(), ways_.end(), [&](const auto& from_and_ways) {
             return std::any_of(from_and_ways.second.begin(), from_and_ways.second.end(),
                                [&](const Way& way) { return way.to == id; });
           });
  }

  // One for each root: nobody knows which of two runs first. Within one, callers call in the order
  // of their lines. None where all calls are as they were: section 4.1 shows the way.
  std::vector<Drawing> Draw() {
    for (auto& [from, ways] : ways_) {
      std::stable_sort(ways.begin(), ways.end(),
                       [](const Way& a, const Way& b) { return a.line < b.line; });
    }
    std::vector<Drawing> drawings;
    for (const std::string& root : roots_) {
      sequence_ = Sequence();
      has_news_ = false;
      Descend(root, 0, {});
      const auto calls =
          std::count_if(sequence_.items.begin(), sequence_.items.end(),
                        [](const SequenceItem& item) { return item.kind == Kind::kCall; });
      if (!has_news_ || calls < 2) continue;
      if (auto text = SequenceMermaid(sequence_, subject_.language)) {
        drawings.push_back({root, *std::move(text)});
      }
      if (drawings.size() == kMaxDrawings) break;
    }
    return drawings;
  }

 private:
  // From there the drawing already follows a class that stands beside the target's own: one run
  // makes one of them.
  bool HasAlternative(const std::string& root, const std::string& target) const {
    const auto found = targets_.find(root);
    if (found == targets_.end()) return false;
    const std::string own = ClassOf(target);
    return std::any_of(found->second.begin(), found->second.end(), [&](const std::string& other) {
      const std::string its = ClassOf(other);
      return own != its && ShareBase(subject_.index, own, its);
    });
  }

  static std::string ClassOf(const std::string& id) { return id.substr(0, id.rfind('.')); }

  struct Way {
    std::string to, code;
    int line = 0;
  };

  // What happens inside of a function: its calls of changed functions, and those on the way to one.
  void Descend(const std::string& id, int depth, const Parameters& parameters) {
    if (!entered_.insert(id).second) return;
    AddFunction(id, depth, parameters);
    const auto ways = ways_.find(id);
    if (ways == ways_.end()) return;
    for (const Way& way : ways->second) {
      if (!drawn_calls_.insert({id, way.to}).second) continue;
      const bool is_changed = subject_.index.Symbol(way.to) != nullptr;
      Call(id, way.to, is_changed ? NameText(way.to) : CallText(way.code, SymbolName(way.to)),
           Mark::kNone);
      Descend(way.to, depth, {});
    }
  }

  bool LeadsToChange(const std::string& from, const std::string& to) const {
    const auto ways = ways_.find(from);
    return ways != ways_.end() && std::any_of(ways->second.begin(), ways->second.end(),
                                              [&](const Way& way) { return way.to == to; });
  }

  // Without the branches that a call with these parameters never enters.
  void AddFunction(const std::string& id, int depth, const Parameters& parameters) {
    const FunctionStory* story = subject_.index.Story(id);
    if (story == nullptr) return AddEdges(id);
    const std::vector<bool> never = NeverEntered(*story, parameters);
    BlockWalker blocks(subject_.language,
                       [&](SequenceItem item) { sequence_.Add(std::move(item)); });
    const auto& steps = story->steps();
    int end = 0;  // Of the lines so far.
    for (int i = 0; i < steps.size(); ++i) {
      if (steps[i].status() == Step::STATUS_REMOVED || never[i]) continue;
      // What stands between may be the header of what follows.
      if (story->left_out() > 0 && steps[i].range().first_line() > end) blocks.Finish();
      end = std::max(end, static_cast<int>(steps[i].range().end_line()));
      // What a condition calls runs before its block, of an `elif` only when those before fail.
      const bool is_condition =
          steps[i].kind() == Step::KIND_IF ||
          (steps[i].kind() == Step::KIND_LOOP && !absl::StartsWith(steps[i].code(), "while"));
      const bool is_elif = absl::StartsWith(steps[i].code(), "elif");
      if (is_condition && !is_elif) {
        blocks.Leave(steps[i]);
        AddCalls(*story, i, depth);
      }
      blocks.Enter(steps, i);
      if (!is_condition) AddCalls(*story, i, depth);
    }
    blocks.Finish();
  }

  // Calls that are new, of what changed, or made another way; of other projects' functions those
  // that communicate. What happens to tensors is for the data flow.
  static bool IsWorthDrawing(const Step& step, const StepCall& call) {
    const bool is_touched = step.status() != Step::STATUS_KEPT;
    if (!call.symbol().empty()) {
      return call.is_changed() || ((call.is_new() || is_touched) && !IsQuestion(call));
    }
    if (absl::StartsWith(call.callee(), "torch.distributed.")) {
      return is_touched && !step.parallelism().empty() && !IsQuestion(call);
    }
    const bool is_part = absl::StartsWith(call.callee(), "self.") &&
                         call.callee().find_first_of("()[] ") == std::string::npos;
    return is_part && call.is_new() && !absl::StrContains(call.callee().substr(5), ".");
  }

  // "is_initialized()", "get_rank()": it does nothing that a reader must follow.
  static bool IsQuestion(const StepCall& call) {
    const absl::string_view name = SimpleName(call.callee());
    return absl::StartsWith(name, "is_") || absl::StartsWith(name, "has_") ||
           absl::StartsWith(name, "get_");
  }

  // Of the call, not of what is called.
  Mark MarkOfCall(const Step& step, const StepCall& call) const {
    const ChangedSymbol* callee = subject_.index.Symbol(call.symbol());
    // A call that followed a name to another one or to another place is not new.
    const bool has_moved =
        callee != nullptr && (callee->status() == ChangedSymbol::STATUS_RENAMED ||
                              callee->status() == ChangedSymbol::STATUS_MOVED);
    if (has_moved) return MarkOf(callee->status());
    if (call.is_new()) return removed_.Calls(call.callee()) ? Mark::kMoved : Mark::kNew;
    if (step.status() == Step::STATUS_ADDED) {
      return removed_.Has(step) ? Mark::kMoved : Mark::kNew;
    }
    if (step.status() != Step::STATUS_CHANGED) return Mark::kNone;
    const absl::string_view name = SimpleName(call.callee());
    const std::string before = CallsOfName(step.code_before(), name),
                      now = CallsOfName(step.code(), name);
    return before.empty() || before == now ? Mark::kNone : Mark::kModified;
  }

  void AddCalls(const FunctionStory& story, int i, int depth) {
    const std::string& id = story.symbol();
    const Step& step = story.steps(i);
    const std::string way = WayAround(story, i);
    for (const StepCall& call : step.calls()) {
      const bool leads_on = LeadsToChange(id, call.symbol());
      if (!IsWorthDrawing(step, call) && !leads_on) continue;
      const std::string callee = call.symbol().empty() ? call.callee() : call.symbol();
      const bool is_plain = step.status() == Step::STATUS_KEPT || step.calls_size() > 1;
      std::string text = is_plain ? NameText(call.callee()) : CallText(step.code(), call.callee());
      if (!step.parallelism().empty()) absl::StrAppend(&text, " - ", step.parallelism());
      // The same call in many places is told once, but in each way that excludes the others.
      if (!told_.emplace(id, absl::StrCat(callee, " ", text, " ", way)).second) continue;
      Call(id, callee, text, MarkOfCall(step, call));
      has_news_ |= call.is_new() || step.status() != Step::STATUS_KEPT;
      drawn_calls_.insert({id, callee});
      const bool goes_on = leads_on || (call.is_changed() && depth < kMaxDepth);
      if (goes_on && !entered_.count(call.symbol())) {
        const FunctionStory* next = subject_.index.Story(call.symbol());
        Descend(call.symbol(), depth + 1,
                next == nullptr ? Parameters()
                                : ParametersOf(story, step, SymbolName(call.symbol()), *next));
        Return(call.symbol(), id);
      }
    }
  }

  // Without a story only the relations among symbols are known.
  void AddEdges(const std::string& id) {
    if (subject_.index.Symbol(id) == nullptr) return;
    for (const Edge* edge : subject_.index.EdgesFrom(id)) {
      if (edge->kind() != Edge::KIND_CALLS || (!edge->is_new() && !edge->is_removed())) continue;
      has_news_ = true;
      Call(id, edge->to(), NameText(edge->to()),
           edge->is_new()       ? Mark::kNew
           : edge->is_removed() ? Mark::kRemoved
                                : Mark::kNone);
    }
  }

  void Call(const std::string& from, const std::string& to, const std::string& text, Mark mark) {
    const std::string caller = participants_.Join(from, sequence_);
    const std::string callee = participants_.Join(to, sequence_);
    sequence_.Add({.kind = Kind::kCall, .from = caller, .to = callee, .text = text, .mark = mark});
  }

  // What comes back, where there is one answer only.
  void Return(const std::string& from, const std::string& to) {
    const FunctionStory* story = subject_.index.Story(from);
    const std::string caller = participants_.Join(to, sequence_),
                      callee = participants_.Join(from, sequence_);
    if (story == nullptr || story->outputs_size() != 1 || caller == callee) return;
    const auto& output = story->outputs(0);
    if (output.name() == "None" || output.name().size() > kMaxReturnBytes) return;
    sequence_.Add(
        {.kind = Kind::kReturn,
         .from = callee,
         .to = caller,
         .text = absl::StrCat(output.name(), output.shape().empty() ? "" : " ", output.shape())});
  }

  const Subject& subject_;
  RemovedCode removed_;
  Sequence sequence_;
  Participants participants_;
  std::vector<std::string> roots_;
  std::map<std::string, std::vector<Way>> ways_;             // By the caller.
  std::map<std::string, std::vector<std::string>> targets_;  // By the root.
  std::set<std::string> entered_;                            // Functions whose inside was followed.
  std::set<std::pair<std::string, std::string>> drawn_calls_;
  std::set<std::pair<std::string, std::string>> told_;  // Caller; callee and message.
  bool has_news_ = false;                               // Some call is new, or made another way.
};

const CallPath* BestPath(const Subject& subject, const ChangedSymbol& symbol) {
  for (const CallPath* path : subject.index.PathsTo(IdOf(symbol))) {
    if (path->hops_size() < 2) continue;
    const bool is_beside = IsBesideProduct(SymbolPath(path->hops(0).symbol()));
    if (!is_beside || subject.has_only_tests) return path;
  }
  return nullptr;
}

}  // namespace

std::string CallChain(const Subject& subject) {
  if (subject.functions.empty()) {
    constexpr Phrase kNothing("no function changes", "没有函数改动");
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
  constexpr Phrase kFrom("From {name}:\n\n", "从 {name} 开始：\n\n");
  constexpr Phrase kLegend("\nNEW and MODIFIED are said of the call.\n",
                           "\n“新增”与“修改”指的是调用。\n");
  const std::vector<Drawing> drawings = chain.Draw();
  std::string text;
  for (const Drawing& drawing : drawings) {
    const absl::string_view name = SymbolName(drawing.root);
    absl::StrAppend(&text, text.empty() ? "" : "\n",
                    drawings.size() < 2
                        ? ""
                        : Say(subject.language, kFrom,
                              {{"name", CodeOf(name.empty() ? SymbolPath(drawing.root) : name)}}),
                    MermaidBlock(drawing.text));
  }
  if (!text.empty()) return absl::StrCat(text, kLegend.In(subject.language));
  constexpr Phrase kNoCalls("no call of or between the changed functions is known to change",
                            "没有发现改动函数之间、进入或离开改动函数的调用发生变化");
  return NotApplicable(subject.language, std::string(kNoCalls.In(subject.language)));
}

}  // namespace allreview::report::deep_dive
