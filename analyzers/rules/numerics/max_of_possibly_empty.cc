// max(... for g in grads): raises where there are none.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/python/guards.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

// Lists that are empty on some ranks: a stage without parameters, a group without gradients.
bool MayBeEmptyOnSomeRanks(Node iterable) {
  // module.parameters()
  if (iterable.Is(NodeKind::kCall)) iterable = iterable.child(Field::kFunction);
  return numerics::NameHasWord(numerics::BaseName(iterable),
                               {"grad", "grads", "gradients", "params", "parameters", "norms"}) &&
         !numerics::NameHasWord(numerics::BaseName(iterable), {"groups", "names", "dict"});
}

// Files that run once, and on hosts.
bool IsCold(const Module& module) {
  for (absl::string_view part : {"tools/", "tasks/", "datasets/", "checkpoint"}) {
    if (absl::StrContains(module.path(), part)) return true;
  }
  return paths::IsTestPath(module.path());
}

void Check(FileContext& file, Node call) {
  const absl::string_view function = call.child(Field::kFunction).text();
  if (function != "max" && function != "min") return;
  // max(x for x in xs): the generator stands where the argument list would.
  Node argument = call.child(Field::kArguments);
  if (!argument.Is(NodeKind::kGeneratorExpression)) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.size() != 1 || arguments.has_star ||
        python::KeywordArgument(call, "default")) {
      return;
    }
    argument = python::WithoutParentheses(arguments.positional[0]);
  }
  if (!argument.Is(NodeKind::kGeneratorExpression) && !argument.Is(NodeKind::kListComprehension)) {
    return;
  }
  const Module& module = file.module();
  const Node iterable = argument.child(NodeKind::kForInClause).child(Field::kRight);
  if (!iterable || !MayBeEmptyOnSomeRanks(iterable) || IsCold(module)) return;
  if (module.Resolve(call.child(Field::kFunction)) != absl::StrCat("builtins.", function)) return;
  if (python::FindZeroGuard(module, iterable)) return;
  file.Report(
      {.at = call,
       .params = {{"function", std::string(function)}, {"iterable", numerics::Text(iterable)}}});
}

}  // namespace

extern constinit const Rule kMaxOfPossiblyEmpty = {
    .info = {.id = "max-of-possibly-empty",
             .title = {"max() over a list that is empty on some ranks",
                       "对某些 rank 上为空的列表取 max()"},
             .message = {"`{function}` over `{iterable}` has no `default=` and raises ValueError "
                         "if there are no elements",
                         "对 `{iterable}` 调用 `{function}` 时没有给出 "
                         "`default=`，没有元素时会抛出 ValueError"},
             .consequence = {"A rank without gradients or parameters, for example with a frozen "
                             "stage, stops while the others wait in the next collective",
                             "没有梯度或参数的 rank（例如被冻结的 stage）会停止，而其他 rank "
                             "在下一次集合通信中等待"},
             .advice = {"Pass `default=` with the neutral value, such as torch.tensor(0.0) on the "
                        "device of the gradients",
                        "用 `default=` 传入中性值，例如与梯度同设备的 torch.tensor(0.0)"},
             .why = "With pipeline stages, experts and frozen modules, some ranks have nothing to "
                    "reduce, but they must still take part in the following collectives.",
             .fix = "Write max((g.abs().max() for g in grads), default=zero).",
             .bad = R"py(
def largest(grads):
    return max(grad.abs().max() for grad in grads)
)py",
             .good = R"py(
def largest(grads, zero):
    return max((grad.abs().max() for grad in grads), default=zero)
)py"},
    .kinds = {NodeKind::kCall},
    .names = "max min",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
