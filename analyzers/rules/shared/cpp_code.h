#ifndef ANALYZERS_RULES_SHARED_CPP_CODE_H_
#define ANALYZERS_RULES_SHARED_CPP_CODE_H_

// Questions that rules about C++ and CUDA share.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/cpp/unit.h"

namespace allreview::rules {

// Code on one line, shortened, for a message.
std::string OneLine(cpp::Node node);

// `a * b`, and nothing else of that look.
bool IsBinary(cpp::Node node, absl::string_view op);

// `a`, `b` and `c` of `a * (b * c)`, without parentheses.
std::vector<cpp::Node> FactorsOf(cpp::Node product);

// A check or condition of the function around the node holds one of the values against what 32
// bits hold: INT_MAX, std::numeric_limits<int>::max(), canUse32BitIndexMath().
bool IsBoundTo32Bits(const cpp::Unit& unit, cpp::Node node);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_CPP_CODE_H_
