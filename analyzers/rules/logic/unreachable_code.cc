// A statement behind return, raise, break or continue of the same block.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kThisStatement("this-statement", "this statement", "这条语句");
constexpr Phrase kUpToLine("up-to-line", "everything up to line {line}",
                           "直到第 {line} 行的全部代码");
constexpr Phrase kEndsHere("ends-here", "the block ends here", "代码块在这里结束");
constexpr Phrase kPhrases[] = {kThisStatement, kUpToLine, kEndsHere};

Node LastOfBlock(Node statement) {
  Node last = statement;
  for (Node next = statement; next; next = NextStatement(next)) last = next;
  return last;
}

// Code that stands there for what it makes of the function or for a reader: a `yield` makes a
// generator, a string is a comment.
bool IsOnPurpose(Node first, Node last) {
  for (uint32_t i = first.index(); i < last.subtree_end(); ++i) {
    const Node node = first.tree()->node(i);
    if (node.Is(NodeKind::kYield)) return true;
  }
  if (first == last && first.Is(NodeKind::kPassStatement)) return true;
  if (first == last && first.Is(NodeKind::kExpressionStatement)) {
    const NodeKind kind = first.named_child(0).kind();
    return kind == NodeKind::kString || kind == NodeKind::kEllipsis;
  }
  return first.Is(NodeKind::kIfStatement) &&
         absl::StrContains(first.child(Field::kCondition).text(), "TYPE_CHECKING");
}

void Check(FileContext& file, Node jump) {
  const NodeKind block = jump.parent().kind();
  if (block != NodeKind::kBlock && block != NodeKind::kModule) return;
  const Node first = NextStatement(jump);
  if (!first || jump.HasError() || first.HasError()) return;
  const Node last = LastOfBlock(first);
  const Module& module = file.module();
  if (IsOnPurpose(first, last) || IsWaived(first, {"W0101", "unreachable"})) return;
  const absl::string_view text = jump.text();
  const std::string word(text.substr(0, text.find_first_of(" \t\n(\\")));
  Observation observation{
      .at = first,
      .params = {{"jump", word},
                 {"line", std::to_string(jump.first_line())},
                 {"code", first == last
                              ? kThisStatement
                              : Sentence(kUpToLine, {{"line", absl::StrCat(last.last_line())}})}},
      .because = file.IsChanged(jump) ? jump : first,
      .related = {{kEndsHere, RangeOf(module, jump)}}};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kUnreachableCode = {
    .info = {.id = "unreachable-code",
             .title = {"Code that never runs", "永远不会执行的代码"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{jump}` on line {line} ends the block: {code} never runs",
                         "第 {line} 行的 `{jump}` 结束了该代码块：{code}永远不会执行"},
             .consequence = {"The code has no effect, and no test can reach it",
                             "这些代码不起任何作用，也没有测试能够覆盖它"},
             .advice = {"Remove the code, or indent the `{jump}` under the intended condition",
                        "删除这些代码，或者把 `{jump}` 缩进到本该属于的条件之下"},
             .phrases = kPhrases,
             .why = "Nothing runs after a return, raise, break or continue in the same block. "
                    "Usually a line is wrongly indented, or an experiment was left behind.",
             .fix = "Delete dead code; git keeps it. If it should run, move the jump.",
             .bad = R"py(
def scale(x, factor):
    return x
    x = x * factor
)py",
             .good = R"py(
def scale(x, factor):
    x = x * factor
    return x
)py",
             .references = {"https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "unreachable.html"}},
    .kinds = {NodeKind::kReturnStatement, NodeKind::kRaiseStatement, NodeKind::kBreakStatement,
              NodeKind::kContinueStatement},
    .check = Check};

}  // namespace allreview::rules
