// pair = pair[0]; options = pair[1]: the second line reads an item of the first item.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

constexpr Phrase kNarrowedHere("narrowed-here", "it becomes its item {index} here",
                               "在这里变成了它的第 {index} 项");
constexpr Phrase kPhrases[] = {kNarrowedHere};

constexpr int kMaxStatements = 3;  // Behind the one that narrows.

// `x[0]` with a number. Null: another expression.
Node NumberIn(Node subscript) {
  if (!subscript.Is(NodeKind::kSubscript)) return Node();
  const Node index = subscript.child(Field::kSubscript);
  return index.Is(NodeKind::kInteger) ? index : Node();
}

struct Uses {
  Node of_other_item;           // x[1]
  bool is_rebound = false;      // x = ...
  bool is_taken_apart = false;  // x[0] again, or x otherwise: it is a collection, too.
};

void Collect(Node statement, absl::string_view name, absl::string_view index, Uses& uses) {
  for (Node use : statement.descendants(NodeKind::kIdentifier)) {
    if (use.text() != name || !IsVariable(use)) continue;
    if (IsRebound(use)) {
      uses.is_rebound = true;
      continue;
    }
    const Node number = use.field() == Field::kValue ? NumberIn(use.parent()) : Node();
    if (!number || number.text() == index) {
      uses.is_taken_apart = true;
    } else if (!uses.of_other_item) {
      uses.of_other_item = use.parent();
    }
  }
}

void Check(FileContext& file, Node assignment) {
  const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  const Node index = NumberIn(value);
  if (!index || !left.Is(NodeKind::kIdentifier) ||
      value.child(Field::kValue).text() != left.text() ||
      !assignment.parent().Is(NodeKind::kExpressionStatement)) {
    return;
  }
  Uses uses;
  Node statement = NextStatement(assignment.parent());
  for (int i = 0; i < kMaxStatements && statement; ++i) {
    // Only what certainly runs next.
    if (!statement.Is(NodeKind::kExpressionStatement)) break;
    Collect(statement, left.text(), index.text(), uses);
    if (uses.is_taken_apart || uses.of_other_item || uses.is_rebound) break;
    statement = NextStatement(statement);
  }
  if (!uses.of_other_item || uses.is_taken_apart) return;
  file.Report({.at = uses.of_other_item,
               .params = {{"name", std::string(left.text())},
                          {"read", std::string(uses.of_other_item.text())},
                          {"index", std::string(index.text())},
                          {"line", absl::StrCat(assignment.first_line())}},
               .related = {{Sentence(kNarrowedHere, {{"index", std::string(index.text())}}),
                            RangeOf(file.module(), assignment)}}});
}

}  // namespace

extern constinit const Rule kItemReadAfterNarrowing = {
    .info = {.id = "item-read-after-narrowing",
             .title = {"Item of a collection read after its name went to another item",
                       "变量已指向集合中的一项，却仍按集合读取另一项"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{read}` reads from item {index}: line {line} gave its name to that item",
                         "`{read}` 读取的是第 {index} 项的内容：第 {line} 行已把这个变量赋为该项"},
             .consequence = {"It fails when the item cannot be indexed, or gives a part of it "
                             "instead of its neighbour",
                             "该项不能取下标时会出错；能取时得到的是它的一部分，而不是相邻的项"},
             .advice = {"Take both apart in one statement, or give the item a name of its own",
                        "在同一条语句中拆开两项，或者给该项换一个变量"},
             .phrases = kPhrases,
             .why = "`x = x[0]` drops the collection. `x[1]` below is an item of the first item.",
             .fix = "Unpack: `x, options = x`.",
             .bad = R"py(
def build(task):
    task = task[0]
    options = task[1]
    return task(**options)
)py",
             .good = R"py(
def build(task):
    task, options = task
    return task(**options)
)py"},
    .kinds = {NodeKind::kAssignment},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
