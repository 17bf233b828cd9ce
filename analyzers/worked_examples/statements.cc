#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/worked_examples/interpreter.h"

namespace allreview::worked_examples {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr int kMaxTurns = 200;

// What only tells people something.
bool IsReport(Node call) {
  const absl::string_view callee = call.child(Field::kFunction).text();
  for (absl::string_view prefix : {"logger.", "logging.", "log.", "warnings.warn"}) {
    if (absl::StartsWith(callee, prefix)) return true;
  }
  return callee == "print" || callee == "log_single_rank" || callee == "print_rank_0";
}

// Contexts in which operations give something else.
bool ChangesValues(absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(name);
  for (absl::string_view part : {"autocast", "amp", "fp8", "dtype", "device", "mode", "meta"}) {
    if (absl::StrContains(lower, part) && !absl::EndsWith(lower, "inference_mode")) return true;
  }
  return false;
}

}  // namespace

bool Interpreter::Spend() {
  if (stops()) return false;
  if (++steps_ <= kMaxSteps) return true;
  halt_.End("it runs too long");
  return false;
}

Interpreter::Flow Interpreter::RunBlock(Node block) {
  if (++depth_ > kMaxDepth) GiveUp("blocks that are nested too deep");
  Flow flow = Flow::kNext;
  for (Node statement : block.named_children()) {
    flow = RunStatement(statement);
    if (stops() || flow != Flow::kNext) break;
  }
  --depth_;
  return flow;
}

Interpreter::Flow Interpreter::RunStatement(Node statement) {
  if (!Spend()) return Flow::kNext;
  if (IsTraced() && is_in_ran_.insert(statement.index()).second) ran_.push_back(statement);
  const Flow flow = RunKind(statement);
  if (halt_.kind() == Halt::Kind::kUnknown) return Recover(statement);
  if (!stops() && IsTraced()) TrackChanged(statement);
  return flow;
}

Interpreter::Flow Interpreter::RunKind(Node statement) {
  switch (statement.kind()) {
    case Kind::kReturnStatement:
      frame().returned =
          statement.named_child(0) ? Evaluate(statement.named_child(0)) : Value::None();
      if (halt_.kind() == Halt::Kind::kUnknown) {
        halt_.Resume();
        Forget(statement);
      }
      Note(statement, "return", frame().returned);
      return Flow::kReturn;
    case Kind::kBreakStatement:
      return Flow::kBreak;
    case Kind::kContinueStatement:
      return Flow::kContinue;
    case Kind::kIfStatement:
      return RunIf(statement);
    case Kind::kForStatement:
      return RunFor(statement);
    case Kind::kWhileStatement:
      return RunWhile(statement);
    case Kind::kWithStatement:
      return RunWith(statement);
    case Kind::kTryStatement:
      return RunTry(statement);
    default:
      RunSimple(statement);
      return Flow::kNext;
  }
}

void Interpreter::RunSimple(Node statement) {
  switch (statement.kind()) {
    case Kind::kExpressionStatement:
      return RunExpression(statement);
    case Kind::kAssertStatement:
      return RunAssert(statement);
    case Kind::kDeleteStatement:
      return RunDelete(statement);
    case Kind::kRaiseStatement:
      halt_.Raise("a raise");
      return;
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
      // It may change what it finds around it: nobody can call it.
      frame().locals[std::string(statement.child(Field::kName).text())] =
          Value::Name("a function inside of another");
      return;
    case Kind::kPassStatement:
    case Kind::kImportStatement:
    case Kind::kImportFromStatement:
    case Kind::kComment:
      return;
    default:
      GiveUp("a statement that is not run");
  }
}

Interpreter::Flow Interpreter::RunFor(Node statement) {
  const Node source = statement.child(Field::kRight);
  const Value iterable = IsTraced() && IsQuietMethod(source) ? Value() : Evaluate(source);
  if (halt_.kind() == Halt::Kind::kUnknown && IsTraced()) {
    halt_.Resume();
    Forget(source);
    return RunUnknownLoop(statement);
  }
  if (stops()) return Flow::kNext;
  if (iterable.Is(Type::kOpaque) && IsTraced()) return RunUnknownLoop(statement);
  const std::optional<Value::Items> items = Iterate(iterable);
  if (!items || static_cast<int>(items->size()) > kMaxTurns) GiveUp("a loop that is too long");
  if (stops()) return Flow::kNext;
  const Flow flow = RunTurns(statement, iterable, *items);
  if (flow == Flow::kReturn) return flow;
  const Node otherwise = statement.child(Field::kAlternative);
  if (!stops() && otherwise && flow != Flow::kBreak) return RunBlock(otherwise.child(Field::kBody));
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunTurns(Node statement, const Value& iterable,
                                        const Value::Items& items) {
  ++frame().loops;
  Flow flow = Flow::kNext;
  for (size_t i = 0; !stops() && i < items.size(); ++i) {
    // What a list holds when the turn begins.
    if (iterable.Is(Type::kList) && iterable.items->size() != items.size()) {
      GiveUp("a list that changes under its loop");
    }
    Assign(statement.child(Field::kLeft), items[i]);
    flow = RunBlock(statement.child(Field::kBody));
    if (flow == Flow::kBreak || flow == Flow::kReturn) break;
  }
  --frame().loops;
  return flow;
}

// Over things of which nothing is known. The first turn runs as it would; what the others do to
// what it leaves is not known.
Interpreter::Flow Interpreter::RunUnknownLoop(Node statement) {
  if (surroundings_.turns_of_unknown_loops > 1) {
    has_unknown_loop_ = true;
    const Value::Items items(static_cast<size_t>(surroundings_.turns_of_unknown_loops));
    return RunTurns(statement, Value(), items);
  }
  ForgetTarget(statement.child(Field::kLeft));
  const bool is_shown = HasChanged(statement) || surroundings_.is_new;
  const Flow flow = is_shown ? RunBlock(statement.child(Field::kBody)) : Flow::kNext;
  if (stops()) return Flow::kNext;
  if (flow == Flow::kReturn || IsLeft(statement)) {
    halt_.End("a loop that may end early");
    return Flow::kNext;
  }
  Forget(statement);
  return Flow::kNext;
}

// self.f(), which stores nothing: what it gives may be left open.
bool Interpreter::IsQuietMethod(Node call) {
  const Node callee = call.child(Field::kFunction);
  if (!call.Is(Kind::kCall) || callee.child(Field::kObject).text() != "self") return false;
  const auto self = frame().locals.find("self");
  if (self == frame().locals.end() || !self->second.Is(Type::kObject)) return false;
  if (call.child(Field::kArguments).named_child_count() > 0) return false;
  const Code method = MethodOf(*self->second.object, callee.child(Field::kAttribute).text());
  if (method.function == nullptr) return false;
  const Node body = method.function->body;
  if (!body.descendants(Kind::kAugmentedAssignment).empty()) return false;
  for (Node assignment : body.descendants(Kind::kAssignment)) {
    if (!assignment.child(Field::kLeft).Is(Kind::kIdentifier)) return false;
  }
  // Nor does it call its own methods, or hand itself on.
  for (Node name : body.descendants(Kind::kIdentifier)) {
    if (name.text() != "self") continue;
    const Node use = name.parent();
    if (!use.Is(Kind::kAttribute) || use.field() == Field::kFunction) return false;
  }
  return true;
}

Interpreter::Flow Interpreter::RunWhile(Node statement) {
  ++frame().loops;
  Flow flow = Flow::kNext;
  int turns = 0;
  while (!stops() && IsTrue(statement.child(Field::kCondition))) {
    if (++turns > kMaxTurns) GiveUp("a loop that is too long");
    flow = RunBlock(statement.child(Field::kBody));
    if (flow == Flow::kBreak || flow == Flow::kReturn) break;
  }
  --frame().loops;
  if (flow == Flow::kReturn) return flow;
  if (statement.child(Field::kAlternative)) GiveUp("an else of a loop");
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunWith(Node statement) {
  const bool before = computes_gradients_;
  for (Node item : statement.descendants(Kind::kWithItem)) {
    if (item.first_byte() >= statement.child(Field::kBody).first_byte()) break;
    Node context = item.child(Field::kValue);
    if (context.Is(Kind::kAsPattern)) {
      ForgetTarget(context.last_named_child());
      context = context.named_child(0);
    }
    const Node callee = context.Is(Kind::kCall) ? context.child(Field::kFunction) : context;
    const std::string name = frame().module->Resolve(callee);
    if (ChangesValues(name.empty() ? callee.text() : name)) GiveUp("a context");
    if (absl::EndsWith(name, "no_grad") || absl::EndsWith(name, "inference_mode")) {
      computes_gradients_ = false;
    }
    if (absl::EndsWith(name, "enable_grad")) computes_gradients_ = true;
  }
  const Flow flow = stops() ? Flow::kNext : RunBlock(statement.child(Field::kBody));
  computes_gradients_ = before;
  return flow;
}

// As if nothing is raised; where something is, the run has ended.
Interpreter::Flow Interpreter::RunTry(Node statement) {
  Flow flow = RunBlock(statement.child(Field::kBody));
  for (Node clause : statement.named_children()) {
    if (stops()) break;
    if (clause.Is(Kind::kElseClause) && flow == Flow::kNext) {
      flow = RunBlock(clause.child(Field::kBody));
    }
    if (clause.Is(Kind::kFinallyClause)) {
      if (flow != Flow::kNext) GiveUp("a finally behind a return");
      flow = RunBlock(clause.child(Kind::kBlock));
    }
  }
  return flow;
}

// Whoever calls it sees to it that it holds.
void Interpreter::RunAssert(Node statement) {
  const std::optional<bool> truth = TruthUnder(statement.named_child(0), true);
  if (truth == false) halt_.Raise("an assertion");
}

void Interpreter::RunExpression(Node statement) {
  const Node expression = statement.named_child(0);
  switch (expression.kind()) {
    case Kind::kAssignment:
      return RunAssignment(expression);
    case Kind::kAugmentedAssignment:
      return RunAugmented(expression);
    case Kind::kString:
    case Kind::kConcatenatedString:
    case Kind::kEllipsis:
      return;
    case Kind::kYield: {
      if (!IsTraced() || absl::StartsWith(expression.text(), "yield from")) {
        GiveUp("a generator");
        return;
      }
      const Node value = expression.named_child(0);
      Note(statement, "yield", value ? Evaluate(value) : Value::None());
      return;
    }
    case Kind::kCall: {
      if (IsReport(expression)) return;
      Evaluate(expression);
      // x.add_(y), items.append(y): what the name holds has changed.
      const Node callee = expression.child(Field::kFunction);
      const Node object = callee.Is(Kind::kAttribute) ? callee.child(Field::kObject) : Node();
      if (stops() || !object || !IsTraced()) return;
      if (object.Is(Kind::kIdentifier) && frame().locals.count(object.text()) == 0) return;
      const bool is_field =
          object.Is(Kind::kAttribute) && object.child(Field::kObject).text() == "self";
      if (object.Is(Kind::kIdentifier) || is_field) {
        const Value held = Evaluate(object);
        if (!held.Is(Type::kOpaque)) Note(statement, std::string(object.text()), held);
      }
      return;
    }
    default:
      Evaluate(expression);
  }
}

void Interpreter::RunDelete(Node statement) {
  for (Node target : statement.named_children()) {
    if (!target.Is(Kind::kIdentifier)) {
      GiveUp("a deletion");
      return;
    }
    frame().locals.erase(std::string(target.text()));
  }
}

}  // namespace allreview::worked_examples
