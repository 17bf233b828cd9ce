#ifndef ANALYZERS_RULES_DISTRIBUTED_RANK_BRANCHES_H_
#define ANALYZERS_RULES_DISTRIBUTED_RANK_BRANCHES_H_

// The two sides of a decision, as far as they differ: what runs when the test holds, and what runs
// when it does not.
//
//   if rank != 0:      when_true: nothing
//       return
//   dist.barrier()     when_false: this and all that follows in the function
//
// A side that leaves by return, continue or break goes without what follows, so that this belongs
// to the other side.

#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/distributed/collective_summaries.h"

namespace allreview::rules {

struct BranchSide {
  // Code that runs on this side alone, each a block, statement or expression. Of the branches of an
  // elif chain, any one may run.
  std::vector<std::vector<python::Node>> alternatives;
  bool gives_up = false;  // It ends by raise, sys.exit or the like.
};

struct RankBranch {
  python::Node statement;  // if, while, the expression.
  python::Node test;
  BranchSide when_true, when_false;
};

// Branches of an if_statement (including each `elif`), while_statement, conditional_expression or
// boolean_operator. Does not check whether the test is about ranks.
std::vector<RankBranch> BranchesOf(python::Node node);

// The tests of those branches, in the same order. Asks less: look at them first.
std::vector<python::Node> TestsOf(python::Node node);

// What the side issues; of alternatives, of the one that issues most.
std::vector<IssuedCollective> CollectivesOfSide(const python::Module& module,
                                                const BranchSide& side);

// The side calls a function of another file that is named like the counterpart of a collective.
bool MayReceiveElsewhere(const python::Module& module, const BranchSide& side);

// The statement ends the function or program with an error or on purpose: raise, sys.exit...
bool GivesUp(python::Node statement);

// Statements after this one that run next when nothing jumps: the rest of its block, and of the
// blocks around it up to the function, or up to the nearest loop.
std::vector<python::Node> StatementsAfter(python::Node statement, bool within_loop);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_RANK_BRANCHES_H_
