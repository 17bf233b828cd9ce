#include "analyzers/torch/communication_names.h"

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::torch {

bool IsRegionMapping(absl::string_view name) {
  absl::ConsumePrefix(&name, "_");
  for (absl::string_view prefix :
       {"gather_from_", "reduce_from_", "scatter_to_", "reduce_scatter_to_", "copy_to_"}) {
    if (absl::StartsWith(name, prefix)) {
      return absl::StrContains(name, "parallel") || absl::EndsWith(name, "_region");
    }
  }
  return false;
}

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
