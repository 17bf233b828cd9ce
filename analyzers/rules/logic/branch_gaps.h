#ifndef ANALYZERS_RULES_LOGIC_BRANCH_GAPS_H_
#define ANALYZERS_RULES_LOGIC_BRANCH_GAPS_H_

// Whether a branch leaves a name without a value that is read behind it.
//
//   const Place place = FindDecider(name, use, function.body);
//   if (!place.statement || IsExplained(place, use)) return;
//   if (const Gap gap = GapIn(module, name, place.statement); gap.at) Report(gap.when);
//
// Pure functions of one module.

#include <string>

#include "analyzers/rules/logic/branch_effects.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules::logic {

// The use runs whenever its statement does: no operand that may be skipped, no comprehension.
bool IsCertainInStatement(Node use, Node statement);

struct Place {
  Node statement;  // Earlier statement of the same block that may bind the name.
  Node sibling;    // The statement of that block that holds the use.
};

// The only statement before the use that holds bindings, when nothing decides between the two.
// Null statement: there is none, or nobody can tell.
Place FindDecider(const BoundName& name, Node use, Node body);

struct Gap {
  Node at;     // The arm that leaves the name unbound.
  Words when;  // When it is.
  bool is_chain = false;
  Node inner = {};  // The `if` in an arm that has the gap; null: the statement itself.
};

// The gap in an `if` or `try`; of an `if`, also that of the only `if` in one of its arms, when it
// compares sizes and all other arms bind the name. Null node: every path through it binds the name
// or leaves, or it is unknown.
Gap GapIn(const python::Module& module, const BoundName& name, Node statement);

// Something around says that the ways without a value do not come here: a check before or after
// that leaves, or conditions that are constants.
bool IsExplained(const Place& place, Node use);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_BRANCH_GAPS_H_
