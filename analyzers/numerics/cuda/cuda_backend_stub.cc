#include "absl/status/status.h"
#include "analyzers/numerics/cuda/cuda_backend.h"

namespace allreview::numerics {

absl::StatusOr<std::unique_ptr<Backend>> OpenCudaBackend() {
  return absl::UnavailableError("built without CUDA");
}

}  // namespace allreview::numerics
