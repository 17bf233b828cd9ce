// def f(is_expert: bool): is_expert.tp_group: a flag is taken for an object.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kDeclaredHere("declared-here", "declared here", "声明在这里");
constexpr Phrase kPhrases[] = {kDeclaredHere};

bool IsAttributeOfBool(absl::string_view name) {
  for (absl::string_view known :
       {"real", "imag", "numerator", "denominator", "bit_length", "bit_count", "conjugate",
        "to_bytes", "from_bytes", "as_integer_ratio", "is_integer"}) {
    if (name == known) return true;
  }
  return absl::StartsWith(name, "__");
}

bool IsFlagLiteral(Node value) { return value.Is(NodeKind::kTrue) || value.Is(NodeKind::kFalse); }

// Annotated `bool`, or without annotation and with the default True or False.
bool IsFlag(const Parameter& parameter) {
  if (parameter.annotation) return parameter.annotation.text() == "bool";
  return parameter.default_value && IsFlagLiteral(parameter.default_value);
}

// The name means something else in parts of the function, or its type is tested.
bool IsUncertain(const Module& module, const Definition& function, const Parameter& parameter) {
  const absl::string_view body = function.body.text();
  for (absl::string_view test : {"isinstance(", "hasattr(", "callable("}) {
    if (absl::StrContains(body, absl::StrCat(test, parameter.name))) return true;
  }
  const uint32_t scope = module.scopes().ScopeOf(function.body.named_child(0));
  return module.scopes().BindingsOf(scope, parameter.name).size() != 1;
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr || !function->body.named_child(0)) return;
  for (const Parameter& parameter : function->parameters) {
    if (parameter.name.empty() || !IsFlag(parameter)) continue;
    bool is_reported = false;
    ForEachOwnNode(function->body, NodeKind::kAttribute, [&](Node attribute) {
      if (is_reported) return;
      const Node object = attribute.child(Field::kObject);
      if (!object.Is(NodeKind::kIdentifier) || object.text() != parameter.name) return;
      const absl::string_view name = attribute.child(Field::kAttribute).text();
      if (IsAttributeOfBool(name) || IsUncertain(module, *function, parameter)) return;
      // Without annotation `False` may stand for "none given".
      if (!parameter.annotation && IsUnderConditionOn(attribute, parameter.name)) return;
      if (Around(attribute, NodeKind::kBooleanOperator) && !parameter.annotation) return;
      is_reported = true;
      file.Report({.at = attribute,
                   .params = {{"parameter", std::string(parameter.name)},
                              {"attribute", std::string(name)},
                              {"declared", std::string(parameter.node.text())}},
                   .because = file.IsChanged(attribute) ? attribute : parameter.node,
                   .related = {{kDeclaredHere, RangeOf(module, parameter.node)}}});
    });
  }
}

}  // namespace

extern constinit const Rule kAttributeOnBoolParameter = {
    .info =
        {.id = "attribute-on-bool-parameter",
         .title = {"Attribute read from a bool parameter", "读取了布尔参数的属性"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{parameter}.{attribute}` is read, but `{declared}` declares a bool",
                     "读取了 `{parameter}.{attribute}`，但 `{declared}` 声明的是一个开关"},
         .consequence =
             {"The line raises AttributeError whenever it runs, often only in a parallel "
              "configuration that tests do not cover",
              "只要执行到这一行就会抛出 AttributeError，而这往往只发生在测试覆盖不到的并行配置中"},
         .advice = {"Read `{attribute}` from the object that has it, or correct the declaration of "
                    "`{parameter}`",
                    "从真正拥有 `{attribute}` 的对象上读取，或者改正 `{parameter}` 的声明"},
         .phrases = kPhrases,
         .why = "True and False do not have this attribute. A merge or a rename typically leaves "
                "such code behind.",
         .fix = "Use the right object, or pass it in.",
         .bad = R"py(
def build(config, is_expert: bool):
    return config.make(is_expert.tp_group)
)py",
         .good = R"py(
def build(config, is_expert: bool, groups):
    return config.make(groups.expt_tp if is_expert else groups.tp)
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
