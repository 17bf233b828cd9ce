// A collective that a rank skips when a list of its own is empty.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/owned_lists.h"
#include "analyzers/rules/distributed/rank_branches.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyOwned("only-owned", "`{name}` contains only what this rank owns",
                            "`{name}` 只包含该 rank 拥有的部分");
constexpr Phrase kEmptinessDecides("emptiness-decides", "whether it is empty decides here",
                                   "这里由它是否为空决定");
constexpr Phrase kWaitsForAll("waits-for-all", "`{op}` waits for all members",
                              "`{op}` 会等待所有成员");
constexpr Phrase kPhrases[] = {kOnlyOwned, kEmptinessDecides, kWaitsForAll};

// A question whether a container has entries.
struct Question {
  Node container;         // The identifier.
  bool is_empty = false;  // It asks whether it is empty.
};

std::optional<Question> QuestionOf(Node test) {
  test = python::WithoutParentheses(test);
  bool is_negated = false;
  if (test.Is(NodeKind::kNotOperator)) {
    is_negated = true;
    test = python::WithoutParentheses(test.child(Field::kArgument));
  }
  if (test.Is(NodeKind::kComparisonOperator) && test.named_child_count() == 2) {
    const absl::string_view op = test.child(Field::kOperators).text();
    const absl::string_view number = test.named_child(1).text();
    const bool asks_empty = op == "==" && number == "0";
    const bool asks_filled =
        (number == "0" && (op == ">" || op == "!=")) || (number == "1" && op == ">=");
    if (!asks_empty && !asks_filled) return std::nullopt;
    is_negated = is_negated != asks_empty;
    test = test.named_child(0);
    if (!test.Is(NodeKind::kCall)) return std::nullopt;
  }
  if (test.Is(NodeKind::kCall)) {
    if (CalleeName(test) != "len") return std::nullopt;
    test = python::Argument(test, 0, "obj");
  }
  if (!test.Is(NodeKind::kIdentifier)) return std::nullopt;
  return Question{test, is_negated};
}

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

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  const std::optional<Question> question = QuestionOf(statement.child(Field::kCondition));
  if (!question) return;
  const Definition* function = module.EnclosingFunction(statement);
  if (function == nullptr) return;
  const RankBranch branch = BranchesOf(statement).front();
  const BranchSide& filled = question->is_empty ? branch.when_false : branch.when_true;
  const BranchSide& empty = question->is_empty ? branch.when_true : branch.when_false;
  if (empty.gives_up || filled.gives_up) return;
  const auto issued = CollectivesOfSide(module, filled);
  if (issued.empty() || !CollectivesOfSide(module, empty).empty()) return;
  const auto local = OwnedListOf(module, *function, question->container);
  if (!local || IsAlone(file, issued.front().call)) return;

  const IssuedCollective& first = issued.front();
  Observation observation{
      .at = statement.Contains(first.call) ? first.call : statement.child(Field::kCondition),
      .params = {{"op", first.op},
                 {"group", Describe(first.group)},
                 {"container", std::string(question->container.text())},
                 {"condition", std::string(local->condition.text().substr(0, 80))}},
      .evidence = {DataFlowEvidence{
          {{Sentence(kOnlyOwned, {{"name", question->container.text()}}),
            RangeOf(module, local->fill)},
           {kEmptinessDecides, RangeOf(module, question->container)},
           {Sentence(kWaitsForAll, {{"op", first.op}}), RangeOf(module, first.call)}}}}};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kCollectiveSkippedOnLocalData = {
    .info =
        {.id = "collective-skipped-on-local-data",
         .title = {"Collective skipped where a local list is empty", "本地列表为空时跳过集合通信"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{op}` on {group} runs only if `{container}` has entries, and each rank "
                     "fills it depending on `{condition}`",
                     "{group} 上的 `{op}` 只在 `{container}` 非空时执行，而每个 rank 按 "
                     "`{condition}` 填充它"},
         .consequence = {"A rank without entries never joins, and the others wait for it until the "
                         "job times out",
                         "不拥有任何元素的 rank 永远不会参与，其他 rank 会一直等到作业超时"},
         .advice = {"Call `{op}` on every rank, and let ranks without entries contribute zeros of "
                    "the same shape",
                    "让没有元素的 rank 提供一个同形状的零 tensor，并在每个 rank 上都调用 `{op}`"},
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
    .file_names = kIssuingNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
