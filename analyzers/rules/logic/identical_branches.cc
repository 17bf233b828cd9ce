// A condition that decides nothing: both of its arms are the same.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules {
namespace {

using python::Module;

bool HasCall(Node node) {
  for (uint32_t i = node.index(); i < node.subtree_end(); ++i) {
    const Node part(node.tree(), i);
    if (part.Is(NodeKind::kCall) || part.Is(NodeKind::kAwait) ||
        part.Is(NodeKind::kNamedExpression)) {
      return true;
    }
  }
  return false;
}

// `pass` and `...`: places to be filled.
bool IsPlaceholder(Node block) {
  if (block.named_child_count() != 1) return false;
  const Node only = block.named_child(0);
  return only.Is(NodeKind::kPassStatement) ||
         (only.Is(NodeKind::kExpressionStatement) && only.named_child(0).Is(NodeKind::kEllipsis));
}

// Comments of their own say that the arms are two cases, and meant to be.
bool AreExplained(Node statement, Node last, Node alternative) {
  std::vector<absl::string_view> first, second;
  for (Node node : statement.descendants()) {
    if (!node.Is(NodeKind::kComment) || node.first_byte() < last.first_byte()) continue;
    (node.first_byte() < alternative.first_byte() ? first : second).push_back(node.text());
  }
  return first != second;
}

// The same but for white space, comments and line breaks in brackets.
bool IsSameCode(Node a, Node b) {
  std::vector<std::pair<NodeKind, absl::string_view>> codes[2];
  for (int side = 0; side < 2; ++side) {
    const Node root = side == 0 ? a : b;
    for (uint32_t i = root.index(); i < root.subtree_end();) {
      const Node node(root.tree(), i);
      const bool is_whole = node.Is(NodeKind::kString) || node.subtree_end() == i + 1;
      if (!node.Is(NodeKind::kComment) && !node.Is(NodeKind::kLineContinuation)) {
        codes[side].push_back({node.kind(), is_whole ? node.text() : absl::string_view()});
      }
      i = is_whole ? node.subtree_end() : i + 1;
    }
  }
  return codes[0] == codes[1];
}

void CheckExpression(FileContext& file, Node expression) {
  const Node first = expression.named_child(0), condition = expression.named_child(1),
             second = expression.named_child(2);
  if (!first || !second || !IsSameCode(first, second)) return;
  Observation observation{.at = expression,
                          .params = {{"condition", numerics::Text(condition)},
                                     {"arms", "`" + numerics::Text(first) + "` either way"}}};
  if (!HasCall(condition)) {
    observation.edits = {Replace(file.module(), expression, std::string(first.text()))};
  }
  file.Report(std::move(observation));
}

// Of an `if` or `elif` directly before `else`: an `elif` between would be a case of its own.
void CheckStatement(FileContext& file, Node statement) {
  Node last = statement, alternative;
  for (Node child : statement.children()) {
    if (child.Is(NodeKind::kElifClause)) last = child;
    if (child.Is(NodeKind::kElseClause)) alternative = child;
  }
  const Node first = last.child(Field::kConsequence), second = alternative.child(Field::kBody);
  if (!first || !second || IsPlaceholder(first) || !IsSameCode(first, second) ||
      AreExplained(statement, last, alternative)) {
    return;
  }
  const Node condition = last.child(Field::kCondition);
  const std::string arms =
      absl::StrCat("lines ", first.first_line(), " and ", second.first_line(), " do the same");
  file.Report({.at = condition,
               .params = {{"condition", numerics::Text(condition)}, {"arms", arms}},
               .because = statement,
               .related = {{"one arm", RangeOf(file.module(), first)},
                           {"the other", RangeOf(file.module(), second)}}});
}

void Check(FileContext& file, Node node) {
  node.Is(NodeKind::kIfStatement) ? CheckStatement(file, node) : CheckExpression(file, node);
}

}  // namespace

extern constinit const Rule kIdenticalBranches = {
    .info = {.id = "identical-branches",
             .title = "Both arms of a condition are the same",
             .category = "logic",
             .severity = Severity::kP2,
             .impact = Impact::kMedium,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message = "`{condition}` decides nothing: {arms}",
             .consequence = "One of the two cases is handled as the other, most likely by a copy "
                            "that was not finished",
             .advice = "Write what the other arm should do, or drop the condition",
             .why = "Nobody writes a condition that has no effect on purpose.",
             .fix = "Correct the arm that was copied, or remove the condition.",
             .bad = "def first_step(args, step):\n"
                    "    return 0 if args.reset else 0\n",
             .good = "def first_step(args, step):\n"
                     "    return 0 if args.reset else step\n",
             .references = {"catalogue: logic-identical-branches"}},
    .kinds = {NodeKind::kIfStatement, NodeKind::kConditionalExpression},
    .check = Check};

}  // namespace allreview::rules
