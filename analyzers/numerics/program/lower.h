#ifndef ANALYZERS_NUMERICS_PROGRAM_LOWER_H_
#define ANALYZERS_NUMERICS_PROGRAM_LOWER_H_

#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/program/program.h"

namespace allreview::numerics {

struct LowerOptions {
  Format format = Format::kFp32;  // Under test.
  Semantics::Device device = Semantics::Device::kCuda;
  // As torch.compile runs elementwise code: intermediate values stay in fp32; reductions, explicit
  // casts and results are rounded.
  bool is_fused = false;
  // Scans add one by one, whatever kernel PyTorch would take: the worst order.
  bool is_sequential = false;
  // Size of the tensor that is scanned; decides the width of PyTorch's scan kernel.
  int64_t rows = 64;
  int64_t row_length = 1024;
  // A register for each node, so that all values can be looked at after a run.
  bool keeps_all = false;
};

// Decides formats by PyTorch's promotion and lays the graph out as instructions.
Program Lower(const Graph& graph, const LowerOptions& options);

// The same computation with every value in fp64 and no rounding in between; inputs keep the formats
// that they have under `format`, so both programs start from the same numbers.
Program LowerReference(const Graph& graph, Format format, bool keeps_all = false);

// Format of each node when `under_test` stands for what the code leaves open. Of tensors of unlike
// formats the wider wins, and of bf16 and fp16 neither: fp32 (c10/core/ScalarType.cpp).
std::vector<Format> FormatsOf(const Graph& graph, Format under_test);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_LOWER_H_
