// backward reads an attribute of its context that nothing sets.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/gradients/autograd_function.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kCouldSet("could-set", "could set it", "可以在这里设置");
constexpr Phrase kPhrases[] = {kCouldSet};

// What the context has by itself.
bool IsBuiltIn(absl::string_view attribute) {
  static constexpr absl::string_view kNames[] = {"saved_tensors",
                                                 "saved_variables",
                                                 "saved_for_forward",
                                                 "save_for_backward",
                                                 "save_for_forward",
                                                 "needs_input_grad",
                                                 "mark_dirty",
                                                 "mark_shared_storage",
                                                 "mark_non_differentiable",
                                                 "to_save",
                                                 "materialize_grads",
                                                 "set_materialize_grads",
                                                 "dirty_tensors",
                                                 "non_differentiable",
                                                 "metadata",
                                                 "next_functions",
                                                 "register_hook",
                                                 "register_prehook",
                                                 "name",
                                                 "maybe_clear_saved_tensors",
                                                 "generate_vmap_rule"};
  return absl::StartsWith(attribute, "_") || IsOneOf(attribute, kNames);
}

// A name in the body of the class itself.
bool IsInClassBody(const Definition& a_class, absl::string_view name) {
  for (Node statement : a_class.body.children()) {
    const Node assignment = statement.named_child(0);
    if (assignment.Is(NodeKind::kAssignment) && assignment.child(Field::kLeft).text() == name) {
      return true;
    }
  }
  return false;
}

// Where forward could have set it: what was removed there is the reason.
Node Because(const FileContext& file, const AutogradFunction& function, Node read) {
  if (file.IsChanged(read)) return read;
  for (const Definition* method : {function.setup_context, function.forward}) {
    if (method != nullptr && (file.IsChanged(method->node) || file.HasRemovedLines(method->node))) {
      return method->node.child(Field::kName);
    }
  }
  return read;
}

void Check(FileContext& file, Node class_definition) {
  const auto function = FindAutogradFunction(file.module(), class_definition);
  if (!function || function->backward == nullptr || function->has_other_bases) return;
  if (function->forward == nullptr && function->setup_context == nullptr) return;
  const std::vector<ContextUse> uses = function->UsesOfContext();
  std::vector<absl::string_view> known;
  for (const ContextUse& use : uses) {
    if (use.kind == ContextUse::Kind::kEscapes) return;
    if (use.kind == ContextUse::Kind::kStore) known.push_back(use.attribute);
  }
  for (const ContextUse& use : uses) {
    if (use.method != function->backward || use.kind == ContextUse::Kind::kStore ||
        IsBuiltIn(use.attribute) ||
        std::find(known.begin(), known.end(), use.attribute) != known.end() ||
        IsInClassBody(*function->definition, use.attribute)) {
      continue;
    }
    known.push_back(use.attribute);  // Reported once.
    const Definition* setter =
        function->setup_context != nullptr ? function->setup_context : function->forward;
    Observation observation{
        .at = use.node,
        .params = {{"class", std::string(function->definition->simple_name)},
                   {"context", std::string(use.node.child(Field::kObject).text())},
                   {"attribute", std::string(use.attribute)},
                   {"setter", std::string(setter->simple_name)}},
        .because = Because(file, *function, use.node),
        .related = {{kCouldSet, RangeOf(file.module(), setter->node.child(Field::kName))}}};
    file.Report(std::move(observation));
  }
}

}  // namespace

extern constinit const Rule kUnsetContextAttribute = {
    .info =
        {.id = "unset-context-attribute",
         .title = {"Backward reads an attribute of the context that nothing sets",
                   "backward 读取了从未设置的 context 属性"},
         .severity = Severity::kP0,
         .impact = Impact::kCritical,
         .message =
             {"`{class}.backward` reads `{context}.{attribute}`, which no method of the class sets",
              "`{class}.backward` 读取了 `{context}.{attribute}`，但该类没有任何方法设置它"},
         .consequence = {"The first backward pass through `{class}` raises an AttributeError",
                         "第一次反向经过 `{class}` 时会抛出 AttributeError"},
         .advice = {"Set `{context}.{attribute}` in `{setter}`",
                    "在 `{setter}` 中设置 `{context}.{attribute}`"},
         .phrases = kPhrases,
         .why = "The context holds only what forward or setup_context stored in it. An attribute "
                "that was renamed or removed on one side fails when the first gradient flows.",
         .fix = "Assign the attribute in forward (or setup_context) under the same name.",
         .bad = R"py(
import torch

class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x * factor

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None
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
