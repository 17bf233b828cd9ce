#ifndef ANALYZERS_NUMERICS_CUDA_CUDA_BACKEND_H_
#define ANALYZERS_NUMERICS_CUDA_CUDA_BACKEND_H_

#include <memory>

#include "absl/status/statusor.h"
#include "analyzers/numerics/program/backend.h"

namespace allreview::numerics {

// The first CUDA device of this machine, with the same bits as the CPU. Fails with kUnavailable,
// saying why: the build had no nvcc, there is no driver, there is no device.
absl::StatusOr<std::unique_ptr<Backend>> OpenCudaBackend();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_CUDA_BACKEND_H_
