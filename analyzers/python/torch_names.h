#ifndef ANALYZERS_PYTHON_TORCH_NAMES_H_
#define ANALYZERS_PYTHON_TORCH_NAMES_H_

// What functions and methods of torch return, by name. For Values.

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "analyzers/python/values.h"

namespace allreview::python {

enum class TorchResult : uint8_t {
  kUnknown,
  kTensor,  // On the device of its tensor arguments, with their dtype.
  kBoolTensor,
  kIntegerTensor,
  kTensors,  // Several.
  kFactory,  // A new tensor: device=, or the CPU.
  kLike,     // A new tensor on the device of its first argument.
  kNumber,
  kBool,
  kString,
  kNumbers,
  kArray,  // Of numpy.
};

// What a call of `torch.x`, `torch.nn.functional.x` and the like returns, by absolute name.
TorchResult ResultOfTorch(absl::string_view name);
// What `tensor.x(...)` returns.
TorchResult ResultOfTensorMethod(absl::string_view method);
// The method is one that nothing but tensors has, in code that uses torch.
bool IsOnlyOfTensors(absl::string_view method);
// What the attribute `tensor.x` is: kTensor, kNumber, kNumbers, kBool.
TorchResult ResultOfTensorAttribute(absl::string_view attribute);
// Modules whose call gives one tensor: "torch.nn.Linear".
bool GivesOneTensor(absl::string_view module_class);

// "float32", "half", "long"...
std::optional<Dtype> DtypeNamed(absl::string_view name);
// "cpu", "cuda", "cuda:1".
DeviceType DeviceNamed(absl::string_view name);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_TORCH_NAMES_H_
