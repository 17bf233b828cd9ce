#include "analyzers/rules/readability/metrics.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/readability/phrases.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/nodes_of_kinds.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Node;
using python::SyntaxTree;

bool IsNestedCode(Node node) {
  return node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kClassDefinition);
}

// Only a string: documentation.
bool IsText(Node statement) {
  return statement.Is(NodeKind::kExpressionStatement) &&
         (statement.named_child(0).Is(NodeKind::kString) ||
          statement.named_child(0).Is(NodeKind::kConcatenatedString));
}

// Lines with code on them, which are those with something else than a comment. Lines of a string
// count, too, but for those of the docstring.
int LinesOf(Node body) {
  const SyntaxTree& tree = *body.tree();
  enum : uint8_t { kPlain, kInString, kInDocstring };
  const int first = body.first_line();
  std::vector<uint8_t> places(static_cast<size_t>(body.last_line() - first + 1), kPlain);
  const auto mark = [&](int from, int to, uint8_t place) {
    for (int line = from; line <= to; ++line) places[static_cast<size_t>(line - first)] = place;
  };
  for (Node string : body.descendants(NodeKind::kString)) {
    mark(string.first_line() + 1, string.last_line(), kInString);
  }
  if (const Node start = body.named_child(0); IsText(start)) {
    mark(start.first_line(), start.last_line(), kInDocstring);
  }
  int lines = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i] == kInDocstring) continue;
    const absl::string_view text = tree.LineText(first + static_cast<int>(i));
    const absl::string_view said = absl::StripLeadingAsciiWhitespace(text);
    if (said.empty()) continue;
    const bool has_code = said[0] != '#' && said != "\\";
    lines += has_code || places[i] == kInString;
  }
  return lines;
}

constexpr NodeKind kNesting[] = {NodeKind::kIfStatement, NodeKind::kForStatement,
                                 NodeKind::kWhileStatement, NodeKind::kTryStatement,
                                 NodeKind::kMatchStatement};

bool CountsForNesting(Node node) {
  return std::find(std::begin(kNesting), std::end(kNesting), node.kind()) != std::end(kNesting);
}

// All that any of the measures looks at.
std::vector<Node> MeasuredNodes(Node body) {
  return NodesOfKinds(
      body, {NodeKind::kIfStatement, NodeKind::kElifClause, NodeKind::kElseClause,
             NodeKind::kForStatement, NodeKind::kWhileStatement, NodeKind::kTryStatement,
             NodeKind::kExceptClause, NodeKind::kMatchStatement, NodeKind::kConditionalExpression,
             NodeKind::kBooleanOperator, NodeKind::kAssertStatement, NodeKind::kIfClause,
             NodeKind::kLambda, NodeKind::kFunctionDefinition, NodeKind::kClassDefinition});
}

// Calls visit(node, levels) for each of the nodes in the function's own code; `levels` counts the
// statements of CountsForNesting around it, itself included.
template <typename Visit>
void ForEachWithNesting(const std::vector<Node>& nodes, const Visit& visit) {
  std::vector<uint32_t> ends;
  uint32_t nested_end = 0;
  for (Node node : nodes) {
    if (node.index() < nested_end) continue;
    if (IsNestedCode(node)) {
      nested_end = node.subtree_end();
      continue;
    }
    while (!ends.empty() && node.index() >= ends.back()) ends.pop_back();
    if (CountsForNesting(node)) ends.push_back(node.subtree_end());
    visit(node, static_cast<int>(ends.size()));
  }
}

// ---- Cognitive complexity.

// Operators of a boolean expression in the order in which they are written, through parentheses.
void CollectOperators(Node expression, std::vector<absl::string_view>* operators) {
  // Deep chains lean to the left: `a and b and c` is (a and b) and c.
  std::vector<Node> spine;
  expression = python::WithoutParentheses(expression);
  while (expression.Is(NodeKind::kBooleanOperator)) {
    spine.push_back(expression);
    expression = python::WithoutParentheses(expression.child(Field::kLeft));
  }
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    operators->push_back(it->child(Field::kOperator).text());
    CollectOperators(it->child(Field::kRight), operators);
  }
}

// Runs of equal operators: 2 in `a and b or c`.
int OperatorRuns(Node expression) {
  std::vector<absl::string_view> operators;
  CollectOperators(expression, &operators);
  int runs = 0;
  for (size_t i = 0; i < operators.size(); ++i) {
    runs += i == 0 || operators[i] != operators[i - 1];
  }
  return runs;
}

bool IsTopOfBoolean(Node node) {
  Node parent = node.parent();
  while (parent.Is(NodeKind::kParenthesizedExpression)) parent = parent.parent();
  return node.Is(NodeKind::kBooleanOperator) && !parent.Is(NodeKind::kBooleanOperator);
}

// A function whose body only defines one and returns it: a decorator.
bool IsWrapperOnly(Node body) {
  int definitions = 0;
  for (Node statement : body.children()) {
    if (!statement.IsNamed() || statement.Is(NodeKind::kComment)) continue;
    if (statement.Is(NodeKind::kFunctionDefinition) ||
        statement.Is(NodeKind::kDecoratedDefinition)) {
      ++definitions;
    } else if (!statement.Is(NodeKind::kReturnStatement) && !IsText(statement)) {
      return false;
    }
  }
  return definitions == 1;
}

// What a node adds; `levels` are around it.
int CognitiveOf(Node node, int levels) {
  switch (node.kind()) {
    case NodeKind::kIfStatement:
    case NodeKind::kForStatement:
    case NodeKind::kWhileStatement:
    case NodeKind::kExceptClause:
    case NodeKind::kMatchStatement:
    case NodeKind::kConditionalExpression:
      return 1 + levels;
    case NodeKind::kElifClause:
      return 1;
    case NodeKind::kElseClause:
      return node.parent().Is(NodeKind::kTryStatement) ? 0 : 1;
    case NodeKind::kBooleanOperator:
      return IsTopOfBoolean(node) ? OperatorRuns(node) : 0;
    default:
      return 0;
  }
}

// The node makes what is inside of it one level deeper.
bool IsCognitiveLevel(Node node) {
  switch (node.kind()) {
    case NodeKind::kIfStatement:
    case NodeKind::kForStatement:
    case NodeKind::kWhileStatement:
    case NodeKind::kExceptClause:
    case NodeKind::kMatchStatement:
    case NodeKind::kConditionalExpression:
    case NodeKind::kLambda:
    case NodeKind::kFunctionDefinition:
      return true;
    default:
      return false;
  }
}

// Deeper is only the branch, not the condition: `if` inside of an elif is one below the `if`.
uint32_t LevelStart(Node node) {
  if (node.Is(NodeKind::kConditionalExpression) || node.Is(NodeKind::kLambda)) {
    return node.index() + 1;
  }
  const Node block = node.child(NodeKind::kBlock);
  return block ? block.index() : node.index() + 1;
}

int CognitiveComplexity(Node body, const std::vector<Node>& nodes) {
  struct Level {
    uint32_t first, end;
  };
  std::vector<Level> levels;
  const bool is_wrapper = IsWrapperOnly(body);
  int total = 0;
  for (Node node : nodes) {
    while (!levels.empty() && node.index() >= levels.back().end) levels.pop_back();
    int around = 0;
    for (const Level& level : levels) around += node.index() >= level.first;
    total += CognitiveOf(node, around);
    if (!IsCognitiveLevel(node)) continue;
    if (is_wrapper && node.Is(NodeKind::kFunctionDefinition) && levels.empty()) continue;
    levels.push_back({LevelStart(node), node.subtree_end()});
  }
  return total;
}

// ---- Cyclomatic complexity.

int CyclomaticOf(Node node) {
  switch (node.kind()) {
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kForStatement:
    case NodeKind::kWhileStatement:
    case NodeKind::kExceptClause:
    case NodeKind::kConditionalExpression:
    case NodeKind::kAssertStatement:
    case NodeKind::kBooleanOperator:
    case NodeKind::kIfClause:  // In a comprehension, or the guard of a case.
      return 1;
    default:
      return 0;
  }
}

}  // namespace

FunctionMetrics MeasureBranches(const Definition& function) {
  FunctionMetrics metrics;
  if (!function.body) return metrics;
  const std::vector<Node> nodes = MeasuredNodes(function.body);
  metrics.cognitive = CognitiveComplexity(function.body, nodes);
  ForEachWithNesting(nodes, [&](Node node, int levels) {
    metrics.nesting = std::max(metrics.nesting, levels);
    metrics.cyclomatic += CyclomaticOf(node);
  });
  return metrics;
}

int CountLines(const Definition& function) { return function.body ? LinesOf(function.body) : 0; }

FunctionMetrics MeasureFunction(const Definition& function) {
  FunctionMetrics metrics = MeasureBranches(function);
  metrics.lines = CountLines(function);
  return metrics;
}

bool CanNest(const Definition& function, int levels) {
  for (NodeKind kind : kNesting) {
    for ([[maybe_unused]] Node statement : function.body.descendants(kind)) {
      if (--levels <= 0) return true;
    }
  }
  return levels <= 0;
}

int BooleanOperatorsIn(Node expression) {
  int count = expression.Is(NodeKind::kBooleanOperator);
  for (Node node : expression.descendants()) count += node.Is(NodeKind::kBooleanOperator);
  return count;
}

Node DeepestStatement(const Definition& function) {
  Node deepest;
  int most = 0;
  if (!function.body) return deepest;
  ForEachWithNesting(MeasuredNodes(function.body), [&](Node node, int levels) {
    if (levels <= most || !CountsForNesting(node)) return;
    most = levels;
    deepest = node;
  });
  return deepest;
}

Words Describe(const FunctionMetrics& metrics) {
  return Sentence(phrases::kFunctionSize, {{"lines", absl::StrCat(metrics.lines)},
                                           {"nesting", absl::StrCat(metrics.nesting)},
                                           {"cognitive", absl::StrCat(metrics.cognitive)},
                                           {"cyclomatic", absl::StrCat(metrics.cyclomatic)}});
}

}  // namespace allreview::rules
