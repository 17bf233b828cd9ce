// An error that one rank raises on its own, while the others go on to a collective.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/rank_branches.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOthersWaitHere("others-wait-here", "the other ranks wait here",
                                 "其他 rank 在这里等待");
constexpr Phrase kPhrases[] = {kOthersWaitHere};

// `if` around the statement whose test divides ranks. Null: none, or somebody may catch the error.
struct RankTest {
  Node statement, condition;
  RankDependence dependence;
};

// The condition has a part that does not ask for ranks: whether the error is there.
bool HasDataPart(const Module& module, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kBooleanOperator)) return false;
  for (Field side : {Field::kLeft, Field::kRight}) {
    const Node part = condition.child(side);
    if (absl::StrContains(part.text(), "is_initialized")) continue;
    if (!RankDependenceOf(module, part) || HasDataPart(module, part)) return true;
  }
  return false;
}

RankTest RankTestAround(const Module& module, Node raise) {
  bool is_inner_decided = false;
  for (Node node = raise.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kTryStatement) || node.Is(NodeKind::kFunctionDefinition) ||
        node.Is(NodeKind::kClassDefinition)) {
      return {};
    }
    if (!node.Is(NodeKind::kIfStatement)) continue;
    const Node condition = node.child(Field::kCondition);
    const bool is_then = node.child(Field::kConsequence).Contains(raise);
    RankDependence dependence = RankDependenceOf(module, condition);
    if (!dependence || dependence.is_membership || !is_then) {
      is_inner_decided = true;
      continue;
    }
    if (!is_inner_decided && !HasDataPart(module, condition)) return {};
    return {node, condition, std::move(dependence)};
  }
  return {};
}

bool RaisesElsewhere(Node statement) {
  for (Node child : statement.children()) {
    if (!child.Is(NodeKind::kElseClause) && !child.Is(NodeKind::kElifClause)) continue;
    for (Node node : child.descendants()) {
      if (GivesUp(node)) return true;
    }
  }
  return false;
}

// The branch tells the others before it raises.
bool TellsOthers(const Module& module, Node block) {
  if (!CollectivesIn(module, block).empty()) return true;
  for (Node node : block.descendants(NodeKind::kCall)) {
    const absl::string_view name = CalleeName(node);
    for (absl::string_view part : {"propagate", "broadcast", "sync", "abort", "notify", "all_ranks",
                                   "destroy_process_group", "report_status", "shutdown"}) {
      if (absl::StrContains(name, part)) return true;
    }
  }
  return false;
}

// What is missing from the code, or wrong with its configuration, shows at the first start.
bool IsNotImplemented(Node raise) {
  return raise.Is(NodeKind::kRaiseStatement) &&
         absl::StrContains(raise.text(), "NotImplementedError");
}

// An earlier raise under the same test is reported already.
bool IsRepeated(FileContext& file, const RankTest& test, Node raise) {
  for (Node node : test.statement.child(Field::kConsequence).descendants()) {
    if (node.first_byte() >= raise.first_byte()) return false;
    if (GivesUp(node) && !IsNotImplemented(node) && file.IsChanged(node)) return true;
  }
  return false;
}

void Check(FileContext& file, Node raise) {
  if (!GivesUp(raise) || IsNotImplemented(raise)) return;
  const Module& module = file.module();
  const RankTest test = RankTestAround(module, raise);
  if (!test.statement || RaisesElsewhere(test.statement)) return;
  if (IsRepeated(file, test, raise)) return;
  if (TellsOthers(module, test.statement.child(Field::kConsequence))) return;
  for (Node next = test.statement.next_sibling(); next; next = next.next_sibling()) {
    for (const IssuedCollective& issued : CollectivesIn(module, next)) {
      if (!test.dependence.MayDivide(issued.group)) continue;
      file.Report({.at = raise,
                   .params = {{"test", OneLine(test.condition)},
                              {"op", issued.op},
                              {"group", Describe(issued.group)},
                              {"line", absl::StrCat(issued.call.first_line())}},
                   .related = {{kOthersWaitHere, RangeOf(module, issued.call)}},
                   .kind = Kind::kQuestion});
      return;
    }
  }
}

}  // namespace

extern constinit const Rule kRankConditionalRaiseBeforeCollective = {
    .info =
        {.id = "rank-conditional-raise-before-collective",
         .title = {"Error raised on one rank while the others wait",
                   "一个 rank 抛出异常，其他 rank 却在等待"},
         .confidence = Confidence::kMedium,
         .message = {"Only ranks with `{test}` can raise here; the others continue to `{op}` on "
                     "{group} (line {line}) and wait there",
                     "只有满足 `{test}` 的 rank 会在这里抛出异常；其他 rank 会继续走到 {group} "
                     "上的 `{op}`（第 {line} 行）并在那里等待"},
         .consequence = {"The job hangs until the collective times out, and the error that "
                         "explains it is in the log of only one rank",
                         "作业会挂起到集合通信超时，而能解释原因的错误只在某一个 rank 的日志里"},
         .advice = {"Share a status flag before `{op}` and raise on every rank",
                    "在 `{op}` 之前同步一个状态标志，并在每个 rank 上都抛出异常"},
         .phrases = kPhrases,
         .why =
             "An exception ends one process. Its peers notice only when their next collective with "
             "it times out, by default after 10 minutes with NCCL and 30 with other backends.",
         .fix = "All-reduce the status over the group, then raise on all ranks.",
         .bad = R"py(
import torch.distributed as dist

def share(batch, tokens):
    if dist.get_rank() == 0 and not batch:
        raise ValueError("empty batch")
    dist.broadcast(tokens, 0)
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def share(batch, tokens, device):
    ok = torch.tensor([bool(batch)], device=device)
    dist.broadcast(ok, 0)
    if not ok:
        raise ValueError("empty batch")
    dist.broadcast(tokens, 0)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kRaiseStatement, NodeKind::kExpressionStatement},
    .file_names = kIssuingNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
