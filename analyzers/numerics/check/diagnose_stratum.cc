#include "analyzers/numerics/check/diagnose_stratum.h"

#include <algorithm>
#include <utility>

#include "analyzers/numerics/cpu/sampler.h"

namespace allreview::numerics {
namespace {

// What is evaluated at once: a row, or so many samples of their own.
struct Block {
  int64_t row = 0;
  int64_t first = 0;
  int lanes = 0;
};

std::vector<Block> BlocksOf(bool has_rows, const Stratum& stratum, const DiagnoseOptions& options) {
  const int64_t length = has_rows ? stratum.row_length : kBlockLanes;
  const int64_t total =
      has_rows ? stratum.rows : (stratum.row_length + kBlockLanes - 1) / kBlockLanes;
  const int64_t first_ones =
      std::clamp<int64_t>(options.max_lanes / std::max<int64_t>(1, length), 1, total);
  std::vector<int64_t> indices(static_cast<size_t>(first_ones));
  for (int64_t i = 0; i < first_ones; ++i) indices[static_cast<size_t>(i)] = i;
  for (const int64_t more : options.more_blocks) {
    if (more >= first_ones && more < total) indices.push_back(more);
  }
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  std::vector<Block> blocks;
  blocks.reserve(indices.size());
  for (const int64_t index : indices) {
    if (has_rows) {
      blocks.push_back({.row = index, .lanes = static_cast<int>(stratum.row_length)});
    } else {
      const int64_t first = index * kBlockLanes;
      blocks.push_back(
          {.first = first,
           .lanes = static_cast<int>(std::min<int64_t>(kBlockLanes, stratum.row_length - first))});
    }
  }
  return blocks;
}

std::vector<std::vector<double>> InputsOf(const Graph& graph, const Block& block, size_t lane,
                                          absl::Span<const double* const> inputs) {
  std::vector<std::vector<double>> values;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    if (graph.inputs[i].extent != Extent::kElement) {
      values.push_back({inputs[i][0]});
    } else if (graph.HasRows()) {
      values.emplace_back(inputs[i], inputs[i] + block.lanes);
    } else {
      values.push_back({inputs[i][lane]});
    }
  }
  return values;
}

}  // namespace

StratumDiagnosis DiagnoseStratum(const Graph& graph, LowerOptions lowering, const Stratum& stratum,
                                 const DiagnoseOptions& options, const KernelTable& kernels) {
  const bool has_rows = graph.HasRows();
  const int max_lanes = has_rows ? static_cast<int>(stratum.row_length) : kBlockLanes;
  lowering.keeps_all = true;
  Evaluation evaluation(graph, lowering, max_lanes, kernels);
  Diagnostician diagnostician(graph, evaluation, max_lanes);
  Sampler sampler(graph, evaluation.tested().format_of_input, stratum, options.seed, max_lanes,
                  kernels);
  DiagnosisCounter counter;
  std::map<Cause, std::vector<FailingSample>> samples;
  for (const Block& block : BlocksOf(has_rows, stratum, options)) {
    const auto inputs = sampler.Fill(block.row, block.first, block.lanes);
    evaluation.Run(inputs, block.lanes);
    const std::vector<LaneDiagnosis>& lanes = diagnostician.Diagnose(block.lanes);
    counter.Add(lanes, evaluation.tested().outputs[0].format);
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      if (!lanes[lane].is_failure() && !lanes[lane].is_result_range()) continue;
      std::vector<FailingSample>& of_cause = samples[lanes[lane].cause];
      if (static_cast<int>(of_cause.size()) >= options.max_samples) continue;
      of_cause.push_back({.row = block.row,
                          .lane = block.first + static_cast<int64_t>(lane),
                          .diagnosis = lanes[lane],
                          .inputs = InputsOf(graph, block, lane, inputs)});
    }
  }
  StratumDiagnosis result{.diagnosis = counter.Finish()};
  result.samples = std::move(samples[result.diagnosis.cause]);
  return result;
}

}  // namespace allreview::numerics
