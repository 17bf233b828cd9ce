#include "analyzers/numerics/cpu/evaluation.h"

namespace allreview::numerics {

Evaluation::Evaluation(const Graph& graph, const LowerOptions& options, int max_lanes,
                       const KernelTable& kernels)
    : kernels_(kernels),
      tested_(Lower(graph, options)),
      reference_(LowerReference(graph, options.format, options.keeps_all)),
      tested_run_(tested_, max_lanes, kernels),
      reference_run_(reference_, max_lanes, kernels) {}

void Evaluation::Run(absl::Span<const double* const> inputs, int lanes) {
  tested_run_.Run(inputs, lanes);
  reference_run_.Run(inputs, lanes);
}

void Evaluation::Compare(int output, int lanes, uint64_t first, Aggregates& aggregates) const {
  const Program::Output& tested = tested_.outputs[output];
  const bool is_double = tested.format == Format::kFp64;
  const void* values = is_double
                           ? static_cast<const void*>(tested_run_.Doubles(tested.register_index))
                           : static_cast<const void*>(tested_run_.Floats(tested.register_index));
  kernels_.compare[static_cast<int>(tested.format)](
      {.tested = values,
       .reference = reference_run_.Doubles(reference_.outputs[output].register_index),
       .lanes = tested.extent == Extent::kElement ? lanes : 1,
       .first = first,
       .aggregates = &aggregates});
}

double Evaluation::Tested(int register_index, Format format, int lane) const {
  return format == Format::kFp64 ? tested_run_.Doubles(register_index)[lane]
                                 : tested_run_.Floats(register_index)[lane];
}

double Evaluation::TestedOutput(int output, int lane) const {
  return Tested(tested_.outputs[output].register_index, tested_.outputs[output].format, lane);
}

double Evaluation::ReferenceOutput(int output, int lane) const {
  return reference_run_.Doubles(reference_.outputs[output].register_index)[lane];
}

double Evaluation::TestedNode(int node, int lane) const {
  return Tested(tested_.register_of_node[node], tested_.format_of_node[node], lane);
}

double Evaluation::ReferenceNode(int node, int lane) const {
  return reference_run_.Doubles(reference_.register_of_node[node])[lane];
}

}  // namespace allreview::numerics
