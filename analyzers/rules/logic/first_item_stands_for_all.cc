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

void CheckLoop(FileContext& file, Node subscript) {
  const Node access = subscript.parent();
  if (!access.Is(NodeKind::kAttribute) && !access.Is(NodeKind::kSubscript)) return;
  if (subscript.field() != Field::kObject && subscript.field() != Field::kValue) return;
  if (!IsOwnProperty(access) || access.field() == Field::kLeft) return;
  const Node container = subscript.child(Field::kValue);
  const Node loop = Around(subscript, NodeKind::kForStatement);
  if (!loop || !loop.child(Field::kBody).Contains(subscript)) return;
  if (!WalksOver(loop, container.text()) || IsDeliberate(subscript, loop)) return;
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
