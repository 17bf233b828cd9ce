// if moe: grad.div_(world_size); reduce(grads, divide=moe), which divides by the size again.

#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/distributed/axes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kDividedFirst("divided-first", "divided here for the first time",
                               "在这里第一次相除");
constexpr Phrase kDividedByCallee("divided-by-callee", "`{callee}` divides here",
                                  "`{callee}` 在这里相除");
constexpr Phrase kPhrases[] = {kDividedFirst, kDividedByCallee};

constexpr int kMaxCallees = 6;

// The divisor of `x.div_(n)` and `x /= n` where it is made of the size of a group. Null: no.
Node DivisionBySize(const Module& module, Node node) {
  Node divisor;
  if (node.Is(NodeKind::kAugmentedAssignment)) {
    if (node.child(Field::kOperator).text() == "/=") divisor = node.child(Field::kRight);
  } else if (node.Is(NodeKind::kCall) && CalleeName(node) == "div_") {
    divisor = python::Argument(node, 0, "other");
  }
  if (!divisor) return {};
  if (SizeOf(module, divisor)) return divisor;
  for (Node part : divisor.descendants()) {
    if ((part.Is(NodeKind::kCall) || part.Is(NodeKind::kAttribute)) && DirectSizeOf(module, part)) {
      return divisor;
    }
  }
  return {};
}

// The condition of the innermost `if` whose first arm holds the node. Null: none in the function.
Node ConditionOf(Node node) {
  for (Node around = node; around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    const Node statement = around.parent();
    if (statement.Is(NodeKind::kIfStatement) && around.field() == Field::kConsequence) {
      return statement.child(Field::kCondition);
    }
    if (statement.Is(NodeKind::kElseClause) || statement.Is(NodeKind::kElifClause)) return {};
  }
  return {};
}

bool IsDivideFlag(absl::string_view name) {
  return IsOneOf(name, {"divide", "average", "is_mean", "take_mean", "average_grads",
                        "divide_grads", "gradient_average"});
}

const Definition* MethodCalled(const Module& module, const Definition& a_class, Node call) {
  const Node function = call.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kObject).text() != "self") {
    return nullptr;
  }
  return module.FindDefinition(absl::StrCat(a_class.name, ".", CalleeName(call)));
}

// The division that a method makes when that parameter is true, itself or in what it hands it to.
Node DivisionUnder(const Module& module, const Definition& a_class, const Definition* method,
                   absl::string_view flag) {
  std::set<const Definition*> seen;
  for (int i = 0; i < kMaxCallees && method != nullptr && seen.insert(method).second; ++i) {
    if (FindParameter(*method, flag) == nullptr) return {};
    Node found;
    const Definition* next = nullptr;
    ForEachOwnNode(method->body, [&](Node node) {
      if (found) return;
      if (DivisionBySize(module, node) && ConditionOf(node).text() == flag) found = node;
      if (!node.Is(NodeKind::kKeywordArgument) || next != nullptr) return;
      const bool is_handed_on =
          node.child(Field::kName).text() == flag && node.child(Field::kValue).text() == flag;
      if (is_handed_on) next = MethodCalled(module, a_class, node.parent().parent());
    });
    if (found) return found;
    method = next;
  }
  return {};
}

void Check(FileContext& file, Node keyword) {
  const absl::string_view flag = keyword.child(Field::kName).text();
  const Node value = keyword.child(Field::kValue);
  const bool is_certain = value.Is(NodeKind::kIdentifier) || value.Is(NodeKind::kAttribute);
  if (!IsDivideFlag(flag) || !is_certain) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(keyword);
  const Definition* a_class = module.EnclosingClass(keyword);
  if (function == nullptr || a_class == nullptr) return;
  Node first;
  ForEachOwnNode(function->body, [&](Node node) {
    const bool is_before = !first && node.first_byte() < keyword.first_byte();
    if (is_before && DivisionBySize(module, node) && ConditionOf(node).text() == value.text()) {
      first = node;
    }
  });
  if (!first || !absl::StrContains(first.text(), "grad")) return;
  const Definition* method = MethodCalled(module, *a_class, keyword.parent().parent());
  const Node again = DivisionUnder(module, *a_class, method, flag);
  if (!again) return;
  Observation observation{
      .at = keyword,
      .params = {{"argument", OneLine(keyword)},
                 {"callee", std::string(method->simple_name)},
                 {"condition", std::string(value.text())},
                 {"line", absl::StrCat(first.first_line())},
                 {"again", absl::StrCat(again.first_line())}},
      .related = {
          {kDividedFirst, RangeOf(module, first)},
          {Sentence(kDividedByCallee, {{"callee", method->simple_name}}), RangeOf(module, again)}}};
  if (!file.IsChanged(keyword)) observation.because = first;
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kDividedAgainInCallee = {
    .info =
        {.id = "divided-again-in-callee",
         .title = {"Gradient divided by the group size twice", "梯度被组大小除了两次"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"With `{condition}`, gradients are divided by a group size on line {line}, and "
              "`{argument}` makes `{callee}` divide them again (line {again})",
              "`{condition}` 为真时，第 {line} 行已经把梯度除以组大小，而 `{argument}` 又让 "
              "`{callee}` 再除一次（第 {again} 行）"},
         .consequence = {"Gradients are too small by the size of the group in this configuration "
                         "only; training still converges, to something else",
                         "只有在该配置下梯度会小组大小那么多倍；训练仍会收敛，但收敛到别的结果"},
         .advice = {"Divide once: drop the first division, or turn the one in `{callee}` off",
                    "只除一次：去掉第一次相除，或者关闭 `{callee}` 中的那一次"},
         .phrases = kPhrases,
         .why = "A mean over ranks is one sum and one division. A helper that divides on demand "
                "must not be asked to when its caller has done so.",
         .fix = "Keep one of the two divisions.",
         .bad = R"py(
import torch.distributed as dist

class Reducer:
    def reduce(self, grads, group):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.all_reduce(grads, group, divide=self.has_experts)

    def all_reduce(self, grads, group, divide=True):
        for grad in grads:
            if divide:
                grad.div_(dist.get_world_size(group))
            dist.all_reduce(grad, group=group)
)py",
         .good = R"py(
import torch.distributed as dist

class Reducer:
    def reduce(self, grads, group):
        if self.has_experts:
            for grad in grads:
                grad.div_(dist.get_world_size(group))
        self.all_reduce(grads, group, divide=False)

    def all_reduce(self, grads, group, divide=True):
        for grad in grads:
            if divide:
                grad.div_(dist.get_world_size(group))
            dist.all_reduce(grad, group=group)
)py"},
    .kinds = {NodeKind::kKeywordArgument},
    .names = "divide average is_mean take_mean average_grads divide_grads gradient_average",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
