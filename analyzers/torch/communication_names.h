#ifndef ANALYZERS_TORCH_COMMUNICATION_NAMES_H_
#define ANALYZERS_TORCH_COMMUNICATION_NAMES_H_

// What the names of wrappers say of the communication in them. Pure.

#include "absl/strings/string_view.h"

namespace allreview::torch {

// A mapping between parallel regions, which returns its result:
// "gather_from_sequence_parallel_region", "_reduce_from_model_parallel".
bool IsRegionMapping(absl::string_view name);
// What such a mapping does: "all_gather", "all_reduce", "scatter", "reduce_scatter", "copy". Empty:
// it is none.
absl::string_view OperationOfRegionMapping(absl::string_view name);

// The collective that a name has in it: "all_gather" of "all_gather_last_dim"; empty: none.
absl::string_view CollectiveIn(absl::string_view name);

// A function of that name communicates.
bool IsNamedLikeCommunication(absl::string_view name);

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_COMMUNICATION_NAMES_H_
