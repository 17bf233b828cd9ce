#ifndef ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_
#define ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_

// The names of analyzers/torch that say what axes a group spans. Part of axes.h; rules use that.

#include "analyzers/torch/axis_names.h"

namespace allreview::rules {

using torch::AxesOfField;
using torch::AxesOfGetter;
using torch::AxesOfGroupName;
using torch::AxesOfStem;
using torch::GetterStems;
using torch::NamedAxes;

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_AXIS_NAMES_H_
