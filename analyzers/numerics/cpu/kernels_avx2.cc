#include "analyzers/numerics/cpu/kernels.inc"

namespace allreview::numerics {

extern const KernelTable kAvx2Kernels;
constinit const KernelTable kAvx2Kernels = TableNamed("avx2");

}  // namespace allreview::numerics
