#include "analyzers/reach/entry_points.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/dotted_names.h"

namespace allreview::reach {
namespace {

using python::Definition;
using repository::Found;
using repository::OwnerOf;
using repository::SimpleName;

template <size_t n>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[n]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool IsTestEntry(const Found& function, absl::string_view name) {
  constexpr absl::string_view kPreparations[] = {"setup_method",   "teardown_method", "setup_class",
                                                 "teardown_class", "setUp",           "tearDown"};
  const std::vector<std::string>& decorators = function.definition->decorators;
  return absl::StartsWith(name, "test") || IsOneOf(name, kPreparations) ||
         std::find(decorators.begin(), decorators.end(), "pytest.fixture") != decorators.end();
}

bool IsArgumentFunction(const Found& function, absl::string_view name) {
  if (name == "parse_args" || name == "validate_args" || name == "parse_and_validate_args") {
    return true;
  }
  const auto& parameters = function.definition->parameters;
  const bool takes_parser = !parameters.empty() && parameters.front().name == "parser";
  return takes_parser && absl::StartsWith(absl::StripPrefix(name, "_"), "add_");
}

bool IsCheckpointFunction(const Found& function, absl::string_view name) {
  constexpr absl::string_view kNames[] = {"save_checkpoint", "load_checkpoint", "state_dict",
                                          "load_state_dict", "sharded_state_dict"};
  if (IsOneOf(name, kNames)) return true;
  const bool is_method = function.definition->kind == Definition::Kind::kMethod;
  return !is_method && absl::StrContains(function.path, "checkpoint") &&
         (absl::StartsWith(name, "save") || absl::StartsWith(name, "load"));
}

bool IsInferenceFunction(const Found& function, absl::string_view name) {
  if (!repository::IsInferencePath(function.path)) return false;
  return name == "generate" || absl::StartsWith(name, "generate_all") || name == "run_engine" ||
         absl::StartsWith(name, "async_step") || name == "step" || name == "step_modern" ||
         name == "step_legacy" || name == "add_request";
}

// These say when they run, whoever calls them.
bool SaysWhenItRuns(absl::string_view name) {
  // clang-format off
  constexpr absl::string_view kNames[] = {
      "__getstate__", "__post_init__", "__setstate__", "_load_from_state_dict",
      "_save_to_state_dict", "finalize_model_grads", "finish_grad_sync", "forward_step",
      "from_pretrained", "get_batch", "get_extra_state", "init_process_group", "load_checkpoint",
      "load_state_dict", "loss_func", "main", "parse_args", "save_checkpoint", "save_pretrained",
      "set_extra_state", "sharded_state_dict", "start_grad_sync", "start_param_sync", "state_dict",
      "train_step", "training_step"};
  // clang-format on
  return IsOneOf(name, kNames) || absl::StartsWith(name, "forward_backward_");
}

std::string KindOfName(const Found& function, absl::string_view name) {
  if (name == "main") return "main";
  if (std::string kind = StepOfName(name); !kind.empty()) return kind;
  if (IsArgumentFunction(function, name)) return "argparse";
  if (IsCheckpointFunction(function, name)) return "checkpoint";
  if (IsInferenceFunction(function, name)) return "inference";
  return absl::StartsWith(name, "collate") ? "data-loading" : "";
}

// The loop around steps.
bool IsTrainingLoop(absl::string_view name) {
  constexpr absl::string_view kNames[] = {"train",       "train_loop",          "training_loop",
                                          "train_epoch", "train_one_epoch",     "fit",
                                          "pretrain",    "inner_training_loop", "training_epoch"};
  return IsOneOf(absl::StripPrefix(name, "_"), kNames);
}

// The step itself, in classes that call it otherwise.
bool IsStepOfTrainer(absl::string_view name) {
  return name == "compute_loss" || name == "train_batch";
}

bool IsGeneration(absl::string_view name) {
  for (absl::string_view prefix : {"generate", "evaluate", "inference_", "serve_", "predict"}) {
    if (absl::StartsWith(name, prefix)) return true;
  }
  return name == "serve" || name == "eval_step" || name == "eval_loop" || name == "add_request";
}

bool IsStartUp(const Found& function, absl::string_view name) {
  if (name == "__post_init__") return true;
  name = absl::StripPrefix(name, "_");
  const bool is_method = function.definition->kind == Definition::Kind::kMethod;
  return absl::StartsWith(name, "initialize") || name == "init_process_group" ||
         (!is_method && (absl::StartsWith(name, "init_") || absl::StartsWith(name, "setup_")));
}

bool IsState(absl::string_view name) {
  constexpr absl::string_view kNames[] = {
      "__getstate__",    "__setstate__",    "_save_to_state_dict", "_load_from_state_dict",
      "save_model",      "load_model",      "save_pretrained",     "from_pretrained",
      "save_state",      "load_state",      "_save_checkpoint",    "_load_checkpoint",
      "get_extra_state", "set_extra_state", "save_state_dict",     "get_state_dict",
      "set_state_dict"};
  return IsOneOf(name, kNames);
}

// What the kinds of KindOf are to those who ask for reach.
std::optional<Kind> RoleOf(absl::string_view kind) {
  if (kind.empty()) return std::nullopt;
  if (IsStepEntry(kind) || kind == "data-loading") return Kind::kTraining;
  if (kind == "checkpoint") return Kind::kCheckpoint;
  if (kind == "inference") return Kind::kInference;
  if (kind == "test") return Kind::kTests;
  return Kind::kStartUp;  // main, argparse, construction
}

}  // namespace

absl::string_view NameOf(Kind kind) {
  switch (kind) {
    case Kind::kTraining:
      return "training step";
    case Kind::kInference:
      return "inference";
    case Kind::kCapture:
      return "graph capture";
    case Kind::kCheckpoint:
      return "checkpoint";
    case Kind::kStartUp:
      return "start-up";
    case Kind::kRegistered:
      return "registered";
    case Kind::kTests:
      return "tests";
    case Kind::kExamples:
      break;
  }
  return "examples";
}

bool IsStepEntry(absl::string_view kind) {
  constexpr absl::string_view kKinds[] = {"forward",        "backward",  "train-step",
                                          "optimizer-step", "grad-sync", "get-batch"};
  return IsOneOf(kind, kKinds);
}

bool IsHarmless(absl::string_view decorator) {
  constexpr absl::string_view kNames[] = {"staticmethod",
                                          "classmethod",
                                          "torch.no_grad",
                                          "torch.inference_mode",
                                          "torch.enable_grad",
                                          "functools.wraps",
                                          "functools.lru_cache",
                                          "functools.cache",
                                          "contextlib.contextmanager",
                                          "abc.abstractmethod",
                                          "torch.compile",
                                          "torch.compiler.disable",
                                          "torch._dynamo.disable",
                                          "torch.jit.ignore",
                                          "torch.jit.unused",
                                          "typing.overload",
                                          "typing.override",
                                          "typing_extensions.override",
                                          "torch.cuda.nvtx.range",
                                          "contextlib.asynccontextmanager"};
  const absl::string_view bare =
      absl::StartsWith(decorator, "builtins.") ? decorator.substr(9) : decorator;
  return std::find(std::begin(kNames), std::end(kNames), bare) != std::end(kNames);
}

bool IsAsidePath(absl::string_view path) {
  const bool is_at_root = paths::FolderOf(path).empty();
  return !is_at_root && !paths::IsTestPath(path) && !paths::IsProductSource(path);
}

std::string StepOfName(absl::string_view name) {
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

std::optional<Entry> EntryPoints::EntryOf(const Found& function) {
  const absl::string_view path = function.path, name = SimpleName(function.name);
  const std::string& kind = KindOf(function);
  if (paths::IsTestPath(path)) return Entry{Kind::kTests, kind.empty() ? "code of tests" : kind};
  if (function.definition->kind == Definition::Kind::kClass) return std::nullopt;
  std::optional<Kind> role = RoleOf(kind);
  const bool is_step = IsStepEntry(kind);
  if (is_step && repository::IsInferencePath(path)) role = Kind::kInference;
  if (role) return Entry{*role, kind, is_step};
  std::optional<Entry> entry;
  if (IsState(name)) {
    entry = Entry{Kind::kCheckpoint, "checkpoint"};
  } else if (IsGeneration(name)) {
    entry = Entry{Kind::kInference, "inference"};
  } else if (IsStepOfTrainer(name)) {
    entry = Entry{Kind::kTraining, "train-step", true};
  } else if (IsTrainingLoop(name)) {
    entry = Entry{Kind::kTraining, "training-loop"};
  } else if (IsStartUp(function, name)) {
    entry = Entry{Kind::kStartUp, "initialisation"};
  }
  const bool counts = entry && (SaysWhenItRuns(name) || IsUsed(function));
  return counts ? entry : std::nullopt;
}

bool EntryPoints::IsUsed(const Found& function) {
  const std::vector<std::string>& decorators = function.definition->decorators;
  const bool is_registered = !std::all_of(decorators.begin(), decorators.end(), IsHarmless);
  if (is_registered || IsOfFamily(function)) return true;
  const std::vector<repository::Edge>& edges = project_.EdgesTo(function.name);
  return std::any_of(edges.begin(), edges.end(), [&](const repository::Edge& edge) {
    return edge.call.caller != function.name;
  });
}

// A method that a base of another project may have, or a class of the repository above or below.
bool EntryPoints::IsOfFamily(const Found& method) {
  constexpr absl::string_view kWithout[] = {
      "builtins.object", "abc.ABC",           "torch.nn.Module", "typing.Generic",
      "typing.Protocol", "typing.NamedTuple", "enum.Enum",       "torch.utils.data.Dataset"};
  if (method.definition->kind != Definition::Kind::kMethod) return false;
  const absl::string_view owner = OwnerOf(method.name), name = SimpleName(method.name);
  const auto has_it = [&](const std::string& a_class) {
    const Found found = project_.FindDefinition(a_class);
    if (!found) return !IsOneOf(a_class, kWithout);
    const std::vector<std::string>& own = found.definition->own_names;
    return std::binary_search(own.begin(), own.end(), name);
  };
  const std::vector<std::string> bases = project_.BasesOf(owner);
  const auto is_other = [&](const std::string& a_class) { return a_class != owner; };
  for (const std::string& base : bases) {
    if (is_other(base) && has_it(base)) return true;
  }
  for (const std::string& sub : project_.SubclassesOf(owner)) {
    if (is_other(sub) && has_it(sub)) return true;
  }
  return false;
}

const std::string& EntryPoints::KindOf(const Found& function) {
  const auto [entry, is_new] = kinds_.emplace(function.name, "");
  if (is_new && function) entry->second = FindKind(function);
  return entry->second;
}

std::string EntryPoints::FindKind(const Found& function) {
  if (function.definition->kind == Definition::Kind::kClass) return "";
  const absl::string_view name = SimpleName(function.name);
  if (paths::IsTestPath(function.path)) return IsTestEntry(function, name) ? "test" : "";
  if (function.definition->kind == Definition::Kind::kMethod) {
    std::string kind = KindOfMethod(OwnerOf(function.name), name);
    if (!kind.empty()) return kind;
  }
  std::string kind = KindOfName(function, name);
  return kind.empty() || SaysWhenItRuns(name) || IsUsed(function) ? kind : "";
}

std::string EntryPoints::KindOfMethod(absl::string_view owner, absl::string_view method) {
  if (method == "forward" || method == "backward") {
    return IsModuleClass(owner) || InheritsFrom(owner, {"torch.autograd.Function"})
               ? std::string(method)
               : "";
  }
  if (method == "__init__" && IsModuleClass(owner)) return "construction";
  const absl::string_view class_name = SimpleName(owner);
  if (IsOptimizerStep(method)) {
    const bool is_optimizer = absl::StrContains(class_name, "Optimizer") ||
                              InheritsFrom(owner, {"torch.optim.Optimizer"});
    if (is_optimizer) return "optimizer-step";
  }
  if (method == "__getitem__" || method == "__iter__" || method == "__next__") {
    for (absl::string_view word : {"Dataset", "Sampler", "Loader", "Iterator"}) {
      if (absl::StrContains(class_name, word)) return "data-loading";
    }
  }
  return "";
}

bool EntryPoints::IsModuleClass(absl::string_view class_name) {
  return InheritsFrom(class_name, {"torch.nn.Module", "MegatronModule", "GraphableMegatronModule"});
}

bool EntryPoints::InheritsFrom(absl::string_view class_name,
                               std::initializer_list<absl::string_view> bases) {
  for (const std::string& base : project_.BasesOf(class_name)) {
    for (absl::string_view wanted : bases) {
      const bool is_simple = !absl::StrContains(wanted, ".");
      if (base == wanted || (is_simple && SimpleName(base) == wanted)) return true;
    }
  }
  return false;
}

bool IsFinalEntry(absl::string_view kind) {
  return !kind.empty() && kind != "forward" && kind != "construction" && kind != "public" &&
         kind != "property" && kind != "import";
}

bool IsPublicName(absl::string_view qualified_name) {
  for (absl::string_view part : absl::StrSplit(qualified_name, '.')) {
    const bool is_special = absl::StartsWith(part, "__") && absl::EndsWith(part, "__");
    if (absl::StartsWith(part, "_") && !is_special) return false;
  }
  return true;
}

}  // namespace allreview::reach
