#ifndef ANALYZERS_NUMERICS_CUDA_DEVICE_PROGRAM_H_
#define ANALYZERS_NUMERICS_CUDA_DEVICE_PROGRAM_H_

// What a sweep needs to know, as plain data that a device can read. For hosts and devices: no
// standard library.

#include <cstdint>

#include "analyzers/numerics/arithmetic/format.h"
#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/graph/operation.h"
#include "analyzers/numerics/program/aggregates.h"
#include "analyzers/numerics/program/digits.h"
#include "analyzers/numerics/program/sample.h"

namespace allreview::numerics {

inline constexpr int kMaxDeviceInstructions = 640;  // Of both programs; see graph_builder.h.
inline constexpr int kMaxDeviceInputs = 8;
inline constexpr int kDeviceBlock = 128;  // Threads: the accumulators of a strided reduction.

// program.h's Instruction with what an operand is spelled out.
struct DeviceInstruction {
  Operation operation = Operation::kConstant;
  Format format = Format::kFp32;
  bool is_double = false;  // The result is.
  bool reads_double = false;
  bool is_rounded = false;
  bool is_one = false;  // The result has one value for the row.
  bool is_accumulated_in_format = false;
  bool is_accumulated_in_double = false;
  bool is_operand_one[3] = {};
  uint8_t log_chunk = 0;
  int16_t result = -1;
  int16_t operands[3] = {-1, -1, -1};
  int16_t input = -1;
  double parameters[2] = {};
};

struct DeviceInput {
  Format format = Format::kFp32;
  bool is_one = false;  // One value for each row.
  SampleSpec spec = {};
  InputDigits digits = {};
};

// One result of a graph, and its reference.
struct DeviceOutput {
  Format format = Format::kFp32;
  bool is_one = false;
  int16_t tested = -1;     // A float register, or a double one where the format is kFp64.
  int16_t reference = -1;  // A double register.
};

// The program under test, then the reference on double registers of its own.
struct DeviceSweep {
  int instruction_count = 0;
  int float_registers = 0;
  int double_registers = 0;
  int input_count = 0;
  bool is_exhaustive = false;
  uint32_t stratum = 0;
  PhiloxKey key = {};
  int row_length = 0;  // 0: no rows.
  uint64_t row_stride = 0;
  uint64_t first_sample = 0;  // Where an output with one value for all samples is counted.
  DeviceOutput output = {};
  DeviceInput inputs[kMaxDeviceInputs] = {};
  DeviceInstruction instructions[kMaxDeviceInstructions] = {};
};

// The part that one launch computes. `first` and `count` are samples or rows.
struct DeviceRange {
  uint64_t first = 0;
  uint64_t count = 0;
};

// Aggregates with indices relative to the first lane of the launch, which is below 2^32 lanes long.
// Sums, a maximum and a minimum: what atomic instructions of a GPU can merge.
struct DeviceTotals {
  // Counts in the order of Aggregates, without good.
  enum Counter : int {
    kGood,
    kLost,
    kNan,
    kInfinite,
    kSpuriousZero,
    kResultOverflow,
    kUnknown,
    kResultUnderflow,
    kAssertCloseFailures,
    kDistanceSum,
    kDigest,
    kCounters
  };
  uint64_t counters[kCounters] = {};
  uint64_t histogram[kHistogramBins] = {};
  uint64_t worst = 0;  // Distance in the upper half, 2^32 - 1 - index in the lower.
  uint64_t first_failure = ~uint64_t{0};
};

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_DEVICE_PROGRAM_H_
