#ifndef ANALYZERS_NUMERICS_GRAPH_OPERATION_H_
#define ANALYZERS_NUMERICS_GRAPH_OPERATION_H_

// The operations that a graph is made of, for host and device code. operations.inc describes them.

#include <cstdint>

namespace allreview::numerics {

enum class Operation : uint8_t {
#define OPERATION(kind, enumerator, ...) enumerator,
#include "analyzers/numerics/graph/operations.inc"
  kCount,
};

inline constexpr int kOperationCount = static_cast<int>(Operation::kCount);

// What is said of an operation; a sum of these.
enum OperationFlag : uint32_t {
  kGivesInteger = 1 << 0,    // 0, 1 or -1, which lie on every grid.
  kSelects = 1 << 1,         // One of the operands, or its negation, or 0: nothing is rounded.
  kIsExact = 1 << 2,         // Nothing is rounded, for another reason than the two above.
  kFunctional = 1 << 3,      // In torch.nn.functional, and not in torch.
  kSpecial = 1 << 4,         // In torch.special, and not in torch.
  kAutocastToFp32 = 1 << 5,  // torch/amp/autocast_mode, "CUDA Ops that autocast to float32".
  kInFpCore = 1 << 6,        // FPCore has it by the same name.
  kIsLarge = 1 << 7,         // Its code is large: out of line on a device.
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_GRAPH_OPERATION_H_
