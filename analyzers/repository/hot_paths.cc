#include "analyzers/repository/hot_paths.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/repository/cold.h"

namespace allreview::repository {
namespace {

using python::Definition;

constexpr int kMaxCalls = 3;

// A function on the way back from the one that is asked about.
struct Step {
  Found function;
  Call call;      // Where it calls the next one; unused in the first step.
  int next = -1;  // Index of that one.
  int calls = 0;  // From here to the function asked about.
};

// How much a root says, most first.
int RankOf(absl::string_view root_kind, bool is_inference) {
  return is_inference ? 2 : root_kind == "get-batch" ? 1 : 0;
}

HotPath MakePath(const std::vector<Step>& steps, int root, std::string kind) {
  HotPath path;
  path.root_kind = std::move(kind);
  for (int i = root; i >= 0; i = steps[i].next) {
    const Step& step = steps[i];
    path.is_inference |= IsInferencePath(step.function.path);
    if (step.next >= 0) {
      path.hops.push_back(step.call);
    } else {
      path.hops.push_back({.caller = step.function.name,
                           .path = step.function.path,
                           .place = step.function.definition->place});
    }
  }
  return path;
}

}  // namespace

std::string RootKindOfName(absl::string_view name) {
  for (absl::string_view exact : {"train_step", "training_step", "loss_func"}) {
    if (name == exact) return "train-step";
  }
  for (absl::string_view prefix : {"forward_step", "forward_backward_"}) {
    if (absl::StartsWith(name, prefix)) return "train-step";
  }
  for (absl::string_view exact :
       {"finalize_model_grads", "start_grad_sync", "finish_grad_sync", "start_param_sync"}) {
    if (name == exact) return "grad-sync";
  }
  // A size or a block size is no batch.
  const bool is_batch = absl::StartsWith(name, "get_batch") && !absl::EndsWith(name, "_size");
  return is_batch ? "get-batch" : "";
}

bool IsOptimizerStep(absl::string_view method) {
  return method == "step" || method == "step_with_ready_grads" || method == "prepare_grads" ||
         absl::StartsWith(method, "get_grad_norm") || absl::StartsWith(method, "clip_grad");
}

std::optional<HotPath> HotPaths::Find(absl::string_view absolute_function) {
  const std::string& canonical = names_.Canonical(absolute_function);
  const auto known = paths_.find(canonical);
  if (known != paths_.end()) return known->second;
  return paths_[canonical] = Search(canonical);
}

// Breadth first, so that the shortest way is found.
std::optional<HotPath> HotPaths::Search(const std::string& canonical) {
  std::vector<Step> steps = {{.function = names_.FindDefinition(canonical), .call = {}}};
  if (!steps[0].function) return std::nullopt;
  std::set<std::string> seen = {canonical};
  std::optional<HotPath> best;
  for (size_t i = 0; i < steps.size(); ++i) {
    const Found function = steps[i].function;
    if (IsColdName(SimpleName(function.name)) || IsColdPath(function.path)) continue;
    std::string kind = RootKind(function);
    if (!kind.empty()) {
      HotPath path = MakePath(steps, static_cast<int>(i), std::move(kind));
      const int rank = RankOf(path.root_kind, path.is_inference);
      if (!best || rank < RankOf(best->root_kind, best->is_inference)) best = std::move(path);
      if (rank == 0) return best;
      continue;
    }
    for (const Edge& edge : calls_.EdgesTo(function.name)) {
      if (steps[i].calls == kMaxCalls && OwnerOf(function.name) != edge.call.caller) continue;
      if (edge.call.is_cold || IsColdPath(edge.call.path)) continue;
      Found caller = names_.FindDefinition(edge.call.caller);
      if (!caller || caller.definition->kind == Definition::Kind::kClass) continue;
      if (!seen.insert(caller.name).second) continue;
      // What a function defines and calls is part of it.
      const int calls = steps[i].calls + (OwnerOf(function.name) == caller.name ? 0 : 1);
      steps.push_back({std::move(caller), edge.call, static_cast<int>(i), calls});
    }
  }
  return best;
}

std::string HotPaths::RootKind(const Found& function) {
  const absl::string_view name = SimpleName(function.name);
  if (function.definition->kind == Definition::Kind::kMethod) {
    std::string kind = MethodRootKind(OwnerOf(function.name), name);
    if (!kind.empty()) return kind;
  }
  std::string kind = RootKindOfName(name);
  if (kind.empty() && IsHook(function)) return "hook";
  return kind;
}

std::string HotPaths::MethodRootKind(absl::string_view owner, absl::string_view name) {
  const auto inherits = [&](std::initializer_list<absl::string_view> bases) {
    const std::vector<std::string>& all = classes_.LineageOf(owner).bases;
    return std::any_of(all.begin(), all.end(), [&](const std::string& base) {
      return std::any_of(bases.begin(), bases.end(), [&](absl::string_view wanted) {
        return base == wanted || (!absl::StrContains(wanted, ".") && SimpleName(base) == wanted);
      });
    });
  };
  if (name == "forward" || name == "backward") {
    return inherits({"torch.nn.Module", "torch.autograd.Function", "MegatronModule",
                     "GraphableMegatronModule"})
               ? std::string(name)
               : "";
  }
  if (!IsOptimizerStep(name)) return "";
  return absl::StrContains(SimpleName(owner), "Optimizer") || inherits({"torch.optim.Optimizer"})
             ? "optimizer-step"
             : "";
}

bool HotPaths::IsHook(const Found& function) {
  const auto is_registered = [&](absl::string_view name, ReferenceFacts::Kind kind) {
    const std::vector<Edge>& edges = calls_.EdgesTo(name);
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
      return edge.call.is_reference && edge.reference == kind;
    });
  };
  if (is_registered(function.name, ReferenceFacts::Kind::kHook)) return true;
  // What a maker returns is one of its inner functions.
  const Found maker = names_.FindDefinition(OwnerOf(function.name));
  return maker && maker.definition->kind != Definition::Kind::kClass &&
         is_registered(maker.name, ReferenceFacts::Kind::kHookMaker);
}

bool HotPaths::IsCaptured(absl::string_view absolute_function) {
  const std::string& canonical = names_.Canonical(absolute_function);
  const auto known = captured_.find(canonical);
  if (known != captured_.end()) return known->second;
  return captured_[canonical] = SearchCapture(canonical);
}

bool HotPaths::SearchCapture(const std::string& canonical) {
  // With each function the calls from it to the one asked about, and whether all went by self: of
  // a module that can be captured only its own methods are certain to be.
  struct Callee {
    std::string name;
    int calls;
    bool is_self;
  };
  std::vector<Callee> queue = {{canonical, 0, true}};
  std::set<std::string> seen = {canonical};
  for (size_t i = 0; i < queue.size(); ++i) {
    const Callee callee = queue[i];
    if (IsColdName(SimpleName(callee.name))) continue;
    if (StartsCapture(callee.name)) return true;
    if (callee.is_self && SimpleName(callee.name) == "forward") {
      const std::vector<std::string>& bases = classes_.LineageOf(OwnerOf(callee.name)).bases;
      if (std::any_of(bases.begin(), bases.end(), [](const std::string& base) {
            return SimpleName(base) == "GraphableMegatronModule";
          })) {
        return true;
      }
    }
    if (callee.calls == kMaxCalls) continue;
    for (const Edge& edge : calls_.EdgesTo(callee.name)) {
      if (edge.call.is_cold || edge.call.confidence == Confidence::kLow) continue;
      if (!seen.insert(edge.call.caller).second) continue;
      queue.push_back({edge.call.caller, callee.calls + 1, callee.is_self && edge.is_self});
    }
  }
  return false;
}

bool HotPaths::StartsCapture(const std::string& canonical) {
  const std::vector<Edge>& edges = calls_.EdgesTo(canonical);
  return std::any_of(edges.begin(), edges.end(), [](const Edge& edge) {
    return edge.is_captured ||
           (edge.call.is_reference && edge.reference == ReferenceFacts::Kind::kCaptured);
  });
}

}  // namespace allreview::repository
