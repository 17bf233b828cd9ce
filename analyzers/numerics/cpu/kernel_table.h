#ifndef ANALYZERS_NUMERICS_CPU_KERNEL_TABLE_H_
#define ANALYZERS_NUMERICS_CPU_KERNEL_TABLE_H_

// The loops of the CPU's interpreter. They are compiled once for each instruction set, from
// kernels.inc, and give the same bits in each: only how many lanes are computed at once differs.

#include <cstdint>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/graph/operation.h"
#include "analyzers/numerics/program/aggregates.h"
#include "analyzers/numerics/program/rows.h"
#include "analyzers/numerics/program/sample.h"

namespace allreview::numerics {

// One run of a loop over `lanes`. Pointers are to float or to double as the loop's table says; an
// operand with is_one has one value for all lanes. Result and operands may be the same array.
struct KernelCall {
  void* result = nullptr;
  const void* operands[3] = {};
  bool is_one[3] = {};
  int lanes = 0;
  double parameters[2] = {};
};
using Kernel = void (*)(const KernelCall&);

using RowKernel = void (*)(const RowCall&);  // program/rows.h

// Numbers of a distribution. Lane i is sample first + i, whatever the block: four neighbours share
// a Philox block, so `first` is a multiple of 4.
struct SampleCall {
  SampleSpec spec;
  uint64_t first = 0;
  double position = 0;  // Of lane 0 in its row.
  uint32_t slot = 0;
  uint32_t stratum = 0;
  PhiloxKey key;
  int lanes = 0;
  double* result = nullptr;
};

// Results in `format` against the reference, lane by lane.
struct CompareCall {
  const void* tested = nullptr;  // float, or double where the format is kFp64.
  const double* reference = nullptr;
  int lanes = 0;
  uint64_t first = 0;
  Aggregates* aggregates = nullptr;
};

// Slots of operations that a loop cannot run are null.
struct KernelTable {
  const char* name = nullptr;  // "avx512", "avx2", "scalar".
  Kernel float_kernels[kOperationCount] = {};
  Kernel double_kernels[kOperationCount] = {};
  RowKernel float_rows[kOperationCount] = {};
  RowKernel double_rows[kOperationCount] = {};
  Kernel round[kFormatCount] = {};         // float -> float on the grid.
  Kernel round_double[kFormatCount] = {};  // double -> double on the grid.
  Kernel float_to_double = nullptr;
  Kernel double_to_float = nullptr;
  Kernel fill_float = nullptr;  // parameters[0] into each lane.
  Kernel fill_double = nullptr;
  Kernel position_float = nullptr;  // parameters[0] + parameters[1] * lane.
  Kernel position_double = nullptr;
  void (*sample)(const SampleCall&) = nullptr;
  void (*compare[kFormatCount])(const CompareCall&) = {};
};

// The widest table that this processor runs, and each one by name (nullptr: it cannot run here).
const KernelTable* BestKernels();
const KernelTable* KernelsByName(const char* name);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_KERNEL_TABLE_H_
