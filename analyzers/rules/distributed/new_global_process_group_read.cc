// Policy: code of the library takes groups from its caller, not from parallel_state.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/held_groups.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr int kCommentLines = 4;

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

bool SaysFallback(const Module& module, Node call) {
  const python::SyntaxTree& tree = module.tree();
  for (int line = call.first_line(); line > 0 && line > call.first_line() - kCommentLines; --line) {
    const absl::string_view text = tree.LineText(line);
    const size_t comment = text.find('#');
    if (comment != absl::string_view::npos && absl::StrContains(text.substr(comment), "allback")) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (!absl::EndsWith(CalleeName(call), "_group")) return;
  if (!IsUnderPolicy(module.path())) return;
  const std::optional<GlobalRead> read = GlobalReadOf(module, call);
  if (!read || read->what != GlobalRead::What::kGroup) return;
  if (BuildsDefault(module, call) || SaysFallback(module, call) || IsFallback(file, call)) return;
  // Where an explicit group is at hand, another rule says more.
  const Definition* function = module.EnclosingFunction(call);
  if (function != nullptr && read->group.is_known() &&
      !HeldGroups(file, *function).Find(read->group.axes, call).empty()) {
    return;
  }
  file.Report(
      {.at = call, .params = {{"getter", OneLine(call)}}, .identity = std::string(read->getter)});
}

}  // namespace

extern constinit const Rule kNewGlobalProcessGroupRead = {
    .info = {.id = "new-global-process-group-read",
             .title = {"New read of a global process group", "新增了对全局进程组的读取"},
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .message = {"Library code gains a read of a global process group: `{getter}`",
                         "库代码中新增了一处对全局进程组的读取：`{getter}`"},
             .consequence = {"The code works with only one mesh: it cannot be used in multi-module "
                             "models or tested with separate groups",
                             "该代码只能用于单一 mesh：不能用于多模块模型，也无法用自建的组来测试"},
             .advice = {"Take a ProcessGroupCollection or the group as a parameter",
                        "通过参数接收 ProcessGroupCollection 或相应的组"},
             .why = "The library is moving from global parallel state to groups that callers pass. "
                    "Existing reads are being removed; new ones undo that work.",
             .fix = "Add a parameter for the group.",
             .bad = R"py(
# --- megatron/core/stats.py
import torch.distributed as dist
from megatron.core import parallel_state

def reduce_stats(x):
    dist.all_reduce(x, group=parallel_state.get_context_parallel_group())
)py",
             .good = R"py(
# --- megatron/core/stats.py
import torch.distributed as dist

def reduce_stats(x, cp_group):
    dist.all_reduce(x, group=cp_group)
)py",
             .references = {"Megatron-LM AGENTS.md: process groups"}},
    .kinds = {NodeKind::kCall},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kNewOccurrences};

}  // namespace allreview::rules
