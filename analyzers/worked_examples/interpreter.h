#ifndef ANALYZERS_WORKED_EXAMPLES_INTERPRETER_H_
#define ANALYZERS_WORKED_EXAMPLES_INTERPRETER_H_

// Runs a Python function on given arguments, with tensors of a few elements, and notes what each
// statement binds. Nothing is guessed: what a statement does that cannot be followed exactly as
// Python and PyTorch would do it is unknown, and so is all that it may have changed. The run goes
// on.
//
//   Interpreter interpreter(surroundings);
//   const Run run = interpreter.RunFunction({.module = &module, .function = definition},
//                                           {{"scores", scores}, {"k", Value::Int(1)}});
//   if (run.halt.kind() == Halt::Kind::kRaises) return;  // The inputs are not legal.
//   for (const Noted& noted : run.notes) Show(noted.name, noted.text);
//
// Bounded by steps, calls, depth of expressions, and elements. One thread; borrows its arguments.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/worked_examples/call.h"
#include "analyzers/worked_examples/value.h"

namespace allreview::worked_examples {

struct Code {
  const python::Module* module = nullptr;
  const python::Definition* function = nullptr;  // Or class. Null: it is not known.
};

// What a run does not find in its own code.
struct Surroundings {
  // A function or class by its absolute name. Must give what lives as long as the run.
  std::function<Code(absl::string_view name)> find = [](absl::string_view) { return Code(); };
  // What a field of an object is before anything is stored to it; kOpaque: nobody knows.
  std::function<Value(const Object& object, absl::string_view name)> field =
      [](const Object&, absl::string_view) { return Value(); };
  // What may stand for the result of code that is not known, bound to that name; kOpaque: nothing.
  std::function<Value(absl::string_view name, python::Node value)> imagine =
      [](absl::string_view, python::Node) { return Value(); };
  // An input as the code writes it ("config.heads", "get_rank()"); kOpaque: nobody can say.
  std::function<Value(absl::string_view written)> suppose = [](absl::string_view) {
    return Value();
  };
  // Which way a condition goes that depends on inputs only; `likely` is what shows more. nullopt:
  // both ways stay open.
  std::function<std::optional<bool>(absl::string_view condition, bool likely)> decide =
      [](absl::string_view, bool) { return std::optional<bool>(); };
  // The other version of the function may do otherwise here.
  std::function<bool(python::Node)> is_changed = [](python::Node) { return false; };
  bool is_new = false;  // There is no other version.
  int turns_of_unknown_loops = 1;
};

// What a statement of the function bound, returned or yielded.
struct Noted {
  python::Node statement = {};
  std::string name = {};     // "x", "self.x", "return", "yield".
  std::string text = {};     // Of the value, right after; empty: it cannot be shown.
  std::string shape = {};    // "4 x 2"; empty: no tensor, or one without dimensions.
  int loops = 0;             // How many loops of the function are around it.
  bool is_imagined = false;  // It stands for the result of code that is not known.
  bool is_changed = false;   // Surroundings::is_changed says so of the statement.
};

struct Run {
  Halt halt = {};
  std::vector<Noted> notes = {};
  std::vector<python::Node> ran = {};  // Statements of the function, each once.
  bool has_unknown_loop = false;       // A loop ran twice over what is not known.
};

using Arguments = std::vector<std::pair<std::string, Value>>;

class Interpreter {
 public:
  explicit Interpreter(const Surroundings& surroundings) : surroundings_(surroundings) {}

  // By the names of the parameters; the others have their defaults.
  Run RunFunction(const Code& code, const Arguments& arguments);

 private:
  using Node = python::Node;
  enum class Flow { kNext, kBreak, kContinue, kReturn };
  struct Frame {
    const python::Module* module = nullptr;
    const python::Definition* function = nullptr;  // Null: code of the module.
    std::map<std::string, Value, std::less<>> locals = {};
    Value returned = Value::None();
    int loops = 0;
  };
  struct Given {
    Value::Items positional = {};
    std::vector<std::pair<std::string, Value>> keywords = {};
  };

  // statements.cc
  Flow RunBlock(Node block);
  Flow RunStatement(Node statement);
  Flow RunKind(Node statement);
  void RunSimple(Node statement);
  Flow RunFor(Node statement);
  Flow RunTurns(Node statement, const Value& iterable, const Value::Items& items);
  Flow RunUnknownLoop(Node statement);
  Flow RunWhile(Node statement);
  bool IsQuietMethod(Node call);
  Flow RunWith(Node statement);
  Flow RunTry(Node statement);
  void RunAssert(Node statement);
  void RunExpression(Node statement);
  void RunDelete(Node statement);

  // branches.cc
  Flow RunIf(Node statement);
  std::optional<bool> TruthOfClause(Node statement, Node clause);
  bool IsTrue(Node condition);
  std::optional<bool> TruthUnder(Node condition, bool likely);
  std::optional<bool> Decide(Node condition, bool likely);
  bool HoldsComputed(Node condition) const;
  bool IsLeft(Node statement) const;
  bool HasChanged(Node statement) const;

  // unknowns.cc
  Flow Recover(Node statement);
  void Forget(Node statement);
  void ForgetTarget(Node target);
  void ForgetHandedOver(Node call);
  void Taint(const Value& value, int depth = 0);
  void TaintObject(Node receiver, absl::string_view method);
  void Drop(const void* shared);
  bool ReadsChanged(Node code) const;
  bool ReadsOnlyInputs(Node code) const;
  void TrackChanged(Node statement);
  void TrackTarget(Node target, bool is_changed);
  Value Supposed(absl::string_view written);
  Value SupposedCall(Node call);
  Value OfUnknown(Node target, Node value);

  // assignments.cc
  void RunAssignment(Node assignment);
  void AssignUnknown(Node assignment, const Value& value);
  void NoteTargets(Node statement, Node left, const Value& value);
  void RunAugmented(Node assignment);
  void Assign(Node target, const Value& value);
  void AssignItem(Node subscript, const Value& value);
  void Unpack(Node targets, const Value& value);
  Value Augmented(Node target, absl::string_view op, const Value& old, const Value& value);
  void Note(Node statement, const std::string& name, const Value& value, bool is_imagined = false);

  // expressions.cc
  Value Evaluate(Node expression);
  Value Compute(Node expression);
  Value OfDisplay(Node expression);
  Value OfBinary(Node expression);
  Value OfIdentifier(Node identifier);
  Value OfModuleName(Node identifier);
  Value OfAttribute(Node attribute);
  Value OfField(const Value& object, absl::string_view name);
  Value OfTensorField(const Value& tensor, absl::string_view name);
  Value OfSubscript(Node subscript);
  Value OfIndex(Node subscript);
  Value OfSlice(Node slice);
  Value OfBoolean(Node expression);
  Value OfComparison(Node expression);
  Value Compared(absl::string_view op, const Value& a, const Value& b);
  Value OfUnary(Node expression);
  Value OfSequence(Node expression, Type type);
  Value OfDictionary(Node expression);
  Value OfText(Node string);

  // comprehensions.cc
  Value OfComprehension(Node expression);
  bool RunClauses(const std::vector<Node>& clauses, size_t first,
                  const std::function<void()>& visit);
  std::optional<Value::Items> Iterate(const Value& value);

  // calls.cc
  Value OfCall(Node call);
  std::optional<Given> ArgumentsOf(Node call);
  Value CallName(const std::string& name, Given given);
  Value CallTorch(absl::string_view name, Given given);
  Value CallMethod(const Value& object, absl::string_view name, Given given);
  Value CallFunction(const Code& code, const Value* self, Given given);
  Value CallOpaque(const Given& given);
  bool Bind(const Code& code, const Value* self, Given given, Frame& frame);
  Code MethodOf(const Object& object, absl::string_view name);
  bool IsPlain(const Code& code);

  Value GiveUp(absl::string_view why) { return halt_.GiveUp(why); }
  bool stops() const { return halt_.stops(); }
  Frame& frame() { return frames_.back(); }
  bool IsTraced() const { return frames_.size() == 1; }
  const python::Module& frame_module() const;
  bool Spend();

  static constexpr int kMaxSteps = 6'000;
  static constexpr int kMaxDepth = 80;
  static constexpr size_t kMaxCalls = 8;
  static constexpr size_t kMaxNotes = 400;

  const Surroundings& surroundings_;
  Halt halt_;
  std::vector<Frame> frames_;
  std::vector<Noted> notes_;
  std::vector<Node> ran_;
  std::set<uint32_t> is_in_ran_;
  // Names and fields of self that the other version may bind to something else.
  std::set<std::string, std::less<>> changed_names_;
  int changed_blocks_ = 0;  // Blocks around the statement that it may not run.
  int steps_ = 0, depth_ = 0;
  bool computes_gradients_ = true, has_unknown_loop_ = false;
};

// ---- What the files share.
// `a op b` of Python, for numbers, texts and sequences; tensors go to OperateOnTensors.
Value OperateOnValues(absl::string_view op, const Value& a, const Value& b, Halt& halt);
// A builtin function by its name ("len"); nullopt: it is not computed.
std::optional<Value> CallBuiltin(absl::string_view name, Call& call);
// A function of Python's math module.
std::optional<Value> CallMath(absl::string_view name, Call& call);
// A method of a list, dictionary or text.
Value CallPlainMethod(const Value& object, Call& call);
// A method of a tensor, in place or not.
Value CallTensorMethod(const Value& tensor, Call& call);
// The items of a sequence, the keys of a dictionary, the rows of a tensor. nullopt: unknown.
std::optional<Value::Items> ItemsOf(const Value& value);
// A list's or tuple's part.
Value SliceOf(const Value& sequence, const Value& slice, Halt& halt);
// A tuple that stands for what Python makes on demand: it is computed with, but never shown.
Value Lazy(Value::Items items);
// Something that a callee could change.
bool HoldsMutable(const Value& value);

}  // namespace allreview::worked_examples

#endif  // ANALYZERS_WORKED_EXAMPLES_INTERPRETER_H_
