// `x is "adam"`: asks for the same object, not for the same value.

#include <string>
#include <utility>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;
using logic::IsLiteral;

// A new object each time it is evaluated, or one that only the interpreter decides to share.
bool IsFresh(Node operand) {
  operand = python::WithoutParentheses(operand);
  switch (operand.kind()) {
    case NodeKind::kList:
    case NodeKind::kDictionary:
    case NodeKind::kSet:
      return true;
    case NodeKind::kTuple:
      return operand.named_child_count() > 0;
    case NodeKind::kString:
      return true;
    default:
      return IsLiteral(operand);
  }
}

void Check(FileContext& file, Node node) {
  for (const Comparison& part : ComparisonsOf(node)) {
    if (part.op != "is" && part.op != "is not") continue;
    const Node literal = IsFresh(part.right) ? part.right : part.left;
    if (!IsFresh(literal) || IsWaived(node, {"F632", "R0123"})) continue;
    const std::string replacement = part.op == "is" ? "==" : "!=";
    file.Report({.at = node,
                 .params = {{"operator", std::string(part.op)},
                            {"literal", OneLine(literal)},
                            {"replacement", replacement}},
                 .edits = {Replace(file.module(), part.op_node, replacement)}});
    return;
  }
}

}  // namespace

extern constinit const Rule kIsWithLiteral = {
    .info = {.id = "is-with-literal",
             .title = "Identity compared with a literal",
             .category = "logic",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "`{operator}` asks whether both sides are one object, and `{literal}` may "
                        "be an equal but different one",
             .consequence = "The comparison is true or false by an accident of the interpreter: a "
                            "value read from a file or a flag does not match",
             .advice = "Compare with `{replacement}`",
             .why = "CPython shares short strings and small integers of one source file, so the "
                    "comparison works in a test and fails with a value from elsewhere. Python "
                    "warns of it since 3.8.",
             .fix = "Use == or !=. Keep `is` for None, True, False and sentinel objects.",
             .bad = "def is_adam(name):\n"
                    "    return name is \"adam\"\n",
             .good = "def is_adam(name):\n"
                     "    return name == \"adam\"\n",
             .references = {"catalogue: general L-IS-LITERAL", "ruff F632", "pylint R0123"}},
    .kinds = {NodeKind::kComparisonOperator},
    .check = Check};

}  // namespace allreview::rules
