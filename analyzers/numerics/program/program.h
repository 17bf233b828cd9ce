#ifndef ANALYZERS_NUMERICS_PROGRAM_PROGRAM_H_
#define ANALYZERS_NUMERICS_PROGRAM_PROGRAM_H_

// What a backend runs: a graph with every format, order and accumulation decided, as instructions
// on registers. A register holds one value for each lane: the elements of a row, or, in a graph
// without rows, that many independent samples. Plain data: a GPU reads it as it is.

#include <cstdint>
#include <vector>

#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// In which order a reduction or scan adds.
enum class Order : uint8_t {
  // Lane i goes to accumulator i mod 128, in increasing i; then the accumulators are folded in
  // halves: 64, 32 … 1. What a block of 128 threads does, and what vectors do well.
  kStrided,
  kSequential,
  // Scans only: PyTorch's kernel for the innermost dimension (ScanUtils.cuh): chunks of
  // 2^(parameter[1]) elements, each scanned by Sklansky's network, with a carry.
  kSklansky,
};

struct Instruction {
  Operation operation = Operation::kConstant;
  // Format of the result. kFp64 is computed in fp64, all others in fp32 and then rounded if
  // is_rounded.
  Format format = Format::kFp32;
  bool is_rounded = false;
  // Operands are fp64 registers. As `format` says, but for a cast between the two kinds.
  bool reads_double = false;
  // Extent of the result: kElement has a value for each lane, others one.
  Extent extent = Extent::kElement;
  // Reductions and scans: each partial result is rounded to `format` as well.
  bool is_accumulated_in_format = false;
  // Scans of fp32 on a CPU: partial results are fp64.
  bool is_accumulated_in_double = false;
  Order order = Order::kStrided;
  // Registers; -1: none. An operand with one value stands for all lanes.
  int16_t result = -1;
  int16_t operands[3] = {-1, -1, -1};
  double parameters[2] = {};
  int16_t input = -1;  // kInput: which.
  int16_t node = -1;   // Of the graph.
};

struct Program {
  std::vector<Instruction> instructions;
  // Registers of fp64 results and of all others are numbered apart, each from 0.
  int float_registers = 0;
  int double_registers = 0;
  // For each output of the graph: its register and its format.
  struct Output {
    int16_t register_index = -1;
    Format format = Format::kFp32;
    Extent extent = Extent::kElement;
  };
  std::vector<Output> outputs;
  // For each node of the graph: its register, or -1 (its value was not kept).
  std::vector<int16_t> register_of_node;
  std::vector<Format> format_of_node;
  std::vector<Format> format_of_input;  // To which sampled values are rounded.
  bool has_rows = false;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_PROGRAM_H_
