#ifndef GATEWAY_PIPELINE_MEASUREMENTS_H_
#define GATEWAY_PIPELINE_MEASUREMENTS_H_

// Brings what was measured of a change together with what rules found in its text. Pure.
//
// A rule about stability and a measurement on the same lines tell of one defect: the rule's finding
// takes the numbers as evidence and the higher severity, and the measured finding goes. Where
// everything that was measured is right, the rule's finding is one step less severe; what policy
// decided stays.

#include <vector>

#include "proto/analysis/v1/policy.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/numerics/v1/expression.pb.h"

namespace allreview::gateway {

// `report` and `measured`: what numerics found. Those that stay on their own are added to
// `findings`, with the severities of the policy.
void MergeMeasurements(const numerics::v1::NumericsReport& report,
                       std::vector<finding::v1::Finding> measured,
                       const analysis::v1::ResolvedPolicy& policy,
                       std::vector<finding::v1::Finding>& findings);

}  // namespace allreview::gateway

#endif  // GATEWAY_PIPELINE_MEASUREMENTS_H_
