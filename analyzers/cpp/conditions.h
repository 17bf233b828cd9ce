#ifndef ANALYZERS_CPP_CONDITIONS_H_
#define ANALYZERS_CPP_CONDITIONS_H_

// What must be true, or false, for the code at a node to run.
//
//   if (i >= n) return;
//   for (int k = 0; k < m; ++k) {
//     if (mask[k] && x) y[i] = 1;   // i >= n false, k < m, mask[k] && x
//   }

#include <vector>

#include "analyzers/cpp/syntax.h"

namespace allreview::cpp {

struct Condition {
  enum class Kind {
    kIf,            // `if`, `?:`, the left side of && and ||.
    kLoop,          // True whenever the body begins; the loop may run no time.
    kEarlyExit,     // An `if` before, whose branch does not come here.
    kCheck,         // A check before, like TORCH_CHECK or assert.
    kCase,          // The value of a case; the expression is that of `switch`.
    kPreprocessor,  // #if.
  };
  Kind kind = Kind::kIf;
  Node expression = {};  // Without the parentheses around it. A case's own value.
  bool is_true = true;   // Its value where the node runs.
  Node statement = {};   // if_statement and the like.
};

// From the innermost outwards. Conditions outside of the function or lambda around the node are
// not among them. At most some hundred statements before the node are looked at in each block.
std::vector<Condition> ConditionsAt(Node node);

// Loops around the node within its function, from the innermost outwards.
std::vector<Node> LoopsAround(Node node);

// The statement certainly leaves the block around it: return, break, continue, throw, goto, or a
// block that ends in one. exit, abort and __trap count.
bool LeavesBlock(Node statement);

// Statement that holds the node: its parent is a block, or the body of a loop or branch.
Node StatementOf(Node node);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_CONDITIONS_H_
