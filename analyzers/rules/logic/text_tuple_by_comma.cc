// help=("text",), name: str = "a",: a comma makes a tuple of a text.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

constexpr Phrase kExpectsText("expects-text", "`{name}` expects a text", "`{name}` 需要的是文本");
constexpr Phrase kIsAnnotated("is-annotated", "`{name}` is annotated `{type}`",
                              "`{name}` 标注为 `{type}`");
constexpr Phrase kTakesValue("takes-value", "`{name}` is to hold one value",
                             "`{name}` 应保存单个值");
constexpr Phrase kPhrases[] = {kExpectsText, kIsAnnotated, kTakesValue};

// The only element of `(x,)` or of `x,`; null: the expression is none of these.
Node OnlyElement(Node value) {
  const bool is_tuple = value.Is(NodeKind::kTuple) || value.Is(NodeKind::kExpressionList);
  if (!is_tuple || value.named_child_count() != 1) return Node();
  const Node element = value.named_child(0);
  return element.Is(NodeKind::kListSplat) ? Node() : element;
}

bool IsText(Node node) {
  return node.Is(NodeKind::kString) || node.Is(NodeKind::kConcatenatedString);
}

void Report(FileContext& file, Node value, Node element, const std::string& name,
            Sentence problem) {
  const bool is_bracketed = value.Is(NodeKind::kTuple);
  const std::string without =
      is_bracketed ? absl::StrCat("(", element.text(), ")") : std::string(element.text());
  file.Report({.at = value,
               .params = {{"name", name}, {"problem", std::move(problem)}},
               .edits = {Replace(file.module(), value, without)}});
}

// help=("...",)
void CheckKeyword(FileContext& file, Node keyword) {
  const absl::string_view name = keyword.child(Field::kName).text();
  if (!IsOneOf(name, {"help", "description", "epilog", "metavar", "message", "msg"})) return;
  const Node value = keyword.child(Field::kValue);
  const Node element = OnlyElement(value);
  if (!IsText(element)) return;
  const Node call = keyword.parent().parent();
  // With several values each has a name of its own.
  if (name == "metavar" && python::KeywordArgument(call, "nargs")) return;
  Report(file, value, element, std::string(name),
         Sentence(kExpectsText, {{"name", std::string(name)}}));
}

// name: str = "a",
void CheckAnnotated(FileContext& file, Node target, Node type, Node value) {
  if (!IsOneOf(type.text(), {"str", "int", "float", "bool", "bytes", "Optional[str]",
                             "Optional[int]", "Optional[float]", "Optional[bool]", "str | None",
                             "int | None", "float | None", "bool | None"})) {
    return;
  }
  const Node element = OnlyElement(value);
  if (!element) return;
  const std::string name(target.text());
  Report(file, value, element, name,
         Sentence(kIsAnnotated, {{"name", name}, {"type", std::string(type.text())}}));
}

// The parameter is given as one value: a number, None or text by default, or annotated so.
bool IsSingle(const python::Parameter& parameter) {
  const absl::string_view type = parameter.annotation.text();
  for (absl::string_view several : {"uple", "ist", "equence", "terable", "Any", "object"}) {
    if (absl::StrContains(type, several)) return false;
  }
  if (!type.empty()) return true;
  const Node value = parameter.default_value;
  return value.Is(NodeKind::kInteger) || value.Is(NodeKind::kFloat) || value.Is(NodeKind::kTrue) ||
         value.Is(NodeKind::kFalse) || IsText(value);
}

// self.layer_number = (layer_number,), self.overwrite = overwrite,
void CheckAttribute(FileContext& file, Node target, Node value) {
  const Node element = OnlyElement(value);
  if (!element || !target.Is(NodeKind::kAttribute)) return;
  const absl::string_view name = target.child(Field::kAttribute).text();
  const bool is_same = element.Is(NodeKind::kIdentifier) && element.text() == name;
  const bool is_bare = value.Is(NodeKind::kExpressionList);
  if (!is_same && !(is_bare && element.Is(NodeKind::kConditionalExpression))) return;
  const python::Definition* function = file.module().EnclosingFunction(target);
  if (function == nullptr || IsUnderConditionOn(value, name)) return;
  const python::Parameter* parameter = FindParameter(*function, name);
  if (!is_bare && (parameter == nullptr || !IsSingle(*parameter))) return;
  Report(file, value, element, std::string(name),
         Sentence(kTakesValue, {{"name", std::string(target.text())}}));
}

void Check(FileContext& file, Node node) {
  if (node.Is(NodeKind::kKeywordArgument)) return CheckKeyword(file, node);
  const Node type = node.child(Field::kType);
  if (!type && node.Is(NodeKind::kAssignment)) {
    return CheckAttribute(file, node.child(Field::kLeft), node.child(Field::kRight));
  }
  if (!type) return;
  if (node.Is(NodeKind::kAssignment)) {
    return CheckAnnotated(file, node.child(Field::kLeft), type, node.child(Field::kRight));
  }
  CheckAnnotated(file, node.child(Field::kName), type, node.child(Field::kValue));
}

}  // namespace

extern constinit const Rule kTextTupleByComma = {
    .info =
        {.id = "text-tuple-by-comma",
         .title = {"A comma makes a tuple of a single value", "一个逗号让单个值变成了元组"},
         .message = {"{problem}, but the comma makes its value a tuple",
                     "{problem}，但多出的逗号让它的值变成了元组"},
         .consequence = {"What uses `{name}` gets a tuple: `--help` raises TypeError, comparisons "
                         "are never true",
                         "使用 `{name}` 的代码得到的是元组：`--help` 会抛出 TypeError，"
                         "比较永远不成立"},
         .advice = {"Remove the comma", "删去这个逗号"},
         .phrases = kPhrases,
         .why = "In Python the comma makes the tuple, not the parentheses. Behind the last string "
                "of a text in parentheses it is easily overlooked.",
         .fix = "Remove the comma behind the value.",
         .bad = R"py(
def add_arguments(parser):
    parser.add_argument("--depth", type=int, help=("Number of layers.",))
)py",
         .good = R"py(
def add_arguments(parser):
    parser.add_argument("--depth", type=int, help=("Number of layers."))
)py",
         .references = {"https://docs.astral.sh/ruff/rules/trailing-comma-on-bare-tuple/"}},
    .kinds = {NodeKind::kKeywordArgument, NodeKind::kAssignment, NodeKind::kTypedDefaultParameter},
    .check = Check};

}  // namespace allreview::rules
