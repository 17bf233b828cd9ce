#include "analyzers/numerics/cuda/open_backend.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/cuda/cuda_backend.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

constexpr absl::string_view kCpuPrefix = "cpu-";

absl::StatusOr<std::unique_ptr<Backend>> CpuBackendOn(const KernelTable* kernels) {
  if (kernels == nullptr) {
    return absl::FailedPreconditionError(
        "numerics: this processor lacks the instructions wanted (AVX2 and FMA at least)");
  }
  return std::make_unique<CpuBackend>(*kernels);
}

}  // namespace

absl::StatusOr<OpenedBackend> OpenBackend() {
  absl::StatusOr<std::unique_ptr<Backend>> cuda = OpenCudaBackend();
  if (cuda.ok()) return OpenedBackend{.backend = *std::move(cuda)};
  ASSIGN_OR_RETURN(std::unique_ptr<Backend> cpu, CpuBackendOn(BestKernels()));
  return OpenedBackend{.backend = std::move(cpu),
                       .why_not_cuda = std::string(cuda.status().message()),
                       .is_cuda_compiled_in = !absl::IsUnimplemented(cuda.status())};
}

absl::StatusOr<std::unique_ptr<Backend>> OpenBackendByName(absl::string_view name) {
  if (name == "cuda") return OpenCudaBackend();
  if (name == "cpu") return CpuBackendOn(BestKernels());
  for (const char* set : {"avx512", "avx2", "scalar"}) {
    if (name == absl::StrCat(kCpuPrefix, set)) return CpuBackendOn(KernelsByName(set));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "numerics backend '", name, "': want cuda, cpu, cpu-avx512, cpu-avx2 or cpu-scalar"));
}

}  // namespace allreview::numerics
