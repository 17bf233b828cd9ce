#ifndef ANALYZERS_TENSOR_EXPRESSIONS_EVALUATOR_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_EVALUATOR_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/python/syntax.h"
#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {

struct CallValues {
  std::vector<Value> positional = {};
  std::vector<std::pair<std::string, Value>> keywords = {};
};

// What an expression sees around it.
class Environment {
 public:
  virtual ~Environment() = default;
  // Absolute dotted name ("torch.nn.functional.softmax"); empty when it names nothing that is
  // known.
  virtual std::string Resolve(python::Node expression) = 0;
  // The value of a name or an attribute (`x`, `self.eps`). None: it is no variable here.
  virtual std::optional<Value> Variable(python::Node name) = 0;
  // The value that stands for what cannot be read: an input, or `why` itself.
  virtual Value Opaque(python::Node expression, const Unknown& why) = 0;
  // A call of what PyTorch does not define. None: not known.
  virtual std::optional<Value> Call(python::Node call, const std::string& callee,
                                    CallValues values) = 0;
  // Elements of a tensor along a dimension; none: not known.
  virtual std::optional<double> SizeOf(int term, int dim) = 0;
  virtual std::optional<numerics::Format> autocast() = 0;
};

// Reads Python expressions: what is constant is computed, calls of PyTorch become terms.
class Evaluator {
 public:
  // Both must outlive it.
  Evaluator(Terms& terms, Environment& environment) : terms_(terms), environment_(environment) {}

  Value Evaluate(python::Node expression);
  // left op right of Python: "+", "**", "<", "@".
  Value Binary(absl::string_view operation, const Value& left, const Value& right,
               python::Node node);
  // A function of torch, its namespaces or a method of tensors, by its last name.
  Value CallTorch(std::string name, CallValues values, python::Node node);

 private:
  Value Read(python::Node node);
  Value ReadIdentifier(python::Node identifier);
  Value ReadAttribute(python::Node attribute);
  Value ReadAttributeOf(const Value& object, absl::string_view name, python::Node node);
  Value ReadUnary(python::Node node);
  Value ReadComparison(python::Node node);
  Value ReadBoolean(python::Node node);
  Value ReadConditional(python::Node node);
  Value ReadTuple(python::Node node);
  Value ReadCall(python::Node call);
  Value ReadSubscript(python::Node node);
  std::optional<Value> ReadShape(python::Node node, const std::vector<python::Node>& indices);
  Value Subscript(int term, const std::vector<python::Node>& indices, python::Node node);
  std::optional<CallValues> ReadArguments(python::Node call, Unknown& why);

  Value CallNamed(const std::string& dotted, CallValues values, python::Node call);
  Value CallBuiltin(absl::string_view name, CallValues values, python::Node call);
  Value CallLambda(const Lambda& lambda, CallValues values, python::Node call);
  Value CallIsland(numerics::Format format, CallValues values, python::Node call);
  Value CallMethod(int term, absl::string_view name, CallValues values, python::Node call);
  std::optional<Value> CallSpecial(absl::string_view name, CallValues& values, python::Node node);
  Value CallTo(CallValues values, python::Node node);
  Value CallExtreme(absl::string_view name, CallValues values, python::Node node);
  Value CallFinfo(const CallValues& values, python::Node node);
  Value MakeArange(CallValues values, python::Node node);

  Value AddTerm(std::string name, CallValues values, Storage storage, python::Node node);
  // Tensors of whole numbers take part in the format of the others.
  Storage AlignStorage(absl::string_view name, CallValues& values, python::Node node);
  Value Cast(int term, Value dtype, python::Node node);
  Value View(int term, std::string place, python::Node node);

  Terms& terms_;
  Environment& environment_;
  std::vector<std::map<std::string, Value, std::less<>>> locals_;  // Of lambdas, inner ones last.
};

// The value of a literal, or of a constant of math, torch or numpy by its dotted name.
std::optional<double> ReadNumberLiteral(absl::string_view literal);
std::optional<double> NamedConstant(absl::string_view dotted);
// Whether a method writes to its tensor: x.add_.
bool IsInPlace(absl::string_view method);
// math.sqrt and its like on numbers.
std::optional<double> CallOnNumbers(absl::string_view name, const std::vector<double>& arguments);
// left op right; none: not of numbers, or an error in Python.
std::optional<double> BinaryOnNumbers(absl::string_view operation, double left, double right);
// A dtype of PyTorch by its dotted name.
std::optional<Value> NamedDtype(absl::string_view dotted);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_EVALUATOR_H_
