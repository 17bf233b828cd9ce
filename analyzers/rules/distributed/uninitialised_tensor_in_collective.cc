// amax = torch.empty(1), and on that way nothing is stored in it before all_reduce(amax) reads it.

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kReadHere("memory-read-here", "`{op}` reads it here", "`{op}` 在这里读取它");
constexpr Phrase kPhrases[] = {kReadHere};

// Every member contributes what stands in the tensor.
constexpr absl::string_view kReading[] = {
    "all_gather", "all_gather_into_tensor", "all_reduce",           "all_to_all_single", "gather",
    "reduce",     "reduce_scatter",         "reduce_scatter_tensor"};

bool IsUninitialised(const python::Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view callee = CalleeName(call);
  const std::string name = module.Resolve(function);
  const bool is_one = name == "torch.empty" || name == "torch.empty_like" ||
                      (callee == "new_empty" && function.Is(NodeKind::kAttribute));
  const Node size = python::Argument(call, 0, "size");
  // Without elements there is nothing to read; on meta there is nothing at all.
  return is_one && !(size && size.text() == "0") && !absl::StrContains(call.text(), "meta");
}

bool Jumps(Node statement) {
  return statement.Is(NodeKind::kReturnStatement) || statement.Is(NodeKind::kRaiseStatement) ||
         statement.Is(NodeKind::kBreakStatement) || statement.Is(NodeKind::kContinueStatement);
}

// The statement that runs when this one, and all that stands behind it in its block, is over.
// Null: another turn of a loop, a handler, the end.
Node StatementAround(Node statement) {
  Node around = statement.parent().parent();
  if (around.Is(NodeKind::kElseClause) || around.Is(NodeKind::kElifClause)) {
    around = around.parent();
  }
  const bool goes_on = around.Is(NodeKind::kIfStatement) || around.Is(NodeKind::kWithStatement);
  return goes_on ? around : Node();
}

// Where the variable stands next on the way on from the statement. Null: nowhere, or nobody knows.
Node NextMention(Node statement, absl::string_view name) {
  while (statement) {
    const Node next = NextStatement(statement);
    if (!next) {
      statement = StatementAround(statement);
      continue;
    }
    for (Node node : next.descendants(NodeKind::kIdentifier)) {
      if (node.text() == name && IsVariable(node)) return node;
    }
    if (Jumps(next)) return Node();
    statement = next;
  }
  return Node();
}

bool IsReadAfter(Node call, absl::string_view name, const python::Module& module) {
  const python::Definition* const function = module.EnclosingFunction(call);
  if (function == nullptr) return false;
  return AnyOwnNode(function->body, NodeKind::kIdentifier, [&](Node node) {
    return node.index() >= call.subtree_end() && node.text() == name && IsVariable(node) &&
           !IsRebound(node);
  });
}

void Check(FileContext& file, Node call) {
  const Node assignment = call.parent();
  if (!assignment.Is(NodeKind::kAssignment) || call.field() != Field::kRight) return;
  const Node target = assignment.child(Field::kLeft);
  if (!target.Is(NodeKind::kIdentifier) || !IsUninitialised(file.module(), call)) return;
  const Node mention = NextMention(python::StatementOf(assignment), target.text());
  const Node collective = mention ? Around(mention, NodeKind::kCall) : Node();
  if (!collective) return;
  const Collective* const op = FindCollective(file.module(), collective);
  const bool reads =
      op != nullptr && op->input >= 0 &&
      std::find(std::begin(kReading), std::end(kReading), op->name) != std::end(kReading) &&
      op->ArgumentOf(collective, op->input) == mention;
  // What only warms up or waits throws the result away.
  if (!reads || !IsReadAfter(collective, target.text(), file.module())) return;
  const std::string name(op->name);
  file.Report(
      {.at = call,
       .params = {{"tensor", std::string(target.text())},
                  {"op", name},
                  {"line", std::to_string(collective.first_line())}},
       .because = file.IsChanged(call) ? call : collective,
       .related = {{Sentence(kReadHere, {{"op", name}}), RangeOf(file.module(), collective)}}});
}

}  // namespace

extern constinit const Rule kUninitialisedTensorInCollective = {
    .info = {.id = "uninitialised-tensor-in-collective",
             .title = {"Uninitialised memory goes into a collective", "未初始化的内存进入集合通信"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"Nothing is stored in `{tensor}` before `{op}` reads it on line {line}",
                         "第 {line} 行的 `{op}` 读取 `{tensor}` 之前，没有任何值写入其中"},
             .consequence = {"All ranks get whatever this memory held: a wrong result, infinite or "
                             "NaN, which no single rank explains",
                             "所有 rank 都会得到这块内存中的残留内容：错误的结果、无穷大或 NaN"},
             .advice = {"Fill `{tensor}` with the neutral element of the operation, for example "
                        "`torch.zeros`",
                        "用该运算的单位元填充 `{tensor}`，例如 `torch.zeros`"},
             .phrases = kPhrases,
             .why = "torch.empty allocates without writing. Where a rank has nothing to add, it "
                    "must add the neutral element: 0 for sums and for maxima of absolute values, "
                    "minus infinity for other maxima.",
             .fix = "Use torch.zeros or torch.full.",
             .bad = R"py(
import torch
import torch.distributed as dist

def amax(x, group):
    if x.numel() == 0:
        top = torch.empty(1, device=x.device)
    else:
        top = x.abs().amax().view(1)
    dist.all_reduce(top, op=dist.ReduceOp.MAX, group=group)
    return top
)py",
             .good = R"py(
import torch
import torch.distributed as dist

def amax(x, group):
    if x.numel() == 0:
        top = torch.zeros(1, device=x.device)
    else:
        top = x.abs().amax().view(1)
    dist.all_reduce(top, op=dist.ReduceOp.MAX, group=group)
    return top
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/torch.empty.html"}},
    .kinds = {NodeKind::kCall},
    .names = "empty empty_like new_empty",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
