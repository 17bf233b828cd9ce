// x.grad.data is not None, or x.size() above `if x is None`: the test comes when it is too late.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/rules/logic/branch_gaps.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/variables.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using logic::Comparison;
using logic::ComparisonsOf;
using logic::IsExpectedToRaise;
using python::Module;

constexpr Phrase kUsedBefore("used-before", "used here before the test", "在检查之前就在这里使用");
constexpr Phrase kPhrases[] = {kUsedBefore};

constexpr int kMaxLinesBack = 48;

// `param.grad` of `param.grad.data`: what may be None itself.
Node NullableOwner(Node expression) {
  if (!expression.Is(NodeKind::kAttribute)) return Node();
  const absl::string_view last = expression.child(Field::kAttribute).text();
  const Node owner = expression.child(Field::kObject);
  const bool is_view = last == "data" || last == "_data" || last == "shape";
  if (!is_view || !owner.Is(NodeKind::kAttribute)) return Node();
  const absl::string_view name = owner.child(Field::kAttribute).text();
  return name == "grad" || name == "main_grad" || name == "decoupled_grad" ? owner : Node();
}

// The owner is tested around it, or in the same condition: `p.grad is not None and p.grad.data is
// not None`.
bool IsTestedBefore(Node comparison, Node owner) {
  for (Node node = comparison.parent(); node; node = node.parent()) {
    if (node.Is(NodeKind::kFunctionDefinition) || node.Is(NodeKind::kModule)) return false;
    if (node.Is(NodeKind::kBooleanOperator) || node.Is(NodeKind::kIfStatement) ||
        node.Is(NodeKind::kIfClause)) {
      const absl::string_view text =
          node.text().substr(0, comparison.first_byte() - node.first_byte());
      if (absl::StrContains(text, owner.text())) return true;
    }
  }
  return false;
}

void ReportLate(FileContext& file, Node comparison, Node subject, Node dereference) {
  file.Report({.at = comparison,
               .params = {{"subject", std::string(subject.text())},
                          {"access", OneLine(dereference)},
                          {"line", std::to_string(dereference.first_line())}},
               .because = file.IsChanged(comparison) ? comparison : dereference,
               .related = {{kUsedBefore, RangeOf(file.module(), dereference)}}});
}

// The statement may give the name another value, or jump.
bool Disturbs(Node statement, absl::string_view name) {
  for (uint32_t i = statement.index(); i < statement.subtree_end(); ++i) {
    const Node node = statement.tree()->node(i);
    if (node.Is(NodeKind::kIdentifier) && node.text() == name && IsVariable(node)) {
      if (IsRebound(node) || node.parent().Is(NodeKind::kAugmentedAssignment) ||
          node.parent().Is(NodeKind::kGlobalStatement) ||
          node.parent().Is(NodeKind::kDeleteStatement) ||
          node.parent().Is(NodeKind::kNonlocalStatement)) {
        return true;
      }
    }
  }
  return false;
}

// What a statement evaluates whenever it runs: all of a simple one, the head of a block.
Node CertainPartOf(Node statement) {
  switch (statement.kind()) {
    case NodeKind::kExpressionStatement:
    case NodeKind::kAssertStatement:
      return statement;
    case NodeKind::kIfStatement:
    case NodeKind::kWhileStatement:
      return statement.child(Field::kCondition);
    case NodeKind::kForStatement:
      return statement.child(Field::kRight);
    default:
      return Node();
  }
}

// `x` of `x.size` and `x[0]`, not of `f(x)`.
bool IsAccessed(Node name) {
  const Node parent = name.parent();
  return (parent.Is(NodeKind::kAttribute) && name.field() == Field::kObject) ||
         (parent.Is(NodeKind::kSubscript) && name.field() == Field::kValue);
}

// The first certain use of an attribute or element of the name in a statement.
Node DereferenceIn(Node statement, absl::string_view name) {
  const Node part = CertainPartOf(statement);
  for (Node node : part.descendants(NodeKind::kIdentifier)) {
    if (node.text() != name || !IsVariable(node)) continue;
    if (!IsAccessed(node)) return Node();  // Handed on, compared: who knows what comes of it.
    const bool is_certain =
        logic::IsCertainInStatement(node, statement) && !Around(node, NodeKind::kLambda);
    return is_certain ? node.parent() : Node();
  }
  return Node();
}

// A condition of the statement asks about the name itself, not only about what it has.
bool AsksAbout(Node statement, absl::string_view name) {
  const Node condition = statement.Is(NodeKind::kAssertStatement)
                             ? statement.named_child(0)
                             : statement.child(Field::kCondition);
  if (condition.text() == name) return true;
  for (Node node : condition.descendants(NodeKind::kIdentifier)) {
    if (node.text() == name && IsVariable(node) && !IsAccessed(node)) return true;
  }
  return false;
}

bool IsAskedAround(Node statement, absl::string_view name) {
  for (Node around = statement.parent(); around && !around.Is(NodeKind::kFunctionDefinition);
       around = around.parent()) {
    if (AsksAbout(around, name)) return true;
  }
  return false;
}

// x.size(); ... if x is None: in one block.
void CheckEarlierUse(FileContext& file, Node comparison, Node subject) {
  const Node statement = python::StatementOf(comparison);
  if (!statement.Is(NodeKind::kIfStatement) && !statement.Is(NodeKind::kAssertStatement)) return;
  const Node condition = statement.Is(NodeKind::kIfStatement) ? statement.child(Field::kCondition)
                                                              : statement.named_child(0);
  if (!condition.Contains(comparison)) return;
  const absl::string_view name = subject.text();
  const Module& module = file.module();
  // A global or an outer variable may change behind the block's back.
  const int scope = module.scopes().LookUp(subject, name);
  if (scope <= 0 || module.scopes().scopes()[static_cast<size_t>(scope)].owner !=
                        (module.EnclosingFunction(subject) == nullptr
                             ? Node()
                             : module.EnclosingFunction(subject)->node)) {
    return;
  }
  Node found;
  for (Node sibling : statement.parent().children()) {
    if (sibling == statement) break;
    if (AsksAbout(sibling, name)) return;
    if (statement.first_line() - sibling.last_line() > kMaxLinesBack) continue;
    if (!found) found = DereferenceIn(sibling, name);
    if (found && Disturbs(sibling, name)) found = Node();
  }
  if (!found || IsAskedAround(statement, name)) return;
  const understanding::Value value = file.ValueOf(found.named_child(0));
  const bool may_be_none = value.is_open() || value.CanBe(understanding::AtomKind::kNone);
  if (may_be_none) ReportLate(file, comparison, subject, found);
}

// `self.writer.rank` in the expression, which is evaluated whenever that is; null: there is none.
Node AccessOf(Node expression, absl::string_view subject) {
  for (Node node : expression.descendants(NodeKind::kAttribute)) {
    const Node access = node.parent();
    if (node.text() != subject || !access.Is(NodeKind::kAttribute)) continue;
    const bool is_certain = node.field() == Field::kObject &&
                            logic::IsCertainInStatement(node, expression.parent()) &&
                            !Around(node, NodeKind::kLambda);
    return is_certain ? access : Node();
  }
  return Node();
}

// Nothing between the two gives the attribute another value: no store, no call that has the object.
bool IsUndisturbed(Node first, Node last, absl::string_view attribute) {
  const python::SyntaxTree& tree = *first.tree();
  for (uint32_t i = first.subtree_end(); i < last.index(); ++i) {
    const Node node = tree.node(i);
    if (node.Is(NodeKind::kAwait) || node.Is(NodeKind::kYield)) return false;
    if (!node.Is(NodeKind::kIdentifier)) continue;
    const Node parent = node.parent();
    if (node.text() == "self" && !parent.Is(NodeKind::kAttribute)) return false;
    const bool is_called = node.text() == "self" && parent.parent().Is(NodeKind::kCall) &&
                           parent.field() == Field::kFunction;
    const bool is_stored = node.text() == attribute && parent.field() == Field::kLeft;
    if (is_called || is_stored) return false;
  }
  return true;
}

// `if self.writer.is_pure:` around a test whether `self.writer` is None.
void CheckConditionsAround(FileContext& file, Node comparison, Node subject) {
  if (subject.child(Field::kObject).text() != "self") return;
  const absl::string_view attribute = subject.child(Field::kAttribute).text();
  for (Node inner = comparison, outer = comparison.parent();
       outer && !outer.Is(NodeKind::kFunctionDefinition) && !outer.Is(NodeKind::kLambda);
       inner = outer, outer = outer.parent()) {
    if (!outer.Is(NodeKind::kIfStatement) || inner.field() == Field::kCondition) continue;
    const Node condition = outer.child(Field::kCondition);
    const Node access = AccessOf(condition, subject.text());
    if (!access) continue;
    if (IsUndisturbed(access, comparison, attribute)) {
      ReportLate(file, comparison, subject, access);
    }
    return;
  }
}

void Check(FileContext& file, Node node) {
  if (!node.child(NodeKind::kNone) || node.HasError()) return;
  for (const Comparison& part : ComparisonsOf(node)) {
    if ((part.op != "is" && part.op != "is not") || !part.right.Is(NodeKind::kNone)) continue;
    if (IsExpectedToRaise(node) || IsWaived(node, {"union-attr"})) return;
    const Node owner = NullableOwner(part.left);
    if (owner) {
      if (!IsTestedBefore(node, owner)) ReportLate(file, node, owner, part.left);
      return;
    }
    // Tests assert what they used above; that helps nobody, but harms nobody either.
    if (part.left.Is(NodeKind::kIdentifier) && !file.is_test()) {
      CheckEarlierUse(file, node, part.left);
    } else if (part.left.Is(NodeKind::kAttribute) && !file.is_test()) {
      CheckConditionsAround(file, node, part.left);
    }
    return;
  }
}

}  // namespace

extern constinit const Rule kNoneCheckTooLate = {
    .info =
        {.id = "none-check-too-late",
         .title = {"Test for None after the use that it should protect",
                   "None 检查位于它要保护的使用之后"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{access}` on line {line} is evaluated before the test whether `{subject}` is None",
              "第 {line} 行在确认 `{subject}` 是否为 None 之前就求值了 `{access}`"},
         .consequence = {"When it is None, the line raises an error, and the test never helps",
                         "当它为 None 时该行会抛出异常，这个检查起不到任何作用"},
         .advice = {"Test `{subject} is not None` first", "先判断 `{subject} is not None`"},
         .phrases = kPhrases,
         .why = "The test says that None is possible. An access that is evaluated before it, or "
                "inside it as in `p.grad.data is not None`, fails in exactly that case.",
         .fix = "Move the test up, or drop it when None cannot happen.",
         .bad = R"py(
def norm(params):
    return [p.grad for p in params if p.grad.data is not None]
)py",
         .good = R"py(
def norm(params):
    return [p.grad for p in params if p.grad is not None]
)py",
         .references = {"https://rules.sonarsource.com/python/RSPEC-2259/"},
         .version = 4},
    .kinds = {NodeKind::kComparisonOperator},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
