// backward changes the gradient that it is given in place.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kAlsoModifies("also-modifies", "also modifies `{name}`", "这里也修改了 `{name}`");
constexpr Phrase kPhrases[] = {kAlsoModifies};

// `g.mul_(s)` -> `g = g.mul(s)` and `g *= s` -> `g = g * s`. Null edits: no such statement.
std::vector<Edit> EditsFor(const python::Module& module, Node change, absl::string_view name) {
  if (change.Is(NodeKind::kAugmentedAssignment)) {
    if (!change.child(Field::kLeft).Is(NodeKind::kIdentifier)) return {};
    absl::string_view op = change.child(Field::kOperator).text();
    op.remove_suffix(1);
    const Node right = change.child(Field::kRight);
    const bool is_simple = right.Is(NodeKind::kIdentifier) || right.Is(NodeKind::kAttribute) ||
                           right.Is(NodeKind::kCall) || right.Is(NodeKind::kSubscript) ||
                           right.Is(NodeKind::kFloat) || right.Is(NodeKind::kInteger) ||
                           right.Is(NodeKind::kParenthesizedExpression);
    const std::string operand =
        is_simple ? std::string(right.text()) : absl::StrCat("(", right.text(), ")");
    return {Replace(module, change, absl::StrCat(name, " = ", name, " ", op, " ", operand))};
  }
  if (!change.Is(NodeKind::kCall) || !change.parent().Is(NodeKind::kExpressionStatement)) return {};
  const Node function = change.child(Field::kFunction);
  if (!function.Is(NodeKind::kAttribute) || function.child(Field::kObject).text() != name) {
    return {};
  }
  static const std::set<absl::string_view> kWithTwin = {"mul_", "div_", "add_",   "sub_",
                                                        "neg_", "abs_", "clamp_", "masked_fill_"};
  absl::string_view method = function.child(Field::kAttribute).text();
  if (!kWithTwin.count(method)) return {};
  method.remove_suffix(1);
  return {Replace(module, function, absl::StrCat(name, " = ", name, ".", method))};
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->backward == nullptr) return;
  // Parameters that still hold what autograd passed.
  std::set<absl::string_view> given;
  for (size_t i = 1; i < function->backward->parameters.size(); ++i) {
    const python::Parameter& parameter = function->backward->parameters[i];
    if (parameter.kind == python::Parameter::Kind::kPositional) given.insert(parameter.name);
  }
  std::map<absl::string_view, std::vector<Node>> changes;
  for (Node node : OwnNodes(function->backward->body)) {
    if (given.empty()) break;
    if (node.Is(NodeKind::kIdentifier)) {
      if (IsRebound(node)) given.erase(node.text());
      continue;
    }
    const Node target = InplaceTarget(node);
    if (target && given.count(target.text())) changes[target.text()].push_back(node);
  }
  for (const auto& [name, places] : changes) {
    Observation observation{.at = places.front(),
                            .params = {{"gradient", std::string(name)},
                                       {"class", std::string(function->definition->simple_name)}},
                            .because = FirstChanged(file, places),
                            .edits = EditsFor(file.module(), places.front(), name)};
    for (size_t i = 1; i < places.size(); ++i) {
      observation.related.push_back(
          {Sentence(kAlsoModifies, {{"name", name}}), RangeOf(file.module(), places[i])});
    }
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kInplaceOnGradOutput = {
    .info = {.id = "inplace-on-grad-output",
             .title = {"Incoming gradient modified in place", "原地修改传入的梯度"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{class}.backward` modifies in place `{gradient}`, a gradient that "
                         "autograd passed in",
                         "`{class}.backward` 原地修改了 autograd 传入的梯度 `{gradient}`"},
             .consequence =
                 {"If autograd passes the same buffer to another consumer, that consumer silently "
                  "gets the modified gradient",
                  "如果 autograd 把同一块缓冲区交给另一个使用者，它会悄悄拿到被修改过的梯度"},
             .advice = {"Compute into a new tensor, or clone `{gradient}` first",
                        "把结果算到新的 tensor 中，或者先 clone `{gradient}`"},
             .phrases = kPhrases,
             .why = "All terms of a sum receive the same gradient tensor, and hooks and retained "
                    "graphs may hold it too. PyTorch forbids modifying it in place.",
             .fix = "Use the out-of-place operation; the allocator reuses the memory anyway.",
             .bad = R"py(
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        grad.mul_(ctx.factor)
        return grad, None
)py",
             .good = R"py(
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
)py",
             .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
