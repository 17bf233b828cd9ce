#ifndef SERVICES_NUMERICS_MEASURE_H_
#define SERVICES_NUMERICS_MEASURE_H_

// One graph in several formats, as messages.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzers/numerics/check/check.h"
#include "proto/numerics/v1/numerics.pb.h"
#include "services/numerics/result_cache.h"

namespace allreview::numerics {

struct MeasureOptions {
  CheckOptions check = {};
  bool with_plot = false;
  bool with_rewrites = false;  // Better forms of what fails.
  bool with_gradient = false;  // Gradients that break where the expression does not.
  bool is_backend_hidden = false;
};

struct Measured {
  std::vector<v1::FormatResult> results = {};  // Gradients that break come last.
  std::vector<v1::RewriteResult> rewrites = {};
  std::string backend = {};
  int64_t samples = 0;
  bool is_complete = true;
  bool is_cached = false;
};

// Everything that decides a measurement, and the words in it: 64 hexadecimal digits.
std::string CacheKey(const Graph& graph, const MeasureOptions& options);

// Runs the graph, or takes what the cache has of it. What a deadline cut short is not kept.
absl::StatusOr<Measured> Measure(const Graph& graph, const MeasureOptions& options,
                                 Backend& backend, ResultCache& cache);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_MEASURE_H_
