#ifndef ANALYZERS_NUMERICS_GRAPH_STRATUM_H_
#define ANALYZERS_NUMERICS_GRAPH_STRATUM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"

namespace allreview::numerics {

// How likely the numbers of a stratum are in training. Only what fails on the first two makes a
// comment by default.
enum class Plausibility : uint8_t { kRealistic, kPlausible, kAdversarial };

absl::string_view PlausibilityName(Plausibility plausibility);

// One family of inputs: a distribution for each input of the graph, and the shape of a row.
struct Stratum {
  uint32_t id = 0;        // Part of replay strings: never reused for another family.
  std::string name = {};  // "activations N(0, 4)".
  Plausibility plausibility = Plausibility::kRealistic;
  std::vector<Distribution> distributions = {};  // One for each input.
  int64_t rows = 1;                              // Graphs without rows: 1 and
  int64_t row_length = 0;                        // the number of samples.

  // Number of results that one sweep makes.
  int64_t lanes() const { return rows * row_length; }
};

struct SampleSize {
  int64_t lanes = int64_t{1} << 18;
  int64_t row_length = 1024;
};

// The families for the roles of the graph's inputs, the realistic ones first. Inputs that come with
// a distribution have it in each.
std::vector<Stratum> StrataOf(const Graph& graph, SampleSize size);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_STRATUM_H_
