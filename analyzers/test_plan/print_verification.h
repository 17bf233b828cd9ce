#ifndef ANALYZERS_TEST_PLAN_PRINT_VERIFICATION_H_
#define ANALYZERS_TEST_PLAN_PRINT_VERIFICATION_H_

// The test plan of a change, for people and golden files:
//
//   unit-tests found "tests/test_loss.py" "calls loss"
//     tests/test_loss.py:3 test_loss "calls `loss`"
//   command test "pytest tests/test_loss.py"
//
// Bounded (base/outline.h).

#include <string>

#include "analyzers/test_plan/test_verification.h"

namespace allreview::test_plan {

std::string PrintVerification(const TestVerification& tests);

}  // namespace allreview::test_plan

#endif  // ANALYZERS_TEST_PLAN_PRINT_VERIFICATION_H_
