#include "analyzers/numerics/cuda/device_backend.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "base/mutex.h"
#include "base/status_macros.h"

namespace allreview::numerics {
namespace {

bool IsDouble(Format format) { return format == Format::kFp64; }

// Appends the instructions of a program, which has double registers from `first_double` on.
class Translation {
 public:
  Translation(const Program& program, int first_double, DeviceSweep& sweep)
      : program_(program),
        first_double_(first_double),
        sweep_(sweep),
        is_float_one_(program.float_registers),
        is_double_one_(program.double_registers) {}

  void Run() {
    for (const Instruction& instruction : program_.instructions) Append(instruction);
  }

 private:
  void Append(const Instruction& from) {
    DeviceInstruction to{.operation = from.operation,
                         .format = from.format,
                         .is_double = IsDouble(from.format),
                         .reads_double = from.reads_double,
                         .is_rounded = from.is_rounded,
                         .is_one = from.extent != Extent::kElement,
                         .is_accumulated_in_format = from.is_accumulated_in_format,
                         .is_accumulated_in_double = from.is_accumulated_in_double,
                         .result = from.result,
                         .input = from.input,
                         .parameters = {from.parameters[0], from.parameters[1]}};
    if (from.order == Order::kSklansky) to.log_chunk = static_cast<uint8_t>(from.parameters[1]);
    for (int i = 0; i < 3 && from.operands[i] >= 0; ++i) {
      const int index = from.operands[i];
      to.is_operand_one[i] = from.reads_double ? is_double_one_[index] : is_float_one_[index];
      to.operands[i] = static_cast<int16_t>(index + (from.reads_double ? first_double_ : 0));
    }
    (to.is_double ? is_double_one_ : is_float_one_)[from.result] = to.is_one;
    if (to.is_double) to.result = static_cast<int16_t>(from.result + first_double_);
    sweep_.instructions[sweep_.instruction_count++] = to;
  }

  const Program& program_;
  const int first_double_;
  DeviceSweep& sweep_;
  std::vector<bool> is_float_one_;
  std::vector<bool> is_double_one_;
};

void SetInputs(const SweepRequest& request, const Graph& graph, const Program& program,
               const std::optional<Exhaustion>& exhaustion, DeviceSweep& sweep) {
  sweep.input_count = static_cast<int>(graph.inputs.size());
  sweep.is_exhaustive = exhaustion.has_value();
  sweep.key = {static_cast<uint32_t>(request.seed), static_cast<uint32_t>(request.seed >> 32)};
  if (request.stratum != nullptr) sweep.stratum = request.stratum->id;
  for (int i = 0; i < sweep.input_count; ++i) {
    DeviceInput& input = sweep.inputs[i];
    input.format = program.format_of_input[i];
    input.is_one = graph.inputs[i].extent != Extent::kElement;
    if (exhaustion.has_value()) {
      input.digits = exhaustion->inputs[i];
    } else {
      const Distribution& from = request.stratum->distributions[i];
      input.spec = {.kind = static_cast<SampleKind>(from.kind), .a = from.a, .b = from.b};
    }
  }
}

absl::StatusOr<DeviceSweep> SweepOf(const SweepRequest& request, const Graph& graph) {
  ASSIGN_OR_RETURN(const std::optional<Exhaustion> exhaustion, ExhaustionOf(request));
  const Program tested = Lower(graph, request.options);
  const Program reference = LowerReference(graph, request.options.format);
  const size_t count = tested.instructions.size() + reference.instructions.size();
  if (count > kMaxDeviceInstructions || graph.inputs.size() > kMaxDeviceInputs) {
    return absl::InvalidArgumentError(absl::StrCat(
        "sweep on a device: ", count, " instructions, want at most ", kMaxDeviceInstructions));
  }
  DeviceSweep sweep;
  sweep.float_registers = tested.float_registers;
  sweep.double_registers = tested.double_registers + reference.double_registers;
  Translation(tested, 0, sweep).Run();
  Translation(reference, tested.double_registers, sweep).Run();
  SetInputs(request, graph, tested, exhaustion, sweep);
  sweep.first_sample = request.first;
  if (graph.HasRows()) {
    sweep.row_length = static_cast<int>(request.stratum->row_length);
    sweep.row_stride = static_cast<uint64_t>(sweep.row_length + 3) / 4 * 4;
  }
  return sweep;
}

std::vector<DeviceOutput> OutputsOf(const SweepRequest& request, const Graph& graph) {
  const Program tested = Lower(graph, request.options);
  const Program reference = LowerReference(graph, request.options.format);
  std::vector<DeviceOutput> outputs;
  for (size_t i = 0; i < tested.outputs.size(); ++i) {
    const Program::Output& from = tested.outputs[i];
    outputs.push_back({.format = from.format,
                       .is_one = from.extent != Extent::kElement,
                       .tested = from.register_index,
                       .reference = static_cast<int16_t>(reference.outputs[i].register_index +
                                                         tested.double_registers)});
  }
  return outputs;
}

// `base`: the index of the first lane of the launch.
Aggregates AggregatesOf(const DeviceTotals& totals, uint64_t base) {
  using T = DeviceTotals;
  Aggregates result{.good = totals.counters[T::kGood],
                    .lost = totals.counters[T::kLost],
                    .nan = totals.counters[T::kNan],
                    .infinite = totals.counters[T::kInfinite],
                    .spurious_zero = totals.counters[T::kSpuriousZero],
                    .result_overflow = totals.counters[T::kResultOverflow],
                    .unknown = totals.counters[T::kUnknown],
                    .result_underflow = totals.counters[T::kResultUnderflow],
                    .assert_close_failures = totals.counters[T::kAssertCloseFailures],
                    .distance_sum = totals.counters[T::kDistanceSum],
                    .digest = totals.counters[T::kDigest]};
  std::copy(std::begin(totals.histogram), std::end(totals.histogram), result.histogram);
  if (totals.worst != 0) {
    result.max_distance = totals.worst >> 32;
    result.max_index = base + (0xffffffffu - (totals.worst & 0xffffffffu));
  }
  if (totals.first_failure != kNoIndex) result.first_failure_index = base + totals.first_failure;
  return result;
}

}  // namespace

DeviceBackend::DeviceBackend(std::unique_ptr<DeviceQueue> queue, uint64_t launch_lanes)
    : queue_(std::move(queue)),
      launch_lanes_(launch_lanes),
      name_(absl::StrCat("cuda (", queue_->device_name(), ")")) {}

absl::StatusOr<std::vector<Aggregates>> DeviceBackend::Run(const SweepRequest& request) {
  const Graph graph = SampledGraph(*request.graph);
  ASSIGN_OR_RETURN(DeviceSweep sweep, SweepOf(request, graph));
  const MutexLock lock(mutex_);
  std::vector<Aggregates> results;
  // A launch for each output: nearly every graph has one.
  for (const DeviceOutput& output : OutputsOf(request, graph)) {
    sweep.output = output;
    results.emplace_back();
    RETURN_IF_ERROR(RunLaunches(request, sweep, results.back()));
  }
  return results;
}

absl::Status DeviceBackend::RunLaunches(const SweepRequest& request, const DeviceSweep& sweep,
                                        Aggregates& aggregates) {
  const auto failed = [this](const std::string& error) {
    return absl::UnavailableError(absl::StrCat(name_, ": ", error));
  };
  if (const std::string error = queue_->Load(sweep); !error.empty()) return failed(error);
  const uint64_t row_length = std::max(1, sweep.row_length);
  const uint64_t lanes = sweep.output.is_one ? 1 : row_length;
  const uint64_t step = std::max<uint64_t>(1, launch_lanes_ / row_length);
  for (uint64_t done = 0; done < request.count; done += step) {
    RETURN_IF_ERROR(request.control.Check());
    const DeviceRange range{.first = request.first + done,
                            .count = std::min(step, request.count - done)};
    DeviceTotals totals;
    if (const std::string error = queue_->Run(range, totals); !error.empty()) return failed(error);
    Merge(aggregates, AggregatesOf(totals, range.first * (sweep.row_length > 0 ? lanes : 1)));
  }
  return absl::OkStatus();
}

}  // namespace allreview::numerics
