#include "analyzers/numerics/cpu/kernels.inc"

namespace allreview::numerics {

extern const KernelTable kScalarKernels;
constinit const KernelTable kScalarKernels = TableNamed("scalar");

}  // namespace allreview::numerics
