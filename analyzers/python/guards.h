#ifndef ANALYZERS_PYTHON_GUARDS_H_
#define ANALYZERS_PYTHON_GUARDS_H_

// What keeps a denominator, or the argument of a logarithm, away from zero.
//
//   // n = mask.sum().clamp(min=1); loss / n
//   FindZeroGuard(module, n)  ->  kClamp, node: the call of clamp
//
// Generous: what looks like a guard is one, as rules report where there is none. A test for None is
// none.

#include "analyzers/python/module.h"

namespace allreview::python {

struct ZeroGuard {
  enum class Kind {
    kNone,
    kClamp,      // clamp, clamp_min, max(x, 1), maximum, torch.finfo.
    kEpsilon,    // x + eps, x + 1e-6, x + 1.
    kCondition,  // An if, while, conditional or boolean expression around it mentions it, or an
                 // earlier one assigns it.
    kEarlyExit,  // `if x == 0: return`, `assert x > 0`.
    kMasked,     // Inside torch.where, masked_fill, nan_to_num.
    kName,       // safe_x.
  } kind = Kind::kNone;
  Node node;  // The guard.
  explicit operator bool() const { return kind != Kind::kNone; }
};

// The guard of an expression where it stands, through the definitions of its names in the function.
ZeroGuard FindZeroGuard(const Module& module, Node expression);

// What `expression` is about: `mask` of `mask.float().sum()` and `len(mask)`, `self.count` of
// `self.count[0] * 2`. Null: of no single name.
Node BaseOf(Node expression);
// A node inside `where` has that text; comparisons with None do not count.
bool Mentions(Node where, absl::string_view text);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_GUARDS_H_
