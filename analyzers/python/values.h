#ifndef ANALYZERS_PYTHON_VALUES_H_
#define ANALYZERS_PYTHON_VALUES_H_

// What an expression of one file certainly is: a tensor of a GPU, a number, a process group.
//
//   Values values(module);
//   // n = torch.zeros(4, dtype=torch.float16); n.float() + 1
//   Value value = values.Of(node);   ->  kTensor, kCpu, kFloat32
//
// From annotations, the functions and methods of torch, operators, literals, constants of the
// module, attributes of self, and by convention from the names of parameters that nothing else
// describes. A name has what all definitions that may reach it agree on. Whatever is left open is
// kUnknown.
//
// Answers are remembered. An object belongs to one thread; `module` must outlive it.

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::python {

enum class ValueType : uint8_t {
  kUnknown,
  kTensor,
  kModule,  // Of torch.nn.
  kProcessGroup,
  kStream,
  kEvent,
  kWork,  // Handle of an asynchronous operation.
  kDtype,
  kDevice,
  kNumber,
  kBool,
  kString,
  kNone,
  kNumpy,
  kSequence,  // Also a torch.Size.
  kDict,
  kSet,
};
enum class DeviceType : uint8_t { kUnknown, kCpu, kGpu };
enum class Dtype : uint8_t {
  kUnknown,
  kFloat64,
  kFloat32,
  kFloat16,
  kBfloat16,
  kFloat8,
  kInteger,
  kBool
};

struct Value {
  ValueType type = ValueType::kUnknown;
  // Where a tensor lives, or what a kDevice names; also of strings and numbers that name a device:
  // "cuda:0", torch.cuda.current_device().
  DeviceType device = DeviceType::kUnknown;
  Dtype dtype = Dtype::kUnknown;                // Of a tensor, or what a kDtype names.
  ValueType element = ValueType::kUnknown;      // Of a sequence; `device` and `dtype` are theirs.
  std::optional<double> number = std::nullopt;  // Literal or constant.

  friend bool operator==(const Value& a, const Value& b) = default;
};

class Values {
 public:
  explicit Values(const Module& module);
  ~Values();
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  // The value of a tensor, shape, number... where it stands. The null node is unknown.
  Value Of(Node expression) const;
  bool IsTensor(Node expression) const { return Of(expression).type == ValueType::kTensor; }
  // Lives on the CPU: certainly, or its name says so ("lengths_cpu", "input_splits"). What is
  // neither tensor nor array does, too. For rules that stay silent about such.
  bool IsHost(Node expression) const;
  // What `iterable` gives in `for x in iterable`.
  Value ElementOf(Node iterable) const;

 private:
  class Evaluator;
  std::unique_ptr<Evaluator> evaluator_;
};

// Value of a parameter or variable by its annotation alone: `Optional[Tensor]` is kTensor.
Value ValueOfAnnotation(const Module& module, Node annotation);

// The name says that it lives on the host: *cpu*, *host*, *pinned*, numpy names, *_splits,
// *tokens_per_expert.
bool IsNamedLikeHostValue(absl::string_view name);
// `group`, `tp_group`, `process_group`, `dp_pg`; not `param_group`.
bool IsNamedLikeProcessGroup(absl::string_view name);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_VALUES_H_
