// if doc[0] in marks: doc = doc[1:]   if doc[-1] in marks: of one mark alone nothing is left.

#include <string>
#include <utility>

#include "analyzers/rules/logic/branch_gaps.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kTrimmedHere("trimmed-here", "the last element may go here",
                              "最后一个元素可能在这里被去掉");
constexpr Phrase kPhrases[] = {kTrimmedHere};

bool IsEnd(Node subscript) {
  const absl::string_view index = subscript.child(Field::kSubscript).text();
  return index == "0" || index == "-1";
}

// `doc[0]` or `doc[-1]` in a condition, evaluated whenever that is. Null: there is none, or
// something asks about the sequence itself.
Node EndReadIn(Node statement, absl::string_view name) {
  Node found;
  const Node condition = statement.child(Field::kCondition);
  for (Node use : condition.descendants(NodeKind::kIdentifier)) {
    if (use.text() != name || !IsVariable(use)) continue;
    const Node read = use.parent();
    if (!read.Is(NodeKind::kSubscript) || use.field() != Field::kValue || !IsEnd(read)) {
      return Node();
    }
    if (!found && logic::IsCertainInStatement(use, statement)) found = read;
  }
  return found;
}

// `doc = doc[1:]` or `doc = doc[:-1]`, all that the branch does: the assignment.
Node TrimIn(Node statement) {
  const Node block = statement.child(Field::kConsequence), only = LastStatement(block);
  if (statement.child(Field::kAlternative) || block.named_child(1)) return Node();
  const Node assignment = only.named_child(0);
  const Node target = assignment.child(Field::kLeft), rest = assignment.child(Field::kRight);
  if (!assignment.Is(NodeKind::kAssignment) || !target.Is(NodeKind::kIdentifier)) return Node();
  if (!rest.Is(NodeKind::kSubscript) || rest.child(Field::kValue).text() != target.text()) {
    return Node();
  }
  const absl::string_view slice = rest.child(Field::kSubscript).text();
  return slice == "1:" || slice == ":-1" ? assignment : Node();
}

void Check(FileContext& file, Node statement) {
  const Node trim = TrimIn(statement), next = NextStatement(statement);
  if (!trim || !next.Is(NodeKind::kIfStatement) || logic::IsExpectedToRaise(statement)) return;
  const absl::string_view name = trim.child(Field::kLeft).text();
  if (!EndReadIn(statement, name)) return;
  const Node read = EndReadIn(next, name);
  if (!read) return;
  file.Report({.at = read,
               .params = {{"read", OneLine(read)},
                          {"sequence", std::string(name)},
                          {"line", std::to_string(trim.first_line())}},
               .because = FirstChanged(file, {read, trim}),
               .related = {{kTrimmedHere, RangeOf(file.module(), trim)}}});
}

}  // namespace

extern constinit const Rule kEndReadAfterTrim = {
    .info = {.id = "end-read-after-trim",
             .title = {"End of a sequence read after its other end was cut off",
                       "去掉一端后读取另一端"},
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .message = {"Line {line} leaves `{sequence}` empty when it has one element, and "
                         "`{read}` is then evaluated",
                         "当 `{sequence}` 只有一个元素时，第 {line} 行会把它变为空，随后又对 "
                         "`{read}` 求值"},
             .consequence = {"A sequence of one such element raises IndexError",
                             "只含一个此类元素的序列会抛出 IndexError"},
             .advice = {"Test `{sequence}` before `{read}`", "在 `{read}` 之前先检查 `{sequence}`"},
             .phrases = kPhrases,
             .why = "Code that cuts a mark off either end works until the whole sequence is that "
                    "one mark: the first cut takes it, and nothing is left to look at.",
             .fix = "Test the sequence again, or cut both ends in one step.",
             .bad = R"py(
def strip_marks(doc, marks):
    if doc[0] in marks:
        doc = doc[1:]
    if doc[-1] in marks:
        doc = doc[:-1]
    return doc
)py",
             .good = R"py(
def strip_marks(doc, marks):
    if doc[0] in marks:
        doc = doc[1:]
    if doc and doc[-1] in marks:
        doc = doc[:-1]
    return doc
)py",
             .references = {"https://docs.python.org/3/library/exceptions.html#IndexError"}},
    .kinds = {NodeKind::kIfStatement},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
