#include "analyzers/numerics/check/probe.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace allreview::numerics {

Probe::Probe(const Graph& graph, LowerOptions lowering, const KernelTable& kernels)
    : graph_(graph), lowering_(lowering), kernels_(kernels) {
  lowering_.keeps_all = true;
  for (const Input& input : graph.inputs) {
    formats_.push_back(input.format.value_or(lowering.format));
  }
}

double Probe::Rounded(size_t input, double value) const { return RoundTo(formats_[input], value); }

void Probe::Prepare(int lanes) {
  if (lanes <= max_lanes_) return;
  max_lanes_ = std::max(lanes, kBlockLanes);
  // The diagnostician looks into the evaluation.
  diagnostician_.reset();
  evaluation_ = std::make_unique<Evaluation>(graph_, lowering_, max_lanes_, kernels_);
  diagnostician_ = std::make_unique<Diagnostician>(graph_, *evaluation_, max_lanes_);
}

std::vector<LaneDiagnosis> Probe::Run(const std::vector<std::vector<double>>& inputs, int lanes) {
  Prepare(lanes);
  std::vector<std::vector<double>> rounded = inputs;
  std::vector<const double*> pointers;
  for (size_t k = 0; k < rounded.size(); ++k) {
    for (double& value : rounded[k]) value = Rounded(k, value);
    pointers.push_back(rounded[k].data());
  }
  evaluation_->Run(pointers, lanes);
  return diagnostician_->Diagnose(lanes);
}

std::vector<LaneDiagnosis> Probe::TrySamples(const std::vector<std::vector<double>>& inputs) {
  return Run(inputs, static_cast<int>(inputs.empty() ? 1 : inputs[0].size()));
}

std::vector<LaneDiagnosis> Probe::TryRow(const std::vector<std::vector<double>>& inputs,
                                         int lanes) {
  return Run(inputs, lanes);
}

}  // namespace allreview::numerics
