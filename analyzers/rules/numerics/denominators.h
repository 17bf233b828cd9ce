#ifndef ANALYZERS_RULES_NUMERICS_DENOMINATORS_H_
#define ANALYZERS_RULES_NUMERICS_DENOMINATORS_H_

// Divisions, and what the rules on them know of denominators by name.

#include "analyzers/python/values.h"
#include "analyzers/rules/shared/patterns.h"

namespace allreview::rules::numerics {

struct Division {
  Node at;  // a / b or a /= b. Null: none.
  Node numerator, denominator;
  explicit operator bool() const { return static_cast<bool>(at); }
};
Division DivisionOf(Node node);

// The sum over all elements of a mask that a denominator is, through locals and casts, floors left
// out: mask.sum(), valid.float().sum(). Empty operation: another value.
Operation MaskCountOf(const python::Module& module, Node denominator);

// By its name a size, a duration or a scale: set by people, never 0.
bool IsNamedLikeSize(Node expression);

// A numpy array, or a number of the host.
bool IsNumpy(const python::Values& values, Node expression);

}  // namespace allreview::rules::numerics

#endif  // ANALYZERS_RULES_NUMERICS_DENOMINATORS_H_
