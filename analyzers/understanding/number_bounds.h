#ifndef ANALYZERS_UNDERSTANDING_NUMBER_BOUNDS_H_
#define ANALYZERS_UNDERSTANDING_NUMBER_BOUNDS_H_

// How large a whole number may be: what is at least it, and what it is below. Private to this
// folder.
//
//   for i in range(n):   # i: int in [0, n)
//
// Of a number without a formula the atom keeps them behind that: `tensor->sizes` are the formula,
// which is unknown then, the least number and the bound. A chain of joins ends: least numbers that
// differ become 1 or 0, or are lost; bounds that differ are lost.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// `least` or more, and less than `below`; both may be unknown.
Value NumberWithin(std::optional<int64_t> least, const Size& below, Place place = {});
// Null when there are no bounds; of what is no constant.
std::shared_ptr<const Tensor> BoundsOfBoth(const Atom& a, const Atom& b);
// Of the whole numbers among them, several of them constants.
std::shared_ptr<const Tensor> BoundsOfAll(const std::vector<Atom>& atoms);
// What counts, as a loop leaves it: a constant becomes any number that is as large, about.
Value WidenedNumber(const Atom& number);
// Of whole numbers; of bool, too. None and unknown: there is no bound.
std::optional<int64_t> LeastOf(const Atom& number);
Size BoundOf(const Atom& number);
// `a op b` of two whole numbers that are not both constants and have no formula.
Value OperateOnBounds(ir::Operator op, const Atom& a, const Atom& b, Place place);
// None: it may be either.
std::optional<bool> IsCertainlyLess(const Atom& a, const Atom& b);
// Without bounds, for those who keep what they are given.
Value WithoutBounds(const Value& value);
// "", " >= 0", " in [0, n)".
std::string TextOfBounds(const Atom& number);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_NUMBER_BOUNDS_H_
