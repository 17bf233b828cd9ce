// names = module._names; names |= {...}; return names: who asks changes what the module has.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kTakenHere("taken-here", "taken here, without a copy", "在这里取出，没有复制");
constexpr Phrase kPhrases[] = {kTakenHere};

// Such a function is there to give something, not to change what it asks.
bool IsQuery(const Definition& function) {
  for (absl::string_view prefix : {"get", "find", "list", "collect", "compute", "gather", "make"}) {
    absl::string_view name = function.simple_name;
    while (absl::StartsWith(name, "_")) name.remove_prefix(1);
    if (name == prefix || absl::StartsWith(name, absl::StrCat(prefix, "_"))) return true;
  }
  for (Node decorator : function.decorators) {
    if (absl::EndsWith(decorator.text(), "property")) return true;
  }
  return false;
}

bool IsReturned(const Definition& function, absl::string_view name) {
  return AnyOwnNode(function.body, NodeKind::kReturnStatement,
                    [&](Node statement) { return statement.named_child(0).text() == name; });
}

// A display or comprehension: `|=` and `+=` of it change a container in place.
bool IsContainer(Node value) {
  value = python::WithoutParentheses(value);
  switch (value.kind()) {
    case NodeKind::kSet:
    case NodeKind::kSetComprehension:
    case NodeKind::kDictionary:
    case NodeKind::kDictionaryComprehension:
    case NodeKind::kList:
    case NodeKind::kListComprehension:
      return true;
    default:
      return false;
  }
}

// The statement that changes the container that the identifier names. Null: it does not.
Node ChangeBy(Node use) {
  const Node parent = use.parent();
  if (parent.Is(NodeKind::kAugmentedAssignment) && use.field() == Field::kLeft) {
    const absl::string_view op = parent.child(Field::kOperator).text();
    const bool changes = (op == "|=" || op == "+=") && IsContainer(parent.child(Field::kRight));
    return changes ? parent : Node();
  }
  if (!parent.Is(NodeKind::kAttribute) || use.field() != Field::kObject) return Node();
  const Node call = parent.parent();
  if (!call.Is(NodeKind::kCall) || !call.parent().Is(NodeKind::kExpressionStatement)) return Node();
  const absl::string_view method = parent.child(Field::kAttribute).text();
  const bool changes = method == "update" || method == "extend" || method == "append" ||
                       method == "add" || method == "insert";
  return changes ? call : Node();
}

void Check(FileContext& file, Node assignment) {
  const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  if (!left.Is(NodeKind::kIdentifier) || !value.Is(NodeKind::kAttribute) ||
      !logic::IsDottedName(value)) {
    return;
  }
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(assignment);
  if (function == nullptr || !IsQuery(*function) || !IsReturned(*function, left.text())) return;
  for (const python::Binding& binding :
       module.scopes().BindingsOf(module.scopes().ScopeOf(left), left.text())) {
    if (binding.kind != python::Binding::Kind::kAugmented && binding.node != left) return;
  }
  const Node change = [&] {
    for (Node use : function->body.descendants(NodeKind::kIdentifier)) {
      if (use.index() < assignment.subtree_end() || use.text() != left.text()) continue;
      if (const Node found = ChangeBy(use)) return found;
    }
    return Node();
  }();
  if (!change) return;
  file.Report({.at = change,
               .params = {{"change", OneLine(change)},
                          {"owner", std::string(value.text())},
                          {"function", std::string(function->simple_name)},
                          {"name", std::string(left.text())}},
               .related = {{kTakenHere, RangeOf(module, assignment)}}});
}

}  // namespace

extern constinit const Rule kQueryChangesItsSource = {
    .info =
        {.id = "query-changes-its-source",
         .title = {"Query that changes the container it reads", "查询修改了所读取的容器"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{change}` changes `{owner}` itself: `{name}` is the same object",
                     "`{change}` 改变了 `{owner}` 本身：`{name}` 是同一个对象"},
         .consequence = {"Each call of `{function}` leaves its results in `{owner}`, where the "
                         "next reader finds them",
                         "每次调用 `{function}` 都会把结果留在 `{owner}` 中，下一个读取者会看到"},
         .advice = {"Copy it first, as `set({owner})` or `list({owner})` does",
                    "先复制一份，例如 `set({owner})` 或 `list({owner})`"},
         .phrases = kPhrases,
         .why = "A container that is read from an attribute is not copied by that. `|=`, `+=` "
                "and update() change it where it is.",
         .fix = "Copy the container before adding to it.",
         .bad = R"py(
def get_names(module):
    names = module.names
    for child in module.children:
        names |= {child.name}
    return names
)py",
         .good = R"py(
def get_names(module):
    names = set(module.names)
    for child in module.children:
        names |= {child.name}
    return names
)py"},
    .kinds = {NodeKind::kAssignment},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
