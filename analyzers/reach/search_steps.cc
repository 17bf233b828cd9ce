// The narrow searches of Search: for steps, and for what is captured.

#include <algorithm>
#include <utility>

#include "analyzers/paths/paths.h"
#include "analyzers/reach/compiled.h"
#include "analyzers/reach/search.h"
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

}  // namespace

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
    const std::string what = StepOf(walk.steps()[i]);
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
  walk.Run({{canonical}}, visit, [&](const Step& callee, const Edge& edge, const Found& caller) {
    const bool is_wanted = !edge.call.is_cold && !IsGuess(edge) && !IsColdPath(edge.call.path) &&
                           caller && caller.definition->kind != Definition::Kind::kClass &&
                           !takers_.IsInIdleLambda(callee.function, edge);
    return is_wanted ? NeedsOf(callee, edge, caller) : std::nullopt;
  });
  return best;
}

std::string Search::StepOf(const Step& step) {
  std::string what = entries_.KindOf(step.function);
  if (!IsStepEntry(what) || IsFactory(step.function)) {
    const std::optional<Entry> role = RegisteredAs(step.function);
    what = role && role->is_every_step ? "hook" : "";
  }
  return what.empty() || needs_.MayHold(step.function, step.needs) ? what : "";
}

std::optional<Entry> Search::RegisteredAs(const Found& function) {
  const auto role_of = [&](const Found& handed, bool is_maker) -> std::optional<Entry> {
    for (const Edge& edge : project_.EdgesTo(handed.name)) {
      if (!edge.call.is_reference || paths::IsTestPath(edge.call.path)) continue;
      if ((edge.reference == ReferenceFacts::Kind::kHookMaker) != is_maker) continue;
      if (std::optional<Entry> role = takers_.Of(handed, edge).role) return role;
    }
    return std::nullopt;
  };
  if (std::optional<Entry> role = role_of(function, false)) return role;
  // What a maker returns is one of its inner functions.
  const Found maker = project_.FindDefinition(OwnerOf(function.name));
  if (!maker || maker.definition->kind == Definition::Kind::kClass) return std::nullopt;
  return role_of(maker, true);
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
    if (!what.empty() && !needs_.MayHold(step.function, step.needs)) what.clear();
    stop = what == "cuda-graph";
    if (stop || (!found && !what.empty())) {
      found = MakeWay(walk, i, {Kind::kCapture, std::move(what)});
    }
    return {true, is_self ? 0 : 1};
  };
  walk.Run({{canonical}}, visit, [&](const Step& callee, const Edge& edge, const Found& caller) {
    const bool is_wanted = !edge.call.is_cold && edge.call.confidence != Confidence::kLow;
    return is_wanted ? NeedsOf(callee, edge, caller) : std::nullopt;
  });
  return found;
}

}  // namespace allreview::reach
