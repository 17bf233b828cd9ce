// [group["lr"] for group in groups][0], or xs[0].dtype in a loop over xs.

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr Phrase kOfComprehension(
    "of-comprehension",
    "The comprehension makes a value for each item of `{container}`, "
    "and `[{index}]` keeps one of them",
    "推导式为 `{container}` 的每个元素求值，`[{index}]` 只保留其中一个");
constexpr Phrase kOfLoop("of-loop",
                         "The loop over `{container}` takes `{code}` in every round instead of "
                         "that of its item",
                         "对 `{container}` 的循环每一轮都取 `{code}`，而不是当前元素的值");
constexpr Phrase kPhrases[] = {kOfComprehension, kOfLoop};

// A fixed position: `[0]`, `[-1]`. Null: another subscript.
Node FixedIndexOf(Node subscript) {
  const Node index = subscript.child(Field::kSubscript);
  const Node number = index.Is(NodeKind::kUnaryOperator) ? index.child(Field::kArgument) : index;
  return number.Is(NodeKind::kInteger) ? index : Node();
}

void CheckComprehension(FileContext& file, Node subscript, Node index) {
  const Node list = python::WithoutParentheses(subscript.child(Field::kValue));
  Node clause;
  for (Node child : list.named_children()) {
    // With a condition, the first one that fits may be meant.
    if (child.Is(NodeKind::kIfClause)) return;
    if (child.Is(NodeKind::kForInClause)) {
      if (clause) return;
      clause = child;
    }
  }
  const Node container = clause.child(Field::kRight);
  // `[f(x) for x in (a,)][0]` binds a name for an expression.
  if (!logic::IsDottedName(container)) return;
  file.Report({.at = subscript,
               .params = {{"what", Sentence(kOfComprehension, {{"container", container.text()},
                                                               {"index", index.text()}})},
                          {"container", std::string(container.text())}}});
}

// What differs from item to item as soon as they are of two kinds.
bool IsOwnProperty(Node access) {
  if (access.Is(NodeKind::kAttribute)) {
    const absl::string_view name = access.child(Field::kAttribute).text();
    return name == "dtype" || name == "numel" || name == "state" || name == "requires_grad" ||
           name == "grad" || name == "main_grad";
  }
  const absl::string_view key = Module::StringContent(access.child(Field::kSubscript));
  return key == "lr" || key == "weight_decay" || key == "params" || key == "scale" ||
         key == "betas" || key == "eps" || key == "exp_avg" || key == "exp_avg_sq";
}

// Compared, asserted, or read in a branch that asks about the item: the first one is meant.
bool IsDeliberate(Node subscript, Node loop) {
  for (Node around = subscript.parent(); around && around != loop; around = around.parent()) {
    switch (around.kind()) {
      case NodeKind::kComparisonOperator:
      case NodeKind::kAssertStatement:
      case NodeKind::kConditionalExpression:
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
      case NodeKind::kElseClause:
        return true;
      default:
        break;
    }
  }
  return false;
}

// The loop walks over the container: `for x in xs`, `for i, x in enumerate(xs)`, `zip(xs, ys)`,
// `range(len(xs))`.
bool WalksOver(Node loop, absl::string_view container) {
  const Node iterable = python::WithoutParentheses(loop.child(Field::kRight));
  if (iterable.text() == container) return true;
  if (!iterable.Is(NodeKind::kCall)) return false;
  const absl::string_view name = CalleeName(iterable);
  if (name == "range") {
    const python::Arguments arguments = python::ArgumentsOf(iterable);
    return arguments.positional.size() == 1 &&
           arguments.positional[0].text() == absl::StrCat("len(", container, ")");
  }
  if (name != "enumerate" && name != "zip" && name != "reversed") return false;
  for (Node argument : python::ArgumentsOf(iterable).positional) {
    if (argument.text() == container) return true;
  }
  return false;
}

// sizes = [x.numel() for x in xs], or `for x in xs: sizes.append(...)`: one for each of
// `container`.
bool HasOneForEach(Node function, Node list, absl::string_view container) {
  if (!list.Is(NodeKind::kIdentifier)) return false;
  for (Node comprehension : function.descendants(NodeKind::kListComprehension)) {
    const Node assignment = comprehension.parent();
    const Node clause = comprehension.child(NodeKind::kForInClause);
    if (assignment.Is(NodeKind::kAssignment) &&
        assignment.child(Field::kLeft).text() == list.text() &&
        clause.child(Field::kRight).text() == container &&
        !comprehension.child(NodeKind::kIfClause)) {
      return true;
    }
  }
  for (Node call : function.descendants(NodeKind::kCall)) {
    const Node callee = call.child(Field::kFunction);
    if (callee.child(Field::kAttribute).text() != "append" ||
        callee.child(Field::kObject).text() != list.text()) {
      continue;
    }
    const Node loop = call.parent().parent().parent();  // Over the statement and the block.
    if (loop.Is(NodeKind::kForStatement) && loop.child(Field::kRight).text() == container) {
      return true;
    }
  }
  return false;
}

// `dtype` of `xs[0].dtype` and of `xs[0].data.dtype`. Null: nothing that differs between items.
Node OwnPropertyOf(Node subscript) {
  Node access = subscript.parent();
  if (subscript.field() != Field::kObject && subscript.field() != Field::kValue) return Node();
  while (access.Is(NodeKind::kAttribute) && !IsOwnProperty(access) &&
         access.field() == Field::kObject) {
    access = access.parent();
  }
  const bool is_access = access.Is(NodeKind::kAttribute) || access.Is(NodeKind::kSubscript);
  return is_access && IsOwnProperty(access) && access.field() != Field::kLeft ? access : Node();
}

void CheckLoop(FileContext& file, Node subscript) {
  const Node access = OwnPropertyOf(subscript);
  if (!access) return;
  const Node container = subscript.child(Field::kValue);
  const Node loop = Around(subscript, NodeKind::kForStatement);
  if (!loop || !loop.child(Field::kBody).Contains(subscript)) return;
  const python::Definition* function = file.module().EnclosingFunction(loop);
  if (IsDeliberate(subscript, loop)) return;
  if (!WalksOver(loop, container.text()) &&
      (function == nullptr ||
       !HasOneForEach(function->body, loop.child(Field::kRight), container.text()))) {
    return;
  }
  file.Report({.at = subscript,
               .params = {{"what", Sentence(kOfLoop, {{"container", container.text()},
                                                      {"code", OneLine(access)}})},
                          {"container", std::string(container.text())}}});
}

void Check(FileContext& file, Node subscript) {
  const Node index = FixedIndexOf(subscript);
  if (!index || subscript.HasError()) return;
  const Node value = python::WithoutParentheses(subscript.child(Field::kValue));
  if (value.Is(NodeKind::kListComprehension)) {
    CheckComprehension(file, subscript, index);
  } else if (logic::IsDottedName(value) && index.text() == "0") {
    CheckLoop(file, subscript);
  }
}

}  // namespace

extern constinit const Rule kFirstItemStandsForAll = {
    .info = {.id = "first-item-stands-for-all",
             .title = {"One item of a collection taken for all of them", "以一个元素代替所有元素"},
             .severity = Severity::kP1,
             .impact = Impact::kMedium,
             .message = {"{what}", "{what}"},
             .consequence = {"Items of `{container}` that differ from it get its dtype, learning "
                             "rate or state instead of their own",
                             "`{container}` 中与它不同的元素会得到它的 dtype、学习率或状态，而不是"
                             "自己的"},
             .advice = {"Use each item's own value; if all are the same, assert that",
                        "使用每个元素自己的值；如果都相同，就用断言写明"},
             .phrases = kPhrases,
             .why = "Parameters, parameter groups and buckets differ in dtype, learning rate and "
                    "state as soon as a model has two kinds of them. What the first one has is "
                    "right for the others only by chance.",
             .fix = "Read the value from the item of the loop.",
             .bad = R"py(
def warmup_start(optimizer):
    return [group["lr"] for group in optimizer.param_groups][0]
)py",
             .good = R"py(
def warmup_start(optimizer):
    return [group["lr"] for group in optimizer.param_groups]
)py"},
    .kinds = {NodeKind::kSubscript},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
