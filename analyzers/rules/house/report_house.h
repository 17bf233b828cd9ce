#ifndef ANALYZERS_RULES_HOUSE_REPORT_HOUSE_H_
#define ANALYZERS_RULES_HOUSE_REPORT_HOUSE_H_

// How a change does by the house rules, for the review.

#include <vector>

#include "analyzers/rules/engine.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/house_report.h"

namespace allreview::rules {

// `findings`: what the rules of the input found.
HouseReport ReportHouse(const RulesInput& input, const std::vector<Finding>& findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_HOUSE_REPORT_HOUSE_H_
