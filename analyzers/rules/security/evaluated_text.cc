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
  if ((name != "eval" && name != "exec") || file.is_test()) return;
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
                          {"instead", name == "eval"
                                          ? "`ast.literal_eval` for data, or a table from names to "
                                            "functions for a choice"
                                          : "a function, or `importlib.import_module` for a file "
                                            "of Python"}}});
}

}  // namespace

extern constinit const Rule kEvaluatedText = {
    .info = {.id = "evaluated-text",
             .title = "Text from outside is run as Python",
             .category = "security",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{function}` runs `{text}`, which is not fixed in the program",
             .consequence = "Who sets that text, by a flag, file or request, runs any code in the "
                            "job",
             .advice = "Use {instead}",
             .why = "eval and exec run everything: imports, deletions, network. Nearly always a "
                    "literal or one of a few names was meant.",
             .fix = "ast.literal_eval for literals; getattr or a dictionary for a choice; "
                    "importlib for code in files.",
             .bad = "def layer_pattern(args):\n"
                    "    return eval(args.moe_layer_freq)\n",
             .good = "import ast\n"
                     "\n"
                     "def layer_pattern(args):\n"
                     "    return ast.literal_eval(args.moe_layer_freq)\n",
             .references = {"CWE-95", "ruff S307, S102", "catalogue: general S-EVAL"}},
    .kinds = {NodeKind::kCall},
    .names = "eval exec",
    .check = Check};

}  // namespace allreview::rules
