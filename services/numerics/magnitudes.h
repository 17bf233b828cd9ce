#ifndef SERVICES_NUMERICS_MAGNITUDES_H_
#define SERVICES_NUMERICS_MAGNITUDES_H_

#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/check/check.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

// How the error grows with the size of the first input that has an element for each position: one
// small sweep for each power of two of its format, of either sign, while the other inputs keep
// their most usual numbers. Empty when there is no such input.
absl::StatusOr<std::vector<v1::Magnitude>> ErrorByMagnitude(const Graph& unsampled, Format format,
                                                            const CheckOptions& options,
                                                            Backend& backend);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_MAGNITUDES_H_
