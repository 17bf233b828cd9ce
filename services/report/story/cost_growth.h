#ifndef SERVICES_REPORT_STORY_COST_GROWTH_H_
#define SERVICES_REPORT_STORY_COST_GROWTH_H_

// How a cost grows, in one line, and whether a change made it grow faster. Pure; plain text, not
// yet safe for Markdown.

#include <string>

#include "proto/analysis/v1/scaling.pb.h"

namespace allreview::report {

// "O(K * T + C^2)"; "O(1)" for a constant.
std::string GrowthText(const analysis::v1::Cost& cost);

// Whether it is of a higher degree than before, and above linear: one more loop beside others over
// what the function goes through anyway is no risk.
bool GrowsFaster(const analysis::v1::Cost& before, const analysis::v1::Cost& after);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_COST_GROWTH_H_
