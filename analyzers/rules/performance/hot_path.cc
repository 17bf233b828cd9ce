#include "analyzers/rules/performance/hot_path.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/hot_paths.h"
#include "analyzers/repository/project.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kMaxCalls = 3;
constexpr int kMaxBases = 4;

// The base, as far as this file tells, is torch's module or autograd function.
bool IsModuleBase(const Module& module, Node base, int depth) {
  const std::string name = module.Resolve(base);
  for (absl::string_view known : {"torch.nn.Module", "torch.nn.modules.Module",
                                  "torch.autograd.Function", "torch.autograd.function.Function"}) {
    if (name == known) return true;
  }
  for (absl::string_view known : {"MegatronModule", "GraphableMegatronModule"}) {
    if (name == known || absl::EndsWith(name, absl::StrCat(".", known))) return true;
  }
  if (depth == 0 || !base.Is(NodeKind::kIdentifier)) return false;
  const Definition* local = module.FindDefinition(base.text());
  if (local == nullptr || local->kind != Definition::Kind::kClass) return false;
  return std::any_of(local->bases.begin(), local->bases.end(),
                     [&](Node next) { return IsModuleBase(module, next, depth - 1); });
}

// Why a function is an entry point of a step; empty: the file does not say that it is one.
std::string RootKind(const Module& module, const Definition& function) {
  const absl::string_view name = function.simple_name;
  if (function.kind != Definition::Kind::kMethod) return repository::RootKindOfName(name);
  const Definition* owner = module.EnclosingClass(function.node);
  if (owner == nullptr) return "";
  if (name == "forward" || name == "backward") {
    const bool is_module = std::any_of(owner->bases.begin(), owner->bases.end(), [&](Node base) {
      return IsModuleBase(module, base, kMaxBases);
    });
    return is_module ? std::string(name) : "";
  }
  if (repository::IsOptimizerStep(name)) {
    return absl::StrContains(owner->simple_name, "Optimizer") ? "optimizer-step" : "";
  }
  return repository::RootKindOfName(name);
}

struct Caller {
  const Definition* function;
  Node call;
};

// Functions of the file that call `function` by name, or by `self` from the same class.
std::vector<Caller> CallersOf(const Module& module, const Definition& function) {
  std::vector<Caller> callers;
  const std::string wanted = absl::StrCat(":", function.name);
  for (Node node : module.CallsOf({function.simple_name})) {
    if (module.ResolveAsWritten(node.child(Field::kFunction)) != wanted) continue;
    const Definition* caller = module.EnclosingFunction(node);
    if (caller != nullptr && caller != &function) callers.push_back({caller, node});
  }
  return callers;
}

// Functions that no root reaches by so many calls: the same callers come up on many ways.
using DeadEnds = std::map<const Definition*, int>;

std::optional<HotPath> Search(const Module& module, const Definition& function, Node at,
                              int calls_left, DeadEnds& dead_ends) {
  if (repository::IsColdName(function.simple_name)) return std::nullopt;
  const CallChain::Hop hop = {function.name, RangeOf(module, at)};
  const std::string root = RootKind(module, function);
  if (!root.empty()) {
    return HotPath{.chain = {.hops = {hop}, .root_kind = root},
                   .is_inference = repository::IsInferencePath(module.path()),
                   .is_get_batch = root == "get-batch"};
  }
  const auto known = dead_ends.find(&function);
  if (calls_left == 0 || (known != dead_ends.end() && known->second >= calls_left)) {
    return std::nullopt;
  }
  for (const Caller& caller : CallersOf(module, function)) {
    if (repository::IsColdBlock(caller.call)) continue;
    auto path = Search(module, *caller.function, caller.call, calls_left - 1, dead_ends);
    if (!path) continue;
    path->chain.hops.push_back(hop);
    return path;
  }
  dead_ends[&function] = calls_left;
  return std::nullopt;
}

Range PlaceOf(const repository::Call& call) {
  const repository::Place& place = call.place;
  return {.path = call.path,
          .first_line = place.line,
          .end_line = place.end_line,
          .first_column = place.column,
          .end_column = place.end_column,
          .first_byte = place.first_byte,
          .end_byte = place.end_byte};
}

HotPath FromRepository(const Module& module, const Definition& function,
                       const repository::HotPath& found) {
  HotPath path = {.chain = {.hops = {}, .root_kind = found.root_kind},
                  .is_inference = found.is_inference,
                  .is_get_batch = found.root_kind == "get-batch"};
  for (const repository::Call& call : found.hops) {
    absl::string_view symbol = call.caller;
    if (absl::ConsumePrefix(&symbol, python::ModuleNameOf(call.path))) {
      absl::ConsumePrefix(&symbol, ".");
    }
    path.chain.hops.push_back({std::string(symbol), PlaceOf(call),
                               static_cast<Confidence>(static_cast<int>(call.confidence))});
  }
  path.chain.hops.back().range = RangeOf(module, function.node.child(Field::kName));
  return path;
}

}  // namespace

std::optional<HotPath> FindHotPath(const Module& module, const Definition& function) {
  if (IsColdFile(module.path())) return std::nullopt;
  DeadEnds dead_ends;
  return Search(module, function, function.node.child(Field::kName), kMaxCalls, dead_ends);
}

std::optional<HotPath> FindHotPath(const FileContext& file, const Definition& function) {
  const Module& module = file.module();
  // Whoever calls them, these are cold.
  if (IsColdFile(module.path()) || repository::IsColdName(function.simple_name)) {
    return std::nullopt;
  }
  if (auto path = FindHotPath(module, function)) return path;
  const std::string name = file.AbsoluteName(function);
  const auto found = file.project().FindHotPath(name);
  if (found && !found->hops.empty()) return FromRepository(module, function, *found);
  if (!file.project().IsCaptured(name)) return std::nullopt;
  return CapturePath(module, function);
}

bool IsInCaptureRegion(const Module& module, Node node) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (repository::StartsCapture(module, around)) return true;
  }
  return false;
}

bool IsCaptured(const FileContext& file, Node node) {
  if (IsInCaptureRegion(file.module(), node)) return true;
  const Definition* function = file.module().EnclosingFunction(node);
  return function != nullptr && file.project().IsCaptured(file.AbsoluteName(*function));
}

HotPath CapturePath(const Module& module, const Definition& function) {
  return {.chain = {.hops = {{function.name, RangeOf(module, function.node.child(Field::kName))}},
                    .root_kind = "capture"},
          .is_inference = repository::IsInferencePath(module.path())};
}

bool IsColdBlock(Node node) { return repository::IsColdBlock(node); }

bool IsInferencePath(absl::string_view path) { return repository::IsInferencePath(path); }

bool IsColdFile(absl::string_view path) { return repository::IsColdPath(path); }

}  // namespace allreview::rules
