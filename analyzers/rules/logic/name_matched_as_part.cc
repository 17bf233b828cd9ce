// [k for k in keys if name in k], of which one is wanted: "layers.1" is in "layers.10", too.

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Module;

// "name", "param_name", "fqn": a whole name, and no part of one such as a prefix or pattern.
bool IsWholeName(absl::string_view name) {
  return absl::EndsWith(name, "name") || absl::EndsWith(name, "fqn") || name == "key" ||
         absl::EndsWith(name, "_key");
}

// What `name in k` looks for when k is what the comprehension collects; null: something else.
Node SoughtIn(Node comprehension) {
  const Node element = comprehension.child(Field::kBody);
  if (!element.Is(NodeKind::kIdentifier)) return {};
  for (Node part : comprehension.named_children()) {
    if (!part.Is(NodeKind::kIfClause)) continue;
    const Node test = FindOwnNode(part, NodeKind::kComparisonOperator, [&](Node comparison) {
      const std::vector<logic::Comparison> steps = logic::ComparisonsOf(comparison);
      return steps.size() == 1 && steps[0].op == "in" && steps[0].right.text() == element.text() &&
             steps[0].left.Is(NodeKind::kIdentifier) && IsWholeName(steps[0].left.text());
    });
    if (test) return logic::ComparisonsOf(test)[0].left;
  }
  return {};
}

// The name stands in one line with nothing else: `len(matches)` beside 1, or `matches[0]`.
bool IsTakenAsOne(Node body, absl::string_view list) {
  const std::string length = absl::StrCat("len(", list, ")");
  const std::string first = absl::StrCat(list, "[0]");
  const bool is_counted = AnyOwnNode(body, NodeKind::kComparisonOperator, [&](Node comparison) {
    for (const logic::Comparison& test : logic::ComparisonsOf(comparison)) {
      if (test.left.text() == length && test.right.text() == "1") return true;
    }
    return false;
  });
  return is_counted || AnyOwnNode(body, NodeKind::kSubscript,
                                  [&](Node subscript) { return subscript.text() == first; });
}

// The names come from where a model or a checkpoint keeps its whole ones.
bool IsNameOfParameter(const Module& module, Node name) {
  const python::Definition* const function = module.EnclosingFunction(name);
  if (function == nullptr) return false;
  return AnyOwnNode(function->body, NodeKind::kForStatement, [&](Node loop) {
    if (!Mentions(loop.child(Field::kLeft), name.text())) return false;
    const absl::string_view source = loop.child(Field::kRight).text();
    return absl::StrContains(source, "named_parameters") || absl::StrContains(source, "items()") ||
           absl::StrContains(source, "named_buffers") || absl::StrContains(source, "keys()") ||
           absl::StrContains(source, "named_modules") || absl::StrContains(source, "state_dict");
  });
}

void Check(FileContext& file, Node comprehension) {
  const Node name = SoughtIn(comprehension);
  const Node assignment = comprehension.parent();
  if (!name || !assignment.Is(NodeKind::kAssignment)) return;
  const Node list = assignment.child(Field::kLeft);
  const python::Definition* const function = file.module().EnclosingFunction(comprehension);
  if (function == nullptr || !list.Is(NodeKind::kIdentifier)) return;
  if (!IsTakenAsOne(function->body, list.text()) || !IsNameOfParameter(file.module(), name)) return;
  file.Report({.at = comprehension,
               .params = {{"name", std::string(name.text())},
                          {"key", std::string(comprehension.child(Field::kBody).text())},
                          {"list", std::string(list.text())}}});
}

}  // namespace

extern constinit const Rule kNameMatchedAsPart = {
    .info = {.id = "name-matched-as-part",
             .title = {"Name looked up as a part of others", "按子串查找名称"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{name} in {key}` also finds longer names: `layers.1` is in `layers.10`, "
                         "and one entry of `{list}` is taken for the match",
                         "`{name} in {key}` 也会匹配更长的名称（`layers.10` 包含 `layers.1`），"
                         "而代码把 `{list}` 中的一项当作唯一匹配"},
             .consequence = {"The entry of another parameter is used, or the check for exactly one "
                             "fails, once there are ten layers",
                             "一旦有十层以上，就会用到另一个参数的条目，或者“恰好一个”的检查失败"},
             .advice = {"Compare whole names: `{key}.endswith({name})`, or `==`",
                        "比较完整的名称：`{key}.endswith({name})`，或使用 `==`"},
             .why = "`in` of two texts asks whether one occurs anywhere in the other.",
             .fix = "Use endswith() or ==.",
             .bad = R"py(
def match(model, keys):
    for name, parameter in model.named_parameters():
        matches = [k for k in keys if name in k]
        assert len(matches) == 1
)py",
             .good = R"py(
def match(model, keys):
    for name, parameter in model.named_parameters():
        matches = [k for k in keys if k.endswith(name)]
        assert len(matches) == 1
)py"},
    .kinds = {NodeKind::kListComprehension},
    .check = Check};

}  // namespace allreview::rules
