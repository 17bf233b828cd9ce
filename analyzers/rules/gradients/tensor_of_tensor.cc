// torch.tensor() around what already is a tensor.

#include "analyzers/understanding/tensor.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/values.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/gradient_flow.h"
#include "analyzers/rules/shared/patterns.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Module;
using python::Value;
using python::ValueType;

constexpr Phrase kDetachClone(
    "detach-clone",
    "`{tensor}.detach().clone()`, or the tensor itself where its gradient is needed",
    "`{tensor}.detach().clone()`；如果需要梯度，直接使用该 tensor");
constexpr Phrase kStackOrCat("stack-or-cat", "torch.stack or torch.cat on the tensors",
                             "对这些 tensor 使用 torch.stack 或 torch.cat");
constexpr Phrase kTensorMadeHere("tensor-made-here", "a tensor", "一个 tensor");
constexpr Phrase kCopiedIntoOther("copied-into-other", "copied into another tensor",
                                  "被拷贝进另一个 tensor");
constexpr Phrase kPhrases[] = {kDetachClone, kStackOrCat, kTensorMadeHere, kCopiedIntoOther};

// The only thing that is known of it is the name of a parameter, and that proves nothing.
bool IsTensorByNameOnly(const FileContext& file, Node expression) {
  const Node base = BaseOf(expression);
  if (!base.Is(NodeKind::kIdentifier)) return false;
  for (const Binding* binding : file.flow(base).DefinitionsReaching(base)) {
    if (binding->kind != Binding::Kind::kParameter) continue;
    if (!binding->node.parent().child(Field::kType)) return true;
  }
  return false;
}

// The function asks whether the name is a tensor, somewhere.
bool IsTypeTested(const FileContext& file, Node expression) {
  const Node base = BaseOf(expression);
  const python::Definition* function = file.module().EnclosingFunction(expression);
  if (function == nullptr) return false;
  for (Node node : function->body.descendants(NodeKind::kCall)) {
    const absl::string_view name = node.child(Field::kFunction).text();
    if (name != "isinstance" && !absl::EndsWith(name, "is_tensor")) continue;
    const std::vector<Node> arguments = python::ArgumentsOf(node).positional;
    if (!arguments.empty() && arguments[0].text() == base.text()) return true;
  }
  return false;
}

// The tensor inside of what torch.tensor() is given. Null: none for certain.
Node TensorIn(const FileContext& file, Node data) {
  std::vector<Node> candidates = {data};
  const bool is_display = data.Is(NodeKind::kList) || data.Is(NodeKind::kTuple);
  if (is_display) candidates = ElementsOf(data);
  if (data.Is(NodeKind::kListComprehension) || data.Is(NodeKind::kGeneratorExpression)) {
    candidates = {data.child(Field::kBody)};
  }
  for (Node candidate : candidates) {
    const Value value = file.values().Of(candidate);
    const bool is_tensor =
        value.type == ValueType::kTensor ||
        (value.type == ValueType::kSequence && value.element == ValueType::kTensor);
    if (is_tensor && !IsTensorByNameOnly(file, candidate) && !IsTypeTested(file, candidate)) {
      return candidate;
    }
  }
  return {};
}

// Gradients are expected to flow through the function.
bool IsOnGradientPath(const Module& module, Node call) {
  const python::Definition* function = module.EnclosingFunction(call);
  if (function == nullptr) return false;
  return absl::StrContains(function->simple_name, "loss") ||
         absl::StrContains(function->simple_name, "forward");
}

// `dtype=torch.int32`: whole numbers have no gradient.
bool IsWhole(const FileContext& file, Node call) {
  const std::string dtype = file.module().Resolve(python::Argument(call, 1, "dtype"));
  return absl::StartsWith(dtype, "torch.") &&
         understanding::IsIntegral(understanding::DtypeNamed(repository::LastPart(dtype)));
}

// `x.sum()`: no dimension is left, so that stacking makes a vector of them.
bool IsScalar(Node expression) {
  const Node function = expression.child(Field::kFunction);
  if (!expression.Is(NodeKind::kCall) || !function.Is(NodeKind::kAttribute)) return false;
  const absl::string_view method = function.child(Field::kAttribute).text();
  const python::Arguments arguments = python::ArgumentsOf(expression);
  return (method == "sum" || method == "mean" || method == "norm") &&
         arguments.positional.empty() && arguments.keywords.empty();
}

bool AreScalars(Node data) {
  if (!data.Is(NodeKind::kList)) return false;
  for (Node element : ElementsOf(data)) {
    if (!IsScalar(element)) return false;
  }
  return true;
}

void Check(FileContext& file, Node call) {
  if (!file.module().Calls(call, "torch.tensor")) return;
  const Node data = python::WithoutParentheses(python::Argument(call, 0, "data"));
  const Node tensor = data ? TensorIn(file, data) : Node();
  if (!tensor) return;
  const Module& module = file.module();
  const bool is_direct = tensor == data && file.values().IsTensor(data);
  Observation observation{
      .at = call,
      .params = {
          {"tensor", numerics::Text(tensor)},
          {"instead", is_direct ? Sentence(kDetachClone, {{"tensor", numerics::Text(tensor)}})
                                : kStackOrCat}}};
  if (IsOnGradientPath(module, call) && !IsWhole(file, call) &&
      CarriesGraph(file, tensor) != Graph::kNo) {
    observation.severity = Severity::kP0;
    observation.impact = Impact::kCritical;
  }
  const Node value = module.Dereference(tensor);
  if (value != tensor) {
    observation.evidence.push_back(
        numerics::FlowOf(module, {{kTensorMadeHere, value}, {kCopiedIntoOther, tensor}}));
    if (!file.IsChanged(call)) observation.because = value;
  }
  const python::Arguments arguments = python::ArgumentsOf(call);
  const Node name = call.child(Field::kFunction).child(Field::kAttribute);
  if (name && AreScalars(data) && arguments.keywords.empty()) {
    observation.edits = {Replace(module, name, "stack")};
  }
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kTensorOfTensor = {
    .info = {.id = "tensor-of-tensor",
             .title = {"torch.tensor() around a tensor", "对 tensor 再次调用 torch.tensor()"},
             .message = {"`torch.tensor` copies `{tensor}`, which is already a tensor",
                         "`torch.tensor` 拷贝了 `{tensor}`，而它本身已经是 tensor"},
             .consequence = {"The copy is detached, so no gradient flows through it, and the "
                             "elements of a list are read from the GPU one by one",
                             "拷贝脱离了计算图，梯度无法通过；如果是列表，其元素会逐个从 GPU 读取"},
             .advice = {"Use {instead}", "改用 {instead}"},
             .phrases = kPhrases,
             .why = "torch.tensor creates a new leaf from host data. It detaches a tensor, and for "
                    "a list of GPU tensors it waits for each one.",
             .fix = "torch.stack keeps the graph and stays on the device; detach().clone() makes "
                    "the copy explicit.",
             .bad = R"py(
import torch

def loss_func(losses: torch.Tensor, mask: torch.Tensor):
    return torch.tensor([losses.sum(), mask.sum()])
)py",
             .good = R"py(
import torch

def loss_func(losses: torch.Tensor, mask: torch.Tensor):
    return torch.stack([losses.sum(), mask.sum()])
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/torch.tensor.html"}},
    .kinds = {NodeKind::kCall},
    .names = "tensor",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
