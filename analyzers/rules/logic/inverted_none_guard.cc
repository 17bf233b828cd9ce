// if x is not None: continue, and x.size() behind it: the test is the wrong way round.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/logic/branch_effects.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;

constexpr Phrase kIsNoneHere("is-none-here", "`{name}` is None whenever this runs",
                             "执行到这里时 `{name}` 必定是 None");
constexpr Phrase kPhrases[] = {kIsNoneHere};

// Code that runs only when the subject is None, piece by piece in the order of evaluation.
using Pieces = std::vector<Node>;

void AddBranches(Node condition, bool is_none_when, Pieces& pieces) {
  const Node statement = condition.parent();
  if (is_none_when) {
    pieces.push_back(statement.child(Field::kConsequence));
    return;
  }
  if (!statement.Is(NodeKind::kIfStatement)) return;
  if (const Node alternative = statement.child(Field::kAlternative)) {
    if (alternative.Is(NodeKind::kElseClause)) pieces.push_back(alternative);
    return;
  }
  if (!logic::IsLeaving(LastStatement(statement.child(Field::kConsequence)))) return;
  for (Node next = NextStatement(statement); next; next = NextStatement(next)) {
    pieces.push_back(next);
  }
}

// The pieces that the outcome of the comparison lets run. `is_none_when`: what it is when the
// subject is None.
Pieces PiecesOf(Node comparison, bool is_none_when) {
  Pieces pieces;
  Node node = comparison;
  for (Node parent = node.parent(); parent; node = parent, parent = parent.parent()) {
    switch (parent.kind()) {
      case NodeKind::kParenthesizedExpression:
        break;
      case NodeKind::kNotOperator:
        is_none_when = !is_none_when;
        break;
      case NodeKind::kBooleanOperator:
        if ((parent.child(Field::kOperator).text() == "and") != is_none_when) return pieces;
        if (node.field() == Field::kLeft) pieces.push_back(parent.child(Field::kRight));
        break;
      case NodeKind::kConditionalExpression:
        if (parent.named_child(1) == node)
          pieces.push_back(parent.named_child(is_none_when ? 0 : 2));
        return pieces;
      case NodeKind::kIfStatement:
      case NodeKind::kElifClause:
        if (node.field() == Field::kCondition) AddBranches(node, is_none_when, pieces);
        return pieces;
      default:
        return pieces;
    }
  }
  return pieces;
}

// Reading it this way raises an error when it is None.
bool IsDereference(Node use) {
  const Node parent = use.parent();
  switch (parent.kind()) {
    case NodeKind::kAttribute:
      return use.field() == Field::kObject &&
             !absl::StartsWith(parent.child(Field::kAttribute).text(), "__");
    case NodeKind::kSubscript:
      return use.field() == Field::kValue;
    case NodeKind::kCall:
      return use.field() == Field::kFunction;
    case NodeKind::kForStatement:
      return use.field() == Field::kRight;
    default:
      return false;
  }
}

// The use asks what it is, or gives it another value: from here on nothing is known.
bool EndsKnowledge(Node use) {
  const Node parent = use.parent();
  switch (parent.kind()) {
    case NodeKind::kComparisonOperator:
    case NodeKind::kNotOperator:
    case NodeKind::kBooleanOperator:
    case NodeKind::kNamedExpression:
    case NodeKind::kAssertStatement:
    case NodeKind::kAugmentedAssignment:
    case NodeKind::kDeleteStatement:
    case NodeKind::kGlobalStatement:
    case NodeKind::kNonlocalStatement:
      return true;
    case NodeKind::kIfStatement:
    case NodeKind::kElifClause:
    case NodeKind::kWhileStatement:
      return use.field() == Field::kCondition;
    case NodeKind::kConditionalExpression:
      return parent.named_child(1) == use;
    case NodeKind::kArgumentList:
      return CalleeName(parent.parent()) == "isinstance";
    default:
      return IsRebound(use);
  }
}

// Walks over the pieces in source order, up to the first use that fails or that ends knowledge.
class Search {
 public:
  Search(const python::Module& module, Node subject) : subject_(subject), base_(BaseOf(subject)) {
    const python::Definition* function = module.EnclosingFunction(subject);
    const int scope = module.scopes().LookUp(base_, base_.text());
    is_own_ = subject.Is(NodeKind::kIdentifier) && scope >= 0 &&
              module.scopes().scopes()[static_cast<size_t>(scope)].owner ==
                  (function == nullptr ? module.tree().root() : function->node);
  }

  Node FirstDereference(const Pieces& pieces) {
    for (Node piece : pieces) {
      const Node found = Within(piece);
      if (found) return IsStoredInLoop(found, piece) ? Node() : found;
      if (is_over_) return Node();
    }
    return Node();
  }

 private:
  bool IsSubject(Node node) const {
    return node.kind() == subject_.kind() && node.text() == subject_.text() &&
           (!node.Is(NodeKind::kIdentifier) || IsVariable(node));
  }

  Node Within(Node piece) {
    for (uint32_t i = piece.index(); i < piece.subtree_end(); ++i) {
      const Node node = piece.tree()->node(i);
      if (i >= unknown_from_) is_over_ = true;
      if (is_over_) return Node();
      if (node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kLambda) ||
          node.Is(NodeKind::kClassDefinition)) {
        i = node.subtree_end() - 1;
        continue;
      }
      if (IsSubject(node)) {
        if (IsDereference(node)) return node;
        if (EndsKnowledge(node)) EndAt(node);
      } else if (MayChangeIt(node)) {
        unknown_from_ = std::min(unknown_from_, node.subtree_end());
      }
    }
    return Node();
  }

  // The right side of an assignment still sees the old value.
  void EndAt(Node use) {
    const Node assignment = Around(use, NodeKind::kAssignment);
    if (assignment && assignment.child(Field::kLeft).Contains(use)) {
      unknown_from_ = std::min(unknown_from_, assignment.subtree_end());
    } else {
      is_over_ = true;
    }
  }

  // Something that runs elsewhere and may store the attribute or the outer variable.
  bool MayChangeIt(Node node) const {
    if (is_own_) return false;
    if (node.Is(NodeKind::kAwait) || node.Is(NodeKind::kYield)) return true;
    if (node.Is(NodeKind::kIdentifier)) return node.text() == base_.text() && IsRebound(node);
    if (!node.Is(NodeKind::kCall)) return false;
    if (subject_.Is(NodeKind::kIdentifier)) return true;
    if (BaseOf(node.child(Field::kFunction)).text() == base_.text()) return true;
    for (Node argument : node.child(Field::kArguments).descendants(NodeKind::kIdentifier)) {
      if (argument.text() == base_.text() && !argument.parent().Is(NodeKind::kAttribute)) {
        return true;
      }
    }
    return false;
  }

  // A later round of a loop around the use sees what an earlier one stored.
  bool IsStoredInLoop(Node use, Node piece) const {
    for (Node around = use.parent(); around && piece.Contains(around); around = around.parent()) {
      if (!around.Is(NodeKind::kForStatement) && !around.Is(NodeKind::kWhileStatement)) continue;
      for (uint32_t i = around.index(); i < around.subtree_end(); ++i) {
        const Node node = around.tree()->node(i);
        if (IsSubject(node) && IsRebound(node)) return true;
      }
    }
    return false;
  }

  const Node subject_, base_;
  bool is_own_ = false;                 // A local of the function: no other code stores it.
  bool is_over_ = false;                // Nothing is known from here on,
  uint32_t unknown_from_ = 0xffffffff;  // or from this node on.
};

// The same test the other way round.
std::string Reversed(const Comparison& test) {
  return absl::StrCat(test.left.text(), test.op == "is" ? " is not None" : " is None");
}

void Check(FileContext& file, Node node) {
  if (!node.child(NodeKind::kNone) || node.HasError()) return;
  const std::vector<Comparison> parts = ComparisonsOf(node);
  if (parts.size() != 1 || !parts[0].right.Is(NodeKind::kNone)) return;
  const Comparison& test = parts[0];
  if (test.op != "is" && test.op != "is not") return;
  if (!logic::IsDottedName(test.left)) return;
  const Pieces pieces = PiecesOf(node, test.op == "is");
  if (pieces.empty()) return;
  const Node use = Search(file.module(), test.left).FirstDereference(pieces);
  if (!use || logic::IsExpectedToRaise(use) || IsWaived(use, {"union-attr"})) return;
  const std::string subject(test.left.text());
  Observation observation{
      .at = node,
      .params = {{"subject", subject},
                 {"test", OneLine(node)},
                 {"reversed", Reversed(test)},
                 {"access", OneLine(use.parent().Is(NodeKind::kForStatement) ? use : use.parent())},
                 {"line", std::to_string(use.first_line())}},
      .because = file.IsChanged(node) ? node : use,
      .related = {{Sentence(kIsNoneHere, {{"name", subject}}), RangeOf(file.module(), use)}}};
  observation.edits = {Replace(file.module(), node, Reversed(test))};
  file.Report(std::move(observation));
}

}  // namespace

extern constinit const Rule kInvertedNoneGuard = {
    .info = {.id = "inverted-none-guard",
             .title = {"Test for None that is the wrong way round", "None 检查写反了"},
             .severity = Severity::kP0,
             .impact = Impact::kCritical,
             .message = {"`{access}` on line {line} runs only when `{subject}` is None, because of "
                         "the test `{test}`",
                         "由于条件 `{test}`，第 {line} 行的 `{access}` 只在 `{subject}` 为 None "
                         "时才会执行"},
             .consequence = {"It raises an error whenever it runs, and a value that is there is "
                             "passed over",
                             "一旦执行就会抛出异常；而真正有值时反而被跳过"},
             .advice = {"Reverse the test: `{reversed}`", "把条件反过来：`{reversed}`"},
             .phrases = kPhrases,
             .why = "None has no attributes and no items. Code that uses a value where a test has "
                    "just found None can only fail; as long as every value is there, it never "
                    "runs, and the work is silently skipped.",
             .fix = "Reverse the test, or give the name a value before it is used.",
             .bad = R"py(
def scale(groups):
    for group in groups:
        buffer = group.buffer
        if buffer is not None:
            continue
        buffer.mul_(0.5)
)py",
             .good = R"py(
def scale(groups):
    for group in groups:
        buffer = group.buffer
        if buffer is None:
            continue
        buffer.mul_(0.5)
)py"},
    .kinds = {NodeKind::kComparisonOperator},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
