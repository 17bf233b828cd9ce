// A collective that only some members of its group reach, because a test of ranks stands before it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/rank_branches.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/certain_failures.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/torch/axis_names.h"
#include "analyzers/understanding/ranks.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kRankQueried("rank-queried", "the rank in {group} is queried",
                              "查询了 {group} 内的 rank");
constexpr Phrase kTestDecides("test-decides", "the test depends on it", "判断取决于它");
constexpr Phrase kOneBranchOnly("one-branch-only", "`{op}` runs in only one branch",
                                "`{op}` 只在一个分支中执行");
constexpr Phrase kIssuedBy("issued-by", "issued by `{name}` here", "由 `{name}` 在这里发起");
constexpr Phrase kAlsoOp("also-op", "also `{op}`", "`{op}` 也是");
constexpr Phrase kPhrases[] = {kRankQueried, kTestDecides, kOneBranchOnly, kIssuedBy, kAlsoOp};

struct Unmatched {
  IssuedCollective issued;
  bool runs_when = true;  // What the test must be for it to run.
};

// Helpers on both sides that work on one group are a sender and a receiver.
bool IsPair(const IssuedCollective& issued, const std::vector<IssuedCollective>& other_side) {
  for (const IssuedCollective& other : other_side) {
    const bool is_helper = !issued.via.empty() || !other.via.empty();
    if (is_helper && KeyOf(other.group) == KeyOf(issued.group)) return true;
  }
  return false;
}

// Members of `side` that the other side lacks. How often it has them depends on which of its
// branches runs.
std::vector<IssuedCollective> Without(const std::vector<IssuedCollective>& side,
                                      const std::vector<IssuedCollective>& other_side) {
  const auto others = Signature(other_side);
  std::vector<IssuedCollective> missing;
  for (const IssuedCollective& issued : side) {
    const std::pair key(issued.op, KeyOf(issued.group));
    const bool has_it = std::find(others.begin(), others.end(), key) != others.end();
    if (!has_it && !IsPair(issued, other_side)) missing.push_back(issued);
  }
  return missing;
}

// Collectives of the divided groups that run on one side of the test alone.
std::vector<Unmatched> UnmatchedOf(const Module& module, const RankDependence& test,
                                   const RankBranch& branch) {
  const std::vector<IssuedCollective> when_true = CollectivesOfSide(module, branch.when_true);
  const std::vector<IssuedCollective> when_false = CollectivesOfSide(module, branch.when_false);
  std::vector<Unmatched> unmatched;
  for (bool runs_when : {true, false}) {
    const BranchSide& other = runs_when ? branch.when_false : branch.when_true;
    if (other.gives_up || (runs_when ? branch.when_true : branch.when_false).gives_up) continue;
    for (IssuedCollective& issued :
         Without(runs_when ? when_true : when_false, runs_when ? when_false : when_true)) {
      if (!test.MayDivide(issued.group)) continue;
      // A barrier has no counterpart of another name.
      if (issued.op != "barrier" && MayReceiveElsewhere(module, other)) continue;
      unmatched.push_back({std::move(issued), runs_when});
    }
  }
  return unmatched;
}

// The condition under which the side runs.
std::string TestText(const RankBranch& branch, bool runs_when) {
  const Node test = python::WithoutParentheses(branch.test);
  if (runs_when) return OneLine(test);
  if (test.Is(NodeKind::kNotOperator)) return OneLine(test.child(Field::kArgument));
  if (test.Is(NodeKind::kComparisonOperator) && test.named_child_count() == 2) {
    const absl::string_view op = test.child(Field::kOperators).text();
    if (op == "==" || op == "!=") {
      return absl::StrCat(OneLine(test.named_child(0)),
                          op == "==" ? " != " : " == ", OneLine(test.named_child(1)));
    }
  }
  return absl::StrCat("not (", OneLine(test), ")");
}

void Report(FileContext& file, const RankDependence& test, const RankBranch& branch,
            const std::vector<Unmatched>& unmatched) {
  const Module& module = file.module();
  const Unmatched& first = unmatched.front();
  const bool is_inside = branch.statement.Contains(first.issued.call);
  Observation observation{.at = is_inside ? first.issued.call : branch.test,
                          .params = {{"op", first.issued.op},
                                     {"group", Describe(first.issued.group)},
                                     {"test", TestText(branch, first.runs_when)},
                                     {"line", absl::StrCat(branch.test.first_line())}}};
  DataFlowEvidence flow;
  for (const RankDependence::Query& query : test.queries) {
    flow.steps.push_back(
        {Sentence(kRankQueried, {{"group", Describe(query.group)}}), RangeOf(module, query.node)});
  }
  flow.steps.push_back({kTestDecides, RangeOf(module, branch.test)});
  flow.steps.push_back(
      {Sentence(kOneBranchOnly, {{"op", first.issued.op}}), RangeOf(module, first.issued.call)});
  observation.evidence.push_back(std::move(flow));
  if (first.issued.inner && first.issued.inner != first.issued.call) {
    observation.related.push_back(
        {Sentence(kIssuedBy, {{"name", first.issued.via}}), RangeOf(module, first.issued.inner)});
  }
  for (size_t i = 1; i < unmatched.size() && i < 6; ++i) {
    observation.related.push_back({Sentence(kAlsoOp, {{"op", unmatched[i].issued.op}}),
                                   RangeOf(module, unmatched[i].issued.call)});
  }
  file.Report(std::move(observation));
}

// A branch of a statement that divides a group before a collective.
struct Divided {
  RankDependence test;
  RankBranch branch;
  std::vector<Unmatched> unmatched;
};

std::vector<Divided> DividedIn(const Module& module, Node node) {
  std::vector<Divided> divided;
  const bool is_expression =
      node.Is(NodeKind::kBooleanOperator) || node.Is(NodeKind::kConditionalExpression);
  // Both sides are in it; the rank itself may be asked for elsewhere.
  if (is_expression && node.descendants(NodeKind::kCall).empty()) return divided;
  const std::vector<Node> tests = TestsOf(node);
  std::vector<RankBranch> branches;
  for (size_t i = 0; i < tests.size(); ++i) {
    const RankDependence test = RankDependenceOf(module, tests[i]);
    if (!test || test.is_membership) continue;
    if (branches.empty()) branches = BranchesOf(node);
    std::vector<Unmatched> unmatched = UnmatchedOf(module, test, branches[i]);
    if (!unmatched.empty()) divided.push_back({test, branches[i], std::move(unmatched)});
  }
  return divided;
}

void Check(FileContext& file, Node node) {
  for (const Divided& divided : DividedIn(file.module(), node)) {
    Report(file, divided.test, divided.branch, divided.unmatched);
  }
}

// ---- What is known of values says the same where no name in the file tells of a rank: attributes
// that another method sets, functions of other files.

bool IsDecision(Node node) {
  return node.Is(NodeKind::kIfStatement) || node.Is(NodeKind::kWhileStatement) ||
         node.Is(NodeKind::kConditionalExpression) || node.Is(NodeKind::kBooleanOperator);
}

// Check() reports it.
bool IsSeenByNames(const Module& module, Node test) {
  for (Node node = test; node; node = node.parent()) {
    if (node.Is(NodeKind::kFunctionDefinition)) break;
    if (IsDecision(node) && !DividedIn(module, node).empty()) return true;
  }
  return false;
}

Group GroupOver(const std::vector<std::string>& spans) {
  Group group = {.kind = Group::Kind::kKnown, .text = absl::StrJoin(spans, " x ")};
  for (const std::string& axis : spans) {
    if (axis == understanding::kWorld) return {.kind = Group::Kind::kWorld};
    const auto named = torch::AxesOfStem(axis);
    if (!named) group.kind = Group::Kind::kOpaque;
    group.axes |= named ? named->axes : 0;
  }
  return group;
}

void CheckChange(ChangeContext& change) {
  for (const CertainFailure* found : FailuresOf(change, Failure::Kind::kUnmatched)) {
    const Module& module = *found->file->after;
    const ir::Instruction& branch =
        change.failures().program().code(found->code).instructions[found->failure.branch];
    const Node test = module.tree().node(branch.node);
    if (found->file->changed->role == FileRole::kTest || IsSeenByNames(module, test)) continue;
    Observation observation = Observe(change, *found);
    RankBranch shown;
    shown.test = test;
    std::vector<std::string> spans = found->failure.other.ranks()->spans;
    for (std::string& axis : spans) axis = absl::StrReplaceAll(axis, {{"`", ""}});
    observation.params = {{"op", found->failure.name},
                          {"group", Describe(GroupOver(spans))},
                          {"test", TestText(shown, found->failure.runs_when)},
                          {"line", absl::StrCat(branch.line)}};
    observation.evidence.push_back(
        DataFlowEvidence{.steps = {{kTestDecides, RangeOf(module, test)}}});
    change.Report(*found->file, std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kCollectiveInRankBranch = {
    .info =
        {.id = "collective-in-rank-branch",
         .title = {"Collective that only some ranks of its group reach",
                   "只有组内部分 rank 会执行到的集合通信"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{op}` on {group} runs only if `{test}` (line {line}), which differs between "
                     "ranks of that group",
                     "{group} 上的 `{op}` 只有在 `{test}`（第 {line} 行）时才会执行，而该组各 "
                     "rank 的判断结果并不相同"},
         .consequence = {"The other ranks wait for those that skip it until the job times out, or "
                         "pair it with the next collective of those ranks",
                         "没有执行到的 rank 会让其他 rank "
                         "一直等到作业超时，或者它们的下一次集合通信被误当作这一次"},
         .advice = {"Move `{op}` out of the branch, or issue the matching call in the other branch",
                    "把 `{op}` 移出该分支，或者在另一个分支中发起与之匹配的调用"},
         .phrases = kPhrases,
         .why =
             "A collective completes only when all members of its group have called it, in the "
             "same order. A rank test that divides the group keeps some members from calling it.",
         .fix =
             "Keep the work of one rank inside the branch, and move what all members do out of it.",
         .bad = R"py(
import torch.distributed as dist

def save_index(path, index):
    if dist.get_rank() == 0:
        index.write(path)
        dist.barrier()
)py",
         .good = R"py(
import torch.distributed as dist

def save_index(path, index):
    if dist.get_rank() == 0:
        index.write(path)
    dist.barrier()
)py",
         .references = {"Saillard, Carribault, Barthou: PARCOACH, 2014"},
         .version = 3,
         .tier = Tier::kHint},
    .kinds = {NodeKind::kIfStatement, NodeKind::kWhileStatement, NodeKind::kConditionalExpression,
              NodeKind::kBooleanOperator},
    .file_names = kIssuingNames,
    .skips_tests = true,
    .check = Check,
    .check_change = CheckChange,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
