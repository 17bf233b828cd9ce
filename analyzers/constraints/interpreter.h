#ifndef ANALYZERS_CONSTRAINTS_INTERPRETER_H_
#define ANALYZERS_CONSTRAINTS_INTERPRETER_H_

// Runs validation code over objects of which some fields are known, and tells whether it certainly
// refuses them.
//
//   Interpreter interpreter(project, modules);
//   const int config = interpreter.NewObject({.class_name = "pkg.Config", .initial = fields});
//   interpreter.RunMethod(config, "__post_init__");
//   if (const Refusal* refusal = interpreter.refusal()) Show(refusal->reasons, refusal->line);
//
// Three-valued: a condition that depends on anything unknown is unknown, both its branches run, and
// what they leave different is unknown behind them. Only a `raise`, a failing `assert` or an exit
// that every run gets to is a refusal. Loops, handlers and `match` prove nothing. Functions and
// methods of the repository that get an object are run, too; what hands one to code that nobody
// knows makes all its fields unknown. Bounded by steps, depth of calls and of expressions.
//
// One thread. Borrows its arguments.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/constant.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/project.h"

namespace allreview::constraints {

// Parsed files of the repository after the change. Null: it cannot be had.
using Modules = std::function<const python::Module*(absl::string_view path)>;

// A value that a refusal depends on, and where it comes from.
struct Reason {
  enum class Origin { kGiven, kDefault, kStored };
  Origin origin = Origin::kGiven;
  std::string name = {};
  std::string path = {};
  int line = 0;
  std::string value = {};
};

// A value with the reasons that it depends on, by number.
struct Known {
  Constant value = {};
  std::set<int> reasons = {};
  bool is_known() const { return value.is_known(); }
};

struct Refusal {
  const python::Module* module = nullptr;
  python::Node statement = {};  // raise, assert, or the call that ends the program.
  std::string path = {};
  int line = 0;
  std::vector<python::Node> conditions =
      {};                            // That hold on the way, outermost first; of any module.
  std::vector<Reason> reasons = {};  // In the order in which they became known.
};

struct ClassField;  // class_fields.h
using Fields = std::map<std::string, Known, std::less<>>;

struct Object {
  std::string class_name = {};  // Absolute; empty: none that is known.
  // A field before anything is stored: unknown when nobody can tell.
  std::function<Known(absl::string_view name)> initial = {};
};

class Interpreter {
 public:
  Interpreter(repository::Project& project, const Modules& modules)
      : project_(project), modules_(modules), layers_(1) {}

  int NewObject(Object object);
  int NewReason(Reason reason);
  // Runs the method of the object's class, if there is one, without arguments.
  void RunMethod(int object, absl::string_view method);
  // Runs a function of the repository without arguments, as a program in which parse_args() returns
  // the object.
  void RunProgram(const repository::Found& function, int parsed_arguments);
  // Runs a function of the repository that takes the object first.
  void RunOn(const repository::Found& function, int object);
  // Makes the object as the call does, and runs what its class runs. False: the call or the class
  // is not understood.
  bool RunConstruction(const python::Module& module, python::Node call);
  const Refusal* refusal() const { return refusal_ ? &*refusal_ : nullptr; }
  // How many conditions of assertions were known.
  int decisions() const { return decisions_; }
  // Files of which code was run.
  const std::set<std::string>& files() const { return files_; }
  // What an expression of the module is without any function around it: literals, constants.
  Known EvaluateIn(const python::Module& module, python::Node expression);

 private:
  using Node = python::Node;
  // kStop: an exception, or the end of the program. kBreak: `continue`, too.
  enum class Flow { kNext, kReturn, kBreak, kStop };
  // An object or, negative, a call that is being run; and the name of a field or local.
  using Key = std::pair<int, std::string>;
  struct Layer {
    std::map<Key, Known> bindings;
    std::set<int> tainted;  // Objects whose older fields are unknown.
  };
  struct Frame {
    int id = 0;
    const python::Module* module = nullptr;
    const python::Definition* function = nullptr;  // Null: none.
    std::string class_name = {};                   // Around the method.
    Known returned = {};
    bool may_have_returned = false;
    int tentative = 0;  // How many statements around are run as if they might not be.
  };

  // state.cc
  Known Read(const Key& key) const;
  void Write(const Key& key, Known value);
  void TaintObject(int object);
  void TaintEverything();
  // Runs `run` as what may or may not happen.
  template <typename Code>
  std::pair<Flow, Layer> Try(const Code& run);
  // One of the layers happened.
  void Merge(std::vector<Layer> layers);
  // What it stored may or may not be.
  void Spoil(const Layer& layer);

  // statements.cc
  Flow RunBlock(Node block);
  Flow RunStatements(Node block);
  Flow RunStatement(Node statement);
  Flow RunTentatively(Node statement);
  Flow RunExpressionStatement(Node statement);
  Flow RunIf(Node statement);
  Flow RunUnknownIf(Node from);
  Flow RunAssert(Node statement);
  Flow RunRaise(Node statement);
  Flow RunReturn(Node statement);
  Flow RunLoop(Node statement);
  std::optional<Flow> RunTurns(Node statement, const Known& sequence);
  Flow RunTry(Node statement);
  void RunMatch(Node statement);
  void Assign(Node target, const Known& value);
  void Forget(Node target);
  void Refuse(Node statement, const std::set<int>& reasons);

  // expressions.cc
  Known Evaluate(Node expression);
  Known Compute(Node expression);
  Known OfIdentifier(Node identifier);
  Known OfModuleName(Node identifier);
  Known OfClassName(Node name);
  Known OfAttribute(Node attribute);
  Known OfField(int object, absl::string_view name);
  Known OfMember(Node attribute);
  Known OfBoolean(Node expression);
  Known OfComparison(Node expression);
  Known OfConditional(Node expression);
  Known OfSequence(Node expression);
  Known OfArithmetic(Node expression);
  void LoseIn(Node expression);

  // calls.cc
  Known OfCall(Node call);
  std::optional<Known> OfBuiltin(absl::string_view name, Node call);
  std::optional<Known> OfTextMethod(Node call);
  Known OfGetattr(Node call);
  std::optional<Known> OfGet(Node call);
  void RunSetattr(Node call);
  std::optional<Known> OfMethodCall(Node call);
  Known OfSelf();
  Known Enter(const repository::Found& function, std::optional<Known> self, Node call);
  std::map<std::string, Known> Bound(const repository::Found& function,
                                     const python::Module& module,
                                     const python::Definition& definition,
                                     const std::optional<Known>& self, Node call);
  Known Run(const repository::Found& function, std::map<std::string, Known> locals);
  void LoseArguments(Node call);
  // dictionaries.cc
  bool StoreItem(Node target, const Known& value);
  bool CopyFields(Node loop);
  int DictionaryIn(Node expression);
  // objects.cc
  std::optional<Known> Construct(const repository::Found& found, Node call);
  std::shared_ptr<Fields> Given(Node call);
  Known OfArgument(Node argument);
  Known DefaultOf(const ClassField& field);

  bool EndsProgram(Node call) const;
  std::optional<Known> OfParsing(Node call) const;

  bool IsCertain() const { return tentative_ == 0; }
  Frame& frame() { return frames_.back(); }
  int Space() const { return -frames_.back().id; }
  bool Spend() { return !refusal_ && ++steps_ <= kMaxSteps; }

  static constexpr int kMaxSteps = 60'000;
  static constexpr int kMaxCalls = 10;
  static constexpr int kMaxDepth = 60;

  repository::Project& project_;
  const Modules& modules_;
  std::vector<Object> objects_;
  std::vector<Reason> reasons_;
  std::vector<Layer> layers_;
  std::vector<Frame> frames_;
  struct Taken {
    Node condition;
    std::set<int> reasons;
  };
  std::vector<Taken> taken_;  // Conditions that certainly hold around what runs.
  std::optional<Refusal> refusal_;
  int tentative_ = 0;  // What runs may not run.
  int exploring_ = 0;  // Conditions count as unknown: what runs may run several times.
  int steps_ = 0, depth_ = 0, last_frame_ = 0, decisions_ = 0;
  int parsed_arguments_ = -1;  // What parse_args() returns; -1: unknown.
  std::set<std::string> files_;
};

template <typename Code>
std::pair<Interpreter::Flow, Interpreter::Layer> Interpreter::Try(const Code& run) {
  layers_.emplace_back();
  ++tentative_;
  const Flow flow = run();
  --tentative_;
  Layer layer = std::move(layers_.back());
  layers_.pop_back();
  return {flow, std::move(layer)};
}

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_INTERPRETER_H_
