// def f(group=None): group.size(): the default cannot work.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;

constexpr Phrase kTheDefault("the-default", "the default", "默认值");
constexpr Phrase kPhrases[] = {kTheDefault};

// Asks whether there is a value, or gives the parameter away: then nobody knows.
bool IsTestOrPassedOn(Node use) {
  const Node parent = use.parent();
  switch (parent.kind()) {
    case NodeKind::kComparisonOperator:
    case NodeKind::kNotOperator:
    case NodeKind::kBooleanOperator:
    case NodeKind::kArgumentList:
    case NodeKind::kKeywordArgument:
    case NodeKind::kAssertStatement:
    case NodeKind::kListSplat:
    case NodeKind::kDictionarySplat:
    case NodeKind::kParenthesizedExpression:
    case NodeKind::kNamedExpression:
    case NodeKind::kDeleteStatement:
      return true;
    case NodeKind::kConditionalExpression:
      return true;
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return use.field() == Field::kCondition;
    default:
      return false;
  }
}

bool IsDereference(Node use) {
  const Node parent = use.parent();
  return (parent.Is(NodeKind::kAttribute) && use.field() == Field::kObject) ||
         (parent.Is(NodeKind::kSubscript) && use.field() == Field::kValue);
}

bool HasExit(Node statement) {
  for (uint32_t i = statement.index(); i < statement.subtree_end(); ++i) {
    switch (statement.tree()->node(i).kind()) {
      case NodeKind::kReturnStatement:
      case NodeKind::kRaiseStatement:
      case NodeKind::kAssertStatement:
      case NodeKind::kYield:
        return true;
      default:
        break;
    }
  }
  return false;
}

// Every call comes to the use: nothing decides on the way, and nothing leaves before.
bool IsUnconditional(Node use, Node body) {
  for (Node inner = use, node = use.parent(); node; inner = node, node = node.parent()) {
    switch (node.kind()) {
      case NodeKind::kBlock:
        for (Node sibling : node.children()) {
          if (sibling == inner) break;
          if (HasExit(sibling)) return false;
        }
        if (node == body) return true;
        break;
      case NodeKind::kWithStatement:
      case NodeKind::kExpressionStatement:
      case NodeKind::kAssignment:
      case NodeKind::kAugmentedAssignment:
      case NodeKind::kReturnStatement:
      case NodeKind::kCall:
      case NodeKind::kArgumentList:
      case NodeKind::kKeywordArgument:
      case NodeKind::kAttribute:
      case NodeKind::kSubscript:
      case NodeKind::kBinaryOperator:
      case NodeKind::kUnaryOperator:
      case NodeKind::kParenthesizedExpression:
      case NodeKind::kComparisonOperator:
      case NodeKind::kExpressionList:
      case NodeKind::kTuple:
        break;
      default:
        return false;
    }
  }
  return false;
}

struct Uses {
  Node dereference;  // First unconditional one. Null: none.
  bool is_open = false;
};

Uses UsesOf(const Definition& function, absl::string_view name) {
  Uses uses;
  for (Node use : function.body.descendants(NodeKind::kIdentifier)) {
    if (use.text() != name || !IsVariable(use)) continue;
    if (IsTestOrPassedOn(use) || IsRebound(use) ||
        (use.field() == Field::kLeft && use.parent().Is(NodeKind::kAugmentedAssignment))) {
      uses.is_open = true;
      return uses;
    }
    if (!uses.dereference && IsDereference(use) && IsUnconditional(use, function.body)) {
      uses.dereference = use;
    }
  }
  return uses;
}

// The base class dictates the signature.
bool IsOverride(FileContext& file, const Definition& function) {
  if (function.kind != Definition::Kind::kMethod || function.simple_name == "__init__") {
    return false;
  }
  // One of several methods of that name: a protocol, which dictates it likewise.
  if (!file.project().FindUnique(function.simple_name)) return true;
  const Definition& a_class = file.module().definitions()[function.parent];
  if (a_class.bases.empty()) return false;
  // Bases outside of the repository may have the method, too.
  for (const std::string& base : file.project().BasesOf(file.AbsoluteName(a_class))) {
    if (file.project().FindMethod(base, function.simple_name)) return true;
    const bool is_known = static_cast<bool>(file.project().FindDefinition(base));
    if (!is_known && base != "builtins.object" && base != "torch.nn.Module") return true;
  }
  return function.simple_name == "forward";
}

bool IsStub(const Definition& function) {
  for (Node decorator : function.decorators) {
    const absl::string_view text = decorator.text();
    if (absl::StrContains(text, "abstract") || absl::StrContains(text, "overload") ||
        absl::StrContains(text, "fixture") || absl::StrContains(text, "command")) {
      return true;
    }
  }
  return false;
}

void CheckParameter(FileContext& file, const Definition& function, const Parameter& parameter) {
  const Uses uses = UsesOf(function, parameter.name);
  if (uses.is_open || !uses.dereference || IsOverride(file, function)) return;
  if (IsWaived(uses.dereference, {"union-attr", "optional-member-access"})) return;
  const Node access = uses.dereference.parent();
  const std::string name(parameter.name);
  file.Report({.at = access,
               .params = {{"parameter", name},
                          {"access", OneLine(access)},
                          {"function", std::string(function.simple_name)}},
               .because = file.IsChanged(access) ? access : parameter.node,
               .related = {{kTheDefault, RangeOf(file.module(), parameter.node)}}});
}

void Check(FileContext& file, Node node) {
  const Definition* function = DefinitionOf(file.module(), node);
  if (function == nullptr || node.HasError()) return;
  for (const Parameter& parameter : function->parameters) {
    if (!parameter.default_value.Is(NodeKind::kNone) || parameter.name.empty()) continue;
    if (IsStub(*function)) return;
    CheckParameter(file, *function, parameter);
  }
}

}  // namespace

extern constinit const Rule kNoneDefaultDereferenced = {
    .info =
        {.id = "none-default-dereferenced",
         .title = {"Parameter that defaults to None but is used without a check",
                   "默认值为 None 的参数被当作永不为 None 使用"},
         .message =
             {"`{parameter}` defaults to None, but `{function}` evaluates `{access}` in every call",
              "`{parameter}` 默认为 None，但 `{function}` 的每次调用都会求值 `{access}`"},
         .consequence =
             {"A call that omits the argument raises AttributeError or TypeError inside "
              "`{function}`",
              "不传该参数的调用方会在 `{function}` 内部遇到 AttributeError 或 TypeError"},
         .advice = {"Make `{parameter}` required, or handle None first: `if {parameter} is None: "
                    "raise ValueError(...)`",
                    "把 `{parameter}` 设为必填，或者先处理 None：`if {parameter} is None: raise "
                    "ValueError(...)`"},
         .phrases = kPhrases,
         .why = "A default promises that the argument may be omitted. If nothing tests it, passes "
                "it on or replaces it, that promise is wrong. Methods that keep the signature of a "
                "base class are not reported.",
         .fix = "Remove the default, or give None a meaning.",
         .bad = R"py(
def build(config, groups=None):
    size = groups.tp.size()
    return config.hidden // size
)py",
         .good = R"py(
def build(config, groups):
    size = groups.tp.size()
    return config.hidden // size
)py",
         .references = {"https://mypy.readthedocs.io/en/stable/error_code_list.html"}},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
