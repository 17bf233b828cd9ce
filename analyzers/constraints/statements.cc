// What statements do.

#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {
namespace {

using python::Field;
using python::Kind;
using python::Node;

// The branch behind an `if` or `elif` whose condition does not hold: elif_clause, else_clause or
// null.
Node NextBranch(Node branch) {
  for (Node next = branch.Is(Kind::kIfStatement) ? branch.child(Field::kAlternative)
                                                 : branch.next_sibling();
       next; next = next.next_sibling()) {
    if (next.Is(Kind::kElifClause) || next.Is(Kind::kElseClause)) return next;
  }
  return {};
}

Node BodyOf(Node branch) {
  return branch.child(branch.Is(Kind::kElseClause) ? Field::kBody : Field::kConsequence);
}

}  // namespace

Interpreter::Flow Interpreter::RunBlock(Node block) {
  if (depth_ >= kMaxDepth) steps_ = kMaxSteps;  // Nobody nests like this: nothing is claimed.
  ++depth_;
  const Flow flow = RunStatements(block);
  --depth_;
  return flow;
}

Interpreter::Flow Interpreter::RunStatements(Node block) {
  for (Node statement : block.named_children()) {
    if (!Spend()) return Flow::kStop;
    const bool is_tentative = frame().may_have_returned && frame().tentative == 0;
    const Flow flow = is_tentative ? RunTentatively(statement) : RunStatement(statement);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

// An earlier return may have skipped the statement.
Interpreter::Flow Interpreter::RunTentatively(Node statement) {
  ++frame().tentative;
  const auto [flow, layer] = Try([&] { return RunStatement(statement); });
  --frame().tentative;
  Spoil(layer);
  return flow;
}

Interpreter::Flow Interpreter::RunStatement(Node statement) {
  switch (statement.kind()) {
    case Kind::kExpressionStatement:
      return RunExpressionStatement(statement);
    case Kind::kIfStatement:
      return RunIf(statement);
    case Kind::kAssertStatement:
      return RunAssert(statement);
    case Kind::kRaiseStatement:
      return RunRaise(statement);
    case Kind::kReturnStatement:
      return RunReturn(statement);
    case Kind::kForStatement:
    case Kind::kWhileStatement:
      return RunLoop(statement);
    case Kind::kTryStatement:
      return RunTry(statement);
    case Kind::kWithStatement: {
      const auto [flow, layer] = Try([&] { return RunBlock(statement.child(Field::kBody)); });
      Spoil(layer);
      break;
    }
    case Kind::kMatchStatement:
      RunMatch(statement);
      break;
    case Kind::kDeleteStatement:
      for (Node target : statement.named_children()) Forget(target);
      break;
    case Kind::kBreakStatement:
    case Kind::kContinueStatement:
      return Flow::kBreak;
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
      Forget(statement.child(Field::kName));
      break;
    default:
      break;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunExpressionStatement(Node statement) {
  const Node expression = statement.named_child(0);
  if (expression.Is(Kind::kAssignment)) {
    const Node right = expression.child(Field::kRight);
    if (!right) return Flow::kNext;  // An annotation.
    const Known value = Evaluate(right);
    if (refusal_) return Flow::kStop;
    Assign(expression.child(Field::kLeft), value);
    return Flow::kNext;
  }
  if (expression.Is(Kind::kAugmentedAssignment)) {
    Evaluate(expression.child(Field::kRight));
    Forget(expression.child(Field::kLeft));
    return refusal_ ? Flow::kStop : Flow::kNext;
  }
  if (expression.Is(Kind::kCall) && EndsProgram(expression)) {
    if (IsCertain()) Refuse(statement, {});
    return Flow::kStop;
  }
  Evaluate(expression);
  return refusal_ ? Flow::kStop : Flow::kNext;
}

Interpreter::Flow Interpreter::RunIf(Node statement) {
  for (Node branch = statement; branch; branch = NextBranch(branch)) {
    if (branch.Is(Kind::kElseClause)) return RunBlock(BodyOf(branch));
    const Node condition = branch.child(Field::kCondition);
    const Known value = Evaluate(condition);
    if (refusal_) return Flow::kStop;
    const std::optional<bool> truth = value.value.Truth();
    if (!truth || exploring_ > 0) return RunUnknownIf(branch);
    if (!*truth) continue;
    taken_.push_back({condition, value.reasons});
    const Flow flow = RunBlock(BodyOf(branch));
    taken_.pop_back();
    return flow;
  }
  return Flow::kNext;
}

// Each branch from `from` on may run, or none.
Interpreter::Flow Interpreter::RunUnknownIf(Node from) {
  std::vector<Layer> layers;
  std::vector<Layer> left;  // By return or break.
  bool has_else = false, may_return = false;
  for (Node branch = from; branch; branch = NextBranch(branch)) {
    has_else = branch.Is(Kind::kElseClause);
    if (branch != from && !has_else) Evaluate(branch.child(Field::kCondition));
    auto [flow, layer] = Try([&] { return RunBlock(BodyOf(branch)); });
    if (refusal_) return Flow::kStop;
    if (flow == Flow::kNext) layers.push_back(std::move(layer));
    may_return = may_return || flow == Flow::kReturn;
    if (flow == Flow::kReturn || flow == Flow::kBreak) left.push_back(std::move(layer));
  }
  if (!has_else) layers.emplace_back();
  frame().may_have_returned = frame().may_have_returned || may_return;
  const bool goes_on = !layers.empty();
  Merge(std::move(layers));
  for (const Layer& layer : left) Spoil(layer);
  if (goes_on) return Flow::kNext;
  if (left.empty()) return Flow::kStop;
  return may_return ? Flow::kReturn : Flow::kBreak;
}

Interpreter::Flow Interpreter::RunAssert(Node statement) {
  const Node condition = statement.named_child(0);
  if (condition.Is(Kind::kTuple)) return Flow::kNext;  // Never fails.
  const Known value = Evaluate(condition);
  if (refusal_) return Flow::kStop;
  decisions_ += value.value.Truth().has_value();
  if (value.value.Truth().value_or(true) || exploring_ > 0) return Flow::kNext;
  if (IsCertain()) Refuse(statement, value.reasons);
  return Flow::kStop;
}

Interpreter::Flow Interpreter::RunRaise(Node statement) {
  if (IsCertain()) Refuse(statement, {});
  return Flow::kStop;
}

Interpreter::Flow Interpreter::RunReturn(Node statement) {
  const Node result = statement.named_child(0);
  const Known value = result ? Evaluate(result) : Known{Constant::None(), {}};
  if (refusal_) return Flow::kStop;
  if (!IsCertain() || exploring_ > 0) {
    frame().may_have_returned = true;
    frame().returned = {};
  }
  if (!frame().may_have_returned) frame().returned = value;
  return Flow::kReturn;
}

// A loop over a sequence that is known, without break and continue, turn by turn.
std::optional<Interpreter::Flow> Interpreter::RunTurns(Node statement, const Known& sequence) {
  constexpr size_t kMaxTurns = 16;
  const std::vector<Constant>& elements = sequence.value.elements;
  const Node body = statement.child(Field::kBody);
  const bool is_known = sequence.value.type == Constant::Type::kSequence && exploring_ == 0;
  if (is_known && elements.empty()) return Flow::kNext;
  if (!is_known || elements.size() > kMaxTurns ||
      !body.descendants(Kind::kBreakStatement).empty() ||
      !body.descendants(Kind::kContinueStatement).empty()) {
    return std::nullopt;
  }
  for (const Constant& element : elements) {
    Assign(statement.child(Field::kLeft), {element, sequence.reasons});
    const Flow flow = RunBlock(body);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunLoop(Node statement) {
  if (exploring_ == 0 && CopyFields(statement)) return Flow::kNext;
  if (const Node over = statement.child(Field::kRight)) {
    if (std::optional<Flow> flow = RunTurns(statement, Evaluate(over))) return *flow;
  }
  ++exploring_;
  const auto [flow, layer] = Try([&] {
    if (const Node target = statement.child(Field::kLeft)) Forget(target);
    return RunBlock(statement.child(Field::kBody));
  });
  --exploring_;
  Spoil(layer);
  return refusal_ ? Flow::kStop : Flow::kNext;
}

Interpreter::Flow Interpreter::RunTry(Node statement) {
  auto [flow, body] = Try([&] { return RunBlock(statement.child(Field::kBody)); });
  Spoil(body);
  for (Node clause : statement.named_children()) {
    const bool is_clause = clause.Is(Kind::kExceptClause) || clause.Is(Kind::kElseClause) ||
                           clause.Is(Kind::kFinallyClause);
    if (!is_clause || refusal_) continue;
    Node block = clause.child(Kind::kBlock);
    const auto [clause_flow, layer] = Try([&] { return RunBlock(block); });
    Spoil(layer);
  }
  return Flow::kNext;
}

void Interpreter::RunMatch(Node statement) {
  ++exploring_;
  for (Node clause : statement.descendants(Kind::kCaseClause)) {
    const auto [flow, layer] = Try([&] { return RunBlock(clause.child(Field::kConsequence)); });
    Spoil(layer);
  }
  --exploring_;
}

void Interpreter::Assign(Node target, const Known& value) {
  target = python::WithoutParentheses(target);
  if (target.Is(Kind::kIdentifier)) return Write({Space(), std::string(target.text())}, value);
  if (target.Is(Kind::kAttribute)) {
    const Known object = Evaluate(target.child(Field::kObject));
    if (object.value.type != Constant::Type::kObject) return;
    const std::string name(target.child(Field::kAttribute).text());
    Known stored = value;
    if (stored.is_known() && stored.value.type != Constant::Type::kObject) {
      for (const Taken& taken : taken_) {
        stored.reasons.insert(taken.reasons.begin(), taken.reasons.end());
      }
      stored.reasons.insert(NewReason({.origin = Reason::Origin::kStored,
                                       .name = name,
                                       .path = frame().module->path(),
                                       .line = target.first_line(),
                                       .value = value.value.ToText()}));
    }
    return Write({object.value.object, name}, std::move(stored));
  }
  const bool is_list = target.Is(Kind::kPatternList) || target.Is(Kind::kTuplePattern) ||
                       target.Is(Kind::kListPattern);
  if (target.Is(Kind::kSubscript) && StoreItem(target, value)) return;
  if (!is_list) return Forget(target);
  const std::vector<Constant>& elements = value.value.elements;
  const bool fits = value.value.type == Constant::Type::kSequence &&
                    static_cast<int>(elements.size()) == target.named_child_count();
  size_t next = 0;
  for (Node element : target.named_children()) {
    if (fits) {
      Assign(element, {elements[next++], value.reasons});
    } else {
      Forget(element);
    }
  }
}

void Interpreter::Forget(Node target) {
  target = python::WithoutParentheses(target);
  if (target.Is(Kind::kIdentifier)) return Write({Space(), std::string(target.text())}, {});
  if (target.Is(Kind::kAttribute)) {
    const Known object = Evaluate(target.child(Field::kObject));
    if (object.value.type != Constant::Type::kObject) return;
    return Write({object.value.object, std::string(target.child(Field::kAttribute).text())}, {});
  }
  if (target.Is(Kind::kSubscript)) {  // del x["a"]: what `x` is has changed.
    const Node base = target.child(Field::kValue);
    if (base.Is(Kind::kIdentifier) || base.Is(Kind::kAttribute)) Forget(base);
    return;
  }
  for (Node element : target.named_children()) Forget(element);
}

void Interpreter::Refuse(Node statement, const std::set<int>& reasons) {
  Refusal refusal = {.module = frame().module,
                     .statement = statement,
                     .path = frame().module->path(),
                     .line = statement.first_line()};
  std::set<int> all = reasons;
  for (const Taken& taken : taken_) {
    refusal.conditions.push_back(taken.condition);
    all.insert(taken.reasons.begin(), taken.reasons.end());
  }
  std::set<std::tuple<std::string, std::string, int>> seen;
  for (int number : all) {
    const Reason& reason = reasons_[number];
    if (seen.emplace(reason.name, reason.path, reason.line).second) {
      refusal.reasons.push_back(reason);
    }
  }
  refusal_ = std::move(refusal);
}

}  // namespace allreview::constraints
