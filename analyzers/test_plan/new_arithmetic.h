#ifndef ANALYZERS_TEST_PLAN_NEW_ARITHMETIC_H_
#define ANALYZERS_TEST_PLAN_NEW_ARITHMETIC_H_

// New functions that compute with tensors or arrays, however little: one division is enough.

#include <vector>

#include "analyzers/test_plan/changed_code.h"

namespace allreview::test_plan {

// A function counts when it speaks of torch or numpy and divides, averages, sums, sorts, takes a
// power… Trigger::what is the first such operation.
std::vector<Trigger> NewArithmetic(const std::vector<change::AnalysedFile>& files,
                                   const moves::Moves& moves);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_NEW_ARITHMETIC_H_
