#ifndef REVIEW_MEASUREMENTS_H_
#define REVIEW_MEASUREMENTS_H_

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

namespace allreview {

// `findings` are those of rules and of measurements, in any order; a measured finding is one with a
// measurement among its evidence. Measured findings that stay on their own get the severities of
// the policy, and go where it switches their rule off.
std::vector<finding::v1::Finding> MergeMeasurements(const numerics::v1::NumericsReport& report,
                                                    const analysis::v1::ResolvedPolicy& policy,
                                                    std::vector<finding::v1::Finding> findings);

}  // namespace allreview

#endif  // REVIEW_MEASUREMENTS_H_
