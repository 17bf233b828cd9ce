#ifndef ANALYZERS_CPP_LIBRARY_RESULTS_H_
#define ANALYZERS_CPP_LIBRARY_RESULTS_H_

#include "absl/strings/string_view.h"

namespace allreview::cpp {

// What a function of CUDA, PyTorch or the standard library returns, by its last name: "int64_t" of
// numel. Empty: not known, or it depends on the arguments.
absl::string_view ResultOfLibraryCall(absl::string_view name);

// at::empty, torch::zeros_like: a function, as it is called, that returns a new tensor.
bool MakesTensor(absl::string_view callee);

// x.contiguous(): a method of tensors that returns a tensor.
bool IsTensorMethod(absl::string_view name);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_LIBRARY_RESULTS_H_
