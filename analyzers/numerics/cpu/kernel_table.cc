#include "analyzers/numerics/cpu/kernel_table.h"

#include <cstring>
#include <initializer_list>

namespace allreview::numerics {

extern const KernelTable kScalarKernels;
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvx512Kernels;

namespace {

bool HasAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

bool HasAvx512() {
  return HasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

}  // namespace

const KernelTable* BestKernels() {
  if (HasAvx512()) return &kAvx512Kernels;
  return HasAvx2() ? &kAvx2Kernels : nullptr;
}

const KernelTable* KernelsByName(const char* name) {
  for (const KernelTable* table : {&kScalarKernels, &kAvx2Kernels, &kAvx512Kernels}) {
    if (std::strcmp(table->name, name) != 0) continue;
    // The scalar loops need fused multiply-adds as well.
    const bool is_supported = table == &kAvx512Kernels ? HasAvx512() : HasAvx2();
    return is_supported ? table : nullptr;
  }
  return nullptr;
}

}  // namespace allreview::numerics
