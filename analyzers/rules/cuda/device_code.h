#ifndef ANALYZERS_RULES_CUDA_DEVICE_CODE_H_
#define ANALYZERS_RULES_CUDA_DEVICE_CODE_H_

// What rules about kernels ask of device code: which threads a value differs between, and where the
// threads of a block wait for each other.

#include <string>
#include <vector>

#include "analyzers/cpp/unit.h"

namespace allreview::rules {

// The function around the node if it runs on the device. Null: it does not, or there is none.
const cpp::Function* DeviceFunctionAt(const cpp::Unit& unit, cpp::Node node);

// What a value is the same for.
enum class Spread {
  kUniform,  // All threads of a block, or it is not known to be otherwise.
  kOfWarp,   // The threads of a warp: threadIdx.x / 32.
  kOfThread,
};
// By the index of the thread in the expression and in what its locals are declared with.
Spread SpreadOf(const cpp::Unit& unit, cpp::Node expression);

// The index of the thread itself, and nothing else: `threadIdx.x`, or a local that is.
bool IsThreadIndex(const cpp::Unit& unit, cpp::Node expression);

// What the expression says once locals that are declared with other names for the same value are
// replaced: `threadIdx.x` for `tid`.
std::string Meaning(const cpp::Unit& unit, cpp::Node expression);

// A condition that holds for one value only: `threadIdx.x == 0`, `!lane`.
bool ChoosesOneThread(const cpp::Unit& unit, cpp::Node condition);

// The condition leaves whole warps out: `threadIdx.x < 32`, `warp == 0`. Those that are left may
// run in step.
bool LeavesWarpsOut(const cpp::Unit& unit, cpp::Node condition);

// __syncthreads(), and the method sync() of a whole block.
bool IsBlockBarrier(const cpp::Unit& unit, cpp::Node call);

// Threads may wait for each other in the call: whatever is called so, and functions that this file
// does not show.
bool MayWait(const cpp::Unit& unit, cpp::Node call);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CUDA_DEVICE_CODE_H_
