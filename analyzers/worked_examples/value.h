#ifndef ANALYZERS_WORKED_EXAMPLES_VALUE_H_
#define ANALYZERS_WORKED_EXAMPLES_VALUE_H_

// A Python value while an example runs. Copies of a list, dictionary, tensor or object share what
// they hold, as names in Python do.
//
//   Value x = Value::Of(Tensor);   TextOf(x)   ->  "[[0.5, 1], [2, 0]]"
//
// kOpaque is a value of which nothing is known. It may be handed on; what is computed with it is
// not known either.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/worked_examples/tensor.h"

namespace allreview::worked_examples {

struct Value;
struct Object;

// kName is what the code outside the run is called by: "torch.float32", "math.pi".
enum class Type {
  kOpaque,
  kNone,
  kBool,
  kInt,
  kFloat,
  kText,
  kList,
  kTuple,
  kSlice,
  kDict,
  kEllipsis,
  kTensor,
  kObject,
  kFunction,
  kName
};

struct Value {
  using Items = std::vector<Value>;
  using Entries = std::vector<std::pair<Value, Value>>;  // In the order of insertion.

  Type type = Type::kOpaque;
  int64_t integer = 0;    // Of an int or bool.
  double number = 0;      // Of a float.
  std::string text = {};  // Of a text or name; how code writes an input that is not known.
  std::shared_ptr<Items> items = nullptr;  // Of a list or tuple; start, stop and step of a slice.
  std::shared_ptr<Entries> entries = nullptr;
  std::shared_ptr<Tensor> tensor = nullptr;
  std::shared_ptr<Object> object = nullptr;  // Of an object; what a method is bound to.
  const python::Module* module = nullptr;    // Of a function.
  const python::Definition* function = nullptr;
  // Of a tuple that torch names the parts of: "values", "indices". Without any: it is never shown.
  const std::vector<std::string>* parts = nullptr;

  static Value None() { return {.type = Type::kNone}; }
  static Value Bool(bool value) { return {.type = Type::kBool, .integer = value ? 1 : 0}; }
  static Value Int(int64_t value) { return {.type = Type::kInt, .integer = value}; }
  static Value Float(double value) { return {.type = Type::kFloat, .number = value}; }
  static Value Text(absl::string_view text) {
    return {.type = Type::kText, .text = std::string(text)};
  }
  // "config.heads": nothing that the function computes.
  static Value Input(absl::string_view written) { return {.text = std::string(written)}; }
  static Value Name(absl::string_view name) {
    return {.type = Type::kName, .text = std::string(name)};
  }
  static Value List(Items items) { return Sequence(Type::kList, std::move(items)); }
  static Value Tuple(Items items) { return Sequence(Type::kTuple, std::move(items)); }
  static Value Sequence(Type type, Items items);
  static Value Dict(Entries entries);
  static Value Of(Tensor tensor);

  bool Is(Type other) const { return type == other; }
  bool IsInteger() const { return type == Type::kInt || type == Type::kBool; }
  bool IsNumber() const { return IsInteger() || type == Type::kFloat; }
  bool IsSequence() const { return type == Type::kList || type == Type::kTuple; }
  double AsNumber() const { return type == Type::kFloat ? number : static_cast<double>(integer); }
};

struct Object {
  const python::Module* module = nullptr;
  const python::Definition* a_class = nullptr;
  std::map<std::string, Value, std::less<>> fields = {};
  bool is_tainted = false;  // Any field may have changed: only those stored since are known.
};

// nullopt: nobody knows, or Python raises.
std::optional<bool> TruthOf(const Value& value);
// Of plain values; nullopt: it is a tensor, an object or unknown.
std::optional<bool> AreEqual(const Value& a, const Value& b);

// As a table shows it, four digits of a fraction. nullopt: it holds something unknown or is too
// long.
std::optional<std::string> TextOf(const Value& value);
std::string TextOfNumber(double number);

}  // namespace allreview::worked_examples

#endif  // ANALYZERS_WORKED_EXAMPLES_VALUE_H_
