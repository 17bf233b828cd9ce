// rows = [], then in a loop rows[-1]["x"] = 1 above rows.append(row): the first turn finds none.

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/logic/first_turn.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::Module;

constexpr Phrase kEmptyHere("list-empty-here", "it is empty here", "它在这里是空的");
constexpr Phrase kFirstElement("first-element", "the first element is added here",
                               "第一个元素在这里加入");
constexpr Phrase kPhrases[] = {kEmptyHere, kFirstElement};

bool IsIndex(Node subscript) {
  if (subscript.Is(NodeKind::kUnaryOperator)) subscript = subscript.named_child(0);
  return subscript.Is(NodeKind::kInteger);
}

bool IsEmptyList(Node value) {
  if (value.Is(NodeKind::kList)) return !value.named_child(0);
  return value.Is(NodeKind::kCall) && value.text() == "list()";
}

// `rows = []`, the only thing in the function that binds the name. Null: there is none.
Node EmptyListOf(const Module& module, Node name) {
  const python::Scopes::Meaning meaning = module.scopes().MeaningOf(name, name.text());
  const bool is_local = meaning.scope > 0 && meaning.scope == static_cast<int>(meaning.use_scope);
  if (!is_local || meaning.bindings.size() != 1) return Node();
  const Binding& binding = *meaning.bindings.begin();
  return IsEmptyList(binding.value) ? python::StatementOf(binding.node) : Node();
}

// The statement in the block of `made` that holds the use.
Node SiblingAround(Node use, Node made) {
  Node sibling = python::StatementOf(use);
  while (sibling && sibling.parent() != made.parent()) {
    sibling = python::StatementOf(sibling.parent());
  }
  return sibling;
}

// The first statement `rows.append(row)` that runs on each turn on which the use runs.
Node AppendAfter(Node use, Node around) {
  for (Node call : around.descendants(NodeKind::kCall)) {
    const Node function = call.child(Field::kFunction);
    if (call.index() < use.index() || !function.Is(NodeKind::kAttribute)) continue;
    const bool adds = function.child(Field::kObject).text() == use.text() &&
                      function.child(Field::kAttribute).text() == "append";
    const Node statement = python::StatementOf(call);
    if (adds && call.parent() == statement && statement.parent().Contains(use)) return statement;
  }
  return Node();
}

// Nothing in the function has named the list since it was made.
bool IsUntouched(Node made, Node use, Node around) {
  const python::SyntaxTree& tree = *use.tree();
  for (uint32_t i = made.subtree_end(); i < around.subtree_end(); ++i) {
    const Node node = tree.node(i);
    if (!node.Is(NodeKind::kIdentifier) || node.text() != use.text() || !IsVariable(node)) continue;
    if (i < use.index()) return false;
    if (logic::IsInNestedFunction(node, around)) return false;
  }
  return true;
}

void Check(FileContext& file, Node subscript) {
  const Node use = subscript.child(Field::kValue);
  if (!use.Is(NodeKind::kIdentifier) || !IsIndex(subscript.child(Field::kSubscript))) return;
  const Module& module = file.module();
  if (!Around(use, NodeKind::kForStatement) && !Around(use, NodeKind::kWhileStatement)) return;
  const Node made = EmptyListOf(module, use);
  if (!made || made.index() > use.index() || logic::IsExpectedToRaise(subscript)) return;
  const Node around = SiblingAround(use, made);
  if (!around || !IsUntouched(made, use, around)) return;
  const Node append = AppendAfter(use, around);
  const Node loop = append ? logic::LoopAround(append) : Node();
  if (!loop || !around.Contains(loop) || !logic::MayRunOnFirstTurn(module, subscript, loop)) return;
  file.Report(
      {.at = subscript,
       .params = {{"access", OneLine(subscript)},
                  {"list", std::string(use.text())},
                  {"line", std::to_string(loop.first_line())},
                  {"append", std::to_string(append.first_line())}},
       .related = {{kEmptyHere, RangeOf(module, made)}, {kFirstElement, RangeOf(module, append)}}});
}

}  // namespace

extern constinit const Rule kListReadBeforeFirstAppend = {
    .info = {.id = "list-read-before-first-append",
             .title = {"List read before its first element is added", "列表在加入首个元素前被读取"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{list}` is empty on the first turn of the loop on line {line}, where "
                         "`{access}` comes before the `append` on line {append}",
                         "第 {line} 行的循环第一轮中 `{list}` 为空，而 `{access}` 先于第 {append} "
                         "行的 `append` 执行"},
             .consequence = {"The first turn that gets there raises IndexError; later ones use the "
                             "element of the turn before",
                             "第一轮执行到此处会抛出 IndexError；之后各轮用到的是上一轮的元素"},
             .advice = {"Use the new element itself, or append it first",
                        "直接使用新元素，或先将其加入列表"},
             .phrases = kPhrases,
             .why = "Nothing is in the list until the first `append`, and a turn that adds one "
                    "element at its end cannot find it at index -1 before. Tests of a counter, of "
                    "the element before, or of the list itself count as care for the first turn.",
             .fix = "Work with the variable that is appended.",
             .bad = R"py(
def collect(records):
    rows = []
    for record in records:
        row = {"id": record.id}
        if record.routing is not None:
            rows[-1]["routing"] = record.routing
        rows.append(row)
    return rows
)py",
             .good = R"py(
def collect(records):
    rows = []
    for record in records:
        row = {"id": record.id}
        if record.routing is not None:
            row["routing"] = record.routing
        rows.append(row)
    return rows
)py",
             .references = {"https://docs.python.org/3/library/exceptions.html#IndexError"}},
    .kinds = {NodeKind::kSubscript},
    .file_names = "append",
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
