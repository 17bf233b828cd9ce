// A collective that is skipped by the size of a group that it does not run over.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kSkippedToo("skipped-too", "skipped with it", "随之跳过");
constexpr Phrase kPhrases[] = {kSkippedToo};

struct SizeTest {
  Node comparison;
  Group group;
};

// `size(A) > 1` in a condition, when it is the only question about sizes there. Null: none.
SizeTest OnlySizeTest(const Module& module, Node condition) {
  SizeTest only;
  int sizes = 0;
  std::vector<Node> nodes = {condition};
  for (Node node : condition.descendants()) nodes.push_back(node);
  for (Node node : nodes) {
    if (DirectSizeOf(module, node)) ++sizes;
    if (!node.Is(NodeKind::kComparisonOperator) || node.named_child_count() != 2) continue;
    const absl::string_view op = node.child(Field::kOperators).text();
    if ((op != ">" && op != "!=") || node.named_child(1).text() != "1") continue;
    if (only.comparison) return {};
    const Node size = node.named_child(0);
    only = {node, SizeOf(module, size)};
    // Named before: the walk does not count it.
    if (only.group && !DirectSizeOf(module, size)) ++sizes;
  }
  return sizes == 1 && only.group ? only : SizeTest();
}

void Check(FileContext& file, Node statement) {
  const Node condition = statement.child(Field::kCondition);
  if (condition.text().find('1') == absl::string_view::npos) return;
  const Module& module = file.module();
  const SizeTest test = OnlySizeTest(module, condition);
  if (!test.comparison || !test.group.is_known()) return;
  const auto issued = CollectivesIn(module, statement.child(Field::kConsequence));
  const IssuedCollective* first = nullptr;
  for (const IssuedCollective& each : issued) {
    // Work on the group that was asked for, or on one nobody knows, explains the question.
    if (!AreOrthogonal(test.group, each.group)) return;
    if (first == nullptr && each.via.empty()) first = &each;
  }
  if (first == nullptr) return;
  file.Report({.at = test.comparison,
               .params = {{"test", std::string(test.comparison.text())},
                          {"tested", Describe(test.group)},
                          {"op", first->op},
                          {"line", absl::StrCat(first->call.first_line())},
                          {"group", Describe(first->group)}},
               .because = file.IsChanged(test.comparison) ? test.comparison : first->call,
               .related = {{kSkippedToo, RangeOf(module, first->call)}},
               .kind = Kind::kQuestion});
}

}  // namespace

extern constinit const Rule kSizeGuardGroupMismatch = {
    .info =
        {.id = "size-guard-group-mismatch",
         .title = {"Collective skipped based on the size of a different group",
                   "按另一个组的大小跳过集合通信"},
         .confidence = Confidence::kMedium,
         .message =
             {"`{test}` checks the size of {tested}, but `{op}` on line {line} runs over {group}",
              "`{test}` 判断的是 {tested} 的大小，但第 {line} 行的 `{op}` 在 {group} 上执行"},
         .consequence = {"With one member in {tested} and several in {group}, the ranks never "
                         "synchronise and keep different values",
                         "当 {tested} 只有一个成员而 {group} 有多个成员时，各 rank "
                         "永远不会同步，数值会一直不一致"},
         .advice = {"Check the size of {group}, or explain in a comment why {tested} decides",
                    "改为判断 {group} 的大小，或者用注释说明为什么由 {tested} 决定"},
         .phrases = kPhrases,
         .why = "A collective over one member does nothing, so code skips it. The size that "
                "matters is the size of the group that the collective uses.",
         .fix = "Use the same group in the check and in the call.",
         .bad = R"py(
import torch.distributed as dist

def sync(grad, tp_group, cp_group):
    if tp_group.size() > 1:
        dist.all_reduce(grad, group=cp_group)
)py",
         .good = R"py(
import torch.distributed as dist

def sync(grad, tp_group, cp_group):
    if cp_group.size() > 1:
        dist.all_reduce(grad, group=cp_group)
)py",
         .tier = Tier::kHint},
    .kinds = {NodeKind::kIfStatement},
    .file_names = kIssuingNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
