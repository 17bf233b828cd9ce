#include "services/analysis/change_model/graph/entry_points.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/hot_paths.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
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

std::string KindOfFunctionName(const Found& function, absl::string_view name) {
  if (name == "main") return "main";
  if (std::string kind = repository::RootKindOfName(name); !kind.empty()) return kind;
  if (IsArgumentFunction(function, name)) return "argparse";
  if (IsCheckpointFunction(function, name)) return "checkpoint";
  if (IsInferenceFunction(function, name)) return "inference";
  return absl::StartsWith(name, "collate") ? "data-loading" : "";
}

}  // namespace

const std::string& EntryPoints::KindOf(const Found& function) {
  const auto [entry, is_new] = kinds_.emplace(function.name, "");
  if (is_new && function) entry->second = FindKind(function);
  return entry->second;
}

std::string EntryPoints::FindKind(const Found& function) {
  if (function.definition->kind == Definition::Kind::kClass) return "";
  const absl::string_view name = SimpleName(function.name);
  if (IsTestPath(function.path)) return IsTestEntry(function, name) ? "test" : "";
  if (function.definition->kind == Definition::Kind::kMethod) {
    std::string kind = KindOfMethod(OwnerOf(function.name), name);
    if (!kind.empty()) return kind;
  }
  return KindOfFunctionName(function, name);
}

std::string EntryPoints::KindOfMethod(absl::string_view owner, absl::string_view method) {
  if (method == "forward" || method == "backward") {
    return IsModuleClass(owner) || InheritsFrom(owner, {"torch.autograd.Function"})
               ? std::string(method)
               : "";
  }
  if (method == "__init__" && IsModuleClass(owner)) return "construction";
  const absl::string_view class_name = SimpleName(owner);
  if (repository::IsOptimizerStep(method)) {
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

}  // namespace allreview::analysis
