// A process group that is kept, or returned, under the name or the ranks of another.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kKeptByOthers(
    "kept-by-others",
    "Ranks in `{kept}` store `{group}`, but the group was created from `{created}`",
    "`{kept}` 中的 rank 保存了 `{group}`，但该组是用 `{created}` 创建的");
constexpr Phrase kTestRanks("test-ranks", "Test `{rank} in {ranks}`",
                            "改为判断 `{rank} in {ranks}`");
constexpr Phrase kCreatedHere("created-here", "the group is created here", "组在这里创建");
constexpr Phrase kMembershipTested("membership-tested", "membership is tested here",
                                   "在这里判断成员身份");
constexpr Phrase kSetToOther("set-to-other",
                             "`{name}` is set to `{value}`, although `{other}` exists",
                             "`{name}` 被设为 `{value}`，而实际上有 `{other}`");
constexpr Phrase kSetItTo("set-it-to", "Set it to `{value}`", "设为 `{value}`");
constexpr Phrase kChecksOther(
    "checks-other", "`{function}` asserts that `{checked}` is not None but returns `{returned}`",
    "`{function}` 断言 `{checked}` 不是 None，返回的却是 `{returned}`");
constexpr Phrase kAssertSame("assert-same", "Assert and return the same variable",
                             "断言和返回同一个变量");
constexpr Phrase kAssertedHere("asserted-here", "asserted here", "在这里断言");
constexpr Phrase kPhrases[] = {kKeptByOthers,     kTestRanks,  kCreatedHere,
                               kMembershipTested, kSetToOther, kSetItTo,
                               kChecksOther,      kAssertSame, kAssertedHere};

struct Fault {
  Node at;
  Words text, cure;
  std::vector<Related> related = {};
  std::vector<Edit> edits = {};
};

void Report(FileContext& file, Fault fault) {
  file.Report({.at = fault.at,
               .params = {{"fault", std::move(fault.text)}, {"cure", std::move(fault.cure)}},
               .related = std::move(fault.related),
               .edits = std::move(fault.edits)});
}

// The list that a group was created of, when it is a plain name. Null: not known.
Node RanksOf(const Module& module, Node group) {
  const Node call = module.Dereference(group);
  if (!call.Is(NodeKind::kCall)) return Node();
  const Collective* op = FindCollective(module, call);
  const bool creates = (op != nullptr && op->name == "new_group") ||
                       (op == nullptr && CalleeName(call) == "create_group");
  const Node ranks = creates ? python::Argument(call, 0, "ranks") : Node();
  return ranks.Is(NodeKind::kIdentifier) ? ranks : Node();
}

// g = new_group(R), and then: if rank in Q: X = g.
void CheckMembership(FileContext& file, Node statement) {
  const Node condition = python::WithoutParentheses(statement.child(Field::kCondition));
  if (!condition.Is(NodeKind::kComparisonOperator) || condition.named_child_count() != 2) return;
  if (condition.child(Field::kOperators).text() != "in") return;
  const Node list = condition.named_child(1);
  if (!list.Is(NodeKind::kIdentifier) ||
      !absl::EndsWith(LastName(condition.named_child(0)), "rank")) {
    return;
  }
  const Module& module = file.module();
  const Node block = statement.child(Field::kConsequence);
  for (Node child : block.children()) {
    if (!child.Is(NodeKind::kExpressionStatement)) continue;
    const Node assignment = child.named_child(0);
    const Node value = assignment.child(Field::kRight);
    if (!assignment.Is(NodeKind::kAssignment) || !value.Is(NodeKind::kIdentifier)) continue;
    const Node ranks = RanksOf(module, value);
    if (!ranks || ranks.text() == list.text()) continue;
    // One may be another name of the other.
    if (module.Dereference(ranks).text() == module.Dereference(list).text()) continue;
    Report(file, {.at = assignment,
                  .text = Sentence(kKeptByOthers, {{"group", assignment.child(Field::kLeft).text()},
                                                   {"kept", list.text()},
                                                   {"created", ranks.text()}}),
                  .cure = Sentence(kTestRanks, {{"rank", condition.named_child(0).text()},
                                                {"ranks", ranks.text()}}),
                  .related = {{kCreatedHere, RangeOf(module, ranks)},
                              {kMembershipTested, RangeOf(module, list)}},
                  .edits = {Replace(module, list, std::string(ranks.text()))}});
  }
}

// "foo_bar_ranks" of `_FOO_BAR_GLOBAL_RANKS`.
std::string LocalNameOf(absl::string_view global) {
  while (absl::ConsumePrefix(&global, "_")) {
  }
  return absl::StrReplaceAll(absl::AsciiStrToLower(global), {{"_global_", "_"}});
}

bool IsGlobalName(absl::string_view name) {
  return absl::StartsWith(name, "_") && name == absl::AsciiStrToUpper(name) &&
         (absl::EndsWith(name, "_RANKS") || absl::EndsWith(name, "_GROUP"));
}

// _FOO_BAR_RANKS = bar_ranks, although there is a foo_bar_ranks.
void CheckCopy(FileContext& file, Node assignment) {
  const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
  if (!left.Is(NodeKind::kIdentifier) || !right.Is(NodeKind::kIdentifier)) return;
  if (!IsGlobalName(left.text())) return;
  const Module& module = file.module();
  const std::string wanted = LocalNameOf(left.text());
  if (right.text() == wanted || !absl::EndsWith(wanted, absl::StrCat("_", right.text()))) return;
  const uint32_t scope = module.scopes().ScopeOf(right);
  if (module.scopes().BindingsOf(scope, wanted).empty()) return;
  // A copy in between is fine.
  if (module.Dereference(right).text() == wanted) return;
  Report(file,
         {.at = assignment,
          .text = Sentence(kSetToOther,
                           {{"name", left.text()}, {"value", right.text()}, {"other", wanted}}),
          .cure = Sentence(kSetItTo, {{"value", wanted}}),
          .edits = {Replace(module, right, wanted)}});
}

// A getter that asserts `_A is not None` and returns `_B`.
void CheckGetter(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || !absl::StartsWith(function->simple_name, "get_")) return;
  std::vector<Node> asserts, returns;
  ForEachOwnNode(function->body, [&](Node inner) {
    if (inner.Is(NodeKind::kAssertStatement)) asserts.push_back(inner);
    if (inner.Is(NodeKind::kReturnStatement)) returns.push_back(inner);
  });
  if (asserts.size() != 1 || returns.size() != 1) return;
  const Node test = python::WithoutParentheses(asserts[0].named_child(0));
  const Node value = returns[0].named_child(0);
  if (!test.Is(NodeKind::kComparisonOperator) || !value.Is(NodeKind::kIdentifier)) return;
  const Node checked = test.named_child(0);
  if (test.child(Field::kOperators).text() != "is not" || !checked.Is(NodeKind::kIdentifier))
    return;
  if (!IsGlobalName(checked.text()) || !IsGlobalName(value.text())) return;
  if (checked.text() == value.text()) return;
  Report(file, {.at = value,
                .text = Sentence(kChecksOther, {{"function", function->simple_name},
                                                {"checked", checked.text()},
                                                {"returned", value.text()}}),
                .cure = kAssertSame,
                .related = {{kAssertedHere, RangeOf(module, checked)}}});
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kIfStatement)) CheckMembership(file, node);
  if (node.Is(NodeKind::kAssignment)) CheckCopy(file, node);
  if (node.Is(NodeKind::kFunctionDefinition)) CheckGetter(file, node);
}

}  // namespace

extern constinit const Rule kGroupMembershipMismatch = {
    .info =
        {.id = "group-membership-mismatch",
         .title = {"Process group stored with the ranks or the name of another",
                   "进程组保存时用了另一个组的 rank 列表或名称"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"{fault}", "{fault}"},
         .consequence =
             {"Ranks use a group that they do not belong to, or that belongs to another dimension: "
              "collectives fail, hang or mix the wrong data",
              "rank "
              "会使用自己不在其中、或属于另一个并行维度的组：集合通信会失败、挂起或混入错误的数据"},
         .advice = {"{cure}", "{cure}"},
         .phrases = kPhrases,
         .why = "Setup code repeats the same lines for each group, and a name that was not changed "
                "after copying goes unnoticed as long as both groups have the same ranks.",
         .fix = "Use the ranks and the name of the same group.",
         .bad = R"py(
import torch.distributed as dist

def build(rank, head_ranks, tail_ranks):
    global _TAIL_GROUP
    group = dist.new_group(tail_ranks)
    if rank in head_ranks:
        _TAIL_GROUP = group
)py",
         .good = R"py(
import torch.distributed as dist

def build(rank, head_ranks, tail_ranks):
    global _TAIL_GROUP
    group = dist.new_group(tail_ranks)
    if rank in tail_ranks:
        _TAIL_GROUP = group
)py"},
    .kinds = {NodeKind::kIfStatement, NodeKind::kAssignment, NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
