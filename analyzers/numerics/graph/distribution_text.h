#ifndef ANALYZERS_NUMERICS_GRAPH_DISTRIBUTION_TEXT_H_
#define ANALYZERS_NUMERICS_GRAPH_DISTRIBUTION_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// A kind of distribution as people write it.
struct DistributionFamily {
  absl::string_view name;
  Distribution::Kind kind;
  int argument_count;
  absl::string_view usage;  // "N(mean, standard deviation)".
};
absl::Span<const DistributionFamily> DistributionFamilies();

// As on the command line: "N(0,4)", "logU+(-30,-24)".
std::string DistributionText(const Distribution& distribution);

// Inverse of DistributionText. Fails with kInvalidArgument, naming the text.
absl::StatusOr<Distribution> ParseDistribution(absl::string_view text);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_DISTRIBUTION_TEXT_H_
