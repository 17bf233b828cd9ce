#ifndef ANALYZERS_NUMERICS_CUDA_DEVICE_INTERPRETER_H_
#define ANALYZERS_NUMERICS_CUDA_DEVICE_INTERPRETER_H_

// The interpreter of a GPU: one thread for each sample, or a block of threads for each row. For
// hosts and devices: a host runs it with a team of one thread, and so a test holds it against the
// CPU's interpreter without a GPU.

#include "analyzers/numerics/cuda/device_program.h"
#include "analyzers/numerics/program/compare.h"
#include "analyzers/numerics/program/evaluate.h"
#include "analyzers/numerics/program/rows.h"

namespace allreview::numerics {

// What one thread has counted.
struct Tally {
  uint64_t counters[DeviceTotals::kCounters] = {};
  uint32_t histogram[kHistogramBins] = {};
  uint64_t worst = 0;
  uint64_t first_failure = ~uint64_t{0};
};

// Adds one lane. `relative` is its index in the launch.
template <Format format>
NUMERICS_FUNCTION void Add(Tally& into, typename CarrierOf<format>::Type tested, double reference,
                           uint64_t index, uint32_t relative) {
  using T = DeviceTotals;
  const auto wanted = WantedOf<format>(reference);
  const auto lane = CompareLane<format>(tested, wanted);
  const uint64_t unmeasured =
      lane.nan | lane.infinite | lane.spurious_zero | lane.result_overflow | lane.unknown;
  into.counters[T::kGood] += 1 - unmeasured - lane.lost;
  into.counters[T::kLost] += lane.lost;
  into.counters[T::kNan] += lane.nan;
  into.counters[T::kInfinite] += lane.infinite;
  into.counters[T::kSpuriousZero] += lane.spurious_zero;
  into.counters[T::kResultOverflow] += lane.result_overflow;
  into.counters[T::kUnknown] += lane.unknown;
  into.counters[T::kResultUnderflow] += IsResultUnderflow(reference, wanted);
  into.counters[T::kAssertCloseFailures] += lane.is_not_close;
  into.counters[T::kDistanceSum] += lane.distance;
  into.counters[T::kDigest] += DigestOf(static_cast<uint32_t>(index), DigestBits(tested));
  if (unmeasured == 0) into.histogram[BinOf(static_cast<uint32_t>(lane.distance))] += 1;
  const uint64_t worst = static_cast<uint64_t>(lane.distance) << 32 | (0xffffffffu - relative);
  if (lane.distance != 0 && worst > into.worst) into.worst = worst;
  if (lane.failed() != 0 && relative < into.first_failure) into.first_failure = relative;
}

NUMERICS_FUNCTION void Add(Tally& into, Format format, double tested, double reference,
                           uint64_t index, uint32_t relative) {
  Dispatch(format, [&]<Format kFormat>() {
    Add<kFormat>(into, static_cast<typename CarrierOf<kFormat>::Type>(tested), reference, index,
                 relative);
  });
}

namespace device_internal {

NUMERICS_FUNCTION double SampleAny(const SampleSpec& spec, uint32_t word, double position) {
  using enum SampleKind;
  switch (spec.kind) {
    case kNormal:
      return SampleOf<kNormal>(word, position, spec.a, spec.b);
    case kUniform:
      return SampleOf<kUniform>(word, position, spec.a, spec.b);
    case kLogUniform:
      return SampleOf<kLogUniform>(word, position, spec.a, spec.b);
    case kLogUniformPositive:
      return SampleOf<kLogUniformPositive>(word, position, spec.a, spec.b);
    case kConstant:
      return spec.a;
    case kPosition:
      return SampleOf<kPosition>(word, position, spec.a, spec.b);
    case kBernoulli:
      return SampleOf<kBernoulli>(word, position, spec.a, spec.b);
    case kInteger:
      return SampleOf<kInteger>(word, position, spec.a, spec.b);
  }
  return 0;
}

NUMERICS_FUNCTION uint32_t WordAt(const PhiloxBlock& block, uint32_t which) {
  const uint32_t low = which == 0 ? block.x : block.y;
  const uint32_t high = which == 2 ? block.z : block.w;
  return which < 2 ? low : high;
}

}  // namespace device_internal

// Value `lane` of register r is at r * stride + lane. The registers of one thread's sample are
// interleaved with those of its neighbours: `stride` is the block, the pointers are the thread's
// own and the lane is 0. A row has its registers one after the other.
struct Registers {
  float* floats = nullptr;
  double* doubles = nullptr;
  double* inputs = nullptr;
  int stride = 0;
};

template <typename T>
NUMERICS_FUNCTION T* Array(const Registers& registers, int index);
template <>
NUMERICS_FUNCTION float* Array<float>(const Registers& registers, int index) {
  return registers.floats + index * registers.stride;
}
template <>
NUMERICS_FUNCTION double* Array<double>(const Registers& registers, int index) {
  return registers.doubles + index * registers.stride;
}

template <typename T>
NUMERICS_FUNCTION T OperandOf(const DeviceInstruction& in, const Registers& registers, int which,
                              int lane) {
  return Array<T>(registers, in.operands[which])[in.is_operand_one[which] ? 0 : lane];
}

template <typename T>
NUMERICS_FUNCTION T ElementwiseOf(const DeviceInstruction& in, const Registers& registers,
                                  int lane) {
  Arguments<T> x;
  x.a = OperandOf<T>(in, registers, 0, lane);
  if (in.operands[1] >= 0) x.b = OperandOf<T>(in, registers, 1, lane);
  if (in.operands[2] >= 0) x.c = OperandOf<T>(in, registers, 2, lane);
  x.parameters[0] = static_cast<T>(in.parameters[0]);
  x.parameters[1] = static_cast<T>(in.parameters[1]);
  return EvaluateAny(in.operation, x);
}

// A leaf, a cast or an elementwise operation, on one lane.
template <typename T>
NUMERICS_FUNCTION T ValueOf(const DeviceInstruction& in, const Registers& registers, int lane) {
  using enum Operation;
  if (in.operation == kConstant) return static_cast<T>(in.parameters[0]);
  if (in.operation == kInput) {
    return static_cast<T>(registers.inputs[in.input * registers.stride + lane]);
  }
  if (in.operation == kPosition) {
    const T start = static_cast<T>(in.parameters[0]);
    return start + static_cast<T>(in.parameters[1]) * static_cast<T>(lane);
  }
  if (in.operation == kCast) {
    return in.reads_double ? static_cast<T>(OperandOf<double>(in, registers, 0, lane))
                           : static_cast<T>(OperandOf<float>(in, registers, 0, lane));
  }
  return ElementwiseOf<T>(in, registers, lane);
}

NUMERICS_FUNCTION void RunLane(const DeviceInstruction& in, const Registers& registers, int lane) {
  if (in.is_double) {
    Array<double>(registers, in.result)[lane] = ValueOf<double>(in, registers, lane);
  } else {
    const float value = ValueOf<float>(in, registers, lane);
    Array<float>(registers, in.result)[lane] = in.is_rounded ? RoundTo(in.format, value) : value;
  }
}

NUMERICS_FUNCTION void AddOutput(const DeviceOutput& output, const Registers& registers, int lane,
                                 uint64_t index, uint32_t relative, Tally& tally) {
  const double tested = output.format == Format::kFp64
                            ? Array<double>(registers, output.tested)[lane]
                            : Array<float>(registers, output.tested)[lane];
  const double reference = Array<double>(registers, output.reference)[lane];
  Add(tally, output.format, tested, reference, index, relative);
}

// The inputs of one sample of an exhaustive sweep.
NUMERICS_FUNCTION void Enumerate(const DeviceSweep& sweep, uint64_t sample,
                                 const Registers& registers) {
  uint64_t rest = sample;
  for (int i = 0; i < sweep.input_count; ++i) {
    const InputDigits& digits = sweep.inputs[i].digits;
    const uint64_t count = digits.count();
    registers.inputs[i * registers.stride] =
        FromOrdinal(digits.format, OrdinalOfDigit(digits, rest % count));
    rest /= count;
  }
}

// Samples 4 * group … 4 * group + 3, which share their random words.
NUMERICS_FUNCTION void RunGroup(const DeviceSweep& sweep, uint64_t group, DeviceRange range,
                                const Registers& registers, Tally& tally) {
  PhiloxBlock words[kMaxDeviceInputs];
  for (int i = 0; i < sweep.input_count && !sweep.is_exhaustive; ++i) {
    words[i] = WordsOf(group, static_cast<uint32_t>(i), sweep.stratum, sweep.key);
  }
  for (uint32_t k = 0; k < 4; ++k) {
    const uint64_t sample = 4 * group + k;
    if (sample < range.first || sample >= range.first + range.count) continue;
    if (sweep.is_exhaustive) Enumerate(sweep, sample, registers);
    for (int i = 0; i < sweep.input_count && !sweep.is_exhaustive; ++i) {
      const DeviceInput& input = sweep.inputs[i];
      const double value = device_internal::SampleAny(
          input.spec, device_internal::WordAt(words[i], k), static_cast<double>(sample));
      registers.inputs[i * registers.stride] = RoundTo(input.format, value);
    }
    for (int i = 0; i < sweep.instruction_count; ++i) RunLane(sweep.instructions[i], registers, 0);
    // The same number for every sample is counted once.
    if (sweep.output.is_one && sample != sweep.first_sample) continue;
    AddOutput(sweep.output, registers, 0, sample, static_cast<uint32_t>(sample - range.first),
              tally);
  }
}

// A team is a block of threads, or the one thread of a host:
//
//   int rank() const, size() const;
//   void Sync() const;
//   T operator()(int lanes, T start, const Term&, const Combine&) const;  // SerialReducer's.
struct SerialTeam : SerialReducer {
  NUMERICS_FUNCTION int rank() const { return 0; }
  NUMERICS_FUNCTION int size() const { return 1; }
  NUMERICS_FUNCTION void Sync() const {}
};

template <typename Team>
NUMERICS_FUNCTION void SampleRow(const Team& team, const DeviceSweep& sweep, uint64_t row,
                                 const Registers& registers) {
  using device_internal::SampleAny;
  using device_internal::WordAt;
  for (int i = 0; i < sweep.input_count; ++i) {
    const DeviceInput& input = sweep.inputs[i];
    double* const values = registers.inputs + i * registers.stride;
    const uint32_t slot = static_cast<uint32_t>(i);
    if (input.is_one) {
      const uint32_t which = static_cast<uint32_t>(row % 4);
      const PhiloxBlock words = WordsOf(row / 4, slot, sweep.stratum, sweep.key);
      values[0] = RoundTo(input.format, SampleAny(input.spec, WordAt(words, which), which));
      continue;
    }
    for (int lane = 4 * team.rank(); lane < sweep.row_length; lane += 4 * team.size()) {
      const uint64_t group = (row * sweep.row_stride + static_cast<uint64_t>(lane)) / 4;
      const PhiloxBlock words = WordsOf(group, slot, sweep.stratum, sweep.key);
      for (int k = 0; k < 4 && lane + k < sweep.row_length; ++k) {
        const uint32_t word = WordAt(words, static_cast<uint32_t>(k));
        values[lane + k] = RoundTo(input.format, SampleAny(input.spec, word, lane + k));
      }
    }
  }
  team.Sync();
}

template <Operation operation, typename T, typename Team>
NUMERICS_OUT_OF_LINE void RunRowOperation(const Team& team, const RowCall& call, bool is_rounded) {
  T* const result = static_cast<T*>(call.result);
  if constexpr (IsScan(operation)) {
    if (team.rank() == 0) ScanRow<operation, T>(call);
    team.Sync();
    if (!is_rounded) return;
    for (int i = team.rank(); i < call.lanes; i += team.size()) {
      result[i] = static_cast<T>(RoundTo(call.format, result[i]));
    }
  } else {
    const T value = ReduceRow<operation, T>(call, team);
    if (team.rank() == 0) {
      result[0] = is_rounded ? static_cast<T>(RoundTo(call.format, value)) : value;
    }
  }
}

template <typename T, typename Team>
NUMERICS_FUNCTION void RunAnyRow(const Team& team, const DeviceInstruction& in,
                                 const Registers& registers, int lanes) {
  RowCall call;
  for (int k = 0; k < 2; ++k) {
    if (in.operands[k] < 0) continue;
    call.operands[k] = Array<T>(registers, in.operands[k]);
    call.is_one[k] = in.is_operand_one[k];
  }
  call.result = Array<T>(registers, in.result);
  call.lanes = lanes;
  call.format = in.format;
  call.is_accumulated_in_format = in.is_accumulated_in_format;
  call.is_accumulated_in_double = in.is_accumulated_in_double;
  call.log_chunk = in.log_chunk;
  call.parameter = in.parameters[0];
  switch (in.operation) {
#define ROW(kind, enumerator, ...) \
  case Operation::enumerator:      \
    return RunRowOperation<Operation::enumerator, T>(team, call, in.is_rounded);
#include "analyzers/numerics/graph/operations.inc"
    default:
      return;
  }
}

template <typename Team>
NUMERICS_FUNCTION void RunRowInstruction(const Team& team, const DeviceInstruction& in,
                                         const Registers& registers, int lanes) {
  if (in.operation <= Operation::kCast) {
    const int count = in.is_one ? 1 : lanes;
    for (int i = team.rank(); i < count; i += team.size()) RunLane(in, registers, i);
  } else if (in.is_double) {
    RunAnyRow<double>(team, in, registers, lanes);
  } else {
    RunAnyRow<float>(team, in, registers, lanes);
  }
  team.Sync();
}

template <typename Team>
NUMERICS_FUNCTION void RunDeviceRow(const Team& team, const DeviceSweep& sweep, uint64_t row,
                                    DeviceRange range, const Registers& registers, Tally& tally) {
  SampleRow(team, sweep, row, registers);
  for (int i = 0; i < sweep.instruction_count; ++i) {
    RunRowInstruction(team, sweep.instructions[i], registers, sweep.row_length);
  }
  const uint64_t length = sweep.output.is_one ? 1 : static_cast<uint64_t>(sweep.row_length);
  for (int i = team.rank(); i < static_cast<int>(length); i += team.size()) {
    const uint64_t lane = static_cast<uint64_t>(i);
    AddOutput(sweep.output, registers, i, row * length + lane,
              static_cast<uint32_t>((row - range.first) * length + lane), tally);
  }
  team.Sync();  // Before the next row's inputs.
}

}  // namespace allreview::numerics

#endif  // ANALYZERS_NUMERICS_CUDA_DEVICE_INTERPRETER_H_
