#ifndef ANALYZERS_IR_INSTRUCTION_BYTES_H_
#define ANALYZERS_IR_INSTRUCTION_BYTES_H_

// What the two sides of encoding.h share. Private to this folder.

#include <cstddef>
#include <cstdint>

#include "analyzers/ir/code.h"

namespace allreview::ir {

// Fields of an instruction that are not as they are by default. Frequent ones first: they make
// small numbers.
inline constexpr size_t kOps = static_cast<size_t>(Op::kRaise) + 1;
inline constexpr uint64_t kHasResult = 1, kHasOperands = 2, kHasName = 4, kHasIndex = 8,
                          kHasFirstTarget = 16, kHasSecondTarget = 32, kHasDetail = 64,
                          kHasType = 128;

// What came before an instruction, of which most numbers are near: both sides keep it alike.
struct Before {
  int64_t result = 0, node = 0, line = 0;
  uint64_t fields[kOps] = {};  // Of the last instruction with that op.

  void Pass(const Instruction& instruction) {
    if (instruction.result != kNone) result = instruction.result;
    node = instruction.node;
    line = instruction.line;
  }
};

}  // namespace allreview::ir

#endif  // ANALYZERS_IR_INSTRUCTION_BYTES_H_
