#ifndef ANALYZERS_TENSOR_EXPRESSIONS_TERMS_H_
#define ANALYZERS_TENSOR_EXPRESSIONS_TERMS_H_

// What a Python expression computes, before anything is decided about measuring it: calls of
// PyTorch on the results of other calls. Terms know no limits and never fail; lower.h makes a graph
// of the part that can be measured.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/python/syntax.h"
#include "analyzers/tensor_expressions/refusal.h"

namespace allreview::tensor_expressions {

struct Value;

struct None {};
// A tensor: an index into Terms.
struct TermRef {
  int term = 0;
};
// x.dtype.
struct DtypeOfTerm {
  int term = 0;
};
// torch.int64, torch.bool: what such tensors hold is exact.
struct IntegerDtype {
  bool is_bool = false;
};
// torch.finfo(dtype): of a format, or of that of a term.
struct FormatLimits {
  std::optional<numerics::Format> format = {};
};
// Sequences, and results with names: values and indices of max(dim=…).
struct Tuple {
  std::vector<Value> items;
};
struct Lambda {
  python::Node node = {};
};
// A value that is no tensor and nothing to compute with; or one that nothing is known of.
struct Unknown {
  Refusal reason = Refusal::kUnknownValue;
  std::string detail = {};
  python::Node node = {};
};

// What a Python expression may give.
struct Value {
  std::variant<Unknown, None, TermRef, double, bool, std::string, numerics::Format, DtypeOfTerm,
               IntegerDtype, FormatLimits, Tuple, Lambda>
      it = Unknown{};

  template <typename T>
  const T* As() const {
    return std::get_if<T>(&it);
  }
  // Reads True and False, too.
  std::optional<double> AsNumber() const;
};

// How the elements of a tensor are stored, as far as it matters.
enum class Storage : uint8_t { kFloat, kInteger, kBool };

struct Term {
  enum class Kind : uint8_t {
    kInput,
    kCall,          // `function` of numerics::CallTorch.
    kCastToTested,  // The end of an island: back to the format under test.
    kView,  // The same elements in another place: those of x[:, None] meet others than those of
            // x[None, :] do. `function` tells such places apart.
  };
  Kind kind = Kind::kCall;
  std::string function = {};
  std::vector<Value> positional = {};
  std::vector<std::pair<std::string, Value>> keywords = {};
  Storage storage = Storage::kFloat;
  bool is_number = false;      // Of Python: it changes no tensor's format.
  numerics::Input input = {};  // kInput.
  // kInput: the sizes of the tensor, -1 where they are no numbers. None: the rank is not known.
  std::optional<std::vector<int64_t>> sizes = {};
  // How the role of the input was found: "its name", "torch.softmax gives probabilities".
  std::string role_source = {};
  bool is_certain_tensor = false;  // kInput: more than its use says so.
  // kInput in the place of a value that was computed, but not always in the same way: what holds of
  // it is lost (x - x.max() is never positive), so that nothing is measured with it.
  std::optional<Refusal> lost = {};
  std::optional<numerics::Format> autocast = {};
  python::Node node = {};  // Where it stands; null for what no text names.
};

class Terms {
 public:
  int Add(Term term) {
    terms_.push_back(std::move(term));
    return static_cast<int>(terms_.size()) - 1;
  }
  const Term& operator[](int index) const { return terms_[index]; }
  int size() const { return static_cast<int>(terms_.size()); }
  // Takes back all from index `size` on; nothing else may refer to them.
  void Truncate(int size) { terms_.erase(terms_.begin() + size, terms_.end()); }

 private:
  std::vector<Term> terms_;
};

// Terms that the term reads directly, in order.
std::vector<int> OperandsOf(const Term& term);

}  // namespace allreview::tensor_expressions

#endif  // ANALYZERS_TENSOR_EXPRESSIONS_TERMS_H_
