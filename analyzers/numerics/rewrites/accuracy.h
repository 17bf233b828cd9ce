#ifndef ANALYZERS_NUMERICS_REWRITES_ACCURACY_H_
#define ANALYZERS_NUMERICS_REWRITES_ACCURACY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/lower.h"

namespace allreview::numerics {

// One graph that computes the rewrite, then the original, of the inputs of the original; as it is
// sampled. Nothing when it gets too large.
std::optional<Graph> Joined(const Graph& original, const Graph& rewrite);

// What the two references are for one lane.
struct References {
  double rewrite = 0;
  double original = 0;
};

// How exact both are on the same numbers.
struct Accuracy {
  std::vector<References> references = {};  // The finite ones.
  uint64_t good = 0;                        // Results that the original has right:
  double error = 0;                         // the sum of distances of the rewrite,
  double original_error = 0;                // and of the original.

  // Whether both compute the same. A result that is small beside the others may be the rounding
  // error of an fp64 original: log(sigmoid(50)).
  bool is_same() const;
  double mean() const { return good == 0 ? 0 : error / static_cast<double>(good); }
  double original_mean() const {
    return good == 0 ? 0 : original_error / static_cast<double>(good);
  }
};

struct AccuracyOptions {
  uint64_t seed = 0;
  int64_t max_lanes = 0;
};

// Compares the two results of a joined graph on the first lanes of a stratum.
Accuracy CompareAccuracy(const Graph& joined, const LowerOptions& lowering, const Stratum& stratum,
                         AccuracyOptions options, const KernelTable& kernels);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_ACCURACY_H_
