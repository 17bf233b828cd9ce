// def load(path, map_location): torch.load(path, map_location="cpu"): the parameter has no effect.

#include <string>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

// A constant: literal, True, None, or a name of torch such as torch.bfloat16.
bool IsConstant(const python::Module& module, Node value) {
  value = python::WithoutParentheses(value);
  return logic::IsLiteral(value) || value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse) ||
         (value.Is(NodeKind::kAttribute) && absl::StartsWith(module.Resolve(value), "torch."));
}

const Parameter* FindParameter(const Definition& function, absl::string_view name) {
  for (const Parameter& parameter : function.parameters) {
    const bool has_name = parameter.kind == Parameter::Kind::kPositional ||
                          parameter.kind == Parameter::Kind::kKeywordOnly;
    if (has_name && parameter.name == name) return &parameter;
  }
  return nullptr;
}

// Stubs, and bodies that do nothing but fail.
bool IsStub(const Definition& function) {
  const Node last = LastStatement(function.body);
  return !last || last.Is(NodeKind::kRaiseStatement) || last.Is(NodeKind::kPassStatement);
}

void Check(FileContext& file, Node keyword) {
  const python::Module& module = file.module();
  const Definition* function = module.EnclosingFunction(keyword);
  if (function == nullptr) return;
  const absl::string_view name = keyword.child(Field::kName).text();
  const Parameter* parameter = FindParameter(*function, name);
  if (parameter == nullptr || !IsConstant(module, keyword.child(Field::kValue))) return;
  const Node call = keyword.parent().parent();
  if (!call.Is(NodeKind::kCall) || function->body.index() > call.index()) return;
  // What a method of a class with bases takes may be their choice.
  const Definition* a_class = module.EnclosingClass(function->node);
  if (a_class != nullptr && !a_class->bases.empty() && function->simple_name != "__init__") return;
  // With a decorator somebody else may read the parameter.
  if (Mentions(function->body, name) || !function->decorators.empty() || IsStub(*function)) return;
  file.Report({.at = keyword,
               .params = {{"name", std::string(name)}, {"argument", std::string(keyword.text())}},
               .edits = {Replace(module, keyword.child(Field::kValue), std::string(name))}});
}

}  // namespace

extern constinit const Rule kConstantInsteadOfParameter = {
    .info = {.id = "constant-instead-of-parameter",
             .title = {"Constant where the parameter belongs", "应使用参数的位置写成了常量"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{argument}` is fixed, though the function has a parameter `{name}`",
                         "`{argument}` 被写死，而该函数有参数 `{name}`"},
             .consequence = {"Callers set `{name}` for nothing: no code of the function reads it",
                             "调用方设置的 `{name}` 不起作用：函数中没有代码读取它"},
             .advice = {"Write `{name}={name}`, or remove the parameter",
                        "改为 `{name}={name}`，或者删除该参数"},
             .why = "The parameter has the name of the argument and is used nowhere else.",
             .fix = "Pass the parameter on.",
             .bad = R"py(
import torch

def load(path, map_location):
    return torch.load(path, map_location="cpu", weights_only=True)
)py",
             .good = R"py(
import torch

def load(path, map_location):
    return torch.load(path, map_location=map_location, weights_only=True)
)py",
             .version = 2},
    .kinds = {NodeKind::kKeywordArgument},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
