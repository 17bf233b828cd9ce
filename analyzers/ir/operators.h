#ifndef ANALYZERS_IR_OPERATORS_H_
#define ANALYZERS_IR_OPERATORS_H_

// Operators by what stands in the source. Pure.

#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"

namespace allreview::ir {

// Of "+", "//", "@"; kNone: there is no such operator.
Operator BinaryOperator(absl::string_view token);
// Of "not", "-", "+", "~".
Operator UnaryOperator(absl::string_view token);
// Of "<=", "is not", "in". "<>" is kNotEqual.
Operator ComparisonOperator(absl::string_view token);

// "+", "is not"; "*" of kStar.
absl::string_view TextOf(Operator op);

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_OPERATORS_H_
