// if id == previous: sizes[-1] = ...; else: sizes.append(...), groups.append(group): the group may
// have changed under the same id.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/local_values.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kAppendedHere("appended-only-here", "appended only when nothing is merged",
                               "只在不合并时追加");
constexpr Phrase kPhrases[] = {kAppendedHere};

// `xs.append(x)` among the statements of a block: by the text of the list.
std::map<absl::string_view, Node> AppendsOf(Node block) {
  std::map<absl::string_view, Node> appends;
  for (Node statement : block.named_children()) {
    const Node call = statement.named_child(0);
    if (!call.Is(NodeKind::kCall) || CalleeName(call) != "append") continue;
    appends[call.child(Field::kFunction).child(Field::kObject).text()] = call;
  }
  return appends;
}

// `xs[-1] = ...` in the block, of a list that the other arm appends to.
bool ChangesLastOf(Node block, absl::string_view list) {
  for (Node statement : block.named_children()) {
    const Node change = statement.named_child(0);
    if (!change.Is(NodeKind::kAssignment) && !change.Is(NodeKind::kAugmentedAssignment)) continue;
    const Node target = change.child(Field::kLeft);
    if (target.Is(NodeKind::kSubscript) && target.child(Field::kValue).text() == list &&
        target.child(Field::kSubscript).text() == "-1") {
      return true;
    }
  }
  return false;
}

// `x` of `x == previous_x`. Null: the condition asks for more, or for something else.
Node ComparedName(Node condition) {
  const Node comparison = python::WithoutParentheses(condition);
  if (!comparison.Is(NodeKind::kComparisonOperator) || comparison.named_child_count() != 2 ||
      !absl::StrContains(comparison.text(), "==")) {
    return {};
  }
  const Node left = comparison.named_child(0), right = comparison.named_child(1);
  const bool are_names = left.Is(NodeKind::kIdentifier) && right.Is(NodeKind::kIdentifier);
  return are_names ? left : Node();
}

Node LoopAround(Node node) {
  for (Node around = node.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (around.Is(NodeKind::kForStatement)) return around;
  }
  return {};
}

// The name gets other values while the loops around run, by itself and not by way of `key`.
bool VariesBeside(const LocalValues& values, const Definition& function, Node name, Node key) {
  for (Node loop = LoopAround(name); loop && function.body.Contains(loop);
       loop = LoopAround(loop)) {
    for (Node value : values.Of(name.text())) {
      if (loop.child(Field::kBody).Contains(value) && !Mentions(value, key.text()) &&
          !value.Is(NodeKind::kInteger)) {
        return true;
      }
    }
  }
  return false;
}

void Check(FileContext& file, Node statement) {
  const Module& module = file.module();
  const Node key = ComparedName(statement.child(Field::kCondition));
  const Node otherwise = statement.child(Field::kAlternative);
  if (!key || !otherwise.Is(NodeKind::kElseClause)) return;
  const auto appends = AppendsOf(otherwise.child(Field::kBody));
  if (appends.size() < 2) return;
  const Definition* function = module.EnclosingFunction(statement);
  if (function == nullptr) return;
  const Node merged = statement.child(Field::kConsequence);
  for (const auto& [list, append] : appends) {
    if (!ChangesLastOf(merged, list)) continue;
    const LocalValues values(OwnNodes(function->body));
    for (const auto& [other, call] : appends) {
      const Node appended = python::Argument(call, 0, "object");
      if (other == list || !appended.Is(NodeKind::kIdentifier) || appended.text() == key.text() ||
          ChangesLastOf(merged, other) || !VariesBeside(values, *function, appended, key)) {
        continue;
      }
      return file.Report({.at = statement.child(Field::kCondition),
                          .params = {{"key", std::string(key.text())},
                                     {"appended", std::string(appended.text())},
                                     {"list", std::string(other)},
                                     {"merged", std::string(list)}},
                          .because = statement,
                          .related = {{kAppendedHere, RangeOf(module, call)}}});
    }
    return;
  }
}

}  // namespace

extern constinit const Rule kMergedWithoutSecondKey = {
    .info =
        {.id = "merged-without-second-key",
         .title = {"Neighbours merged although a parallel list may differ",
                   "并行列表可能不同，却合并了相邻项"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"Entries of `{merged}` are merged when `{key}` is unchanged, but `{appended}` "
                     "changes on its own and goes into `{list}` only when they are not",
                     "`{key}` 不变时合并 `{merged}` 的条目，但 `{appended}` "
                     "会独立变化，且只在不合并时放入 "
                     "`{list}`"},
         .consequence = {"An entry with another `{appended}` joins the previous one and is handled "
                         "with the wrong `{appended}`",
                         "`{appended}` 不同的条目会并入前一项，并按错误的 `{appended}` 处理"},
         .advice = {"Compare `{appended}` with its previous value, too",
                    "同时比较 `{appended}` 与它的前一个值"},
         .phrases = kPhrases,
         .why = "Lists that are read side by side must be cut at the same places: where any of "
                "what they hold changes.",
         .fix = "Merge only when all that is kept beside each other is equal.",
         .bad = R"py(
def ranges(parameters, groups):
    sizes, used, previous = [], [], -1
    for owner, size, name in parameters:
        group = groups[name]
        if owner == previous:
            sizes[-1] = sizes[-1] + size
        else:
            sizes.append(size)
            used.append(group)
        previous = owner
    return sizes, used
)py",
         .good = R"py(
def ranges(parameters, groups):
    sizes, used, previous = [], [], (-1, None)
    for owner, size, name in parameters:
        group = groups[name]
        if (owner, group) == previous:
            sizes[-1] = sizes[-1] + size
        else:
            sizes.append(size)
            used.append(group)
        previous = owner, group
    return sizes, used
)py"},
    .kinds = {NodeKind::kIfStatement},
    .names = "append",
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
