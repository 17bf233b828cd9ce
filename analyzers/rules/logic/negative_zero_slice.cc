// items[:-keep] with keep == 0 is empty, not everything.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/python/guards.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

// `n` of `x[:-n]` and of `x[a:-n]`. Null: the slice has another end.
Node NegatedEndOf(Node slice) {
  bool is_behind_colon = false;
  for (Node child : slice.children()) {
    if (child.text() == ":") {
      if (is_behind_colon) return Node();
      is_behind_colon = true;
    } else if (is_behind_colon && child.Is(NodeKind::kUnaryOperator)) {
      const Node operand = child.child(Field::kArgument);
      const bool is_negated = child.child(Field::kOperator).text() == "-";
      return is_negated && operand.Is(NodeKind::kIdentifier) ? operand : Node();
    }
  }
  return Node();
}

bool CountsAsZero(Node value) { return value.Is(NodeKind::kInteger) && value.text() == "0"; }

// x % n, max(0, x): zero on some inputs, and made to be.
bool MayGiveZero(Node value) {
  value = python::WithoutParentheses(value);
  if (value.Is(NodeKind::kBinaryOperator)) return value.child(Field::kOperator).text() == "%";
  if (!value.Is(NodeKind::kCall) || value.child(Field::kFunction).text() != "max") return false;
  for (Node argument : python::ArgumentsOf(value).positional) {
    if (CountsAsZero(argument)) return true;
  }
  return false;
}

// A count that callers or a computation may make zero.
bool MayBeZero(const Module& module, const Definition& function, Node name) {
  const python::Scopes::BindingRange bindings =
      module.scopes().BindingsOf(module.scopes().ScopeOf(name), name.text());
  if (bindings.size() != 1) return false;
  const python::Binding& only = *bindings.begin();
  if (only.kind == python::Binding::Kind::kAssignment) return only.value && MayGiveZero(only.value);
  if (only.kind != python::Binding::Kind::kParameter) return false;
  const python::Parameter* parameter = FindParameter(function, name.text());
  return parameter != nullptr &&
         (parameter->annotation.text() == "int" || parameter->default_value.Is(NodeKind::kInteger));
}

// Some condition of the function speaks of it before the slice.
bool IsTested(const Definition& function, Node name) {
  for (Node use : function.body.descendants(NodeKind::kIdentifier)) {
    if (use.index() >= name.index()) return false;
    if (use.text() != name.text()) continue;
    for (Node around = use; around != function.body; around = around.parent()) {
      const bool decides =
          around.Is(NodeKind::kComparisonOperator) || around.Is(NodeKind::kAssertStatement) ||
          around.Is(NodeKind::kNotOperator) || around.Is(NodeKind::kBooleanOperator) ||
          around.field() == Field::kCondition;
      if (decides) return true;
      if (around.parent() == function.body) break;
    }
  }
  return false;
}

void Check(FileContext& file, Node slice) {
  const Node name = NegatedEndOf(slice);
  if (!name || slice.HasError()) return;
  const Module& module = file.module();
  const Definition* function = module.EnclosingFunction(slice);
  if (function == nullptr || !MayBeZero(module, *function, name)) return;
  if (IsTested(*function, name) || python::FindZeroGuard(module, name)) return;
  const Node subscript = Around(slice, NodeKind::kSubscript);
  file.Report({.at = slice,
               .params = {{"name", std::string(name.text())},
                          {"slice", OneLine(slice)},
                          {"container", OneLine(subscript.child(Field::kValue))}}});
}

}  // namespace

extern constinit const Rule kNegativeZeroSlice = {
    .info = {.id = "negative-zero-slice",
             .title = {"Slice that ends at minus a count that may be zero",
                       "切片以负的计数结尾，而计数可能为零"},
             .message = {"`{container}[{slice}]` is empty when `{name}` is 0",
                         "`{name}` 为 0 时，`{container}[{slice}]` 为空"},
             .consequence = {"-0 is 0: instead of leaving nothing out, the slice leaves everything "
                             "out, and only then",
                             "-0 就是 0：此时切片本应一个不少，结果却一个不剩"},
             .advice = {"End the slice at `len({container}) - {name}`, or treat 0 on its own",
                        "让切片在 `len({container}) - {name}` 处结束，或者单独处理 0"},
             .why = "`x[:-n]` drops the last n items for every n but 0, where it drops all of "
                    "them.",
             .fix = "Count from the front, or test for 0 first.",
             .bad = R"py(
def stale(checkpoints, keep: int = 1):
    return checkpoints[:-keep]
)py",
             .good = R"py(
def stale(checkpoints, keep: int = 1):
    return checkpoints[: len(checkpoints) - keep]
)py",
             .references = {"https://docs.python.org/3/library/stdtypes.html"
                            "#common-sequence-operations"}},
    .kinds = {NodeKind::kSlice},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
