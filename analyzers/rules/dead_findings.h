#ifndef ANALYZERS_RULES_DEAD_FINDINGS_H_
#define ANALYZERS_RULES_DEAD_FINDINGS_H_

// A failure in code that nothing in the repository runs blocks no merge: it is P2, and says so.
//
//   LowerDead(change, result.findings);
//
// Only what is proven counts (reach/reach.h). Asks for the index only when there is a P0 or P1.

#include <vector>

#include "analyzers/rules/finding.h"

namespace allreview::change {
class AnalysedChange;  // analyzers/change/analysed_change.h
}  // namespace allreview::change

namespace allreview::rules {

void LowerDead(const change::AnalysedChange& change, std::vector<Finding>& findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DEAD_FINDINGS_H_
