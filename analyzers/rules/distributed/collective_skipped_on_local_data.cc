// A collective that a rank skips because of what it alone has: an empty list, a value set on rank
// 0.

#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/issued_elsewhere.h"
#include "analyzers/rules/distributed/local_decisions.h"
#include "analyzers/rules/distributed/rank_branches.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyOwned("only-owned", "`{name}` contains only what this rank owns",
                            "`{name}` 只包含该 rank 拥有的部分");
constexpr Phrase kOnlySet("only-set", "`{name}` is set here, on some ranks only",
                          "`{name}` 在这里设置，但只在部分 rank 上");
constexpr Phrase kOnlySelected("only-selected", "`{name}` is selected from the data of this rank",
                               "`{name}` 是从本 rank 的数据中选出的");
constexpr Phrase kDecides("decides", "what it holds decides here", "这里由它的内容决定");
constexpr Phrase kWaitsForAll("waits-for-all", "`{op}` waits for all members",
                              "`{op}` 会等待所有成员");
constexpr Phrase kOwnedWhy(
    "owned-why", "`{name}` has entries, and each rank fills it depending on `{condition}`",
    "`{name}` 非空时执行，而每个 rank 按 `{condition}` 填充它");
constexpr Phrase kSetWhy("set-why", "`{name}` is set, which only ranks with `{condition}` do",
                         "`{name}` 已设置时执行，而只有 `{condition}` 成立的 rank 才会设置它");
constexpr Phrase kSelectedWhy("selected-why",
                              "`{condition}` leaves something of this rank's data in `{name}`",
                              "`{condition}` 在本 rank 的数据中选出了内容（`{name}`）时执行");
constexpr Phrase kUnsetWhy("unset-why", "`{name}` is not set, but ranks with `{condition}` set it",
                           "`{name}` 未设置时执行，而 `{condition}` 成立的 rank 会设置它");
constexpr Phrase kPhrases[] = {kOnlyOwned, kOnlySet, kOnlySelected, kDecides, kWaitsForAll,
                               kOwnedWhy,  kSetWhy,  kSelectedWhy,  kUnsetWhy};

// Some condition over the code says that the group has one member.
bool IsAlone(FileContext& file, Node call) {
  const auto& flow = file.flow(call);
  for (const auto& decision : flow.DecisionsOver(flow.PointOf(call))) {
    const absl::string_view text = decision.condition.text();
    if (decision.branch && absl::StrContains(text, "size") && absl::EndsWith(text, "== 1")) {
      return true;
    }
  }
  return false;
}

Words WhyOf(const LocalDecision& decision, bool runs_where_empty) {
  using Kind = LocalDecision::Kind;
  const Phrase& phrase = decision.kind == Kind::kOwned      ? kOwnedWhy
                         : decision.kind == Kind::kSelected ? kSelectedWhy
                         : runs_where_empty                 ? kUnsetWhy
                                                            : kSetWhy;
  return Sentence(phrase, {{"name", std::string(decision.subject.text())},
                           {"condition", OneLine(decision.condition)}});
}

Words SourceOf(const LocalDecision& decision) {
  using Kind = LocalDecision::Kind;
  const Phrase& phrase = decision.kind == Kind::kOwned            ? kOnlyOwned
                         : decision.kind == Kind::kSetOnSomeRanks ? kOnlySet
                                                                  : kOnlySelected;
  return Sentence(phrase, {{"name", std::string(decision.subject.text())}});
}

void Report(FileContext& file, Node statement, const LocalDecision& decision,
            const IssuedCollective& issued, bool runs_where_empty) {
  const Module& module = file.module();
  file.Report(
      {.at = statement.Contains(issued.call) ? issued.call : statement.child(Field::kCondition),
       .params = {{"op", issued.op},
                  {"group", Describe(issued.group)},
                  {"why", WhyOf(decision, runs_where_empty)}},
       .evidence = {DataFlowEvidence{
           {{SourceOf(decision), RangeOf(module, decision.source)},
            {kDecides, RangeOf(module, decision.subject)},
            {Sentence(kWaitsForAll, {{"op", issued.op}}), RangeOf(module, issued.call)}}}}});
}

// The collective that `side` issues and the other side does not, over ranks that decide
// differently.
std::optional<IssuedCollective> IssuedAlone(FileContext& file, const LocalDecision& decision,
                                            const BranchSide& side, const BranchSide& other) {
  auto issued = FirstIssued(file, side);
  if (!issued || !decision.MayDivide(file.module(), issued->group)) return std::nullopt;
  // Ranks of one pipeline stage own the same kinds of layers: another file may work on such a
  // group.
  if (!issued->inner && issued->group.kind == Group::Kind::kUnknown) return std::nullopt;
  if (MayReceiveElsewhere(file.module(), other) || FirstIssued(file, other)) return std::nullopt;
  return IsAlone(file, issued->call) ? std::nullopt : issued;
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(statement);
  if (function == nullptr) return;
  const Node test = statement.child(Field::kCondition);
  for (const LocalDecision& decision : LocalDecisionsOf(module, *function, test)) {
    const RankBranch branch = BranchesOf(statement).front();
    const bool when_empty = decision.is_true_where_empty;
    const BranchSide& filled = when_empty ? branch.when_false : branch.when_true;
    const BranchSide& empty = when_empty ? branch.when_true : branch.when_false;
    if (empty.gives_up || filled.gives_up) return;
    if (const auto issued = IssuedAlone(file, decision, filled, empty)) {
      Report(file, statement, decision, *issued, false);
      return;
    }
    if (decision.kind != LocalDecision::Kind::kSetOnSomeRanks) continue;
    if (const auto issued = IssuedAlone(file, decision, empty, filled)) {
      Report(file, statement, decision, *issued, true);
      return;
    }
  }
}

}  // namespace

extern constinit const Rule kCollectiveSkippedOnLocalData = {
    .info =
        {.id = "collective-skipped-on-local-data",
         .title = {"Collective skipped on ranks with other local data",
                   "因本地数据不同而跳过集合通信"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{op}` on {group} runs only if {why}", "{group} 上的 `{op}` 只在{why}"},
         .consequence =
             {"The other ranks never join, and those that do wait until the job times out",
              "其余 rank 永远不会参与，已参与的 rank 会一直等到作业超时"},
         .advice = {"Call `{op}` on every rank: let those with nothing to say contribute a neutral "
                    "value, or decide by a value that all ranks have exchanged",
                    "在每个 rank 上都调用 `{op}`：没有内容的 rank 提供中性值，或者用所有 rank "
                    "交换过的值来决定"},
         .phrases = kPhrases,
         .why = "What a rank owns depends on how the model is sharded. As soon as a layout leaves "
                "one rank without entries, only part of the group calls a collective that depends "
                "on them.",
         .fix = "Reduce on every rank; where there is nothing, start from torch.zeros.",
         .bad = R"py(
import torch
import torch.distributed as dist

def grad_norm(params, group):
    mine = []
    for p in params:
        if p.is_sharded:
            mine.append(p.grad)
    if mine:
        total = torch.stack([g.norm() ** 2 for g in mine]).sum()
        dist.all_reduce(total, group=group)
)py",
         .good = R"py(
import torch
import torch.distributed as dist

def grad_norm(params, group, device):
    mine = []
    for p in params:
        if p.is_sharded:
            mine.append(p.grad)
    total = torch.zeros((), device=device)
    if mine:
        total = torch.stack([g.norm() ** 2 for g in mine]).sum()
    dist.all_reduce(total, group=group)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"}},
    .kinds = {NodeKind::kIfStatement},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
