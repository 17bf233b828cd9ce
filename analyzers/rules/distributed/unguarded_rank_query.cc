// if dist.get_rank() == 0: print(...), in library code that also runs without a process group.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// Longer functions are training loops, which never run without initialisation.
constexpr int kMaxLines = 150;

// The library, which unit tests, converters and notebooks use without a launcher.
bool IsLibrary(absl::string_view path) { return absl::StrContains(path, "/core/"); }

// The call of torch.distributed.get_rank() in `get_rank() == 0`. Null: another condition.
Node RankQueryIn(const Module& module, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kComparisonOperator) || condition.named_child_count() != 2) {
    return Node();
  }
  const Node call = condition.named_child(0);
  const bool is_query = call.Is(NodeKind::kCall) && CalleeName(call) == "get_rank" &&
                        condition.named_child(1).text() == "0" &&
                        call.child(Field::kArguments).named_child_count() == 0;
  return is_query && module.Calls(call, "torch.distributed.get_rank") ? call : Node();
}

bool IsMessage(Node statement) {
  const Node call = statement.named_child(0);
  if (!statement.Is(NodeKind::kExpressionStatement) || !call.Is(NodeKind::kCall)) return false;
  const absl::string_view name = CalleeName(call);
  if (name == "print" || name == "pprint") return true;
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute)) return false;
  const absl::string_view object = LastName(function.child(Field::kObject));
  return absl::StrContains(object, "log") || object == "warnings";
}

bool OnlySpeaks(Node block) {
  for (Node child : block.named_children()) {
    if (!IsMessage(child)) return false;
  }
  return block.named_child_count() > 0;
}

// Something before it in the function needs the process group anyway.
bool IsInitialisedBefore(const Module& module, const Definition& function, Node query) {
  return AnyOwnNode(function.body, NodeKind::kCall, [&](Node node) {
    if (node.first_byte() >= query.first_byte()) return false;
    return FindCollective(module, node) != nullptr;
  });
}

bool IsUnderInitTest(Node branch) {
  for (absl::string_view word : {"initialized", "rank", "world_size", "group"}) {
    if (IsUnderConditionOn(branch.parent(), word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node branch) {
  const Module& module = file.module();
  if (!IsLibrary(module.path())) return;
  const Node query = RankQueryIn(module, branch.child(Field::kCondition));
  if (!query || branch.child(Field::kAlternative)) return;
  if (!OnlySpeaks(branch.child(Field::kConsequence)) || IsUnderInitTest(branch)) return;
  const Definition* function = module.EnclosingFunction(branch);
  if (function == nullptr || function->end_line - function->first_line > kMaxLines) return;
  if (absl::StrContains(function->body.text(), "is_initialized") ||
      IsInitialisedBefore(module, *function, query)) {
    return;
  }
  file.Report({.at = branch.child(Field::kCondition),
               .params = {{"query", std::string(query.text())},
                          {"function", std::string(function->simple_name)}}});
}

}  // namespace

extern constinit const Rule kUnguardedRankQuery = {
    .info =
        {.id = "unguarded-rank-query",
         .title = {"Rank queried for a log message without checking initialisation",
                   "为了打日志查询 rank，却没有确认分布式是否已初始化"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .confidence = Confidence::kMedium,
         .message =
             {"`{function}` calls `{query}` only to decide about a log message, and fails where no "
              "process group is initialised",
              "`{function}` 只是为了决定是否输出信息而调用 `{query}`，在没有初始化进程组时会失败"},
         .consequence =
             {"Unit tests, converters and single-process tools that call `{function}` fail because "
              "of a log line",
              "调用 `{function}` 的单元测试、转换脚本和单进程工具会因为一行日志而抛出异常"},
         .advice = {"Use `log_single_rank(logger, ...)`, or check "
                    "`torch.distributed.is_initialized()` first",
                    "使用 `log_single_rank(logger, ...)`，或者先判断 "
                    "`torch.distributed.is_initialized()`"},
         .why = "torch.distributed.get_rank() raises an error before init_process_group. A library "
                "function that does not communicate should not require it for logging.",
         .fix = "Log through a function that handles single-process runs.",
         .bad = R"py(
# --- pkg/core/layout.py
import torch

def plan(layout):
    if torch.distributed.get_rank() == 0:
        print("layout ready")
    return layout
)py",
         .good = R"py(
# --- pkg/core/layout.py
import logging
from pkg.core.utils import log_single_rank

def plan(layout):
    log_single_rank(logging.getLogger(), logging.INFO, "layout ready")
    return layout
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kIfStatement},
    .names = "get_rank",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
