#include "analyzers/cpp/conditions.h"

#include "absl/strings/match.h"
#include "analyzers/cpp/calls.h"
#include "base/poll.h"

namespace allreview::cpp {
namespace {

constexpr int kMaxStatements = 500;  // Before a node, in each block around it.

Node ConditionOf(Node statement) {
  Node condition = statement.child(Field::kCondition);
  if (condition.Is(Kind::kConditionClause)) condition = condition.child(Field::kValue);
  return WithoutParentheses(condition);
}

bool IsLoop(Kind kind) {
  return kind == Kind::kForStatement || kind == Kind::kForRangeLoop ||
         kind == Kind::kWhileStatement || kind == Kind::kDoStatement;
}

bool EndsProgram(absl::string_view callee) {
  return callee == "exit" || callee == "abort" || callee == "__trap" || callee == "trap" ||
         callee == "terminate" || callee == "NVTE_ERROR" || callee == "NVTE_DEVICE_ERROR" ||
         callee == "AT_ERROR" || callee == "__builtin_trap" || callee == "__builtin_unreachable";
}

// A call that goes on only where its first argument is true.
bool IsAssertion(absl::string_view callee) {
  return callee == "assert" || absl::StartsWith(callee, "TORCH_CHECK") ||
         absl::StartsWith(callee, "TORCH_INTERNAL_ASSERT") || callee == "NVTE_CHECK" ||
         callee == "AT_ASSERT" || callee == "AT_ASSERTM" || callee == "CUDA_KERNEL_ASSERT" ||
         callee == "CHECK" || callee == "AT_CHECK";
}

// Goes outwards from a node, one parent at a time.
class ConditionSearch {
 public:
  explicit ConditionSearch(Node node) : at_(node) {}

  std::vector<Condition> Run() {
    for (Node outer = at_.parent(); outer; at_ = outer, outer = outer.parent()) {
      Poll();
      if (outer.Is(Kind::kFunctionDefinition) || IsKeptLambda(outer)) break;
      Look(outer);
    }
    return std::move(result_);
  }

 private:
  // One that is not called where it stands.
  static bool IsKeptLambda(Node node) {
    return node.Is(Kind::kLambdaExpression) && !node.parent().Is(Kind::kArgumentList) &&
           !node.parent().Is(Kind::kCallExpression);
  }

  void Add(Condition::Kind kind, Node expression, bool is_true, Node statement) {
    if (!expression) return;
    result_.push_back(
        {.kind = kind, .expression = expression, .is_true = is_true, .statement = statement});
  }

  void Look(Node outer) {
    const Field field = at_.field();
    switch (outer.kind()) {
      case Kind::kIfStatement:
      case Kind::kConditionalExpression:
        if (field == Field::kConsequence || field == Field::kAlternative) {
          Add(Condition::Kind::kIf, ConditionOf(outer), field == Field::kConsequence, outer);
        }
        return;
      case Kind::kBinaryExpression:
        return LookAtOperator(outer);
      case Kind::kWhileStatement:
      case Kind::kForStatement:
        if (field == Field::kBody || field == Field::kUpdate) {
          Add(Condition::Kind::kLoop, ConditionOf(outer), true, outer);
        }
        return;
      case Kind::kCaseStatement:
        if (field != Field::kValue) {
          Add(Condition::Kind::kCase, outer.child(Field::kValue), true, outer);
        }
        return LookBefore(outer);
      case Kind::kCompoundStatement:
        return LookBefore(outer);
      case Kind::kPreprocIf:
      case Kind::kPreprocElif:
      case Kind::kPreprocIfdef:
      case Kind::kPreprocElifdef:
        LookAtDirective(outer);
        return LookBefore(outer);
      default:
        return;
    }
  }

  void LookAtOperator(Node expression) {
    if (at_.field() != Field::kRight) return;
    const absl::string_view sign = expression.child(Field::kOperator).text();
    if (sign != "&&" && sign != "||") return;
    Add(Condition::Kind::kIf, WithoutParentheses(expression.child(Field::kLeft)), sign == "&&",
        expression);
  }

  void LookAtDirective(Node directive) {
    Node condition = directive.child(Field::kCondition);
    if (!condition) condition = directive.child(Field::kName);
    if (condition == at_) return;
    const bool is_negated = absl::StartsWith(directive.text(), "#ifndef");
    Add(Condition::Kind::kPreprocessor, condition,
        (at_.field() != Field::kAlternative) != is_negated, directive);
  }

  // What the statements before the node in its block leave to be true.
  void LookBefore(Node block) {
    int left = kMaxStatements;
    for (Node statement : block.children()) {
      if (statement == at_ || --left < 0) return;
      if (statement.Is(Kind::kIfStatement)) LookAtBranch(statement);
      if (statement.Is(Kind::kExpressionStatement)) LookAtCheck(statement);
    }
  }

  void LookAtBranch(Node statement) {
    const Node condition = ConditionOf(statement);
    const Node other = statement.child(Field::kAlternative);
    const bool leaves = LeavesBlock(statement.child(Field::kConsequence));
    const bool other_leaves = other && LeavesBlock(other.named_child(0));
    if (leaves && !other_leaves) Add(Condition::Kind::kEarlyExit, condition, false, statement);
    if (other_leaves && !leaves) Add(Condition::Kind::kEarlyExit, condition, true, statement);
  }

  void LookAtCheck(Node statement) {
    const Node call = statement.named_child(0);
    if (!call.Is(Kind::kCallExpression) || !IsAssertion(CalleeName(call))) return;
    const std::vector<Node> arguments = ArgumentsOf(call);
    if (arguments.empty()) return;
    Add(Condition::Kind::kCheck, WithoutParentheses(arguments[0]), true, statement);
  }

  Node at_;
  std::vector<Condition> result_;
};

}  // namespace

std::vector<Condition> ConditionsAt(Node node) { return ConditionSearch(node).Run(); }

std::vector<Node> LoopsAround(Node node) {
  std::vector<Node> result;
  for (Node at = node; at; at = at.parent()) {
    Poll();
    if (at.Is(Kind::kFunctionDefinition)) break;
    if (at != node && IsLoop(at.kind())) result.push_back(at);
  }
  return result;
}

bool LeavesBlock(Node statement) {
  while (statement.Is(Kind::kCompoundStatement)) statement = statement.last_named_child();
  switch (statement.kind()) {
    case Kind::kReturnStatement:
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
    case Kind::kThrowStatement:
    case Kind::kGotoStatement:
    case Kind::kCoReturnStatement:
      return true;
    case Kind::kExpressionStatement:
      return EndsProgram(CalleeName(statement.named_child(0)));
    default:
      return false;
  }
}

Node StatementOf(Node node) {
  while (node) {
    Poll();
    const Node outer = node.parent();
    switch (outer.kind()) {
      case Kind::kCompoundStatement:
      case Kind::kTranslationUnit:
      case Kind::kDeclarationList:
      case Kind::kFieldDeclarationList:
      case Kind::kCaseStatement:
      case Kind::kElseClause:
        return node;
      case Kind::kIfStatement:
      case Kind::kForStatement:
      case Kind::kForRangeLoop:
      case Kind::kWhileStatement:
      case Kind::kDoStatement:
        if (node.field() == Field::kBody || node.field() == Field::kConsequence) return node;
        break;
      default:
        break;
    }
    node = outer;
  }
  return Node();
}

}  // namespace allreview::cpp
