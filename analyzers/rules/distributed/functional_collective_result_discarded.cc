// A collective that returns its result, called for nothing.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/torch/communication_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kItsOperand("its-operand", "its operand", "其操作数");
constexpr Phrase kAssignResult("assign-result", "assign the result to a name", "把返回值赋给变量");
constexpr Phrase kPhrases[] = {kItsOperand, kAssignResult};

bool ReturnsItsResult(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (torch::IsRegionMapping(CalleeName(call))) {
    // A method may well work in place.
    return function.Is(NodeKind::kIdentifier) || !module.Resolve(function).empty();
  }
  const Collective* op = FindCollective(module, call);
  // With a buffer for the output that is filled, and part of the graph of autograd.
  return op != nullptr && op->kind == Collective::Kind::kFunctional && !op->Has("output") &&
         !op->Has("output_tensor_list");
}

bool IsMethodOfSelf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) && function.child(Field::kObject).text() == "self";
}

void Check(FileContext& file, Node statement) {
  const Node call = statement.named_child(0);
  if (!call.Is(NodeKind::kCall) || statement.named_child_count() != 1) return;
  if (IsMethodOfSelf(call)) return;
  if (!ReturnsItsResult(file.module(), call)) return;
  const Node input = python::ArgumentsOf(call).positional.empty()
                         ? Node()
                         : python::ArgumentsOf(call).positional[0];
  const std::string name(CalleeName(call));
  const Words operand = input ? Words(absl::StrCat("`", input.text(), "`")) : kItsOperand;
  file.Report(
      {.at = statement,
       .params = {{"function", name},
                  {"operand", operand},
                  {"cure", input.Is(NodeKind::kIdentifier)
                               ? Words(absl::StrCat("`", input.text(), " = ", name, "(...)`"))
                               : kAssignResult}}});
}

}  // namespace

extern constinit const Rule kFunctionalCollectiveResultDiscarded = {
    .info =
        {.id = "functional-collective-result-discarded",
         .title = {"Result of a functional collective is discarded", "函数式集合通信的结果被丢弃"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{function}` returns its result and does not change {operand}, but nothing "
                     "uses the result",
                     "`{function}` 通过返回值给出结果，{operand} 保持不变，而返回值没有被使用"},
         .consequence = {"The ranks communicate, but the code continues with local values; the "
                         "gradient also misses the collective",
                         "各 rank 完成了通信，代码却继续使用本地数值；梯度中也会缺少这次集合通信"},
         .advice = {"Use the result, for example {cure}", "使用其返回值，例如 {cure}"},
         .phrases = kPhrases,
         .why = "Mappings between parallel regions are autograd functions: they return a new "
                "tensor. Only the collectives of torch.distributed itself work in place.",
         .fix = "Assign the result to a name and use it afterwards.",
         .bad = R"py(
from megatron.core.tensor_parallel import gather_from_sequence_parallel_region

def head(hidden, weight):
    gather_from_sequence_parallel_region(hidden)
    return hidden @ weight
)py",
         .good = R"py(
from megatron.core.tensor_parallel import gather_from_sequence_parallel_region

def head(hidden, weight):
    hidden = gather_from_sequence_parallel_region(hidden)
    return hidden @ weight
)py"},
    .kinds = {NodeKind::kExpressionStatement},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
