#include "analyzers/python/guards.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"

namespace allreview::python {
namespace {

constexpr int kMaxStatements = 400;  // Looked back at; longer functions are cut.

absl::string_view LastNameOf(Node node) {
  if (node.Is(Kind::kAttribute)) node = node.child(Field::kAttribute);
  return node.Is(Kind::kIdentifier) ? node.text() : absl::string_view();
}

bool IsEpsilon(Node node) {
  node = WithoutParentheses(node);
  if (node.Is(Kind::kInteger) || node.Is(Kind::kFloat)) {
    double value = 0;
    return absl::SimpleAtod(node.text(), &value) && value > 0;
  }
  const absl::string_view name = LastNameOf(node);
  return absl::StrContains(name, "eps") || absl::StrContains(name, "EPS") ||
         absl::StrContains(name, "tiny");
}

bool IsClamp(Node call) {
  const Node function = call.child(Field::kFunction);
  const absl::string_view name = LastNameOf(function);
  for (absl::string_view clamp :
       {"clamp", "clamp_", "clamp_min", "clamp_min_", "clip", "maximum", "fmax"}) {
    if (name == clamp) return true;
  }
  // max(x, 1), but not x.max(1).
  if (name != "max" || ArgumentsOf(call).positional.size() < 2) return false;
  return !KeywordArgument(call, "key");
}

// A guard that is part of computing a value.
ZeroGuard GuardWithin(Node expression) {
  for (uint32_t i = expression.index(); i < expression.subtree_end(); ++i) {
    const Node node(expression.tree(), i);
    if (node.Is(Kind::kCall) && IsClamp(node)) return {ZeroGuard::Kind::kClamp, node};
    if (node.Is(Kind::kAttribute) && node.child(Field::kObject).Is(Kind::kCall) &&
        LastNameOf(node.child(Field::kObject).child(Field::kFunction)) == "finfo") {
      return {ZeroGuard::Kind::kClamp, node};
    }
    if (node.Is(Kind::kBinaryOperator) && node.child(Field::kOperator).text() == "+" &&
        (IsEpsilon(node.child(Field::kLeft)) || IsEpsilon(node.child(Field::kRight)))) {
      return {ZeroGuard::Kind::kEpsilon, node};
    }
    const absl::string_view name = LastNameOf(node);
    if (absl::StartsWith(name, "safe") || absl::EndsWith(name, "_safe")) {
      return {ZeroGuard::Kind::kName, node};
    }
    if (node.Is(Kind::kConditionalExpression) || node.Is(Kind::kBooleanOperator)) {
      return {ZeroGuard::Kind::kCondition, node};
    }
    if (name == "where" || name == "masked_fill" || name == "masked_fill_" ||
        name == "nan_to_num") {
      return {ZeroGuard::Kind::kMasked, node};
    }
  }
  return {};
}

// What a condition may mention to be about the expression.
struct Subjects {
  std::vector<absl::string_view> texts;

  void Add(Node node) {
    if (node && node.text() != "self") texts.push_back(node.text());
  }
  bool AreIn(Node where) const {
    for (absl::string_view text : texts) {
      if (Mentions(where, text)) return true;
    }
    return false;
  }
};

bool LeavesBlock(Node block) {
  for (Node statement : block.children()) {
    if (statement.Is(Kind::kReturnStatement) || statement.Is(Kind::kRaiseStatement) ||
        statement.Is(Kind::kContinueStatement) || statement.Is(Kind::kBreakStatement)) {
      return true;
    }
  }
  return false;
}

// The block assigns one of the subjects.
bool Assigns(Node block, const Subjects& subjects) {
  for (Node node : block.descendants()) {
    if (!node.Is(Kind::kAssignment) && !node.Is(Kind::kAugmentedAssignment)) continue;
    const absl::string_view target = node.child(Field::kLeft).text();
    for (absl::string_view text : subjects.texts) {
      if (target == text) return true;
    }
  }
  return false;
}

// What a statement that ran before does for the subjects.
ZeroGuard GuardOfEarlier(Node statement, const Subjects& subjects) {
  if (statement.Is(Kind::kAssertStatement) && subjects.AreIn(statement.named_child(0))) {
    return {ZeroGuard::Kind::kEarlyExit, statement};
  }
  if (statement.Is(Kind::kIfStatement) && subjects.AreIn(statement.child(Field::kCondition))) {
    const Node body = statement.child(Field::kConsequence);
    if (LeavesBlock(body)) return {ZeroGuard::Kind::kEarlyExit, statement};
    if (Assigns(body, subjects)) return {ZeroGuard::Kind::kCondition, statement};
  }
  if (!statement.Is(Kind::kExpressionStatement)) return {};
  const Node inner = statement.named_child(0);
  const absl::string_view first = subjects.texts.front();
  if (inner.Is(Kind::kAssignment) || inner.Is(Kind::kAugmentedAssignment)) {
    const Node target = inner.child(Field::kLeft);
    // x = x + eps; x += eps; x[x == 0] = 1.
    if (target.Is(Kind::kSubscript) && target.child(Field::kValue).text() == first &&
        subjects.AreIn(target.child(Field::kSubscript))) {
      return {ZeroGuard::Kind::kMasked, inner};
    }
    if (target.text() != first) return {};
    if (inner.Is(Kind::kAugmentedAssignment)) {
      const bool adds =
          inner.child(Field::kOperator).text() == "+=" && IsEpsilon(inner.child(Field::kRight));
      return adds ? ZeroGuard{ZeroGuard::Kind::kEpsilon, inner} : ZeroGuard();
    }
    return GuardWithin(inner.child(Field::kRight));
  }
  if (inner.Is(Kind::kCall) &&
      inner.child(Field::kFunction).child(Field::kObject).text() == first) {
    return GuardWithin(inner);  // x.clamp_(min=1)
  }
  return {};
}

// Conditions that hold where the node runs, up to its function.
ZeroGuard GuardAround(Node node, const Subjects& subjects) {
  for (Node inner = node, outer = node.parent(); outer; inner = outer, outer = outer.parent()) {
    const bool is_condition = inner.field() == Field::kCondition;
    switch (outer.kind()) {
      case Kind::kFunctionDefinition:
      case Kind::kLambda:
        return {};
      case Kind::kIfStatement:
      case Kind::kElifClause:
      case Kind::kWhileStatement:
        if (!is_condition && subjects.AreIn(outer.child(Field::kCondition))) {
          return {ZeroGuard::Kind::kCondition, outer.child(Field::kCondition)};
        }
        break;
      case Kind::kConditionalExpression:
        if (inner != outer.named_child(1) && subjects.AreIn(outer.named_child(1))) {
          return {ZeroGuard::Kind::kCondition, outer.named_child(1)};
        }
        break;
      case Kind::kBooleanOperator:
        if (inner == outer.child(Field::kRight) && subjects.AreIn(outer.child(Field::kLeft))) {
          return {ZeroGuard::Kind::kCondition, outer.child(Field::kLeft)};
        }
        break;
      case Kind::kCall: {
        const absl::string_view name = LastNameOf(outer.child(Field::kFunction));
        if (name == "where" || name == "masked_fill" || name == "masked_fill_" ||
            name == "nan_to_num") {
          return {ZeroGuard::Kind::kMasked, outer};
        }
        break;
      }
      case Kind::kListComprehension:
      case Kind::kGeneratorExpression:
      case Kind::kDictionaryComprehension:
      case Kind::kSetComprehension:
        for (Node clause : outer.children()) {
          if (clause.Is(Kind::kIfClause) && subjects.AreIn(clause)) {
            return {ZeroGuard::Kind::kCondition, clause};
          }
        }
        break;
      default:
        break;
    }
  }
  return {};
}

// Statements that ran before, in the blocks around the node.
ZeroGuard GuardBefore(Node node, const Subjects& subjects) {
  int budget = kMaxStatements;
  for (Node statement = StatementOf(node); statement; statement = StatementOf(statement.parent())) {
    ZeroGuard guard;
    for (Node earlier : statement.parent().children()) {
      if (earlier.index() >= statement.index() || --budget < 0) break;
      if (!earlier.IsNamed()) continue;
      const ZeroGuard found = GuardOfEarlier(earlier, subjects);
      if (found) guard = found;
    }
    if (guard || statement.parent().parent().Is(Kind::kFunctionDefinition)) return guard;
  }
  return {};
}

}  // namespace

Node BaseOf(Node expression) {
  for (;;) {
    expression = WithoutParentheses(expression);
    switch (expression.kind()) {
      case Kind::kIdentifier:
        return expression;
      case Kind::kAttribute: {
        const Node object = WithoutParentheses(expression.child(Field::kObject));
        const absl::string_view name = expression.child(Field::kAttribute).text();
        // `x.shape`, `x.T`: about x.
        if (name == "shape" || name == "T" || name == "data") {
          expression = object;
          break;
        }
        return object.Is(Kind::kIdentifier) || object.Is(Kind::kAttribute) ? expression : Node();
      }
      case Kind::kSubscript:
        expression = expression.child(Field::kValue);
        break;
      case Kind::kUnaryOperator:
        expression = expression.child(Field::kArgument);
        break;
      case Kind::kBinaryOperator: {
        const Node right = WithoutParentheses(expression.child(Field::kRight));
        const bool is_constant = right.Is(Kind::kInteger) || right.Is(Kind::kFloat);
        expression = is_constant ? expression.child(Field::kLeft) : Node();
        break;
      }
      case Kind::kCall: {
        const Node function = expression.child(Field::kFunction);
        const Arguments arguments = ArgumentsOf(expression);
        const Node object = WithoutParentheses(function.child(Field::kObject));
        const absl::string_view space = object.text();
        const bool is_method = function.Is(Kind::kAttribute) && space != "torch" && space != "F" &&
                               space != "math" && space != "np" && space != "torch.linalg";
        if (is_method) {
          expression = object;
        } else {
          expression = arguments.positional.empty() ? Node() : arguments.positional[0];
        }
        break;
      }
      default:
        return Node();
    }
  }
}

bool Mentions(Node where, absl::string_view text) {
  if (!where || text.empty()) return false;
  for (uint32_t i = where.index(); i < where.subtree_end(); ++i) {
    const Node node(where.tree(), i);
    if (node.end_byte() - node.first_byte() != text.size() || node.text() != text) continue;
    // `x` of `a.x` is another x.
    const Node parent = node.parent();
    if (parent.Is(Kind::kAttribute) && node.field() == Field::kAttribute) continue;
    if (parent.Is(Kind::kKeywordArgument) && node.field() == Field::kName) continue;
    if (parent.Is(Kind::kComparisonOperator) && parent.child(Kind::kNone)) continue;
    // A question for its type says nothing of its value.
    if (parent.Is(Kind::kArgumentList) &&
        parent.parent().child(Field::kFunction).text() == "isinstance") {
      continue;
    }
    return true;
  }
  return false;
}

ZeroGuard FindZeroGuard(const Module& module, Node expression) {
  expression = WithoutParentheses(expression);
  if (!expression) return {};
  if (const ZeroGuard within = GuardWithin(expression)) return within;
  const Node value = module.Dereference(expression);
  if (value != expression) {
    if (const ZeroGuard within = GuardWithin(value)) return within;
  }
  Subjects subjects;
  subjects.Add(expression);
  subjects.Add(BaseOf(expression));
  if (value != expression) subjects.Add(BaseOf(value));
  if (subjects.texts.empty()) return {};
  if (const ZeroGuard around = GuardAround(expression, subjects)) return around;
  return GuardBefore(expression, subjects);
}

}  // namespace allreview::python
