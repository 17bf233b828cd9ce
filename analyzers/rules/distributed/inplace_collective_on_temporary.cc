// A collective whose result lands in a tensor that nothing can read afterwards.

#include <string>
#include <utility>

#include "analyzers/python/torch_names.h"
#include "analyzers/rules/distributed/collectives.h"
#include "analyzers/rules/distributed/rank_dependence.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

constexpr absl::string_view kCopyingMethods[] = {
    "bfloat16", "clone", "contiguous", "cpu",  "cuda", "double", "float",
    "half",     "int",   "long",       "mean", "sum",  "to",     "index_select"};
constexpr absl::string_view kCopyingFunctions[] = {"torch.cat", "torch.clone", "torch.stack",
                                                   "torch.tensor"};

// `torch.zeros(1).to(device)`: nobody wants the result, the collective warms up or waits.
bool HoldsNoData(const python::Module& module, Node expression) {
  while (expression.Is(NodeKind::kCall)) {
    const Node function = expression.child(Field::kFunction);
    const std::string name = module.Resolve(function);
    if (name == "torch.tensor")
      return numerics::LiteralOf(python::Argument(expression, 0, "data")).has_value();
    if (!name.empty()) return python::ResultOfTorch(name) == python::TorchResult::kFactory;
    if (!function.Is(NodeKind::kAttribute)) return false;
    expression = python::WithoutParentheses(function.child(Field::kObject));
  }
  return false;
}

// The expression makes a tensor of its own: a new one, or a copy in some cases.
bool IsTemporary(const python::Module& module, Node expression) {
  if (expression.Is(NodeKind::kBinaryOperator)) return true;
  if (!expression.Is(NodeKind::kCall)) return false;
  const Node function = expression.child(Field::kFunction);
  const std::string name = module.Resolve(function);
  if (!name.empty()) {
    for (absl::string_view copying : kCopyingFunctions) {
      if (name == copying) return true;
    }
    return false;
  }
  if (!function.Is(NodeKind::kAttribute)) return false;
  for (absl::string_view method : kCopyingMethods) {
    if (function.child(Field::kAttribute).text() == method) return true;
  }
  return false;
}

// Under a test of ranks: the sender of a broadcast may well pass a temporary.
bool IsUnderRankTest(const python::Module& module, Node node) {
  for (; node && !node.Is(NodeKind::kFunctionDefinition); node = node.parent()) {
    if (!node.Is(NodeKind::kIfStatement) && !node.Is(NodeKind::kElifClause)) continue;
    const Node condition = node.child(Field::kCondition);
    if (condition.text().find("rank") != absl::string_view::npos ||
        RankDependenceOf(module, condition)) {
      return true;
    }
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Collective* op = FindCollective(file.module(), call);
  if (op == nullptr || op->output < 0) return;
  const Node output = python::Argument(call, op->output, op->parameters[op->output]);
  if (!output || !IsTemporary(file.module(), output) || HoldsNoData(file.module(), output)) return;
  if (op->name == "broadcast" && IsUnderRankTest(file.module(), call)) return;
  file.Report({.at = output,
               .params = {{"op", std::string(op->name)},
                          {"expression", std::string(output.text().substr(0, 80))}},
               .because = call});
}

}  // namespace

extern constinit const Rule kInplaceCollectiveOnTemporary = {
    .info =
        {.id = "inplace-collective-on-temporary",
         .title = {"Collective writes its result into a temporary", "集合通信把结果写进了临时对象"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message = {"`{op}` writes its result into `{expression}`, a temporary that nothing reads "
                     "afterwards",
                     "`{op}` 把结果写入 `{expression}`，这是一个之后再也没有人读取的临时对象"},
         .consequence =
             {"The caller continues with its local, unreduced values; `.contiguous()` and `.to()` "
              "copy only when needed, so the bug appears only for some shapes and dtypes",
              "调用方继续使用未归约的本地数值；对于 `.contiguous()` 或 "
              "`.to()`，只有真正发生拷贝时才会出错，因此只在某些 shape 和 dtype 下暴露"},
         .advice = {"Assign `{expression}` to a name, pass the name to `{op}`, and use the name "
                    "afterwards",
                    "先把 `{expression}` 赋给一个变量，把该变量传给 `{op}`，之后也使用它"},
         .why = "Collectives of torch.distributed work in place and return no tensor. If the "
                "argument is the result of a conversion or an expression, the reduced values are "
                "discarded with it.",
         .fix = "Assign the tensor to a name first, and use the name in the collective and "
                "afterwards.",
         .bad = R"py(
import torch.distributed as dist

def total(h, group):
    dist.all_reduce(h.contiguous(), group=group)
    return h
)py",
         .good = R"py(
import torch.distributed as dist

def total(h, group):
    h = h.contiguous()
    dist.all_reduce(h, group=group)
    return h
)py",
         .references = {"https://docs.pytorch.org/docs/stable/distributed.html"},
         .version = 2},
    .kinds = {NodeKind::kCall},
    .names = kCollectiveNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
