// if cache and key not in cache: cache[key] = {}: an empty one that is to be filled stays empty.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;

// The operands of a chain of `and`, or the condition alone.
std::vector<Node> PartsOf(Node condition) {
  condition = python::WithoutParentheses(condition);
  const bool is_chain =
      condition.Is(NodeKind::kBooleanOperator) && condition.child(Field::kOperator).text() == "and";
  return is_chain ? logic::OperandsOf(condition) : std::vector<Node>{condition};
}

// `key not in name`.
bool AsksForAbsence(Node part, absl::string_view name) {
  if (!part.Is(NodeKind::kComparisonOperator)) return false;
  const std::vector<logic::Comparison> steps = logic::ComparisonsOf(part);
  return steps.size() == 1 && steps[0].op == "not in" && steps[0].right.text() == name;
}

// `name[key] = ...`. Null: the statement is something else.
Node ItemSetBy(Node statement, absl::string_view name) {
  const Node left = statement.named_child(0).child(Field::kLeft);
  const bool is_item = statement.named_child(0).Is(NodeKind::kAssignment) &&
                       left.Is(NodeKind::kSubscript) && left.child(Field::kValue).text() == name;
  return is_item ? left : Node();
}

// name.append(...) as a statement.
Node AddedBy(Node statement, absl::string_view name) {
  const Node call = statement.named_child(0);
  const Node callee = call.child(Field::kFunction);
  if (!call.Is(NodeKind::kCall) || callee.child(Field::kObject).text() != name) return Node();
  const absl::string_view method = callee.child(Field::kAttribute).text();
  return method == "append" || method == "extend" || method == "add" ? call : Node();
}

bool IsOptional(const python::Module& module, const Definition& function, Node name) {
  const python::Parameter* parameter = FindParameter(function, name.text());
  return name.Is(NodeKind::kIdentifier) && parameter != nullptr &&
         parameter->default_value.Is(NodeKind::kNone) &&
         module.scopes().BindingsOf(module.scopes().ScopeOf(name), name.text()).size() == 1;
}

void Check(FileContext& file, Node statement) {
  const Node body = statement.child(Field::kConsequence);
  const Definition* function = file.module().EnclosingFunction(statement);
  if (function == nullptr || !body) return;
  const std::vector<Node> parts = PartsOf(statement.child(Field::kCondition));
  for (Node tested : parts) {
    if (!IsOptional(file.module(), *function, tested)) continue;
    const absl::string_view name = tested.text();
    bool asks = false;
    for (Node part : parts) asks |= AsksForAbsence(part, name);
    for (Node inner : body.named_children()) {
      if (!inner.Is(NodeKind::kExpressionStatement)) continue;
      const Node filled = asks ? ItemSetBy(inner, name) : AddedBy(inner, name);
      if (!filled) continue;
      file.Report({.at = tested,
                   .params = {{"name", std::string(name)}, {"filled", OneLine(inner)}},
                   .edits = {Replace(file.module(), tested, absl::StrCat(name, " is not None"))}});
      return;
    }
  }
}

}  // namespace

extern constinit const Rule kEmptyContainerPassedOver = {
    .info =
        {.id = "empty-container-passed-over",
         .title = {"Optional container tested by truth before it is filled",
                   "填充可选容器之前按真值判断"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{name}` counts as false while it is empty, so `{filled}` never begins to "
                     "fill it",
                     "`{name}` 为空时视为假，因此 `{filled}` 永远不会开始填充它"},
         .consequence = {"A caller that passes an empty container to be filled gets it back "
                         "empty",
                         "调用方传入待填充的空容器，得到的仍是空的"},
         .advice = {"Test `{name} is not None`", "改为判断 `{name} is not None`"},
         .why = "None and an empty container both count as false. Only the first one means "
                "that nobody wants the results.",
         .fix = "Compare with None.",
         .bad = R"py(
def gather(states, pinned=None):
    for key, state in states.items():
        if pinned and key not in pinned:
            pinned[key] = state.copy()
)py",
         .good = R"py(
def gather(states, pinned=None):
    for key, state in states.items():
        if pinned is not None and key not in pinned:
            pinned[key] = state.copy()
)py"},
    .kinds = {NodeKind::kIfStatement, NodeKind::kElifClause},
    .check = Check};

}  // namespace allreview::rules
