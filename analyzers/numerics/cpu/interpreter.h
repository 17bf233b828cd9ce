#ifndef ANALYZERS_NUMERICS_CPU_INTERPRETER_H_
#define ANALYZERS_NUMERICS_CPU_INTERPRETER_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/program/program.h"

namespace allreview::numerics {

// Lanes of a block of independent samples: what fits the first-level cache with all its registers.
inline constexpr int kBlockLanes = 512;

// BestKernels(), or kFailedPrecondition on a processor without AVX2 and FMA.
absl::StatusOr<const KernelTable*> UsableKernels();

// Runs one program on blocks of lanes: the elements of one row, or that many independent samples.
//
//   Interpreter interpreter(program, kBlockLanes, *BestKernels());
//   interpreter.Run({x, y}, lanes);
//   const float* result = interpreter.Floats(program.outputs[0].register_index);
//
// Owns its registers; borrows program and kernels. One thread at a time.
class Interpreter {
 public:
  Interpreter(const Program& program, int max_lanes, const KernelTable& kernels);

  // `inputs`: for each input of the graph its numbers, on the grid of its format; one number where
  // its extent is not kElement. 0 < lanes <= max_lanes.
  void Run(absl::Span<const double* const> inputs, int lanes);

  // Registers after a run: `lanes` values, or one where the result's extent is not kElement.
  const float* Floats(int register_index) const;
  const double* Doubles(int register_index) const;

 private:
  void Execute(const Instruction& instruction, int lanes);
  void Load(const Instruction& instruction, const double* input, int lanes);
  void RunRow(const Instruction& instruction, int lanes);
  void RunElementwise(const Instruction& instruction, int lanes);
  void RunCast(const Instruction& instruction, int lanes);
  void Round(const Instruction& instruction, int lanes);
  void* Register(Format format, int index);
  void* Operand(const Instruction& instruction, int which);
  bool IsOne(const Instruction& instruction, int which) const;

  const Program& program_;
  const KernelTable& kernels_;
  int stride_;
  // Extent of each register, of floats and of doubles.
  std::vector<float> floats_;
  std::vector<double> doubles_;
  std::vector<bool> is_float_one_;
  std::vector<bool> is_double_one_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_INTERPRETER_H_
