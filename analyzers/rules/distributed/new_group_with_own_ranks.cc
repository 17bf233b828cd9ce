// new_group(ranks_of_my_host): each rank hands over another list.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOwnValue("own-value", "differs from rank to rank", "每个 rank 上各不相同");
constexpr Phrase kChosenBy("chosen-by", "decides which ranks are in the list",
                           "决定列表中有哪些 rank");
constexpr Phrase kPhrases[] = {kOwnValue, kChosenBy};

// The name of the host, or this process's rank in the world.
bool IsOwn(const Module& module, Node expression) {
  if (expression.Is(NodeKind::kCall)) {
    const std::string name = module.Resolve(expression.child(Field::kFunction));
    if (name == "socket.gethostname" || name == "platform.node" || name == "os.uname") return true;
  }
  return DirectRankOf(module, expression).is_world();
}

// Nodes of the function, and what its names are made of.
struct Code {
  const Module& module;
  const Definition& function;
  LocalValues values;

  // What makes the expression this rank's own. Null: nothing known does.
  Node OwnPartOf(Node expression) const {
    return values.FindBehind(expression, [&](Node node) {
      if (IsOwn(module, node)) return LocalValues::Search::kFound;
      // What a collective or a table of all ranks gives out is no longer this rank's own.
      const bool is_other_call =
          node.Is(NodeKind::kCall) && node != expression && FindCollective(module, node) != nullptr;
      return is_other_call ? LocalValues::Search::kPassOver : LocalValues::Search::kGoOn;
    });
  }
};

struct Choice {
  Node condition;  // Compares a candidate with this rank's own value.
  Node own;        // That value.
};

// `host == hostname`, where one side belongs to this rank and the other to the loop.
std::optional<Choice> OwnComparison(const Code& code, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kComparisonOperator) || condition.named_child_count() != 2) {
    return std::nullopt;
  }
  if (condition.child(Field::kOperators).text() != "==") return std::nullopt;
  for (int side : {0, 1}) {
    const Node own = code.OwnPartOf(condition.named_child(side));
    if (own && !code.OwnPartOf(condition.named_child(1 - side))) return Choice{condition, own};
  }
  return std::nullopt;
}

// The condition by which a comprehension or the calls of `append` fill the list.
std::optional<Choice> ChoiceOf(const Code& code, Node ranks) {
  Node list = ranks;
  if (ranks.Is(NodeKind::kIdentifier)) {
    const Node value = code.module.Dereference(ranks);
    if (value.Is(NodeKind::kListComprehension)) list = value;
  }
  if (list.Is(NodeKind::kListComprehension)) {
    const Node clause = list.child(NodeKind::kIfClause);
    return clause ? OwnComparison(code, clause.named_child(0)) : std::nullopt;
  }
  std::optional<Choice> choice;
  bool is_open = !ranks.Is(NodeKind::kIdentifier);
  ForEachOwnNode(code.function.body, NodeKind::kCall, [&](Node call) {
    const Node function = call.child(Field::kFunction);
    if (is_open || !function.Is(NodeKind::kAttribute) ||
        function.child(Field::kObject).text() != ranks.text()) {
      return;
    }
    const Node branch = Around(call, NodeKind::kIfStatement);
    std::optional<Choice> found;
    if (CalleeName(call) == "append" && branch) {
      found = OwnComparison(code, branch.child(Field::kCondition));
    }
    is_open = !found;
    choice = found;
  });
  return is_open ? std::nullopt : choice;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  if (op == nullptr || op->last_name() != "new_group") return;
  const Node local = python::KeywordArgument(call, "use_local_synchronization");
  if (local && !local.Is(NodeKind::kFalse)) return;
  const Node ranks = op->ArgumentOf(call, "ranks");
  const Definition* function = module.EnclosingFunction(call);
  if (!ranks || function == nullptr) return;
  const Code code{module, *function, LocalValues(OwnNodes(function->body))};
  const std::optional<Choice> choice = ChoiceOf(code, ranks);
  if (!choice) return;
  file.Report({.at = call,
               .params = {{"call", std::string(call.child(Field::kFunction).text())},
                          {"ranks", OneLine(ranks)},
                          {"condition", OneLine(choice->condition)},
                          {"own", OneLine(choice->own)},
                          {"line", absl::StrCat(choice->condition.first_line())}},
               .related = {{kChosenBy, RangeOf(module, choice->condition)},
                           {kOwnValue, RangeOf(module, choice->own)}}});
}

}  // namespace

extern constinit const Rule kNewGroupWithOwnRanks = {
    .info =
        {.id = "new-group-with-own-ranks",
         .title = {"Each rank creates a process group with ranks of its own",
                   "各 rank 用各自的 rank 列表创建进程组"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{ranks}` holds the ranks with `{condition}` (line {line}), and `{own}` "
                     "differs between ranks, so they pass different lists to the same `{call}`",
                     "`{ranks}` 由满足 `{condition}`（第 {line} 行）的 rank 组成，而 `{own}` 在各 "
                     "rank 上不同，因此同一次 `{call}` 收到的列表各不相同"},
         .consequence = {"With more than one host the ranks wait for members that never come, or "
                         "groups are matched wrongly",
                         "一旦超过一台主机，各 rank 会等待永远不会加入的成员，或者进程组错位配对"},
         .advice = {"Create the groups of all hosts on every rank in the same order, or use "
                    "`new_subgroups_by_enumeration`",
                    "在每个 rank 上按相同顺序创建所有主机的组，或使用 "
                    "`new_subgroups_by_enumeration`"},
         .phrases = kPhrases,
         .why = "new_group is a collective operation over the whole job: all ranks must call it "
                "with the same list, for every group, in the same order.",
         .fix = "Loop over all lists of ranks on every rank and keep the group that contains this "
                "rank, or pass use_local_synchronization=True.",
         .bad = R"py(
import socket
import torch.distributed as dist

def node_group(hosts):
    here = socket.gethostname()
    ranks = [i for i, host in enumerate(hosts) if host == here]
    return dist.new_group(ranks)
)py",
         .good = R"py(
import torch.distributed as dist

def node_group(hosts):
    ranks = [[i for i, h in enumerate(hosts) if h == host] for host in sorted(set(hosts))]
    group, _ = dist.new_subgroups_by_enumeration(ranks)
    return group
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html#groups"}},
    .kinds = {NodeKind::kCall},
    .names = "new_group",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
