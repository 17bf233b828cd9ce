#ifndef ANALYZERS_UNDERSTANDING_OPERATIONS_H_
#define ANALYZERS_UNDERSTANDING_OPERATIONS_H_

// What Python's operators make of values. Pure; what is not certain is unknown.

#include <cstdint>
#include <optional>

#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// `a op b`. Numbers, texts, tuples and lists; anything else may define the operator itself.
Value Operate(ir::Operator op, const Value& a, const Value& b, Place place);
// `op a`.
Value OperateUnary(ir::Operator op, const Value& a, Place place);
// `a op b` as a bool.
Value Compare(ir::Operator op, const Value& a, const Value& b, Place place);

// Whether two atoms are equal; none: it may be either.
std::optional<bool> AreEqual(const Atom& a, const Atom& b);

// object[index], for displays and texts.
Value ItemOf(const Value& object, const Value& index, Place place);
// What of a value can be unpacked into `count` targets and, perhaps, one more with a star.
Value Unpacked(const Value& iterable, uint32_t count, bool has_star);
// Any element that a loop over it gives.
Value ElementOf(const Value& iterable);
// Element `index` when taken apart; behind a star, counted from the end, 1 being the last.
Value ElementAt(const Value& iterable, uint32_t index, bool is_behind_star);

// Of a dictionary: its keys besides those that are known, one by one; impossible: it has none.
Value OtherKeyOf(const Atom& dict);
// Any value that stands in it.
Value ElementsUnderKeys(const Atom& dict);
// With what may stand, too, under keys that may be others.
Value WithOthers(Atom dict, const Value& key, const Value& value);

// `for x in value` and `list += value` work for all its alternatives; openness does not count.
bool CanBeGoneThrough(const Value& value);

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_OPERATIONS_H_
