// def ranks(): return os.environ["N"] ... return 8: text on one way, a number on the other.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/values.h"
#include "analyzers/rules/logic/environment_look_up.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::EnvironmentLookUp;
using logic::LookUpOf;
using python::Module;
using python::ValueType;

constexpr Phrase kReturned("returned",
                           "`{function}` returns it as it is, and a number on line {line}",
                           "`{function}` 原样返回它，而第 {line} 行返回的是数字");
constexpr Phrase kPromised("promised",
                           "`{function}` returns it as it is, although it is annotated "
                           "`{type}`",
                           "`{function}` 原样返回它，但标注的返回类型是 `{type}`");
constexpr Phrase kUsed("used", "`{code}` needs a number", "`{code}` 需要的是数字");
constexpr Phrase kTheNumber("the-number", "a number is returned here", "这里返回数字");
constexpr Phrase kPhrases[] = {kReturned, kPromised, kUsed, kTheNumber};

// What the expression may be: `a` and `b` of `a if c else b`.
std::vector<Node> AlternativesOf(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (!expression.Is(NodeKind::kConditionalExpression)) return {expression};
  return {expression.named_child(0), expression.named_child(2)};
}

bool IsNumericLiteral(Node value) {
  return value.Is(NodeKind::kInteger) || value.Is(NodeKind::kFloat);
}

bool IsNumber(const FileContext& file, Node value) {
  if (IsNumericLiteral(value)) return true;
  return file.values().Of(value).type == ValueType::kNumber;
}

// The look-up behind the value, whose result nobody converted.
EnvironmentLookUp TextBehind(const Module& module, Node value) {
  const EnvironmentLookUp variable = LookUpOf(module, module.Dereference(value));
  // os.environ.get("X", config.x) may be anything that config.x is.
  const NodeKind fallback = variable.fallback.kind();
  const bool is_known = !variable.fallback || fallback == NodeKind::kString ||
                        fallback == NodeKind::kNone || fallback == NodeKind::kInteger ||
                        fallback == NodeKind::kFloat;
  return is_known ? variable : EnvironmentLookUp{};
}

void Report(FileContext& file, Node at, const EnvironmentLookUp& variable, Sentence problem,
            std::vector<Related> related) {
  file.Report({.at = at,
               .params = {{"name", OneLine(variable.name)}, {"problem", std::move(problem)}},
               .because = FirstChanged(file, {at, variable.expression}),
               .related = std::move(related)});
}

void CheckReturns(FileContext& file, const python::Definition& function) {
  const absl::string_view type = function.return_type.text();
  if (absl::StrContains(type, "str") || absl::StrContains(type, "Any")) return;
  const bool promises_number = type == "int" || type == "float";
  std::vector<std::pair<Node, EnvironmentLookUp>> texts;
  Node number;
  ForEachOwnNode(function.body, NodeKind::kReturnStatement, [&](Node statement) {
    if (statement.named_child_count() != 1) return;
    for (Node value : AlternativesOf(statement.named_child(0))) {
      if (const EnvironmentLookUp variable = TextBehind(file.module(), value);
          variable.expression) {
        texts.push_back({value, variable});
      } else if (!number && IsNumber(file, value)) {
        number = value;
      }
    }
  });
  const std::string name(function.simple_name);
  for (const auto& [value, variable] : texts) {
    // get("X", 0) is a number only if X is not set.
    const Node other = IsNumericLiteral(variable.fallback) ? variable.fallback : number;
    if (promises_number) {
      Report(file, value, variable,
             Sentence(kPromised, {{"function", name}, {"type", std::string(type)}}), {});
    } else if (other) {
      Report(file, value, variable,
             Sentence(kReturned, {{"function", name}, {"line", absl::StrCat(other.first_line())}}),
             {{kTheNumber, RangeOf(file.module(), other)}});
    }
  }
}

// Text on one side and a number on the other. That get() may give None or text,
// unsupported-operands knows.
void CheckOperands(FileContext& file, Node at, Node left, Node right) {
  for (const auto& [text, number] : {std::pair(left, right), std::pair(right, left)}) {
    const EnvironmentLookUp variable = TextBehind(file.module(), text);
    if (!variable.expression || !IsNumber(file, number)) continue;
    const bool has_number_only_if_unset = IsNumericLiteral(variable.fallback);
    if (!variable.expression.Is(NodeKind::kSubscript) && !has_number_only_if_unset) continue;
    Report(file, at, variable, Sentence(kUsed, {{"code", OneLine(at)}}), {});
    return;
  }
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kFunctionDefinition)) {
    const python::Definition* function = DefinitionOf(file.module(), node);
    if (function != nullptr) CheckReturns(file, *function);
    return;
  }
  if (node.Is(NodeKind::kComparisonOperator)) {
    for (const logic::Comparison& part : logic::ComparisonsOf(node)) {
      if (!IsOneOf(part.op, {"<", ">", "<=", ">="})) continue;
      CheckOperands(file, node, part.left, part.right);
    }
    return;
  }
  const Node left = node.child(Field::kLeft);
  // "%" formats, and "*" repeats a text.
  if (!IsOneOf(node.child(Field::kOperator).text(), {"+", "-", "/", "//", "**"})) return;
  CheckOperands(file, node, left, node.child(Field::kRight));
}

}  // namespace

extern constinit const Rule kEnvironmentTextAsNumber = {
    .info =
        {.id = "environment-text-as-number",
         .title = {"Text of an environment variable used as a number", "把环境变量的文本当作数字"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"The value of {name} is text, and {problem}", "{name} 的值是文本，{problem}"},
         .consequence = {"When the variable is set, arithmetic and comparisons with it raise "
                         "TypeError, and `==` with a number is never true",
                         "设置了该变量时，用它做运算或比较大小会抛出 TypeError，"
                         "与数字比较 `==` 则永远不成立"},
         .advice = {"Convert it with int() where it is read", "读取时用 int() 转换"},
         .phrases = kPhrases,
         .why = "Environment variables are strings. The mistake shows only on machines where the "
                "variable is set.",
         .fix = "Wrap the look-up in int() or float().",
         .bad = R"py(
import os

def ranks_per_node():
    if "LOCAL_WORLD_SIZE" in os.environ:
        return os.environ["LOCAL_WORLD_SIZE"]
    return 8
)py",
         .good = R"py(
import os

def ranks_per_node():
    if "LOCAL_WORLD_SIZE" in os.environ:
        return int(os.environ["LOCAL_WORLD_SIZE"])
    return 8
)py",
         .references = {"https://docs.python.org/3/library/os.html#os.environ"}},
    .kinds = {NodeKind::kFunctionDefinition, NodeKind::kComparisonOperator,
              NodeKind::kBinaryOperator},
    .file_names = "environ getenv",
    .check = Check};

}  // namespace allreview::rules
