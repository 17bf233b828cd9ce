#ifndef ANALYZERS_NUMERICS_PROGRAM_BACKEND_H_
#define ANALYZERS_NUMERICS_PROGRAM_BACKEND_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/graph.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/aggregates.h"
#include "analyzers/numerics/program/exhaust.h"
#include "analyzers/numerics/program/lower.h"
#include "base/call_control.h"

namespace allreview::numerics {

// Everything that decides the numbers of a sweep, and how long it may take.
struct SweepRequest {
  const Graph* graph = nullptr;  // Borrowed for the call.
  LowerOptions options = {};
  // Where the numbers come from; borrowed for the call. nullptr: every combination of numbers that
  // the inputs can have (exhaust.h), for graphs without rows.
  const Stratum* stratum = nullptr;
  uint64_t seed = 0;
  // Samples first … first + count - 1; rows, in a graph with rows.
  uint64_t first = 0;
  uint64_t count = 0;
  int threads = 1;  // Of the CPU; a GPU uses all of itself.
  CallControl control = {};
};

// What an exhaustive request enumerates; nothing for a request with a stratum. Fails with
// kInvalidArgument when the stratum is one of another graph, or the range is not in the
// enumeration.
absl::StatusOr<std::optional<Exhaustion>> ExhaustionOf(const SweepRequest& request);

// Runs a graph beside its reference on many numbers. All backends give the same bits: aggregates
// do not depend on which one ran, nor on its threads.
//
//   absl::StatusOr<std::vector<Aggregates>> results = backend.Run(
//       {.graph = &graph, .options = {.format = Format::kBf16}, .stratum = &stratum,
//        .count = 1 << 18});
//
// Any number of threads may call at once.
class Backend {
 public:
  virtual ~Backend() = default;

  // As results name it: "cpu-avx512", "cuda (NVIDIA H100 80GB HBM3)".
  virtual absl::string_view name() const = 0;

  // For each output of the graph. The index of a lane in the aggregates is that of its sample; in
  // a graph with rows it is row * row_length + position for a result with a value for each element,
  // else the row. A result without inputs is counted once.
  //
  // Fails with kInvalidArgument on a graph that cannot be swept so, with kCancelled or
  // kDeadlineExceeded as the request's control says, and with kUnavailable when the device fails.
  virtual absl::StatusOr<std::vector<Aggregates>> Run(const SweepRequest& request) = 0;
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_PROGRAM_BACKEND_H_
