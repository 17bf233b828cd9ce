// if mask: where mask is a tensor or None.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

// The annotation says "a tensor or None" and nothing else.
bool IsOptionalTensor(Node annotation) {
  if (!annotation) return false;
  const std::string text =
      absl::StrReplaceAll(annotation.text(), {{" ", ""}, {"\n", ""}, {"\"", ""}, {"'", ""}});
  for (absl::string_view tensor : {"torch.Tensor", "Tensor"}) {
    for (const std::string& form :
         {absl::StrCat("Optional[", tensor, "]"), absl::StrCat("typing.Optional[", tensor, "]"),
          absl::StrCat("Union[", tensor, ",None]"), absl::StrCat("Union[None,", tensor, "]"),
          absl::StrCat(tensor, "|None"), absl::StrCat("None|", tensor)}) {
      if (text == form) return true;
    }
  }
  return false;
}

// The condition that the name is, or is part of by `not`, `and`, `or`. Null: its truth is not
// asked.
bool IsAskedForTruth(Node name) {
  const Node parent = name.parent();
  switch (parent.kind()) {
    case NodeKind::kNotOperator:
      return true;
    case NodeKind::kBooleanOperator:
      // The last operand is the result: its truth is asked where that is.
      return parent.child(Field::kLeft) == name || IsAskedForTruth(parent);
    case NodeKind::kParenthesizedExpression:
      return IsAskedForTruth(parent);
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return parent.child(Field::kCondition) == name;
    case NodeKind::kConditionalExpression:
      return parent.named_child(1) == name;
    case NodeKind::kAssertStatement:
      return parent.named_child(0) == name;
    default:
      return false;
  }
}

// Nothing but the parameter may have given the name its value.
bool IsParameterHere(const FileContext& file, Node name) {
  const std::vector<const python::Binding*> bindings = file.flow(name).DefinitionsReaching(name);
  return bindings.size() == 1 && bindings[0]->kind == python::Binding::Kind::kParameter;
}

const python::Parameter* ParameterOf(const python::Module& module, Node name) {
  const python::Definition* function = module.EnclosingFunction(name);
  if (function == nullptr) return nullptr;
  for (const python::Parameter& parameter : function->parameters) {
    if (parameter.name == name.text()) return &parameter;
  }
  return nullptr;
}

void Check(FileContext& file, Node name) {
  if (!IsAskedForTruth(name) || !IsVariable(name)) return;
  const python::Parameter* parameter = ParameterOf(file.module(), name);
  if (parameter == nullptr || !IsOptionalTensor(parameter->annotation)) return;
  if (!IsParameterHere(file, name)) return;
  const bool is_negated = name.parent().Is(NodeKind::kNotOperator);
  file.Report(
      {.at = name,
       .params = {{"name", std::string(name.text())},
                  {"test", absl::StrCat(name.text(), is_negated ? " is None" : " is not None")}},
       .edits = {Replace(file.module(), is_negated ? name.parent() : name,
                         absl::StrCat(name.text(), is_negated ? " is None" : " is not None"))}});
}

}  // namespace

extern constinit const Rule kTruthOfOptionalTensor = {
    .info = {.id = "truth-of-optional-tensor",
             .title = {"Truth of a tensor that may be None", "对可能为 None 的 tensor 判断真假"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name}`, a tensor or None, is tested by its truth",
                         "`{name}` 是 tensor 或 None，却用真假来判断"},
             .consequence = {"A tensor of several elements raises RuntimeError; one of a single "
                             "element that is 0 counts as missing, and the CPU waits for the GPU",
                             "多元素 tensor 会抛出 RuntimeError；单元素且值为 0 时会被当作缺失，"
                             "并且会触发 CPU–GPU 同步"},
             .advice = {"Write `{test}`", "改写为 `{test}`"},
             .why = "The truth of a tensor is that of its only element; None is asked for by "
                    "identity.",
             .fix = "Compare with None.",
             .bad = R"py(
from typing import Optional
from torch import Tensor

def forward(x: Tensor, mask: Optional[Tensor] = None):
    if mask:
        x = x * mask
    return x
)py",
             .good = R"py(
from typing import Optional
from torch import Tensor

def forward(x: Tensor, mask: Optional[Tensor] = None):
    if mask is not None:
        x = x * mask
    return x
)py"},
    .kinds = {NodeKind::kIdentifier},
    .file_names = "Tensor",
    .check = Check};

}  // namespace allreview::rules
