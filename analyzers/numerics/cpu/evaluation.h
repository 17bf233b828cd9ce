#ifndef ANALYZERS_NUMERICS_CPU_EVALUATION_H_
#define ANALYZERS_NUMERICS_CPU_EVALUATION_H_

#include "absl/types/span.h"
#include "analyzers/numerics/cpu/interpreter.h"
#include "analyzers/numerics/program/lower.h"

namespace allreview::numerics {

// A graph in the format under test, next to the same in fp64, on the same numbers.
class Evaluation {
 public:
  // `kernels` is borrowed. options.keeps_all: every node's value can be read.
  Evaluation(const Graph& graph, const LowerOptions& options, int max_lanes,
             const KernelTable& kernels);

  void Run(absl::Span<const double* const> inputs, int lanes);

  const Program& tested() const { return tested_; }

  // Adds the lanes of result `output` to `aggregates`; lane 0 is sample `first`.
  void Compare(int output, int lanes, uint64_t first, Aggregates& aggregates) const;

  // Values after Run, for nodes and outputs. `lane` is 0 where the extent is not kElement.
  double TestedOutput(int output, int lane) const;
  double ReferenceOutput(int output, int lane) const;
  double TestedNode(int node, int lane) const;     // With keeps_all.
  double ReferenceNode(int node, int lane) const;  // With keeps_all.

 private:
  double Tested(int register_index, Format format, int lane) const;

  const KernelTable& kernels_;
  const Program tested_;
  const Program reference_;
  Interpreter tested_run_;
  Interpreter reference_run_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_EVALUATION_H_
