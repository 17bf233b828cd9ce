#ifndef ANALYZERS_NUMERICS_ARITHMETIC_SELF_TEST_H_
#define ANALYZERS_NUMERICS_ARITHMETIC_SELF_TEST_H_

// Whether this process computes the bits that all others do. Hosts only.
//
//   RETURN_IF_ERROR(SelfTest());   // At start-up, and on each thread that evaluates.
//
// The state of the floating-point unit belongs to the thread, and one library built with
// -ffast-math sets it to flush subnormal numbers in every process that loads it. So this asks first
// for the mode of the calling thread, then for 64 known answers. Takes a few microseconds.

#include "absl/status/status.h"

namespace allreview::numerics {

// Fails with kFailedPrecondition where the calling thread flushes subnormal numbers or rounds other
// than to nearest, and with kInternal, naming the first wrong answer, where the arithmetic is off.
absl::Status SelfTest();

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_ARITHMETIC_SELF_TEST_H_
