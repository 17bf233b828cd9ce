// return, break or continue in a finally block: the exception on its way is dropped.

#include <string>

#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

constexpr Phrase kTheTry("the-try", "the try statement", "try 语句");
constexpr Phrase kPhrases[] = {kTheTry};

// The `finally` that the jump leaves. Null: it stays inside.
Node LeftFinally(Node jump) {
  const bool is_return = jump.Is(NodeKind::kReturnStatement);
  for (Node node = jump.parent(); node; node = node.parent()) {
    switch (node.kind()) {
      case NodeKind::kFinallyClause:
        return node;
      case NodeKind::kFunctionDefinition:
      case NodeKind::kClassDefinition:
        return Node();
      case NodeKind::kForStatement:
      case NodeKind::kWhileStatement:
        if (!is_return) return Node();
        break;
      default:
        break;
    }
  }
  return Node();
}

void Check(FileContext& file, Node jump) {
  const Node clause = LeftFinally(jump);
  if (!clause || IsWaived(jump, {"B012", "W0150", "W0134"})) return;
  const std::string word = jump.Is(NodeKind::kReturnStatement)  ? "return"
                           : jump.Is(NodeKind::kBreakStatement) ? "break"
                                                                : "continue";
  file.Report({.at = jump,
               .params = {{"jump", word}, {"line", std::to_string(clause.first_line())}},
               .related = {{kTheTry, RangeOf(file.module(), clause.parent())}}});
}

}  // namespace

extern constinit const Rule kJumpInFinally = {
    .info =
        {.id = "jump-in-finally",
         .title = {"Jump out of a finally block", "从 finally 块中跳出"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{jump}` leaves the finally block on line {line} and discards any exception "
                     "in flight",
                     "`{jump}` 离开第 {line} 行的 finally 块，正在传播的异常会被丢弃"},
         .consequence =
             {"Errors in the try block vanish, including KeyboardInterrupt and failed collectives, "
              "and so does a value that the block returned",
              "try 块中的错误会消失，包括 KeyboardInterrupt 和失败的集合通信；它的返回值也会丢失"},
         .advice = {"Move the `{jump}` after the try statement", "把 `{jump}` 移到 try 语句之后"},
         .phrases = kPhrases,
         .why = "A finally block runs while an exception or a return value is pending. A jump out "
                "of the block replaces it. Python 3.14 warns about it.",
         .fix = "Keep only cleanup in the finally block.",
         .bad = R"py(
def read(stream):
    try:
        return stream.read()
    finally:
        stream.close()
        return None
)py",
         .good = R"py(
def read(stream):
    try:
        return stream.read()
    finally:
        stream.close()
)py",
         .references = {"https://docs.astral.sh/ruff/rules/jump-statement-in-finally/",
                        "https://peps.python.org/pep-0765/"}},
    .kinds = {NodeKind::kReturnStatement, NodeKind::kBreakStatement, NodeKind::kContinueStatement},
    .check = Check};

}  // namespace allreview::rules
