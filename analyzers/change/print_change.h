#ifndef ANALYZERS_CHANGE_PRINT_CHANGE_H_
#define ANALYZERS_CHANGE_PRINT_CHANGE_H_

// An analysed change as rules see it, for people and golden files:
//
//   "pkg/loss.py" modified source python: reviewed
//     before 40 lines, 7 definitions
//     after 42 lines, 7 definitions
//     added 7-8, 12
//     removed 7
//
// Bounded (base/outline.h). Asks nothing of the repository.

#include <string>

#include "analyzers/change/analysed_change.h"

namespace allreview::change {

std::string PrintChange(const AnalysedChange& change);

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_PRINT_CHANGE_H_
