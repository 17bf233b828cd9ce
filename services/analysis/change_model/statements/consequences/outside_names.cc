#include "services/analysis/change_model/statements/consequences/outside_names.h"

#include <map>
#include <set>

#include "absl/strings/match.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/moves/moves.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Field;
using python::Module;
using python::Node;
using NodeKind = python::Kind;
using Names = std::map<std::string, OutsideName>;

bool IsProduct(const AnalysedFile& file) {
  return paths::IsProductSource(file.changed->path) && !paths::IsTestPath(file.changed->path);
}

bool IsPlainText(Node node) {
  return node.Is(NodeKind::kString) && !node.child(NodeKind::kInterpolation) &&
         !Module::StringContent(node).empty();
}

// What libraries and launchers read or set, too.
bool IsOfOthers(absl::string_view name) {
  for (absl::string_view start :
       {"CUDA_",         "NCCL_",       "TORCH",  "PYTORCH", "OMP_",   "HF_",        "HUGGINGFACE",
        "TRANSFORMERS_", "TOKENIZERS_", "TRITON", "WANDB",   "SLURM",  "MASTER_",    "LOCAL_",
        "NVIDIA_",       "XLA_",        "OMPI_",  "MKL_",    "PYTHON", "KUBERNETES", "FI_"}) {
    if (absl::StartsWith(name, start)) return true;
  }
  return name == "RANK" || name == "WORLD_SIZE" || name == "HOME" || name == "PATH" ||
         name == "USER";
}

void CollectVariables(const Module& module, Names& names) {
  const auto add = [&](Node text, Node at, Node fallback) {
    if (!IsPlainText(text)) return;
    std::string name(Module::StringContent(text));
    if (IsOfOthers(name)) return;
    names.try_emplace(name, OutsideName{name, &module, at, std::string(fallback.text())});
  };
  for (Node call : module.CallsOf({"get", "getenv", "pop"})) {
    const absl::string_view function = call.child(Field::kFunction).text();
    if (!absl::EndsWith(function, "getenv") && !absl::StrContains(function, "environ.")) continue;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.empty()) continue;
    add(arguments.positional[0], call,
        arguments.positional.size() > 1 ? arguments.positional[1] : Node());
  }
  for (Node subscript : module.tree().root().descendants(NodeKind::kSubscript)) {
    if (!absl::EndsWith(subscript.child(Field::kValue).text(), "environ")) continue;
    const Node parent = subscript.parent();
    const bool is_set = parent.Is(NodeKind::kAssignment) && parent.child(Field::kLeft) == subscript;
    if (!is_set) add(subscript.child(Field::kSubscript), subscript, Node());
  }
}

Names VariablesOf(const change::AnalysedChange& change, bool is_after) {
  Names names;
  for (const AnalysedFile& file : change.files()) {
    const Module* module = is_after ? file.after : file.before;
    if (module != nullptr && IsProduct(file)) CollectVariables(*module, names);
  }
  return names;
}

// Code of the repository that is no test says the name.
bool IsSaidAnywhere(const change::AnalysedChange& change, absl::string_view name) {
  for (const repository::IndexedFile* file : change.index().AllFiles()) {
    if (!paths::IsTestPath(file->path()) && file->HasWordAnywhere(name)) return true;
  }
  return false;
}

bool Logs(absl::string_view callee) {
  for (absl::string_view known : {"log", "log_metrics", "log_dict", "log_scalar", "log_metric",
                                  "add_scalar", "add_scalars", "LogItem", "log_stats"}) {
    if (callee == known) return true;
  }
  return false;
}

absl::string_view CalleeOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) ? function.child(Field::kAttribute).text()
                                           : function.text();
}

// Keys that a call hands to a logger: its first text, and those of the dictionaries in it.
std::vector<Node> LoggedBy(Node call) {
  std::vector<Node> keys;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (!arguments.positional.empty() && CalleeOf(call) != "log") {
    keys.push_back(arguments.positional[0]);
  }
  for (Node argument : call.child(Field::kArguments).named_children()) {
    if (!argument.Is(NodeKind::kDictionary)) continue;
    for (Node pair : argument.named_children()) {
      if (pair.Is(NodeKind::kPair)) keys.push_back(pair.child(Field::kKey));
    }
  }
  return keys;
}

bool IsMetricName(absl::string_view text) {
  return text.size() >= 3 && text.size() <= 60 && !absl::StrContains(text, " ") &&
         !absl::StrContains(text, "%");
}

std::set<std::string> TextsAfter(const change::AnalysedChange& change) {
  std::set<std::string> texts;
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr) continue;
    for (Node string : file.after->tree().root().descendants(NodeKind::kString)) {
      texts.emplace(Module::StringContent(string));
    }
  }
  return texts;
}

std::vector<OutsideName> Sorted(Names names) {
  std::vector<OutsideName> sorted;
  for (auto& [name, outside] : names) sorted.push_back(std::move(outside));
  return sorted;
}

}  // namespace

std::vector<OutsideName> GoneEnvironmentVariables(const change::AnalysedChange& change) {
  Names names = VariablesOf(change, false);
  if (names.empty()) return {};
  for (const auto& [name, after] : VariablesOf(change, true)) names.erase(name);
  std::erase_if(names, [&](const auto& entry) { return IsSaidAnywhere(change, entry.first); });
  return Sorted(std::move(names));
}

std::vector<OutsideName> NewEnvironmentVariables(const change::AnalysedChange& change) {
  Names names = VariablesOf(change, true);
  for (const auto& [name, before] : VariablesOf(change, false)) names.erase(name);
  return Sorted(std::move(names));
}

std::vector<OutsideName> GoneLoggedKeys(const change::AnalysedChange& change) {
  Names names;
  for (const AnalysedFile& file : change.files()) {
    if (file.before == nullptr || !IsProduct(file)) continue;
    for (Node call : file.before->tree().root().descendants(NodeKind::kCall)) {
      if (!Logs(CalleeOf(call))) continue;
      const python::Definition* function = file.before->EnclosingFunction(call);
      if (function == nullptr || change.moves().WhereTo(*function) == nullptr) continue;
      for (Node key : LoggedBy(call)) {
        const absl::string_view text = Module::StringContent(key);
        if (!IsPlainText(key) || !IsMetricName(text)) continue;
        names.try_emplace(std::string(text), OutsideName{std::string(text), file.before, key});
      }
    }
  }
  if (names.empty()) return {};
  for (const std::string& text : TextsAfter(change)) names.erase(text);
  return Sorted(std::move(names));
}

}  // namespace allreview::analysis
