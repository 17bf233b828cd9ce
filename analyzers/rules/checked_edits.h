#ifndef ANALYZERS_RULES_CHECKED_EDITS_H_
#define ANALYZERS_RULES_CHECKED_EDITS_H_

// Which edits that rules propose may be offered.
//
//   result.findings = CheckEdits(input, std::move(result.findings));   // All that RunRules found.
//
// The edits are applied in memory to the files after the change, and the change (of a scan, these
// files) is reviewed again by all rules, within the repository around it, so that whoever uses the
// files is heard, too. Edits are kept when their finding is gone and no other one appeared. That is
// tried for many findings at once, but for one in each definition, so that none hides what another
// brings; where something new appears, without those that stand there, or in halves. A finding
// whose edits do not hold, or for which there was no time, keeps its prose and loses them, with the
// code after them; so do all where RulesInput.omits_edits is set.
//
// How much is reviewed again is bounded by the size of the change, and by a share of the CPU time
// of the budget that the calling thread works for. No finding is lost when that ends.

#include <vector>

#include "analyzers/rules/engine.h"

namespace allreview::rules {

std::vector<Finding> CheckEdits(const RulesInput& input, std::vector<Finding> findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CHECKED_EDITS_H_
