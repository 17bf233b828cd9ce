#include "analyzers/numerics/program/backend.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::numerics {

absl::StatusOr<std::optional<Exhaustion>> ExhaustionOf(const SweepRequest& request) {
  if (request.stratum != nullptr) {
    const size_t wanted = request.graph->inputs.size();
    const size_t found = request.stratum->distributions.size();
    if (found == wanted) return std::nullopt;
    return absl::InvalidArgumentError(absl::StrCat("stratum '", request.stratum->name, "': ", found,
                                                   " distributions for ", wanted, " inputs"));
  }
  ASSIGN_OR_RETURN(Exhaustion all, ExhaustionOf(*request.graph, request.options.format));
  if (request.first <= all.count && request.count <= all.count - request.first) return all;
  return absl::InvalidArgumentError(absl::StrCat("exhaustive sweep: ", request.count,
                                                 " samples from ", request.first, ", there are ",
                                                 all.count));
}

}  // namespace allreview::numerics
