#ifndef ANALYZERS_NUMERICS_CUDA_OPEN_BACKEND_H_
#define ANALYZERS_NUMERICS_CUDA_OPEN_BACKEND_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/program/backend.h"

namespace allreview::numerics {

struct OpenedBackend {
  std::unique_ptr<Backend> backend;
  // Why it is not a GPU. Empty when it is one.
  std::string why_not_cuda = "";
  bool is_cuda_compiled_in = true;
};

// The GPU where there is one, otherwise the CPU with the widest instructions that it has. For the
// start of a process. Fails with kFailedPrecondition on a processor without AVX2 and FMA.
absl::StatusOr<OpenedBackend> OpenBackend();

// One by name: "cuda", "cpu", "cpu-avx512", "cpu-avx2", "cpu-scalar". kInvalidArgument: there is no
// such backend; kUnavailable or kFailedPrecondition: this machine cannot run it; kUnimplemented: it
// was built without.
absl::StatusOr<std::unique_ptr<Backend>> OpenBackendByName(absl::string_view name);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_OPEN_BACKEND_H_
