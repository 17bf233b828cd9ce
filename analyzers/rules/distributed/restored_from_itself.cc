// args.step = getattr(args, "step", 0), where args.step was read above: nothing is restored.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kReadHere("read-here", "it is read here already", "这里已经读取过它");
constexpr Phrase kPhrases[] = {kReadHere};

// `obj` of getattr(obj, "name", default). Null: another expression, or another name.
Node LookedUpIn(const Module& module, Node value, absl::string_view name) {
  if (!value.Is(NodeKind::kCall) || !module.Calls(value, "builtins.getattr")) return {};
  const python::Arguments arguments = python::ArgumentsOf(value);
  if (arguments.positional.size() < 2) return {};
  return Module::StringContent(arguments.positional[1]) == name ? arguments.positional[0] : Node();
}

// The place before the assignment that reads `target` and always ran: it raises if there is none.
Node ReadBefore(FileContext& file, const Definition& function, Node assignment, Node target) {
  const python::ControlFlow& flow = file.flow(assignment);
  return FindOwnNode(function.body, NodeKind::kAttribute, [&](Node node) {
    if (node.index() >= assignment.index() || node.text() != target.text()) return false;
    const bool is_target = node.field() == Field::kLeft && node.parent().Is(NodeKind::kAssignment);
    return !is_target && flow.Dominates(flow.PointOf(node), flow.PointOf(assignment));
  });
}

// Another object that is bound before and called after this one: `checkpoint_args` for `args`.
std::string OtherObject(const Definition& function, Node assignment, absl::string_view object) {
  const Node found = FindOwnNode(function.body, NodeKind::kAssignment, [&](Node other) {
    const Node left = other.child(Field::kLeft);
    return other.index() < assignment.index() && left.Is(NodeKind::kIdentifier) &&
           absl::EndsWith(left.text(), absl::StrCat("_", object));
  });
  return found ? std::string(found.child(Field::kLeft).text()) : "";
}

void Check(FileContext& file, Node assignment) {
  const Module& module = file.module();
  const Node target = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
  if (!value || !target.Is(NodeKind::kAttribute)) return;
  const Node object = target.child(Field::kObject);
  const Node from = LookedUpIn(module, value, target.child(Field::kAttribute).text());
  const Definition* function = module.EnclosingFunction(assignment);
  if (!from || from.text() != object.text() || function == nullptr) return;
  const std::string other = OtherObject(*function, assignment, object.text());
  if (other.empty()) return;
  const Node read = ReadBefore(file, *function, assignment, target);
  if (!read) return;
  const Node argument = python::ArgumentsOf(value).positional[0];
  file.Report({.at = assignment,
               .params = {{"target", std::string(target.text())},
                          {"object", std::string(object.text())},
                          {"other", other}},
               .related = {{kReadHere, RangeOf(module, read)}},
               .edits = {Replace(module, argument, other)}});
}

}  // namespace

extern constinit const Rule kRestoredFromItself = {
    .info =
        {.id = "restored-from-itself",
         .title = {"State restored from the object that is to get it",
                   "从待恢复的对象自身恢复状态"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{target}` gets the value that it already has: it is read from `{object}`, "
                     "not from `{other}`",
                     "`{target}` 得到的是它已有的值：读取的是 `{object}`，而不是 `{other}`"},
         .consequence = {"Nothing is restored: after a resume it starts from its initial value",
                         "什么也没有恢复：恢复训练后它从初始值开始"},
         .advice = {"Read it from `{other}`", "从 `{other}` 读取"},
         .phrases = kPhrases,
         .why = "Two objects of one kind are at hand, the one of this run and the one that was "
                "loaded. getattr with a default never fails, so the wrong one goes unnoticed.",
         .fix = "Name the loaded object.",
         .bad = R"py(
def resume(args, state):
    assert args.samples == 0
    loaded_args = state["args"]
    args.samples = getattr(args, "samples", 0)
    return loaded_args.step
)py",
         .good = R"py(
def resume(args, state):
    assert args.samples == 0
    loaded_args = state["args"]
    args.samples = getattr(loaded_args, "samples", 0)
    return loaded_args.step
)py",
         .references = {"https://docs.python.org/3/library/functions.html#getattr"}},
    .kinds = {NodeKind::kAssignment},
    .names = "getattr",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
