#ifndef ANALYZERS_UNDERSTANDING_DIVERGENCE_H_
#define ANALYZERS_UNDERSTANDING_DIVERGENCE_H_

// Which blocks of a code run only on one side of a branch, and which only on the other. Pure;
// private to this folder.
//
//   if rank != 0:      when true: nothing
//       return
//   dist.barrier()     when false: this and all that follows
//
// Linear in the size of the code for each branch.

#include <vector>

#include "analyzers/ir/code.h"

namespace allreview::understanding {

struct Side {
  std::vector<ir::BlockId> owned;  // Run only where the branch went this way.
  std::vector<ir::BlockId> alone;  // May follow here and not where it went the other way.
  bool comes_back = false;         // The end of the code follows, not only an exception.
};

// Of the block that ends with a branch.
Side SideOf(const ir::Code& code, ir::BlockId branch, bool truth);

// The code can end without running the block.
bool IsAvoidable(const ir::Code& code, ir::BlockId block);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_DIVERGENCE_H_
