#ifndef ANALYZERS_NUMERICS_CHECK_CHECK_H_
#define ANALYZERS_NUMERICS_CHECK_CHECK_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/check/report.h"
#include "analyzers/numerics/check/stratum.h"
#include "analyzers/numerics/graph/graph_builder.h"

namespace allreview::numerics {

struct CheckOptions {
  std::vector<Format> formats = {Format::kBf16, Format::kFp16, Format::kFp32};
  SampleSize size;  // Of each stratum.
  uint64_t seed = 0;
  Semantics::Device device = Semantics::Device::kCuda;
  bool is_fused = false;
  int threads = 1;
  // Asked between blocks of work; true: stop, and report what is there.
  std::function<bool()> is_cancelled = nullptr;
  // Numbers of the caller instead of the strata of the roles.
  std::vector<Stratum> strata = {};
};

// Measures a graph: for each format the strata from the realistic ones on, until one fails; then
// the cause and a small witness. Deterministic: the same report for the same arguments, whatever
// the machine, its threads or its backend.
//
//   absl::StatusOr<ExpressionReport> report = Check(graph, {.formats = {Format::kBf16}});
//
// Fails with kFailedPrecondition when the processor cannot run the arithmetic (no AVX2 and FMA).
absl::StatusOr<ExpressionReport> Check(const Graph& graph, const CheckOptions& options);

// Of one failing sample, from its replay string.
struct Replayed {
  Format format = Format::kBf16;
  std::vector<std::pair<std::string, double>> inputs = {};  // The element, or the row's first.
  double tested = 0;
  double reference = 0;
  LaneState state = LaneState::kGood;
};

// `replay` as in Witness; the graph must be the one that it was made for (its hash is in the
// string).
absl::StatusOr<Replayed> Replay(const Graph& graph, absl::string_view replay);

// A hash of what is computed: names, texts and places do not matter, nor the order of operands
// where the operation does not care. 16 hexadecimal digits.
std::string HashOf(const Graph& graph);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_CHECK_H_
