#ifndef ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_
#define ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_

// Names that say over which axes a process group spans. Part of axes.h; rules use that.

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/rules/distributed/axes.h"

namespace allreview::rules {

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

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_
