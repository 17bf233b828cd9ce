// Policy: code of the library takes groups from its caller, not from parallel_state.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kCommentLines = 3;  // Above the read.

// Where the policy holds: the library but the two modules that are about global state.
bool IsUnderPolicy(absl::string_view path) {
  return absl::StrContains(path, "/core/") && !absl::EndsWith(path, "/parallel_state.py") &&
         !absl::EndsWith(path, "/process_groups_config.py");
}

// Functions whose business is to make a collection out of global state.
bool BuildsDefault(const Module& module, Node call) {
  const Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return false;
  const absl::string_view name = function->simple_name;
  const size_t is_default = name.find("default");
  return (is_default != absl::string_view::npos &&
          absl::StrContains(name.substr(is_default), "pg")) ||
         absl::StrContains(name, "setup_process_groups") || absl::EndsWith(name, "_if_none");
}

// A comment near the read says that it is there for callers of the old interface.
bool SaysFallback(const Module& module, Node call) {
  const python::SyntaxTree& tree = module.tree();
  const int first = call.first_line();
  for (int line = std::max(1, first - kCommentLines); line <= first; ++line) {
    const absl::string_view text = tree.LineText(line);
    const size_t hash = text.find('#');
    if (hash == absl::string_view::npos) continue;
    const std::string comment = absl::AsciiStrToLower(text.substr(hash));
    for (absl::string_view word : {"fallback", "fall back", "compat", "legacy", "migrat"}) {
      if (absl::StrContains(comment, word)) return true;
    }
  }
  return false;
}

// A collection is made of the group: ProcessGroupCollection(tp=...), pg_collection.tp = ...
bool MakesCollection(Node call) {
  for (Node around = call.parent(); around && !around.Is(NodeKind::kBlock);
       around = around.parent()) {
    if (around.Is(NodeKind::kCall) &&
        absl::EndsWith(CalleeName(around), "ProcessGroupCollection")) {
      return true;
    }
    const Node left = around.Is(NodeKind::kAssignment) ? around.child(Field::kLeft) : Node();
    if (left.Is(NodeKind::kAttribute) &&
        absl::StrContains(LastName(left.child(Field::kObject)), "pg_collection")) {
      return true;
    }
  }
  return false;
}

// A read that the policy is about.
std::optional<GlobalRead> NewReadAt(FileContext& file, Node call) {
  if (!absl::EndsWith(CalleeName(call), "_group")) return std::nullopt;
  std::optional<GlobalRead> read = GlobalReadOf(file.module(), call);
  if (!read || read->what != GlobalRead::What::kGroup) return std::nullopt;
  if (BuildsDefault(file.module(), call) || MakesCollection(call)) return std::nullopt;
  return SaysFallback(file.module(), call) ? std::nullopt : read;
}

// Fallbacks are of little weight: one finding stands for all of a file.
bool IsFirstFallback(FileContext& file, Node call) {
  for (const Node node : file.module().tree().root().descendants()) {
    if (node == call) return true;
    if (node.Is(NodeKind::kCall) && file.IsChanged(node) && NewReadAt(file, node) &&
        IsFallback(file, node)) {
      return false;
    }
  }
  return true;
}

void ReportFallback(FileContext& file, Node call, const GlobalRead& read) {
  if (!IsFirstFallback(file, call)) return;
  file.Report({.at = call,
               .params = {{"getter", OneLine(call)},
                          {"where", "used when no group is given, without a comment that says so"},
                          {"remedy",
                           "Require the group from the caller; where old callers need it, "
                           "say `# Migration fallback` above"}},
               .identity = absl::StrCat("fallback ", read.getter),
               .severity = Severity::kP3});
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (!absl::EndsWith(CalleeName(call), "_group") || file.is_test()) return;
  if (!IsUnderPolicy(module.path())) return;
  const std::optional<GlobalRead> read = NewReadAt(file, call);
  if (!read) return;
  if (IsFallback(file, call)) return ReportFallback(file, call, *read);
  // Where an explicit group is at hand, another rule says more.
  const Definition* function = module.EnclosingFunction(call);
  if (function != nullptr && read->group.is_known() &&
      !HeldGroups(file, *function).Find(read->group.axes, call).empty()) {
    return;
  }
  file.Report({.at = call,
               .params = {{"getter", OneLine(call)},
                          {"where", "a new read of a global process group in library code"},
                          {"remedy", "Take a ProcessGroupCollection or the group from the caller"}},
               .identity = std::string(read->getter)});
}

}  // namespace

extern constinit const Rule kNewGlobalProcessGroupRead = {
    .info = {.id = "new-global-process-group-read",
             .title = "New read of a global process group",
             .category = "distributed",
             .severity = Severity::kP2,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{getter}` is {where}",
             .consequence = "The code works with one mesh only: it cannot be used in multi-module "
                            "models or tested with groups of its own",
             .advice = "{remedy}",
             .why = "The library moves from global parallel state to groups that callers pass. "
                    "Reads that exist are being removed; new ones undo that work.",
             .fix = "Add a parameter for the group.",
             .bad = "# --- megatron/core/stats.py\n"
                    "import torch.distributed as dist\n"
                    "from megatron.core import parallel_state\n"
                    "\n"
                    "def reduce_stats(x):\n"
                    "    dist.all_reduce(x, group=parallel_state.get_context_parallel_group())\n",
             .good = "# --- megatron/core/stats.py\n"
                     "import torch.distributed as dist\n"
                     "\n"
                     "def reduce_stats(x, cp_group):\n"
                     "    dist.all_reduce(x, group=cp_group)\n",
             .references = {"Megatron-LM AGENTS.md: process groups", "catalogue: distributed 14",
                            "catalogue: general H-PG"},
             .version = 2},
    .kinds = {NodeKind::kCall},
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
