#ifndef SERVICES_NUMERICS_FINDINGS_H_
#define SERVICES_NUMERICS_FINDINGS_H_

// What a review says of a changed expression that was measured.
//
// A failure is the change's business only where the version before it did not fail alike. Failures
// on realistic inputs are P1, on plausible ones P2; what only fails on adversarial inputs, what no
// rewrite could help (the true result is beyond the format), what fails in fp16 alone on other than
// realistic inputs, and digits lost around a step (floor, round) make no finding. Digits lost on
// plausible inputs alone are a question.

#include <vector>

#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

// At most one finding, from `response`, the answer to `change`.
std::vector<finding::v1::Finding> FindingsOf(const v1::ChangedExpression& change,
                                             const v1::EvaluateResponse& response);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_FINDINGS_H_
