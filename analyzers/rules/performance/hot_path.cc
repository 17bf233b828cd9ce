#include "analyzers/rules/performance/hot_path.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kMaxCalls = 3;

bool Contains(absl::string_view text, absl::string_view part) {
  return text.find(part) != absl::string_view::npos;
}

bool IsColdName(absl::string_view name) {
  for (absl::string_view prefix :
       {"setup", "init", "reset_param", "build", "create", "load", "save", "convert", "export",
        "report", "print", "dump", "warmup", "profile", "bench", "debug", "eval", "generate"}) {
    if (absl::StartsWith(name, prefix) || absl::StartsWith(name, absl::StrCat("_", prefix))) {
      return true;
    }
  }
  for (absl::string_view part : {"checkpoint", "state_dict", "log_", "_log", "config", "args"}) {
    if (Contains(name, part)) return true;
  }
  return absl::StartsWith(name, "__");
}

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

// Why a function is an entry point of the training step; empty: it is none.
std::string RootKind(const Module& module, const Definition& function) {
  const absl::string_view name = function.simple_name;
  if (function.kind == Definition::Kind::kMethod && (name == "forward" || name == "backward")) {
    const Definition* owner = module.EnclosingClass(function.node);
    if (owner == nullptr) return "";
    for (Node base : owner->bases) {
      if (IsModuleBase(module, base, 4)) return std::string(name);
    }
    return "";
  }
  for (absl::string_view prefix : {"forward_step", "forward_backward_"}) {
    if (absl::StartsWith(name, prefix)) return "train-step";
  }
  for (absl::string_view exact : {"train_step", "training_step", "loss_func",
                                  "finalize_model_grads", "start_grad_sync", "finish_grad_sync"}) {
    if (name == exact) return "train-step";
  }
  return "";
}

struct Caller {
  const Definition* function;
  Node call;
};

// Functions of the file that call `function` by name, or by `self` from the same class.
std::vector<Caller> CallersOf(const Module& module, const Definition& function) {
  std::vector<Caller> callers;
  for (Node node : module.tree().root().descendants()) {
    if (!node.Is(NodeKind::kCall)) continue;
    Node callee = node.child(Field::kFunction);
    if (callee.Is(NodeKind::kAttribute)) callee = callee.child(Field::kAttribute);
    if (callee.text() != function.simple_name) continue;
    const std::string target = module.Resolve(node.child(Field::kFunction));
    if (target.size() != module.name().size() + 1 + function.name.size() ||
        !absl::EndsWith(target, function.name)) {
      continue;
    }
    const Definition* caller = module.EnclosingFunction(node);
    if (caller != nullptr && caller != &function) callers.push_back({caller, node});
  }
  return callers;
}

std::optional<HotPath> Search(const Module& module, const Definition& function, Node at,
                              int calls_left) {
  if (IsColdName(function.simple_name)) return std::nullopt;
  const CallChain::Hop hop = {function.name, RangeOf(module, at)};
  const std::string root = RootKind(module, function);
  if (!root.empty()) return HotPath{{.hops = {hop}, .root_kind = root}};
  if (calls_left == 0) return std::nullopt;
  for (const Caller& caller : CallersOf(module, function)) {
    if (IsColdBlock(caller.call)) continue;
    auto path = Search(module, *caller.function, caller.call, calls_left - 1);
    if (!path) continue;
    path->chain.hops.push_back(hop);
    return path;
  }
  return std::nullopt;
}

bool IsRareCondition(Node condition) {
  const std::string text(condition.text());
  for (absl::string_view word :
       {"log", "debug", "verbose", "profile", "interval", "nan", "deterministic", "first",
        "is None", "not hasattr", "rank() == 0", "rank == 0"}) {
    if (Contains(text, word)) return true;
  }
  return false;
}

}  // namespace

std::optional<HotPath> FindHotPath(const Module& module, const Definition& function) {
  if (IsColdFile(module.path())) return std::nullopt;
  const Node name = function.node.child(Field::kName);
  return Search(module, function, name, kMaxCalls);
}

bool IsColdBlock(Node node) {
  Node inner = node;
  for (Node outer = node.parent(); outer; inner = outer, outer = outer.parent()) {
    switch (outer.kind()) {
      case NodeKind::kFunctionDefinition:
        return false;
      case NodeKind::kRaiseStatement:
      case NodeKind::kAssertStatement:
      case NodeKind::kExceptClause:
        return true;
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
        if (inner == outer.child(Field::kConsequence) &&
            IsRareCondition(outer.child(Field::kCondition))) {
          return true;
        }
        break;
      default:
        break;
    }
  }
  return false;
}

bool IsInferencePath(absl::string_view path) { return Contains(path, "inference/"); }

bool IsColdFile(absl::string_view path) {
  for (absl::string_view part :
       {"tests/", "tools/", "tasks/", "datasets/", "tokenizers/", "export/", "logging",
        "checkpoint", "server", "client", "conftest"}) {
    if (Contains(path, part)) return true;
  }
  return false;
}

}  // namespace allreview::rules
