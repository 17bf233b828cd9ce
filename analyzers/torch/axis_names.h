#ifndef ANALYZERS_TORCH_AXIS_NAMES_H_
#define ANALYZERS_TORCH_AXIS_NAMES_H_

// Names that say over which axes of the mesh of ranks a process group spans: getters of
// parallel_state, fields of a collection of process groups, names that people give to groups. Pure.
//
//   AxesOfGetter("data_parallel")->axes   ->  kDataAxis, of get_data_parallel_group()

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::torch {

// Sets of axes of the mesh of ranks.
using Axes = uint16_t;
inline constexpr Axes kTensorAxis = 1 << 0, kPipelineAxis = 1 << 1, kDataAxis = 1 << 2,
                      kContextAxis = 1 << 3, kExpertAxis = 1 << 4, kExpertTensorAxis = 1 << 5,
                      kExpertDataAxis = 1 << 6, kRematAxis = 1 << 7, kExpertRematAxis = 1 << 8,
                      kEmbeddingAxis = 1 << 9, kPositionEmbeddingAxis = 1 << 10;

struct NamedAxes {
  Axes axes = 0;
  bool is_world = false;
  // The name stands for several groups, or for none that ranks are compared by.
  bool is_decided_elsewhere = false;
};

// "data_parallel" of get_data_parallel_group().
std::optional<NamedAxes> AxesOfGetter(absl::string_view middle);
// All that are known.
std::vector<absl::string_view> GetterStems();
// "dp_cp" of pg_collection.dp_cp.
std::optional<NamedAxes> AxesOfField(absl::string_view field);
// "tp_group", "_data_parallel_pg", "tp": of attributes, parameters and variables.
std::optional<NamedAxes> AxesOfGroupName(absl::string_view name);
// "tp" of tp_size, "tensor_model_parallel" of tensor_model_parallel_rank.
std::optional<NamedAxes> AxesOfStem(absl::string_view stem);
// "tp", "cp": one for each of the axes.
std::vector<absl::string_view> ShortNames(Axes axes);

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_AXIS_NAMES_H_
