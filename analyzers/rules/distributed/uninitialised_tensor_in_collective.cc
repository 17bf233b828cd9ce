// amax = torch.empty(1), and on some path nothing is stored in it before all_reduce(amax) reads it.

#include <string>

#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/known_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kReadHere("memory-read-here", "`{op}` reads it here", "`{op}` 在这里读取它");
constexpr Phrase kPhrases[] = {kReadHere};

// What only warms up or waits throws the result away.
bool IsReadAfter(Node call, Node read, const python::Module& module) {
  const python::Definition* const function = module.EnclosingFunction(call);
  if (!read.Is(NodeKind::kIdentifier) || function == nullptr) return true;
  return AnyOwnNode(function->body, NodeKind::kIdentifier, [&](Node node) {
    return node.index() >= call.subtree_end() && node.text() == read.text() && IsVariable(node) &&
           !IsRebound(node);
  });
}

void Check(FileContext& file, Node call) {
  const Collective* const op = FindCollective(file.module(), call);
  const Node read = op == nullptr || op->input < 0 ? Node() : op->ArgumentOf(call, op->input);
  if (!read || !IsReadAfter(call, read, file.module())) return;
  for (const Node made : UnwrittenReadBy(file, call)) {
    const std::string name(op->name);
    file.Report({.at = made,
                 .params = {{"tensor", OneLine(read)},
                            {"op", name},
                            {"line", std::to_string(call.first_line())}},
                 .because = file.IsChanged(made) ? made : call,
                 .related = {{Sentence(kReadHere, {{"op", name}}), RangeOf(file.module(), call)}}});
  }
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
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
