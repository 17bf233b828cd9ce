// backward of an autograd.Function returns another number of gradients than forward took inputs.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;
using python::Parameter;

constexpr Phrase kForwardTakes("forward-takes", "`forward` takes {count} inputs",
                               "`forward` 接收 {count} 个输入");
constexpr Phrase kPassesAll("passes-all", "passes all of them", "传入了全部输入");
constexpr Phrase kPhrases[] = {kForwardTakes, kPassesAll};

struct Gradients {
  int count = 0;
  int needed = 0;  // Without the trailing Nones, which autograd drops.
};

// Length of `[None] * 3` or `(None,) * 3`. nullopt: it is none, or its length is not written there.
std::optional<int> LengthOfNones(Node expression) {
  const Node product = python::WithoutParentheses(expression);
  if (!product.Is(NodeKind::kBinaryOperator) || product.child(Field::kOperator).text() != "*") {
    return std::nullopt;
  }
  const Node sequence = python::WithoutParentheses(product.child(Field::kLeft));
  int count = 0;
  if (!(sequence.Is(NodeKind::kList) || sequence.Is(NodeKind::kTuple)) ||
      !absl::SimpleAtoi(product.child(Field::kRight).text(), &count)) {
    return std::nullopt;
  }
  for (Node element : ElementsOf(sequence)) {
    if (!element.Is(NodeKind::kNone)) return std::nullopt;
  }
  return count * static_cast<int>(ElementsOf(sequence).size());
}

std::optional<Gradients> CountOf(const std::vector<Node>& elements) {
  Gradients gradients;
  for (Node element : elements) {
    if (element.Is(NodeKind::kListSplat)) {
      const std::optional<int> nones = LengthOfNones(element.named_child(0));
      if (!nones) return std::nullopt;
      gradients.count += *nones;
      continue;
    }
    ++gradients.count;
    if (!element.Is(NodeKind::kNone)) gradients.needed = gradients.count;
  }
  return gradients;
}

bool IsSequence(Node node) {
  return node.Is(NodeKind::kTuple) || node.Is(NodeKind::kList) ||
         node.Is(NodeKind::kExpressionList);
}

// A product or quotient of tensors is one gradient. Sums and what holds literals may be tuples.
bool IsOneTensor(const Module& module, Node expression) {
  if (!expression.Is(NodeKind::kBinaryOperator)) return false;
  const absl::string_view op = expression.child(Field::kOperator).text();
  if (op != "*" && op != "/" && op != "@") return false;
  for (Field side : {Field::kLeft, Field::kRight}) {
    const Node operand = module.Dereference(expression.child(side));
    if (IsSequence(operand) || operand.Is(NodeKind::kInteger) || operand.Is(NodeKind::kCall)) {
      return false;
    }
  }
  return true;
}

// nullopt: what is returned is not written here.
std::optional<Gradients> GradientsOf(const Module& module, Node returned) {
  const Node value = module.Dereference(returned);
  if (value.Is(NodeKind::kTuple) || value.Is(NodeKind::kExpressionList)) {
    return CountOf(ElementsOf(value));
  }
  if (value.Is(NodeKind::kNone)) return Gradients{1, 0};
  if (IsOneTensor(module, value)) return Gradients{1, 1};
  return std::nullopt;
}

struct Arity {
  int required = 0;
  int total = 0;
  std::vector<Parameter> inputs;
};

// nullopt: *args take any number.
std::optional<Arity> ArityOf(const AutogradFunction& function) {
  Arity arity{.inputs = function.Inputs()};
  for (const Parameter& input : arity.inputs) {
    if (input.kind != Parameter::Kind::kPositional &&
        input.kind != Parameter::Kind::kPositionalOnly) {
      return std::nullopt;
    }
    ++arity.total;
    if (!input.default_value) arity.required = arity.total;
  }
  return arity;
}

// A call of apply in this file that passes more inputs than `count`. Null: none.
Node CallWithMore(const AutogradFunction& function, int count) {
  const Module& module = *function.module;
  for (Node call : module.CallsOf({"apply"})) {
    const Node callee = call.child(Field::kFunction);
    if (!callee.Is(NodeKind::kAttribute)) continue;
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (static_cast<int>(arguments.positional.size()) <= count) continue;
    const auto called = ResolveAutogradFunction(module, callee.child(Field::kObject));
    if (called && called->definition == function.definition) return call;
  }
  return Node();
}

// Nones for the inputs that lack a gradient, when their annotations say that they are no tensors.
std::vector<Edit> EditsFor(const Module& module, Node returned, const Arity& arity, int count) {
  std::string nones;
  for (int i = count; i < arity.total; ++i) {
    const absl::string_view type = arity.inputs[i].annotation.text();
    bool is_plain = absl::StrContains(type, "ProcessGroup");
    for (absl::string_view plain : {"int", "float", "bool", "str"}) is_plain |= type == plain;
    if (!is_plain) return {};
    absl::StrAppend(&nones, ", None");
  }
  const Node value = python::WithoutParentheses(returned);
  if (!value.Is(NodeKind::kExpressionList) && !value.Is(NodeKind::kTuple)) return {};
  const Node last = value.last_named_child();
  return {Replace(module, last, absl::StrCat(last.text(), nones))};
}

void CheckReturn(FileContext& file, const AutogradFunction& function, const Arity& arity,
                 Node statement) {
  const Node returned = statement.named_child(0);
  const std::optional<Gradients> gradients =
      returned ? GradientsOf(file.module(), returned) : Gradients{1, 0};
  if (!gradients) return;
  Node call;
  if (gradients->count < arity.total && gradients->count >= arity.required) {
    call = CallWithMore(function, gradients->count);
    if (!call) return;
  } else if (gradients->count >= arity.required && gradients->needed <= arity.total) {
    return;
  }
  const Node inputs = function.forward->node.child(Field::kParameters);
  Observation observation{
      .at = statement,
      .params = {{"class", std::string(function.definition->simple_name)},
                 {"returned", absl::StrCat(gradients->count)},
                 {"expected", absl::StrCat(arity.total)},
                 {"line", absl::StrCat(inputs.first_line())}},
      .because = FirstChanged(file, {statement, inputs, call}),
      .related = {{Sentence(kForwardTakes, {{"count", absl::StrCat(arity.total)}}),
                   RangeOf(file.module(), inputs)}}};
  if (call) observation.related.push_back({kPassesAll, RangeOf(file.module(), call)});
  if (gradients->count < arity.total && returned) {
    observation.edits = EditsFor(file.module(), returned, arity, gradients->count);
  }
  file.Report(std::move(observation));
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->forward == nullptr || function->backward == nullptr) return;
  const std::optional<Arity> arity = ArityOf(*function);
  if (!arity) return;
  for (Node node : OwnNodes(function->backward->body)) {
    if (node.Is(NodeKind::kReturnStatement)) CheckReturn(file, *function, *arity, node);
  }
}

}  // namespace

extern constinit const Rule kBackwardArity = {
    .info =
        {.id = "backward-arity",
         .title = {"Backward returns the wrong number of gradients", "backward 返回的梯度数量不对"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{class}.backward` returns {returned} gradients, but `forward` takes {expected} "
              "inputs",
              "`{class}.backward` 返回 {returned} 个梯度，但 `forward` 接收 {expected} 个输入"},
         .consequence =
             {"The first backward pass through `{class}` raises a RuntimeError, or gradients go to "
              "the wrong inputs",
              "第一次反向经过 `{class}` 时会抛出 RuntimeError，或者梯度传给了错误的输入"},
         .advice =
             {"Return one value for each input of `forward` (line {line}), in its order, with None "
              "for those that have no gradient",
              "按 `forward`（第 {line} 行）输入的顺序，为每个输入返回一个值，没有梯度的返回 None"},
         .phrases = kPhrases,
         .why = "Autograd matches what backward returns to the inputs of forward by position. "
                "Extra values after the last input are dropped only if they are None; any other "
                "difference is an error that appears when the first gradient flows.",
         .fix = "Return as many values as forward has parameters after the context; None stands "
                "for flags, groups and other inputs without gradient.",
         .bad = R"py(
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, group):
        ctx.save_for_backward(x, weight)
        return x * weight

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return grad * weight, grad * x
)py",
         .good = R"py(
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, group):
        ctx.save_for_backward(x, weight)
        return x * weight

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        return grad * weight, grad * x, None
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
