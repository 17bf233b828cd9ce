#ifndef ANALYZERS_TENSOR_EXPRESSIONS_INPUT_TERMS_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_INPUT_TERMS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "analyzers/tensor_expressions/evaluator.h"
#include "analyzers/tensor_expressions/terms.h"

namespace allreview::tensor_expressions {

// What is known of an expression of a module where it stands.
struct KnownValue {
  python::Value plain = {};  // kUnknown: nothing.
  // Of a tensor: its sizes, as Term has them.
  std::optional<std::vector<int64_t>> sizes = {};
};
using FindValue = std::function<KnownValue(const python::Module&, python::Node)>;

// Decides what stands for a value that no arithmetic of the function made: a parameter, the result
// of a layer, elements picked by index. From what `find_value` knows, or else from annotations,
// defaults, what Values knows, and names.
class InputTerms {
 public:
  // All must outlive it.
  InputTerms(Terms& terms, const python::Module& module, const python::Values& values,
             const FindValue& find_value)
      : terms_(terms), module_(module), values_(values), find_value_(find_value) {}

  // `use`: where it is read first.
  Value OfParameter(const python::Parameter& parameter, python::Node use);
  // `self.name` in a method of the class. A number when the class sets it to one, or to a parameter
  // whose default is one.
  Value OfSelfAttribute(const python::Definition& a_class, python::Node attribute);
  // The term for any expression, under the name that people know it by. `why` when it is no tensor
  // and no number.
  Value OfExpression(python::Node expression, absl::string_view name, const Unknown& why);
  // How many elements a tensor has along an axis: a whole number of Python.
  Value OfSize(python::Node expression, absl::string_view name);
  // A new input in the place of an earlier value of the same kind: after a loop, a branch or a
  // write into it. `lost`: see Term.
  Value Fresh(int term, absl::string_view name, python::Node node,
              std::optional<Refusal> lost = {});

 private:
  KnownValue Known(python::Node expression) const;
  Value OfKnown(const KnownValue& it, python::Node node, absl::string_view name,
                absl::string_view source);
  Value Count(python::Node node, absl::string_view name, absl::string_view source);

  Terms& terms_;
  const python::Module& module_;
  const python::Values& values_;
  const FindValue& find_value_;
};

// Text for people: one line, not too long.
std::string ShortText(absl::string_view text);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_INPUT_TERMS_H_
