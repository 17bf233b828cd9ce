#ifndef ANALYZERS_CPP_EXPRESSIONS_H_
#define ANALYZERS_CPP_EXPRESSIONS_H_

// Types and constant values of expressions, by the text of one file. For unit.h.

#include <cstdint>
#include <optional>

#include "analyzers/cpp/syntax.h"
#include "analyzers/cpp/types.h"
#include "analyzers/cpp/variables.h"

namespace allreview::cpp {

class Unit;

// The type that the compiler computes the expression in: `int` for a product of two ints, whatever
// it is assigned to. kUnknown: not certain. Bounded, whatever the expression.
Type TypeOfExpression(const Unit& unit, Node expression);
Type TypeOfVariable(const Unit& unit, const Variable& variable);

// The value of an integer expression that is known at compile time: literals, constexpr variables,
// enumerators, #define of numbers, arithmetic of those, sizeof of known types.
std::optional<int64_t> ConstantOf(const Unit& unit, Node expression);

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_EXPRESSIONS_H_
