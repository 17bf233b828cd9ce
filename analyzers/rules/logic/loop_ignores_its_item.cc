// for group in groups: step(groups[0]): each round does the same, and the item is never read.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Binding;
using python::ControlFlow;
using python::Definition;
using python::Module;

constexpr Phrase kElement("element", "`{code}`, the same element every time",
                          "`{code}`，每次都是同一个元素");
constexpr Phrase kWhole("whole", "all of `{code}`", "整个 `{code}`");
constexpr Phrase kLeftOver("left-over", "`{code}`, which the loop on line {line} left behind",
                           "第 {line} 行的循环遗留下来的 `{code}`");
constexpr Phrase kUsedInstead("used-instead", "used instead", "这里用的是它");
constexpr Phrase kPhrases[] = {kElement, kWhole, kLeftOver, kUsedInstead};

// `groups` of `groups`, `groups.items()`, `enumerate(groups)`, `list(groups)`. Null: another
// iterable, such as a range, which may well be there to count rounds.
Node ContainerOf(Node iterable) {
  Node container = python::WithoutParentheses(iterable);
  while (container.Is(NodeKind::kCall)) {
    const Node function = container.child(Field::kFunction);
    const absl::string_view name = CalleeName(container);
    if (function.Is(NodeKind::kAttribute)) {
      if (name != "items" && name != "values" && name != "keys") return Node();
      container = function.child(Field::kObject);
    } else if (name == "enumerate" || name == "list" || name == "reversed" || name == "sorted") {
      container = python::Argument(container, 0, "iterable");
    } else {
      return Node();
    }
  }
  return logic::IsDottedName(container) ? container : Node();
}

// Names that the loop gives to the item. Empty: one of them says that nobody reads it, or they are
// no plain names.
std::vector<Node> ItemsOf(Node loop) {
  std::vector<Node> items;
  const Node left = loop.child(Field::kLeft);
  if (left.Is(NodeKind::kAttribute) || left.Is(NodeKind::kSubscript)) return {};
  if (left.Is(NodeKind::kIdentifier)) items.push_back(left);
  for (Node node : left.descendants(NodeKind::kIdentifier)) items.push_back(node);
  for (Node item : items) {
    if (absl::StartsWith(item.text(), "_") || absl::StrContains(item.text(), "unused") ||
        absl::StrContains(item.text(), "dummy")) {
      return {};
    }
  }
  return items;
}

bool IsReadIn(const std::vector<Node>& items, Node code) {
  for (Node node : code.descendants(NodeKind::kIdentifier)) {
    for (Node item : items) {
      if (node.text() == item.text() && IsVariable(node)) return true;
    }
  }
  return false;
}

// A function of Python itself or a log call: it asks about the container, or shows it.
bool IsInspection(const Module& module, Node call) {
  const Node function = call.child(Field::kFunction);
  if (absl::StartsWith(module.Resolve(function), "builtins.")) return true;
  for (absl::string_view word : {"log", "print", "warn", "debug", "info"}) {
    if (absl::StrContains(CalleeName(call), word)) return true;
  }
  return false;
}

struct Instead {
  Node node;
  Words what;
};

// The body works on the container itself: hands it to a call, or reads one fixed element.
Instead ContainerUse(const Module& module, Node body, Node container) {
  for (Node node : body.descendants(container.kind())) {
    if (node.text() != container.text()) continue;
    if (node.Is(NodeKind::kIdentifier) && !IsVariable(node)) continue;
    const Node parent = node.parent();
    if (parent.Is(NodeKind::kSubscript) && node.field() == Field::kValue &&
        parent.child(Field::kSubscript).Is(NodeKind::kInteger) && parent.field() != Field::kLeft) {
      return {parent, Sentence(kElement, {{"code", OneLine(parent)}})};
    }
    const Node list = parent.Is(NodeKind::kKeywordArgument) ? parent.parent() : parent;
    if (list.Is(NodeKind::kArgumentList) && !IsInspection(module, list.parent())) {
      return {node, Sentence(kWhole, {{"code", container.text()}})};
    }
  }
  return {};
}

// A name in the body that only an earlier loop, which is over, has bound.
Instead LeftOver(FileContext& file, const Definition& function, Node loop) {
  const Module& module = file.module();
  const uint32_t scope = module.scopes().ScopeOf(function.body);
  const ControlFlow& flow = file.flow(loop);
  for (Node node : loop.child(Field::kBody).descendants(NodeKind::kIdentifier)) {
    if (!IsVariable(node)) continue;
    const python::Scopes::BindingRange bindings = module.scopes().BindingsOf(scope, node.text());
    if (bindings.size() != 1 || bindings.begin()->kind != Binding::Kind::kLoop) continue;
    const Node earlier = Around(bindings.begin()->node, NodeKind::kForStatement);
    if (!earlier || earlier.subtree_end() > loop.index()) continue;
    if (flow.DefinitionsReaching(node).empty()) continue;
    return {node, Sentence(kLeftOver,
                           {{"code", node.text()}, {"line", absl::StrCat(earlier.first_line())}})};
  }
  return {};
}

bool IsProgressBar(const Module& module, Node container) {
  const Node value = module.Dereference(container);
  return value.Is(NodeKind::kCall) && absl::StrContains(CalleeName(value), "tqdm");
}

void Check(FileContext& file, Node loop) {
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(loop);
  const Node container = ContainerOf(loop.child(Field::kRight));
  if (function == nullptr || !container || loop.HasError()) return;
  const std::vector<Node> items = ItemsOf(loop);
  if (items.empty() || IsReadIn(items, loop.child(Field::kBody))) return;
  if (IsProgressBar(module, container)) return;
  Instead instead = ContainerUse(module, loop.child(Field::kBody), container);
  if (!instead.node) instead = LeftOver(file, *function, loop);
  if (!instead.node) return;
  const Node left = loop.child(Field::kLeft);
  file.Report({.at = left,
               .params = {{"item", std::string(left.text())},
                          {"container", std::string(container.text())},
                          {"what", std::move(instead.what)}},
               .because = FirstChanged(file, {left, instead.node}),
               .related = {{kUsedInstead, RangeOf(module, instead.node)}}});
}

}  // namespace

extern constinit const Rule kLoopIgnoresItsItem = {
    .info = {.id = "loop-ignores-its-item",
             .title = {"Loop that never reads its item", "循环从未使用它的元素"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"The loop over `{container}` never reads `{item}`; each round works on "
                         "{what}",
                         "对 `{container}` 的循环从未读取 `{item}`，每一轮处理的都是{what}"},
             .consequence = {"The same work is repeated for every item, and the other items get "
                             "none of it",
                             "同样的工作对每个元素重复一遍，其他元素却没有被处理"},
             .advice = {"Use `{item}` in the body", "在循环体中使用 `{item}`"},
             .phrases = kPhrases,
             .why = "A loop whose item is never read does the same in each round. When it works "
                    "on the container that it walks over, on one fixed element of it, or on a name "
                    "that an earlier loop left behind, the item was meant.",
             .fix = "Use the item. If the work is needed only once, take it out of the loop.",
             .bad = R"py(
def converge(results, tolerance, check):
    for result in results:
        if check(results[0].load, tolerance):
            results.freeze()
)py",
             .good = R"py(
def converge(results, tolerance, check):
    for result in results:
        if check(result.load, tolerance):
            results.freeze()
)py"},
    .kinds = {NodeKind::kForStatement},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
