#include "analyzers/numerics/cuda/cuda_backend.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cuda/device_backend.h"
#include "analyzers/numerics/cuda/sweep_kernels.h"

namespace allreview::numerics {

absl::StatusOr<std::unique_ptr<Backend>> OpenCudaBackend() {
  DeviceQueue::Opened opened = DeviceQueue::Open();
  if (opened.queue == nullptr) {
    const std::string message = absl::StrCat("no CUDA device can be used: ", opened.error);
    return opened.is_compiled_in ? absl::UnavailableError(message)
                                 : absl::UnimplementedError(message);
  }
  return std::make_unique<DeviceBackend>(std::move(opened.queue));
}

}  // namespace allreview::numerics
