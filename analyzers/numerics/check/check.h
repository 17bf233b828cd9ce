#ifndef ANALYZERS_NUMERICS_CHECK_CHECK_H_
#define ANALYZERS_NUMERICS_CHECK_CHECK_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/check/report.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/backend.h"
#include "base/call_control.h"

namespace allreview::numerics {

struct CheckOptions {
  std::vector<Format> formats = {Format::kBf16, Format::kFp16, Format::kFp32};
  SampleSize size = {};  // Of each stratum.
  uint64_t seed = 0;
  Semantics::Device device = Semantics::Device::kCuda;
  bool is_fused = false;
  int threads = 1;
  // Asked between blocks of work; when it says stop, the report holds what is there.
  CallControl control = {};
  // Numbers of the caller instead of the strata of the roles.
  std::vector<Stratum> strata = {};
};

// Measures a graph: for each format the strata from the realistic ones on, until one fails; then
// the cause and a small witness. Deterministic: the same report for the same arguments, whatever
// the machine, its threads or its backend (whose name alone is different).
//
//   CpuBackend backend(*BestKernels());
//   absl::StatusOr<ExpressionReport> report = Check(graph, {.formats = {Format::kBf16}}, backend);
//
// Fails with kFailedPrecondition when the processor cannot run the arithmetic (no AVX2 and FMA).
absl::StatusOr<ExpressionReport> Check(const Graph& graph, const CheckOptions& options,
                                       Backend& backend);

// A failing sample, made again from its replay string.
struct Replayed {
  Format format = Format::kBf16;
  // The value that each input has in the wrong lane.
  std::vector<std::pair<std::string, double>> inputs = {};
  double tested = 0;
  double reference = 0;
  LaneState state = LaneState::kGood;
  Cause cause = {};
};

// Fails with kInvalidArgument, naming the part of the string that is wrong.
absl::StatusOr<Replayed> Replay(absl::string_view replay);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CHECK_CHECK_H_
