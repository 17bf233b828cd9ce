#ifndef ANALYZERS_TENSOR_EXPRESSIONS_FUNCTION_READER_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_FUNCTION_READER_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "analyzers/tensor_expressions/evaluator.h"
#include "analyzers/tensor_expressions/input_terms.h"
#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {

// A function of some file. Both live as long as the reader.
struct FunctionPlace {
  const python::Module* module = nullptr;
  const python::Definition* definition = nullptr;
};
// Finds a function of another file by its absolute name; nullptrs when there is none.
using FindFunction = std::function<FunctionPlace(const std::string& name)>;

// A value that a statement gave to a name, or returned.
struct Assigned {
  int term = 0;
  std::string target = {};  // "loss", "self.scale", "return".
};

// Runs a function in order, once, with symbols for numbers: every name has the value that it has at
// that point. Where paths meet again, and in loops, names that differ start anew as inputs.
class FunctionReader : public Environment {
 public:
  struct Context {
    Terms* terms = nullptr;
    FindFunction find_function = {};
    FindValue find_value = {};
    int depth = 0;
    // The branch to take, by the place of the `if`: counted from 0, after the last one to skip it.
    std::map<uint32_t, int> choices = {};
  };
  // An `if` after which names hold computed values that differ by the way taken.
  struct Fork {
    uint32_t place = 0;
    int ways = 0;
    // For an `if` with at most an else: where the text of two is equal, and means the same, both go
    // the same way. Empty: like no other.
    std::string condition = {};
  };
  FunctionReader(const python::Module& module, const python::Definition& function, Context context);

  // Reads the body.
  void Read();
  // With these arguments; the value returned when there is one return, at the end of straight-line
  // code.
  std::optional<Value> ReadAsHelper(CallValues arguments);

  const std::vector<Assigned>& assigned() const { return assigned_; }
  const std::vector<Unknown>& refused() const { return refused_; }
  const std::vector<Fork>& forks() const { return forks_; }

  std::string Resolve(python::Node expression) override;
  std::optional<Value> Variable(python::Node name) override;
  Value Opaque(python::Node expression, const Unknown& why) override;
  std::optional<Value> Call(python::Node call, const std::string& callee,
                            CallValues values) override;
  std::optional<double> SizeOf(int term, int dim) override;
  std::optional<numerics::Format> autocast() override { return autocast_; }

 private:
  using Variables = std::map<std::string, Value>;

  // False: control leaves the block.
  bool ReadBlock(python::Node block);
  bool ReadStatement(python::Node statement);
  void ReadExpressionStatement(python::Node statement);
  void ReadAssignment(python::Node assignment);
  void ReadAugmented(python::Node assignment);
  void ReadBareCall(python::Node call);
  void ReadReturn(python::Node statement);
  bool ReadIf(python::Node statement);
  bool ReadBranches(const std::vector<python::Node>& branches, bool may_skip,
                    const std::string& condition);
  void ReadLoop(python::Node statement);
  bool ReadAccumulation(python::Node statement);
  bool ReadTry(python::Node statement);
  bool ReadWith(python::Node statement);
  void EnterAutocast(python::Node call);

  void Assign(python::Node target, Value value, python::Node right);
  void AssignPart(python::Node target, const Value& value);
  void SetVariable(const std::string& name, Value value);
  void Forget(const std::string& name, python::Node node, std::optional<Refusal> lost = {});
  void ForgetBindings(python::Node inside);
  // Whether a computed value was lost.
  bool Merge(const Variables& one, const Variables& other, python::Node node);
  bool IsComputed(const Value& value) const;
  bool GivesArithmetic(const Value& value) const;
  std::string KeyOf(python::Node expression) const;
  bool IsNoValue(python::Node expression);
  bool BindArguments(CallValues arguments);
  const python::Definition* ClassAround() const;

  const python::Module& module_;
  const python::Definition& function_;
  Context context_;
  Terms& terms_;
  python::Values values_;
  InputTerms inputs_;
  Evaluator evaluator_;
  Variables variables_;
  std::map<std::string, int> versions_;  // How often each name was bound.
  std::map<std::string, Value> opaque_;  // By KeyOf.
  std::map<absl::string_view, const python::Parameter*> parameters_;
  // Whether one of the bindings of a name imports or defines something, by the first of them.
  std::map<const python::Binding*, bool> holds_definition_;
  std::vector<Assigned> assigned_;
  std::vector<Unknown> refused_;
  std::vector<Fork> forks_;
  std::optional<numerics::Format> autocast_;
  std::optional<Value> returned_;
  int return_count_ = 0;
  bool has_open_branch_ = false;
};

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_FUNCTION_READER_H_
