#ifndef ANALYZERS_RULES_HOUSE_STATUS_H_
#define ANALYZERS_RULES_HOUSE_STATUS_H_

// How a change does by the house rules, for the review.

#include <vector>

#include "analyzers/rules/finding.h"
#include "analyzers/rules/house_report.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

// `rules`: those that ran; `findings`: what they found.
HouseReport ReportHouse(const AnalysedChange& change, const std::vector<const Rule*>& rules,
                        const std::vector<Finding>& findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_HOUSE_STATUS_H_
