// Every rank receives every object, and one rank looks at them.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOnlyReaders("only-readers", "the only reads are here", "只有这里读取它");
constexpr Phrase kPhrases[] = {kOnlyReaders};

// `rank == 0`, `dist.get_rank() == 0`.
bool IsRankTest(const Module& module, Node condition) {
  condition = python::WithoutParentheses(condition);
  if (!condition.Is(NodeKind::kComparisonOperator) || condition.named_child_count() != 2) {
    return false;
  }
  if (!absl::StrContains(condition.text(), "==")) return false;
  const Node rank = condition.named_child(0);
  if (!condition.named_child(1).Is(NodeKind::kInteger)) return false;
  return absl::EndsWith(LastName(rank), "rank") ||
         absl::EndsWith(LastName(module.Dereference(rank)), "rank");
}

// The test of one rank whose branch holds the node. Null: none.
Node RankTestAround(const Module& module, Node node) {
  for (Node inner = node, outer = node.parent(); outer; inner = outer, outer = outer.parent()) {
    if (outer.Is(NodeKind::kFunctionDefinition)) break;
    if (outer.Is(NodeKind::kIfStatement) && inner.field() == Field::kConsequence &&
        IsRankTest(module, outer.child(Field::kCondition))) {
      return outer.child(Field::kCondition);
    }
  }
  return Node();
}

void Check(FileContext& file, Node call) {
  if (CalleeName(call) != "all_gather_object") return;
  const Module& module = file.module();
  const Collective* op = FindCollective(module, call);
  const Definition* function = module.EnclosingFunction(call);
  if (op == nullptr || function == nullptr) return;
  const Node list = python::Argument(call, 0, "object_list");
  if (!list.Is(NodeKind::kIdentifier) || FindParameter(*function, list.text())) return;
  if (RankTestAround(module, call)) return;  // A bug of another kind.

  Node test;
  bool is_read_by_all = false;
  for (Node node : function->body.descendants()) {
    const bool is_use = node.Is(NodeKind::kIdentifier) && node.text() == list.text() &&
                        node.field() != Field::kAttribute && node.first_byte() > call.end_byte();
    if (!is_use) continue;
    const Node around = RankTestAround(module, node);
    if (!around) is_read_by_all = true;
    if (around && !test) test = around;
  }
  if (!test || is_read_by_all) return;
  file.Report({.at = call,
               .params = {{"list", std::string(list.text())},
                          {"test", OneLine(test)},
                          {"line", absl::StrCat(test.first_line())}},
               .related = {{kOnlyReaders, RangeOf(module, test)}}});
}

}  // namespace

extern constinit const Rule kGatherToAllUsedOnOneRank = {
    .info =
        {.id = "gather-to-all-used-on-one-rank",
         .title = {"Objects gathered on all ranks and read on one",
                   "在所有 rank 上 gather 对象，却只在一个 rank 上读取"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .confidence = Confidence::kMedium,
         .message =
             {"All ranks receive `{list}`, but only ranks with `{test}` (line {line}) read it",
              "所有 rank 都会收到 `{list}`，但只有满足 `{test}`（第 {line} 行）的 rank 才读取它"},
         .consequence =
             {"Each rank receives, copies and unpickles the objects of all ranks for nothing; the "
              "total cost grows with the square of the number of ranks",
              "每个 rank 都白白接收、拷贝并反序列化所有 rank 的对象，开销随 rank 数平方增长"},
         .advice = {"Use `gather_object` with that rank as the destination",
                    "使用 `gather_object`，以该 rank 为目标"},
         .phrases = kPhrases,
         .why = "all_gather_object pickles, pads and sends every object to every rank, and "
                "unpickles all of them there.",
         .fix = "Gather to the one rank that needs the objects.",
         .bad = R"py(
import torch.distributed as dist

def report(stats, size):
    everything = [None] * size
    dist.all_gather_object(everything, stats)
    if dist.get_rank() == 0:
        print(everything)
)py",
         .good = R"py(
import torch.distributed as dist

def report(stats, size):
    everything = [None] * size if dist.get_rank() == 0 else None
    dist.gather_object(stats, everything, dst=0)
    if dist.get_rank() == 0:
        print(everything)
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
         .tier = Tier::kHint},
    .kinds = {NodeKind::kCall},
    .names = "all_gather_object",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
