#ifndef ANALYZERS_RULES_DISTRIBUTED_ISSUED_ELSEWHERE_H_
#define ANALYZERS_RULES_DISTRIBUTED_ISSUED_ELSEWHERE_H_

// Collectives that a side of a decision issues, through functions of other files too.
//
//   if (const auto issued = FirstIssued(file, branch.when_true)) Report(issued->call, issued->op);

#include <optional>

#include "analyzers/rules/context.h"
#include "analyzers/rules/distributed/collective_summaries.h"
#include "analyzers/rules/distributed/rank_branches.h"

namespace allreview::rules {

// The first one that the file tells, else the first one of a function of another file, whose group
// is known only when it is the default one. Asks the repository: ask last.
std::optional<IssuedCollective> FirstIssued(FileContext& file, const BranchSide& side);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_ISSUED_ELSEWHERE_H_
