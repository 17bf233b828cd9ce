#ifndef ANALYZERS_NUMERICS_REWRITES_PATTERN_H_
#define ANALYZERS_NUMERICS_REWRITES_PATTERN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/graph/composite_match.h"
#include "analyzers/numerics/graph/operation.h"

namespace allreview::numerics {

// One side of a rewrite rule, read from text:
//
//   log(1 + x)            functions by the names of operations and composites
//   x / (sqrt(v) + C)     small letters: any value; capitals: any number, E a small one
//   fp32(x * sigmoid(x))  on the right side: computed in fp32, rounded once
//
// var(x, C) has correction C; amax, sum, mean, var, norm… run along the graph's row axis.
struct Pattern {
  enum class Kind : uint8_t { kValue, kAnyNumber, kNumber, kOperation, kComposite, kWide };
  Kind kind = Kind::kValue;
  char name = 0;      // kValue, kAnyNumber.
  double number = 0;  // kNumber.
  Operation operation = Operation::kAdd;
  Composite composite = Composite::kSoftmax;
  std::vector<Pattern> operands = {};
};

bool IsOperation(const Pattern& pattern, Operation operation);
bool IsSum(const Pattern& pattern);      // + or -.
bool IsProduct(const Pattern& pattern);  // *, / or a minus before.

// Dies of a text that is no pattern: they are all written in rules.cc.
Pattern ReadPattern(absl::string_view text);

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_REWRITES_PATTERN_H_
