#ifndef ANALYZERS_RULES_REPLACED_FINDINGS_H_
#define ANALYZERS_RULES_REPLACED_FINDINGS_H_

// Findings of C++ and CUDA that the change takes out as often as it puts them in: the same rule
// said the same, line numbers apart, of lines of the same function that the change replaces.
// Whatever only changed its spelling is no business of the change. That a crash (P0) was left
// standing is told all the same. moved_findings.h does this, and more, for Python.

#include <vector>

#include "analyzers/rules/walk.h"

namespace allreview::rules {

// What it says, whatever the lines are that it names.
std::string WordsOf(const Finding& finding);

// Lines that the change removes, sorted.
std::vector<int> RemovedLines(const ChangedFile& file);

std::vector<Finding> WithoutReplaced(const Subscriptions& subscriptions, const WalkOptions& options,
                                     const AnalysedCppFile& file, std::vector<Finding> findings);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_REPLACED_FINDINGS_H_
