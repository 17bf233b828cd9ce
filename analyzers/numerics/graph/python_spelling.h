#ifndef ANALYZERS_NUMERICS_GRAPH_PYTHON_SPELLING_H_
#define ANALYZERS_NUMERICS_GRAPH_PYTHON_SPELLING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/graph/operation.h"

namespace allreview::numerics {

// How tightly the outermost operator of a text binds.
enum class Binding { kComparison, kOr, kAnd, kSum, kProduct, kSign, kPower, kPrimary };

struct Infix {
  Operation operation;
  absl::string_view symbol;
  Binding binding;
};

// The operator of an operation; nullptr: it is written as a call.
const Infix* InfixOf(Operation operation);

// "F.softmax", "torch.exp", "torch.special.log_ndtr".
std::string FunctionName(absl::string_view name);

// ".float()", ".to(torch.float8_e5m2)".
std::string CastText(Format format);

// As few digits as name the number; Python for infinities and NaN.
std::string NumberText(double value);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_PYTHON_SPELLING_H_
