// A process group that only some ranks create.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/distributed/rank_branches.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::ControlFlow;
using python::Module;

constexpr Phrase kDecidesWho("decides-who", "decides who creates the group", "决定由谁创建该组");
constexpr Phrase kPhrases[] = {kDecidesWho};

// torch.distributed.new_group, or the wrapper of parallel_state.
bool CreatesGroup(const Module& module, Node call) {
  const absl::string_view name = CalleeName(call);
  if (name == "create_group") {
    const Node function = call.child(Field::kFunction);
    // A method may create anything.
    return function.Is(NodeKind::kIdentifier) || !module.Resolve(function).empty();
  }
  const Collective* op = FindCollective(module, call);
  return op != nullptr && op->kind == Collective::Kind::kCreation;
}

// The way not taken ends the program: then it does not matter who would have come along.
bool OthersGiveUp(Node condition, Node call) {
  const Node statement = condition.parent();
  if (!statement.Is(NodeKind::kIfStatement) || statement.Contains(call)) return false;
  return GivesUp(LastStatement(statement.child(Field::kConsequence)));
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  if (!CreatesGroup(module, call)) return;
  const Node local = python::KeywordArgument(call, "use_local_synchronization");
  if (local && !local.Is(NodeKind::kFalse)) return;
  const ControlFlow& flow = file.flow(call);
  for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
    const Node condition = decision.condition;
    if (condition.parent().Is(NodeKind::kAssertStatement) || OthersGiveUp(condition, call))
      continue;
    const RankDependence test = RankDependenceOf(module, condition);
    if (!test.is_rank_in_list && (!test || test.is_membership)) continue;
    file.Report({.at = call,
                 .params = {{"call", std::string(call.child(Field::kFunction).text())},
                            {"test", absl::StrCat(decision.branch ? "" : "not (",
                                                  OneLine(condition), decision.branch ? "" : ")")},
                            {"line", absl::StrCat(condition.first_line())}},
                 .related = {{kDecidesWho, RangeOf(module, condition)}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kNewGroupNotCollective = {
    .info = {.id = "new-group-not-collective",
             .title = {"Process group created by only some ranks", "只有部分 rank 创建进程组"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{call}` runs only on ranks with `{test}` (line {line}), but every rank "
                         "of the job must create the group",
                         "`{call}` 只在满足 `{test}`（第 {line} 行）的 rank "
                         "上执行，但创建进程组必须由作业的每个 rank 参与"},
             .consequence = {"The ranks that create it wait for the others, and groups created "
                             "later are matched wrongly",
                             "创建该组的 rank 会等待其他 rank，之后创建的组也会错位配对"},
             .advice = {"Call `{call}` on every rank for every list of ranks, and apply the test "
                        "only where the group is stored",
                        "对每个 rank 列表都在所有 rank 上调用 `{call}`，只在保存该组的地方做判断"},
             .phrases = kPhrases,
             .why = "Creating a group is a collective operation over the whole job: all ranks must "
                    "do it in the same order, whether they are members or not.",
             .fix = "Create all groups in a loop on every rank and keep the one that contains this "
                    "rank, or pass use_local_synchronization=True.",
             .bad = R"py(
import torch.distributed as dist

def build(lane, rank):
    if rank in lane:
        return dist.new_group(lane)
    return None
)py",
             .good = R"py(
import torch.distributed as dist

def build(lanes, rank):
    own = None
    for lane in lanes:
        group = dist.new_group(lane)
        if rank in lane:
            own = group
    return own
)py",
             .references = {"https://docs.pytorch.org/docs/stable/distributed.html#groups"}},
    .kinds = {NodeKind::kCall},
    .names = "create_group new_group new_subgroups new_subgroups_by_enumeration",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
