// A name is used above its `global` or `nonlocal` declaration: the file does not even compile.

#include <string>
#include <utility>

#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

constexpr Phrase kIsParameter("is-parameter", "a parameter", "是参数");
constexpr Phrase kIsUsed("is-used", "used", "被使用");
constexpr Phrase kEarlierUse("earlier-use", "the earlier use", "更早的使用");
constexpr Phrase kPhrases[] = {kIsParameter, kIsUsed, kEarlierUse};

// First use in the function before the declaration. Null: none.
Node UseBefore(const Definition& function, Node declaration, absl::string_view name) {
  return FindOwnNode(function.body, NodeKind::kIdentifier, [&](Node node) {
    if (node.index() >= declaration.index()) return false;
    if (node.text() != name || !IsVariable(node)) return false;
    const NodeKind parent = node.parent().kind();
    if (parent == NodeKind::kGlobalStatement || parent == NodeKind::kNonlocalStatement)
      return false;
    return true;
  });
}

void Check(FileContext& file, Node declaration) {
  const Definition* function = file.module().EnclosingDefinition(declaration);
  if (function == nullptr || function->kind == Definition::Kind::kClass) return;
  const std::string word = declaration.Is(NodeKind::kGlobalStatement) ? "global" : "nonlocal";
  for (Node name : declaration.children()) {
    if (!name.Is(NodeKind::kIdentifier)) continue;
    const python::Parameter* parameter = FindParameter(*function, name.text());
    const Node use =
        parameter != nullptr ? parameter->node : UseBefore(*function, declaration, name.text());
    if (!use) continue;
    file.Report({.at = name,
                 .params = {{"name", std::string(name.text())},
                            {"word", word},
                            {"use", parameter != nullptr ? kIsParameter : kIsUsed},
                            {"line", std::to_string(use.first_line())},
                            {"function", std::string(function->simple_name)}},
                 .because = file.IsChanged(name) ? name : use,
                 .related = {{kEarlierUse, RangeOf(file.module(), use)}}});
  }
}

}  // namespace

extern constinit const Rule kUseBeforeGlobal = {
    .info = {.id = "use-before-global",
             .title = {"Name used before its global declaration", "变量在 global 声明之前就被使用"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{name}` is {use} on line {line}, before `{word} {name}`",
                         "`{name}` 在第 {line} 行{use}，早于 `{word} {name}`"},
             .consequence = {"Python raises SyntaxError: the file cannot be imported at all",
                             "Python 会抛出 SyntaxError：该文件根本无法导入"},
             .advice = {"Move `{word} {name}` to the top of `{function}`",
                        "把 `{word} {name}` 移到 `{function}` 的开头"},
             .phrases = kPhrases,
             .why = "A global or nonlocal declaration applies to the whole function, and Python "
                    "refuses to compile a function that uses the name before it. A check of the "
                    "syntax tree alone, or a test that never imports the file, does not notice.",
             .fix = "Declare the name at the top of the function.",
             .bad = R"py(
_cache = None

def reset():
    _cache = {}
    global _cache
)py",
             .good = R"py(
_cache = None

def reset():
    global _cache
    _cache = {}
)py",
             .references = {"https://docs.astral.sh/ruff/rules/load-before-global-declaration/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/error/"
                            "used-prior-global-declaration.html"}},
    .kinds = {NodeKind::kGlobalStatement, NodeKind::kNonlocalStatement},
    .check = Check};

}  // namespace allreview::rules
