#ifndef ANALYZERS_NUMERICS_FPCORE_PRECONDITIONS_H_
#define ANALYZERS_NUMERICS_FPCORE_PRECONDITIONS_H_

#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/fpcore/s_expression.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

struct Bounds {
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
};

// Bounds by constants that a precondition sets, by argument; what relates arguments to each other
// is left aside.
std::map<std::string, Bounds> BoundsOf(const SExpression& precondition);

Distribution DistributionOf(const Bounds& bounds);

// "1e-3", "1/3", "0x1p-4", PI: numbers and named constants of FPCore.
std::optional<double> NumberOf(absl::string_view atom);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_FPCORE_PRECONDITIONS_H_
