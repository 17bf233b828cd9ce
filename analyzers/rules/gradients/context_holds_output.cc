// forward stores a tensor that it returns as an attribute of the context.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

// Names that forward returns, alone or in a tuple.
std::set<absl::string_view> ReturnedNames(const Definition& forward) {
  std::set<absl::string_view> names;
  for (Node node : OwnNodes(forward.body)) {
    if (!node.Is(NodeKind::kReturnStatement) || !node.named_child(0)) continue;
    for (Node element : ElementsOf(node.named_child(0))) {
      if (element.Is(NodeKind::kIdentifier)) names.insert(element.text());
    }
  }
  return names;
}

bool IsParameter(const Definition& function, absl::string_view name) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const python::Parameter& parameter) { return parameter.name == name; });
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->forward == nullptr) return;
  std::set<absl::string_view> returned = ReturnedNames(*function->forward);
  for (const ContextUse& use : function->UsesOfContext()) {
    if (use.method != function->forward || use.kind != ContextUse::Kind::kStore) continue;
    const Node assignment = use.node.parent();
    const Node value = assignment.child(Field::kRight);
    if (!assignment.Is(NodeKind::kAssignment) || !value.Is(NodeKind::kIdentifier)) continue;
    if (!returned.count(value.text()) || IsParameter(*function->forward, value.text()) ||
        !file.values().IsTensor(value)) {
      continue;
    }
    returned.erase(value.text());  // Reported once.
    file.Report({.at = assignment,
                 .params = {{"class", std::string(function->definition->simple_name)},
                            {"attribute", std::string(use.node.text())},
                            {"output", std::string(value.text())}}});
  }
}

}  // namespace

extern constinit const Rule kContextHoldsOutput = {
    .info =
        {.id = "context-holds-output",
         .title = {"Output tensor kept as an attribute of the context",
                   "把输出 tensor 存成 context 的属性"},
         .pillar = Pillar::kMaintainability,
         .confidence = Confidence::kMedium,
         .message = {"`{attribute}` keeps `{output}`, which `{class}.forward` returns: output, "
                     "graph node and context refer to each other",
                     "`{attribute}` 保存了 `{output}`，而它正是 `{class}.forward` "
                     "的返回值：输出、计算图节点与 context 互相引用"},
         .consequence = {"The cycle keeps the tensor in GPU memory until Python's garbage "
                         "collector runs, step after step",
                         "这个循环引用会让 tensor 一直占用显存，直到 Python 的垃圾回收运行，每个 "
                         "step 都是如此"},
         .advice =
             {"Save it with `save_for_backward`, which handles outputs without a reference cycle",
              "用 `save_for_backward` 保存，它处理输出时不会产生循环引用"},
         .why = "An output refers to its grad_fn, which is the context. save_for_backward stores "
                "outputs without their grad_fn; an attribute keeps it.",
         .fix = "Pass the output to save_for_backward and read it from saved_tensors.",
         .bad = R"py(
import torch

class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.y = y
        return y
)py",
         .good = R"py(
import torch

class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.exp(x)
        ctx.save_for_backward(y)
        return y
)py",
         .references = {"https://docs.pytorch.org/docs/stable/notes/extending.html"},
         .tier = Tier::kHint,
         .checks = {AuditCheck::kMemory, AuditCheck::kGradients}},
    .kinds = {NodeKind::kClassDefinition},
    .names = kAutogradFunctionNames,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
