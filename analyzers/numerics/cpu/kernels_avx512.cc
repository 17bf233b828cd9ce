#include "analyzers/numerics/cpu/kernels.inc"

namespace allreview::numerics {

extern const KernelTable kAvx512Kernels;
constinit const KernelTable kAvx512Kernels = TableNamed("avx512");

}  // namespace allreview::numerics
