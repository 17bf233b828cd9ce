// for x in rows: rows.remove(x): the loop skips elements, or raises.

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

using logic::IsDottedName;
using logic::IsInNestedFunction;

constexpr Phrase kMappingFirst(
    "mapping-first",
    "A dict or set raises RuntimeError in the next iteration; a list skips the element after each "
    "removed one",
    "dict 或 set 会在下一轮抛出 RuntimeError，list 会跳过每个被删元素之后的元素");
constexpr Phrase kListFirst(
    "list-first",
    "A list skips the element after each removed one; a dict or set raises RuntimeError",
    "list 会跳过每个被删元素之后的元素，dict 或 set 会抛出 RuntimeError");
constexpr Phrase kTheLoop("the-loop", "the loop over it", "对它的循环");
constexpr Phrase kPhrases[] = {kMappingFirst, kListFirst, kTheLoop};

struct Iterated {
  Node container;
  bool is_mapping = false;  // .items(), .keys(), .values()
};

// What `for` walks over without a copy: `rows`, `rows.items()`, `enumerate(rows)`.
Iterated IteratedBy(Node iterable) {
  iterable = python::WithoutParentheses(iterable);
  if (!iterable.Is(NodeKind::kCall)) return {iterable};
  const absl::string_view callee = CalleeName(iterable);
  const Node function = iterable.child(Field::kFunction);
  if (callee == "enumerate" && function.Is(NodeKind::kIdentifier)) {
    return {python::Argument(iterable, 0, "iterable")};
  }
  const bool is_view = callee == "items" || callee == "keys" || callee == "values";
  if (!is_view || !function.Is(NodeKind::kAttribute)) return {};
  return {function.child(Field::kObject), true};
}

// append() and the like make a list longer on purpose: a work list.
bool ShortensOrReorders(absl::string_view method) {
  for (absl::string_view name : {"remove", "pop", "popitem", "clear", "discard", "insert", "add",
                                 "popleft", "sort", "reverse"}) {
    if (method == name) return true;
  }
  return false;
}

// The statement changes the container; null: it does not.
Node MutationIn(Node node, absl::string_view container) {
  if (node.Is(NodeKind::kCall)) {
    const Node function = node.child(Field::kFunction);
    if (!function.Is(NodeKind::kAttribute) || function.child(Field::kObject).text() != container ||
        !ShortensOrReorders(function.child(Field::kAttribute).text())) {
      return Node();
    }
    return node;
  }
  if (!node.Is(NodeKind::kDeleteStatement)) return Node();
  const Node target = node.named_child(0);
  const bool is_element =
      target.Is(NodeKind::kSubscript) && target.child(Field::kValue).text() == container;
  return is_element ? node : Node();
}

// The loop ends after the mutation, in its own block or in one around it.
bool IsLast(Node mutation, Node loop) {
  for (Node statement = python::StatementOf(mutation); statement && loop.Contains(statement);
       statement = python::StatementOf(statement.parent())) {
    if (statement == loop) break;
    for (Node next = statement.next_sibling(); next; next = next.next_sibling()) {
      if (next.Is(NodeKind::kBreakStatement) || next.Is(NodeKind::kReturnStatement) ||
          next.Is(NodeKind::kRaiseStatement)) {
        return true;
      }
    }
  }
  return python::StatementOf(mutation).Is(NodeKind::kReturnStatement);
}

bool IsRebound(Node body, absl::string_view container) {
  for (Node node : body.descendants()) {
    if (node.Is(NodeKind::kAssignment) && node.child(Field::kLeft).text() == container) return true;
  }
  return false;
}

// The loop does not know when an inner function runs.
bool IsDeferred(Node node, Node body) { return IsInNestedFunction(node, body); }

void Check(FileContext& file, Node loop) {
  const Iterated iterated = IteratedBy(loop.child(Field::kRight));
  const Node body = loop.child(Field::kBody);
  if (!iterated.container || !IsDottedName(iterated.container) || body.HasError()) return;
  const absl::string_view container = iterated.container.text();
  if (container == "self") return;  // Its own methods know what they walk over.
  if (!absl::StrContains(body.text(), container)) return;
  for (Node node : body.descendants()) {
    const Node mutation = MutationIn(node, container);
    if (!mutation || IsDeferred(mutation, body) || IsLast(mutation, loop)) continue;
    if (IsRebound(body, container) ||
        IsWaived(mutation, {"B909", "PLE4703", "W4701", "E4702", "E4703"})) {
      return;
    }
    file.Report(
        {.at = mutation,
         .params = {{"mutation", OneLine(mutation)},
                    {"container", std::string(container)},
                    {"line", std::to_string(loop.first_line())},
                    {"effect", iterated.is_mapping || mutation.Is(NodeKind::kDeleteStatement)
                                   ? kMappingFirst
                                   : kListFirst},
                    {"copy", iterated.is_mapping
                                 ? absl::StrCat("list(", OneLine(loop.child(Field::kRight)), ")")
                                 : absl::StrCat("list(", container, ")")}},
         .because = file.IsChanged(mutation) ? mutation : loop.child(Field::kRight),
         .related = {{kTheLoop, RangeOf(file.module(), loop.child(Field::kRight))}}});
    return;
  }
}

}  // namespace

extern constinit const Rule kContainerChangedWhileIterating = {
    .info =
        {.id = "container-changed-while-iterating",
         .title = {"Container changed while a loop iterates over it", "遍历容器时修改它"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{mutation}` changes `{container}` while the loop on line {line} iterates over it",
              "第 {line} 行的循环正在遍历 `{container}`，`{mutation}` 却修改了它"},
         .consequence = {"{effect}", "{effect}"},
         .advice =
             {"Iterate over a copy, `{copy}`, or build a new container from the elements that stay",
              "遍历一份拷贝 `{copy}`，或者用保留的元素新建一个容器"},
         .phrases = kPhrases,
         .why = "A loop over a list counts positions: after a removal, the next element moves to a "
                "position that is already done. Every second parameter group or shard is silently "
                "skipped.",
         .fix = "Iterate over a copy, or filter with a comprehension.",
         .bad = R"py(
def drop_empty(groups):
    for group in groups:
        if not group.params:
            groups.remove(group)
)py",
         .good = R"py(
def drop_empty(groups):
    for group in list(groups):
        if not group.params:
            groups.remove(group)
)py",
         .references = {"https://docs.astral.sh/ruff/rules/loop-iterator-mutation/",
                        "https://docs.astral.sh/ruff/rules/modified-iterating-set/"}},
    .kinds = {NodeKind::kForStatement},
    .check = Check};

}  // namespace allreview::rules
