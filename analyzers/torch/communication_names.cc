#include "analyzers/torch/communication_names.h"

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::torch {

absl::string_view OperationOfRegionMapping(absl::string_view name) {
  absl::ConsumePrefix(&name, "_");
  struct Mapping {
    absl::string_view prefix;
    absl::string_view operation;
  };
  for (const Mapping& mapping : {Mapping{"gather_from_", "all_gather"},
                                 {"reduce_from_", "all_reduce"},
                                 {"scatter_to_", "scatter"},
                                 {"reduce_scatter_to_", "reduce_scatter"},
                                 {"copy_to_", "copy"}}) {
    if (!absl::StartsWith(name, mapping.prefix)) continue;
    const bool is_region = absl::StrContains(name, "parallel") || absl::EndsWith(name, "_region");
    return is_region ? mapping.operation : "";
  }
  return "";
}

bool IsRegionMapping(absl::string_view name) { return !OperationOfRegionMapping(name).empty(); }

absl::string_view CollectiveIn(absl::string_view name) {
  for (absl::string_view collective :
       {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "allreduce", "allgather",
        "reducescatter", "alltoall", "all2all", "batch_isend_irecv"}) {
    if (absl::StrContains(name, collective)) return collective;
  }
  return "";
}

bool IsNamedLikeCommunication(absl::string_view name) {
  return !CollectiveIn(name).empty() || IsRegionMapping(name) ||
         (absl::StrContains(name, "send_") && absl::StrContains(name, "recv_"));
}

}  // namespace allreview::torch
