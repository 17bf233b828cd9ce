// def f(x, seen=[]): the list is made once and shared by all calls.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {
namespace {

using logic::HasCall;
using python::Definition;
using python::Module;
using python::Parameter;

constexpr Phrase kModifiedHere("modified-here", "the shared object is modified or passed on here",
                               "共享对象在这里被修改或传递出去");
constexpr Phrase kPhrases[] = {kModifiedHere};

// "list", "dict", "set", or "" for a value that is not mutable.
std::string ContainerOf(const Module& module, Node value) {
  switch (value.kind()) {
    case NodeKind::kList:
    case NodeKind::kListComprehension:
      return "list";
    case NodeKind::kDictionary:
    case NodeKind::kDictionaryComprehension:
      return "dict";
    case NodeKind::kSet:
    case NodeKind::kSetComprehension:
      return "set";
    case NodeKind::kCall: {
      const std::string name = module.Resolve(value.child(Field::kFunction));
      for (absl::string_view type : {"list", "dict", "set"}) {
        if (name == absl::StrCat("builtins.", type)) return std::string(type);
      }
      for (absl::string_view type : {"defaultdict", "OrderedDict", "deque", "Counter"}) {
        if (name == absl::StrCat("collections.", type)) return std::string(type);
      }
      return "";
    }
    default:
      return "";
  }
}

bool IsMutator(absl::string_view method) {
  for (absl::string_view name :
       {"append", "extend", "insert", "add", "update", "setdefault", "pop", "popitem", "remove",
        "discard", "clear", "sort", "reverse", "appendleft", "extendleft", "popleft"}) {
    if (method == name) return true;
  }
  return false;
}

// What the statement does to the name, when it changes or keeps the object; null: only reads.
Node FindHarm(Node identifier) {
  const Node parent = identifier.parent();
  // seen.append(x)
  if (parent.Is(NodeKind::kAttribute) && identifier.field() == Field::kObject) {
    const Node call = parent.parent();
    const bool is_called = call.Is(NodeKind::kCall) && parent.field() == Field::kFunction;
    return is_called && IsMutator(parent.child(Field::kAttribute).text()) ? call : Node();
  }
  // seen[k] = v, del seen[k], seen[k] += v
  if (parent.Is(NodeKind::kSubscript) && identifier.field() == Field::kValue) {
    const Node around = parent.parent();
    const bool is_target =
        parent.field() == Field::kLeft &&
        (around.Is(NodeKind::kAssignment) || around.Is(NodeKind::kAugmentedAssignment));
    return is_target || around.Is(NodeKind::kDeleteStatement) ? around : Node();
  }
  // seen += [x]
  if (parent.Is(NodeKind::kAugmentedAssignment) && identifier.field() == Field::kLeft) {
    return parent;
  }
  // self.seen = seen, return seen
  if (parent.Is(NodeKind::kAssignment) && identifier.field() == Field::kRight &&
      parent.child(Field::kLeft).Is(NodeKind::kAttribute)) {
    return parent;
  }
  return parent.Is(NodeKind::kReturnStatement) ? parent : Node();
}

// First place that makes the sharing visible. Null: none, or the function first makes a copy.
Node FindHarm(const Module& module, const Definition& function, absl::string_view name) {
  Node first;
  for (Node node : function.body.descendants()) {
    if (!node.Is(NodeKind::kIdentifier) || node.text() != name ||
        node.field() == Field::kAttribute) {
      continue;
    }
    const int scope = module.scopes().LookUp(node, name);
    if (scope < 0 || module.scopes().scopes()[scope].owner != function.node) continue;
    // `seen = list(seen)`: what follows concerns the copy.
    if (node.field() == Field::kLeft && node.parent().Is(NodeKind::kAssignment)) return first;
    if (!first) first = FindHarm(node);
  }
  return first;
}

// The first statement that is no docstring, on a line of its own. Null: there is none.
Node FirstStatement(const Definition& function) {
  for (Node statement : function.body.children()) {
    if (!statement.IsNamed() || statement.Is(NodeKind::kComment)) continue;
    const bool is_docstring = statement.Is(NodeKind::kExpressionStatement) &&
                              statement.named_child(0).Is(NodeKind::kString);
    if (is_docstring) continue;
    const int header = python::HeaderLastLine(function.node);
    return statement.first_line() > header ? statement : Node();
  }
  return Node();
}

// None as the default, and the container made in the body. An annotation would no longer be true.
std::vector<Edit> EditsFor(const Module& module, const Definition& function,
                           const Parameter& parameter) {
  const Node first = FirstStatement(function);
  if (!first || parameter.annotation || HasCall(parameter.default_value)) return {};
  const python::SyntaxTree& tree = module.tree();
  const uint32_t line = tree.LineStart(first.first_line());
  const absl::string_view indent = tree.source().substr(line, first.first_byte() - line);
  if (indent.find_first_not_of(" \t") != absl::string_view::npos) return {};
  Edit insertion = Replace(module, first, "");
  insertion.first_byte = line;
  insertion.end_byte = line;
  insertion.replacement =
      absl::StrCat(indent, parameter.name, " = ", parameter.default_value.text(), " if ",
                   parameter.name, " is None else ", parameter.name, "\n");
  return {Replace(module, parameter.default_value, "None"), std::move(insertion)};
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingDefinition(node);
  if (function == nullptr || function->node != node) return;
  for (const Parameter& parameter : function->parameters) {
    const Node value = python::WithoutParentheses(parameter.default_value);
    if (!value || parameter.name.empty()) continue;
    const std::string container = ContainerOf(module, value);
    if (container.empty()) continue;
    const Node harm = FindHarm(module, *function, parameter.name);
    if (!harm) continue;
    const Node statement = python::StatementOf(harm);
    file.Report({.at = parameter.default_value,
                 .params = {{"parameter", std::string(parameter.name)},
                            {"default", std::string(value.text())},
                            {"container", container},
                            {"function", std::string(function->simple_name)}},
                 .because = file.IsChanged(parameter.default_value) ? parameter.node : statement,
                 .related = {{kModifiedHere, RangeOf(module, harm)}},
                 .edits = EditsFor(module, *function, parameter)});
  }
}

}  // namespace

extern constinit const Rule kMutableDefault = {
    .info = {.id = "mutable-default",
             .title = {"Mutable default value that calls share", "多次调用共享的可变默认值"},
             .pillar = Pillar::kMaintainability,
             .message = {"All calls of `{function}` without `{parameter}` share one {container} "
                         "`{default}`, and the function modifies it or passes it on",
                         "所有不传 `{parameter}` 的 `{function}` 调用共享同一个 {container} "
                         "`{default}`，而函数会修改它或把它传递出去"},
             .consequence = {"The next call sees what the previous one stored",
                             "一次调用存入的内容会被下一次调用看到"},
             .advice = {"Make the default None and create the {container} inside `{function}`",
                        "把默认值设为 None，在 `{function}` 内部创建 {container}"},
             .phrases = kPhrases,
             .why = "Python evaluates a default once, when the function is defined. A list, dict "
                    "or set that the function modifies, stores or returns keeps its content from "
                    "call to call. A default that is only read does no harm and is not reported.",
             .fix = "Use None as the default and create the container in the body.",
             .bad = R"py(
def collect(x, seen=[]):
    seen.append(x)
    return seen
)py",
             .good = R"py(
def collect(x, seen=None):
    seen = [] if seen is None else seen
    seen.append(x)
    return seen
)py",
             .references = {"https://docs.astral.sh/ruff/rules/mutable-argument-default/",
                            "https://pylint.readthedocs.io/en/stable/user_guide/messages/warning/"
                            "dangerous-default-value.html"},
             .version = 2,
             .checks = {AuditCheck::kMemory}},
    .kinds = {NodeKind::kFunctionDefinition},
    .check = Check};

}  // namespace allreview::rules
