#ifndef REVIEW_DECISION_H_
#define REVIEW_DECISION_H_

// What a review says of a change, from what the services found out about it.
//
//   review::v1::Review review = Decide(std::move(pieces), {.findings = …, .reported = …});
//
// Measurements become evidence of the rules' findings, findings of one cause become one (causes.h),
// each file of the change gets exactly one ledger entry for the whole of it, findings are ordered
// and each gets what became of it, and
// ledger, missing parts and findings make the conclusion. The rules of all that are
// analyzers/policy and review/measurements.h; here messages become its types and come back.
//
// The result does not depend on the order of anything that is passed in. Pure.

#include <string>
#include <vector>

#include "proto/change/v1/change.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview {

struct DecisionInput {
  std::vector<finding::v1::Finding> findings = {};     // Of rules and of measurements.
  std::vector<change::v1::LedgerEntry> reported = {};  // By all stages.
  std::vector<std::string> baseline = {};              // Fingerprints.
  // Unspecified: the policy's.
  finding::v1::Severity min_severity = finding::v1::SEVERITY_UNSPECIFIED;
  finding::v1::Severity fail_on = finding::v1::SEVERITY_UNSPECIFIED;
};

// `review` has its change, files, policy, numerics, missing parts and diagnostics; what is decided
// is not set.
review::v1::Review Decide(review::v1::Review review, DecisionInput input);

}  // namespace allreview

#endif  // REVIEW_DECISION_H_
