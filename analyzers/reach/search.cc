#include "analyzers/reach/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/compiled.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Call;
using repository::Confidence;
using repository::Edge;
using repository::Found;
using repository::IsColdName;
using repository::IsColdPath;
using repository::OwnerOf;
using repository::ReferenceFacts;
using repository::SimpleName;

constexpr int kStepCalls = 3;  // A step is recognised so near alone: far away it is anything.

// What a chain has passed: who is behind the entry of a step may be another kind of step, but
// whoever starts the training does not make it a part of the start.
enum Passed { kOpen = 0, kBehindStep = 1, kBehindOther = 2 };

bool Adds(int state, Kind kind) {
  if (kind == Kind::kTests || kind == Kind::kExamples) return true;
  if (state == kBehindStep) return kind == Kind::kTraining || kind == Kind::kInference;
  return state == kOpen;
}

int Behind(int state, const std::optional<Entry>& entry) {
  if (!entry) return state;
  const bool is_step = entry->kind == Kind::kTraining || entry->kind == Kind::kInference;
  return std::max<int>(state, is_step ? kBehindStep : kBehindOther);
}

// Import runs it: code of a module, or of the body of a class that calls something.
bool IsCodeOfModule(const Step& step) {
  return !step.function ||
         (step.next >= 0 && step.function.definition->kind == Definition::Kind::kClass);
}

Way MakeWay(const Walk& walk, size_t index, Entry entry) {
  Way way{.entry = std::move(entry), .hops = walk.ChainOf(index)};
  for (size_t i = 0; i + 1 < way.hops.size(); ++i) {
    way.is_rare |= way.hops[i].is_cold;
    way.confidence = std::max(way.confidence, way.hops[i].confidence);
  }
  return way;
}

}  // namespace

// What the code of a step is to those whom it gets to.
std::optional<Entry> Search::EntryOf(const Step& step) {
  if (!IsCodeOfModule(step)) {
    std::optional<Entry> entry = entries_.EntryOf(step.function);
    if (!entry && IsHook(step.function)) return Entry{Kind::kTraining, "hook", true};
    return entry;
  }
  const absl::string_view path = step.edge.call.path;
  if (paths::IsTestPath(path)) return Entry{Kind::kTests, "code of tests"};
  if (IsAsidePath(path)) return Entry{Kind::kExamples, std::string(paths::FolderOf(path))};
  return Entry{Kind::kStartUp, "import"};
}

FunctionReach Search::Find(const std::string& canonical) {
  using State = FunctionReach::State;
  FunctionReach reach;
  if (!project_.FindDefinition(canonical)) {
    reach.why = "it is no function of the repository";
    return reach;
  }
  std::map<Kind, Way> ways;
  if (auto step = FindStep(canonical)) ways.emplace(step->entry.kind, *std::move(step));
  if (auto capture = FindCapture(canonical)) ways.emplace(Kind::kCapture, *std::move(capture));
  Walk walk(project_, {});
  const auto visit = [&](size_t i, bool&) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    const std::optional<Entry> entry = EntryOf(step);
    if (entry && Adds(step.state, entry->kind)) {
      ways.try_emplace(entry->kind, MakeWay(walk, i, *entry));
    }
    const bool is_import = IsCodeOfModule(step);
    const bool is_aside = entry && (entry->kind == Kind::kTests || entry->kind == Kind::kExamples);
    return {!is_import && !is_aside, Behind(step.state, entry)};
  };
  walk.Run({{canonical}}, visit, [](const Step&, const Edge&, const Found&) { return true; });
  bool has_product = false;
  for (auto& [kind, way] : ways) {
    has_product |= kind != Kind::kTests && kind != Kind::kExamples;
    reach.ways.push_back(std::move(way));
  }
  if (has_product) {
    reach.state = State::kReached;
    return reach;
  }
  reach.why = WhyOthersMay(walk);
  if (!reach.why.empty()) return reach;
  reach.state = reach.ways.empty() ? State::kNobody : State::kOnly;
  return reach;
}

// Who else may get to a function that only tests and examples are known to reach; empty: nobody.
std::string Search::WhyOthersMay(const Walk& walk) {
  if (walk.is_cut()) return "its callers are too many or too far";
  for (const Step& step : walk.steps()) {
    if (IsCodeOfModule(step) || EntryOf(step)) continue;
    const std::string& why = callers_.WhyOpen(step.function);
    if (!why.empty()) return absl::StrCat("`", step.function.definition->name, "`: ", why);
  }
  return "";
}

// How a step gets there by few calls, none of them rare and none through a cold function.
std::optional<Way> Search::FindStep(const std::string& canonical) {
  Walk walk(project_, {.max_calls = kStepCalls, .max_functions = SIZE_MAX});
  std::optional<Way> best;
  // How much an entry says, most first.
  const auto rank_of = [](const Way& way) {
    return way.entry.kind == Kind::kInference ? 2 : way.entry.what == "get-batch" ? 1 : 0;
  };
  const auto visit = [&](size_t i, bool& stop) -> Walk::Onward {
    const Found& function = walk.steps()[i].function;
    if (IsColdName(SimpleName(function.name)) || IsColdPath(function.path)) return {};
    std::string what = entries_.KindOf(function);
    if (!IsStepEntry(what)) what = IsHook(function) ? "hook" : "";
    if (what.empty()) return {.goes_on = true};
    Way way = MakeWay(walk, i, {Kind::kTraining, what, true});
    const bool is_inference = std::any_of(way.hops.begin(), way.hops.end(), [](const Call& call) {
      return repository::IsInferencePath(call.path);
    });
    if (is_inference) way.entry.kind = Kind::kInference;
    if (!best || rank_of(way) < rank_of(*best)) best = std::move(way);
    stop = rank_of(*best) == 0;
    return {};
  };
  walk.Run({{canonical}}, visit, [](const Step&, const Edge& edge, const Found& caller) {
    return !edge.call.is_cold && !IsColdPath(edge.call.path) && caller &&
           caller.definition->kind != Definition::Kind::kClass;
  });
  return best;
}

bool Search::IsHook(const Found& function) {
  const auto is_registered = [&](absl::string_view name, ReferenceFacts::Kind kind) {
    const std::vector<Edge>& edges = project_.EdgesTo(name);
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return edge.call.is_reference && edge.reference == kind && !paths::IsTestPath(edge.call.path);
    });
  };
  if (is_registered(function.name, ReferenceFacts::Kind::kHook)) return true;
  // What a maker returns is one of its inner functions.
  const Found maker = project_.FindDefinition(OwnerOf(function.name));
  return maker && maker.definition->kind != Definition::Kind::kClass &&
         is_registered(maker.name, ReferenceFacts::Kind::kHookMaker);
}

std::string Search::CapturedBy(const Found& function, bool is_self) {
  for (const Edge& edge : project_.EdgesTo(function.name)) {
    if (edge.is_captured) return "cuda-graph";
    if (edge.call.is_reference && edge.reference == ReferenceFacts::Kind::kCaptured) {
      return "cuda-graph";
    }
  }
  if (is_self && SimpleName(function.name) == "forward") {
    for (const std::string& base : project_.BasesOf(OwnerOf(function.name))) {
      if (SimpleName(base) == "GraphableMegatronModule") return "cuda-graph";
    }
  }
  return HowCompiled(project_, index_, codes_, function);
}

// Only what is certain counts: no guesses at receivers, nothing rare.
std::optional<Way> Search::FindCapture(const std::string& canonical) {
  Walk walk(project_, {.max_calls = kStepCalls, .max_functions = SIZE_MAX});
  std::optional<Way> found;
  // Of a module that can be captured only its own methods are certain to be: state 1 is another's.
  const auto visit = [&](size_t i, bool& stop) -> Walk::Onward {
    const Step& step = walk.steps()[i];
    if (!step.function || IsColdName(SimpleName(step.name))) return {};
    const bool is_self = step.state == 0 && (step.next < 0 || step.edge.is_self);
    std::string what = CapturedBy(step.function, is_self);
    stop = what == "cuda-graph";
    if (stop || (!found && !what.empty())) {
      found = MakeWay(walk, i, {Kind::kCapture, std::move(what)});
    }
    return {true, is_self ? 0 : 1};
  };
  walk.Run({{canonical}}, visit, [](const Step&, const Edge& edge, const Found&) {
    return !edge.call.is_cold && edge.call.confidence != Confidence::kLow;
  });
  return found;
}

}  // namespace allreview::reach
