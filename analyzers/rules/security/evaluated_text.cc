// eval and exec of text that is not fixed.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kLiteralEval(
    "literal-eval", "`ast.literal_eval` for data, or a table from names to functions for a choice",
    "数据用 `ast.literal_eval`，选择分支用从名称到函数的字典");
constexpr Phrase kUseFunction("use-function",
                              "a function, or `importlib.import_module` for a Python file",
                              "函数；如果是 Python 文件，用 `importlib.import_module`");
constexpr Phrase kPhrases[] = {kLiteralEval, kUseFunction};

// compile(text, "name", "eval") stands for its text.
Node TextOf(const Module& module, Node argument) {
  const Node value = module.Dereference(argument);
  if (!value.Is(NodeKind::kCall) || !module.Calls(value, "builtins.compile")) return argument;
  const Node text = python::Argument(value, 0, "source");
  return text ? text : argument;
}

void Check(FileContext& file, Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view name = function.text();
  if (name != "eval" && name != "exec") return;
  const Module& module = file.module();
  if (module.Resolve(function) != absl::StrCat("builtins.", name)) return;
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty()) return;
  const Node text = TextOf(module, arguments.positional[0]);
  if (IsConstantText(module, text) || IsWaived(call, {"S307", "S102", "B307", "B102", "PGH001",
                                                      "eval-used", "exec-used", "W0123"})) {
    return;
  }
  file.Report({.at = call,
               .params = {{"function", std::string(name)},
                          {"text", OneLine(text)},
                          {"instead", name == "eval" ? kLiteralEval : kUseFunction}}});
}

}  // namespace

extern constinit const Rule kEvaluatedText = {
    .info = {.id = "evaluated-text",
             .title = {"Text from outside run as Python code", "把外部文本当作 Python 执行"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{function}` runs `{text}`, which is not a constant of the program",
                         "`{function}` 执行 `{text}`，而其内容并非写死在程序中"},
             .consequence =
                 {"Anyone who can set that text through a flag, file or request can run any code "
                  "in the job",
                  "任何能通过命令行参数、文件或请求设置该文本的人，都能在作业中执行任意代码"},
             .advice = {"Use {instead}", "改用 {instead}"},
             .phrases = kPhrases,
             .why = "eval and exec run any code, including imports, deletions and network access. "
                    "Nearly always only a literal or one of a few names is needed.",
             .fix = "Use ast.literal_eval for literals, getattr or a dictionary for a choice, and "
                    "importlib for code in files.",
             .bad = R"py(
def layer_pattern(args):
    return eval(args.moe_layer_freq)
)py",
             .good = R"py(
import ast

def layer_pattern(args):
    return ast.literal_eval(args.moe_layer_freq)
)py",
             .references = {"https://cwe.mitre.org/data/definitions/95.html",
                            "https://docs.astral.sh/ruff/rules/suspicious-eval-usage/",
                            "https://docs.astral.sh/ruff/rules/exec-builtin/"}},
    .kinds = {NodeKind::kCall},
    .names = "eval exec",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
