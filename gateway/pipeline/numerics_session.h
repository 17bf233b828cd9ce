#ifndef GATEWAY_PIPELINE_NUMERICS_SESSION_H_
#define GATEWAY_PIPELINE_NUMERICS_SESSION_H_

// The arithmetic of a change, measured: one call of Evaluate for all of its expressions.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "host/call.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/numerics/v1/expression.pb.h"
#include "proto/numerics/v1/numerics.grpc.pb.h"

namespace allreview::gateway {

// A review measures that many expressions, the first by path and line; the rest is counted. Some
// five seconds of two cores.
inline constexpr int kMaxExpressions = 32;
// Results for each expression, format and family of inputs.
inline constexpr int64_t kReviewSamples = 1 << 14;
// However much time the caller has. So long that the number of expressions ends the work, not the
// load of the machine: what is measured must not depend on that.
inline constexpr absl::Duration kNumericsLimit = absl::Seconds(60);

struct NumericsOutcome {
  absl::Status status;  // Not OK: what is below holds all the same.
  numerics::v1::NumericsReport report;
  std::vector<finding::v1::Finding> findings;
  int unanswered = 0;  // Expressions that no complete answer came for.
  double cpu_seconds = 0;
};

NumericsOutcome MeasureChange(numerics::v1::NumericsService::StubInterface& stub,
                              const host::Request& request,
                              const numerics::v1::ChangedExpressions& changed);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_NUMERICS_SESSION_H_
