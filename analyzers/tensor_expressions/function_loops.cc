// Loops: what is known of names afterwards.

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/tensor_expressions/function_reader.h"

namespace allreview::tensor_expressions {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// Not the result of a layer, which is an input anyway: arithmetic on what came before.
bool IsArithmetic(Node right) {
  if (right.Is(Kind::kBinaryOperator) || right.Is(Kind::kUnaryOperator)) return true;
  if (!right.Is(Kind::kCall)) return false;
  const Node callee = right.child(Field::kFunction);
  return callee.Is(Kind::kAttribute) &&
         !absl::StartsWith(callee.child(Field::kObject).text(), "self");
}

// The name that the loop's only statement adds to: `s += e`, `s = s + e`. Null: none.
Node AccumulatorOf(Node loop) {
  const Node body = loop.child(Field::kBody);
  if (body.named_child_count() != 1 || !body.named_child(0).Is(Kind::kExpressionStatement)) {
    return Node();
  }
  const Node update = body.named_child(0).named_child(0);
  const Node left = update.child(Field::kLeft), right = update.child(Field::kRight);
  if (!left.Is(Kind::kIdentifier)) return Node();
  if (update.Is(Kind::kAugmentedAssignment)) {
    return update.child(Field::kOperator).text() == "+=" ? left : Node();
  }
  const bool is_sum = update.Is(Kind::kAssignment) && right.Is(Kind::kBinaryOperator) &&
                      right.child(Field::kOperator).text() == "+" &&
                      right.child(Field::kLeft).text() == left.text();
  return is_sum ? left : Node();
}

// x[:, t], x[..., t], x[t]: one index is `name`, the others take all.
bool IsSliceAt(Node subscript, absl::string_view name) {
  if (!subscript.Is(Kind::kSubscript)) return false;
  int count = 0;
  for (const Node child : subscript.children()) {
    if (child.field() != Field::kSubscript) continue;
    const bool is_all =
        child.Is(Kind::kEllipsis) || (child.Is(Kind::kSlice) && child.named_child_count() == 0);
    if (is_all) continue;
    if (!child.Is(Kind::kIdentifier) || child.text() != name) return false;
    ++count;
  }
  return count == 1;
}

bool IsZero(const Value& value, const Terms& terms) {
  const TermRef* ref = value.As<TermRef>();
  return value.AsNumber() == 0.0 || (ref != nullptr && terms[ref->term].function == "zeros_like");
}

bool HasElements(const Term& term) {
  return term.kind == Term::Kind::kInput ? term.is_certain_tensor : !term.is_number;
}

}  // namespace

void FunctionReader::ForgetBindings(Node inside) {
  for (const Node node : inside.descendants()) {
    const bool is_target =
        node.field() == Field::kLeft &&
        (node.parent().Is(Kind::kAssignment) || node.parent().Is(Kind::kAugmentedAssignment) ||
         node.parent().Is(Kind::kForStatement));
    const bool is_call = node.Is(Kind::kCall) && node.parent().Is(Kind::kExpressionStatement) &&
                         node.child(Field::kFunction).Is(Kind::kAttribute);
    if (is_call) {
      const Node callee = node.child(Field::kFunction);
      if (IsInPlace(callee.child(Field::kAttribute).text())) {
        Forget(std::string(callee.child(Field::kObject).text()), inside);
      }
    }
    if (!is_target) continue;
    const Node right = node.parent().child(Field::kRight);
    const bool is_lost = node.parent().Is(Kind::kAugmentedAssignment) ||
                         node.Is(Kind::kSubscript) ||
                         (node.parent().Is(Kind::kAssignment) && right && IsArithmetic(right));
    const std::optional<Refusal> lost = is_lost ? std::optional(Refusal::kLoop) : std::nullopt;
    if (node.Is(Kind::kSubscript)) {
      Forget(std::string(node.child(Field::kValue).text()), inside, lost);
      continue;
    }
    if (node.named_child_count() == 0 || node.Is(Kind::kAttribute)) {
      Forget(std::string(node.text()), inside, lost);
      continue;
    }
    for (Node child : node.named_children()) {
      Forget(std::string(child.text()), inside, lost);
    }
  }
}

// for t in range(n): total += x[:, t]: every prefix sum of x, each rounded as the loop rounds it.
bool FunctionReader::ReadAccumulation(Node statement) {
  const Node name = AccumulatorOf(statement);
  if (!name) return false;
  const Node update = statement.child(Field::kBody).named_child(0).named_child(0);
  const Node right = update.child(Field::kRight);
  const Node added = update.Is(Kind::kAugmentedAssignment) ? right : right.child(Field::kRight);
  if (!IsSliceAt(added, statement.child(Field::kLeft).text())) return false;
  const Value start = evaluator_.Evaluate(name);
  const Value tensor = evaluator_.Evaluate(added.child(Field::kValue));
  const TermRef* ref = tensor.As<TermRef>();
  const bool is_tensor = ref != nullptr && terms_[ref->term].storage == Storage::kFloat &&
                         HasElements(terms_[ref->term]);
  if (!IsZero(start, terms_) || !is_tensor) return false;
  // An axis that is not the innermost one is added in order, and so does the loop.
  Value sums = evaluator_.CallTorch(
      "cumsum", {.positional = {tensor}, .keywords = {{"dim", Value{-2.0}}}}, update);
  Assign(name, std::move(sums), Node());
  return true;
}

// One turn, whose start and end are unknown.
void FunctionReader::ReadLoop(Node statement) {
  if (statement.Is(Kind::kForStatement) && ReadAccumulation(statement)) return;
  ForgetBindings(statement);
  if (statement.Is(Kind::kForStatement)) {
    const Node iterable = statement.child(Field::kRight);
    evaluator_.Evaluate(iterable);
    const Node item = statement.child(Field::kLeft);
    Assign(item, {Unknown{Refusal::kLoop, std::string(item.text()), item}}, Node());
  } else {
    evaluator_.Evaluate(statement.child(Field::kCondition));
  }
  const int returns = return_count_;
  ReadBlock(statement.child(Field::kBody));
  has_open_branch_ = has_open_branch_ || return_count_ != returns;
  ForgetBindings(statement);
}

}  // namespace allreview::tensor_expressions
