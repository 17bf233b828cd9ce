// saved = p.data; p.data.add_(eps); p.data.copy_(saved): the snapshot changes with what it is of.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kTakenHere("snapshot-taken-here", "the snapshot is taken here, without a copy",
                            "快照在这里获取，没有拷贝");
constexpr Phrase kChangedHere("snapshot-changed-here", "changed in place here", "在这里被原地修改");
constexpr Phrase kPhrases[] = {kTakenHere, kChangedHere};

// What gives the same memory: x.data, x.detach(), x.view(-1).
Node WithoutViews(Node expression) {
  while (true) {
    expression = python::WithoutParentheses(expression);
    Node view = expression.Is(NodeKind::kCall) ? expression.child(Field::kFunction) : expression;
    if (!view.Is(NodeKind::kAttribute)) return expression;
    const absl::string_view name = view.child(Field::kAttribute).text();
    const bool is_call = view != expression;
    const bool is_view = is_call ? name == "detach" || name == "view" : name == "data";
    if (!is_view) return expression;
    expression = view.child(Field::kObject);
  }
}

bool IsPath(Node expression) {
  while (expression.Is(NodeKind::kAttribute) || expression.Is(NodeKind::kSubscript)) {
    const bool is_attribute = expression.Is(NodeKind::kAttribute);
    expression = expression.child(is_attribute ? Field::kObject : Field::kValue);
  }
  return expression.Is(NodeKind::kIdentifier);
}

// Methods that change a dictionary or list, or what stands in a tensor.
bool ChangesObject(absl::string_view method) {
  for (absl::string_view one : {"append", "clear", "extend", "insert", "pop", "popitem", "remove",
                                "setdefault", "update"}) {
    if (method == one) return true;
  }
  return absl::EndsWith(method, "_") && !absl::StartsWith(method, "_") &&
         method != "requires_grad_" && method != "share_memory_";
}

// What the node changes in place: x.data of x.data.add_(1), x[0] = y, x += y. Null: nothing.
Node ChangedBy(Node node) {
  if (node.Is(NodeKind::kCall)) {
    const Node function = node.child(Field::kFunction);
    const bool is_change = function.Is(NodeKind::kAttribute) &&
                           ChangesObject(function.child(Field::kAttribute).text());
    return is_change ? WithoutViews(function.child(Field::kObject)) : Node();
  }
  if (node.Is(NodeKind::kAugmentedAssignment)) {
    Node target = node.child(Field::kLeft);
    // `self.count += 1` gives numbers another value: only what is written into is certain.
    if (!target.Is(NodeKind::kSubscript)) return Node();
    return WithoutViews(target.child(Field::kValue));
  }
  if (!node.Is(NodeKind::kAssignment)) return Node();
  const Node target = node.child(Field::kLeft);
  return target.Is(NodeKind::kSubscript) ? WithoutViews(target.child(Field::kValue)) : Node();
}

// A snapshot of a place, by its name, until it is put back.
struct Snapshot {
  Node taken, changed = {}, restored = {};
};

// x.copy_(saved), x.update(saved), x = saved
bool Restores(Node node, absl::string_view of, absl::string_view saved) {
  if (node.Is(NodeKind::kAssignment)) {
    const Node value = node.child(Field::kRight);
    return node.child(Field::kLeft).text() == of && value && value.text() == saved;
  }
  if (!node.Is(NodeKind::kCall)) return false;
  const absl::string_view name = CalleeName(node);
  const Node value = python::Argument(node, 0, "src");
  if ((name != "copy_" && name != "update") || !value) return false;
  const Node function = node.child(Field::kFunction);
  return function.Is(NodeKind::kAttribute) && WithoutViews(value).text() == saved &&
         WithoutViews(function.child(Field::kObject)).text() == of;
}

// The place, or something on the way to it, is bound to another object.
bool Rebinds(Node node, absl::string_view place) {
  if (!node.Is(NodeKind::kAssignment) && !node.Is(NodeKind::kForStatement)) return false;
  for (Node target : ElementsOf(node.child(Field::kLeft))) {
    const absl::string_view text = target.text();
    const bool is_before =
        absl::StartsWith(place, text) &&
        (place.size() == text.size() || place[text.size()] == '.' || place[text.size()] == '[');
    if (is_before || text == absl::string_view(std::string(place) + ".data")) return true;
  }
  return false;
}

Snapshot Follow(const python::Definition& function, Node assignment, absl::string_view of,
                absl::string_view saved) {
  Snapshot snapshot = {.taken = assignment};
  bool is_rebound = false;
  ForEachOwnNode(function.body, [&](Node node) {
    if (node.index() < assignment.subtree_end() || is_rebound || snapshot.restored) return;
    if (snapshot.changed && Restores(node, of, saved)) {
      snapshot.restored = node;
    } else if (Rebinds(node, of) || Rebinds(node, saved)) {
      is_rebound = true;
    } else if (const Node changed = ChangedBy(node); changed && changed.text() == of) {
      if (!snapshot.changed) snapshot.changed = node;
    }
  });
  return snapshot;
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Node name = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  if (!value || !name.Is(NodeKind::kIdentifier)) return;
  const Node of = WithoutViews(value);
  const bool is_place = of.Is(NodeKind::kAttribute) || of.Is(NodeKind::kSubscript) ||
                        (of.Is(NodeKind::kIdentifier) && of != value);
  const python::Definition* const function = module.EnclosingFunction(assignment);
  if (!is_place || !IsPath(of) || function == nullptr) return;
  const Snapshot snapshot = Follow(*function, assignment, of.text(), name.text());
  if (!snapshot.restored) return;
  file.Report({.at = snapshot.restored,
               .params = {{"saved", std::string(name.text())},
                          {"place", OneLine(of)},
                          {"line", std::to_string(snapshot.changed.first_line())}},
               .because = FirstChanged(file, {snapshot.restored, assignment, snapshot.changed}),
               .related = {{kTakenHere, RangeOf(module, assignment)},
                           {kChangedHere, RangeOf(module, snapshot.changed)}}});
}

}  // namespace

extern constinit const Rule kSnapshotWithoutCopy = {
    .info =
        {.id = "snapshot-without-copy",
         .title = {"Snapshot shares memory with what it is of", "快照与原对象共享内存"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{saved}` is the very object `{place}`, which line {line} changes in place, "
                     "so putting it back restores nothing",
                     "`{saved}` 就是 `{place}` 本身，第 {line} "
                     "行又原地修改了它，因此写回时没有恢复任何内容"},
         .consequence = {"The changed values stay: the state after the temporary change is not the "
                         "state before it",
                         "修改后的值会保留下来：临时修改之后的状态不再是修改之前的状态"},
         .advice = {"Take a copy: `{saved} = {place}.clone()` of a tensor, `.copy()` of a "
                    "dictionary or list",
                    "先拷贝：tensor 用 `{saved} = {place}.clone()`，字典或列表用 `.copy()`"},
         .phrases = kPhrases,
         .why = "An assignment binds another name to the same object, and `.data`, `detach()` and "
                "`view()` share its memory. What is written in place is seen through all of them.",
         .fix = "Copy before the change.",
         .bad = R"py(
def probe(p, loss, eps):
    saved = p.data
    p.data.add_(eps)
    value = loss()
    p.data.copy_(saved)
    return value
)py",
         .good = R"py(
def probe(p, loss, eps):
    saved = p.data.clone()
    p.data.add_(eps)
    value = loss()
    p.data.copy_(saved)
    return value
)py",
         .references = {"https://docs.pytorch.org/docs/stable/generated/torch.clone.html"}},
    .kinds = {NodeKind::kAssignment},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
