#ifndef ANALYZERS_NUMERICS_CPU_ENUMERATOR_H_
#define ANALYZERS_NUMERICS_CPU_ENUMERATOR_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "analyzers/numerics/program/exhaust.h"

namespace allreview::numerics {

// The inputs of an exhaustive sweep, block by block.
class Enumerator {
 public:
  Enumerator(Exhaustion exhaustion, int max_lanes);

  // Samples first … first + lanes - 1. Arrays are valid until the next call.
  absl::Span<const double* const> Fill(uint64_t first, int lanes);

 private:
  const Exhaustion exhaustion_;
  std::vector<std::vector<double>> values_;
  std::vector<const double*> pointers_;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CPU_ENUMERATOR_H_
