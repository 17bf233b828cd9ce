// The interpreter of a GPU, run by one thread of the host, against the CPU's loops.

#include "analyzers/numerics/cuda/device_backend.h"

#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/cuda/device_interpreter.h"
#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/testing/graphs.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;

// Runs a launch on this thread.
class HostQueue final : public DeviceQueue {
 public:
  const std::string& device_name() const override { return name_; }

  std::string Load(const DeviceSweep& sweep) override {
    sweep_ = sweep;
    const size_t stride = sweep.row_length > 0 ? sweep.row_stride : 1;
    // What a register holds before it is written must not matter.
    floats_.assign(stride * sweep.float_registers, 1e30f);
    doubles_.assign(stride * sweep.double_registers, -1e300);
    inputs_.assign(stride * sweep.input_count, 12345);
    registers_ = {.floats = floats_.data(),
                  .doubles = doubles_.data(),
                  .inputs = inputs_.data(),
                  .stride = static_cast<int>(stride)};
    return error_;
  }

  std::string Run(DeviceRange range, DeviceTotals& totals) override {
    Tally tally;
    if (sweep_.row_length > 0) {
      for (uint64_t i = 0; i < range.count; ++i) {
        RunDeviceRow(SerialTeam(), sweep_, range.first + i, range, registers_, tally);
      }
    } else {
      const uint64_t last = (range.first + range.count - 1) / 4;
      for (uint64_t group = range.first / 4; group <= last; ++group) {
        RunGroup(sweep_, group, range, registers_, tally);
      }
    }
    for (int i = 0; i < DeviceTotals::kCounters; ++i) totals.counters[i] += tally.counters[i];
    for (int i = 0; i < kHistogramBins; ++i) totals.histogram[i] += tally.histogram[i];
    totals.worst = std::max(totals.worst, tally.worst);
    totals.first_failure = std::min(totals.first_failure, tally.first_failure);
    return "";
  }

  void set_error(std::string error) { error_ = std::move(error); }

 private:
  std::string name_ = "one thread of the host";
  std::string error_;
  DeviceSweep sweep_;
  std::vector<float> floats_;
  std::vector<double> doubles_;
  std::vector<double> inputs_;
  Registers registers_;
};

Stratum StratumOf(const Graph& graph, Distribution distribution, int64_t row_length = 0) {
  return {.id = 9,
          .name = "test",
          .distributions = std::vector<Distribution>(graph.inputs.size(), distribution),
          .row_length = row_length};
}

constexpr Distribution kLogUniform{Distribution::Kind::kLogUniform, -10, 8};
constexpr Distribution kNormal{Distribution::Kind::kNormal, 0, 2};

void ExpectSameAsCpu(const SweepRequest& request, const std::string& label) {
  CpuBackend cpu(*BestKernels());
  const absl::StatusOr<std::vector<Aggregates>> wanted = cpu.Run(request);
  ASSERT_OK(wanted);
  DeviceBackend device(std::make_unique<HostQueue>(), 1000);
  const absl::StatusOr<std::vector<Aggregates>> found = device.Run(request);
  ASSERT_OK(found);
  ASSERT_EQ(found->size(), wanted->size());
  for (size_t i = 0; i < wanted->size(); ++i) {
    EXPECT_GT((*wanted)[i].total(), 0u);
    EXPECT_EQ(std::memcmp(&(*found)[i], &(*wanted)[i], sizeof(Aggregates)), 0)
        << label << ", output " << i;
  }
}

TEST(DeviceBackend, GivesTheBitsOfTheCpuInEveryFormat) {
  const Graph ten = TenOperations();
  const Stratum independent = StratumOf(ten, kLogUniform);
  const Graph softmax = SoftmaxByHand();
  const Stratum rows = StratumOf(softmax, kNormal, 301);
  for (int format = 0; format < kFormatCount; ++format) {
    const LowerOptions options{.format = static_cast<Format>(format)};
    ExpectSameAsCpu({.graph = &ten,
                     .options = options,
                     .stratum = &independent,
                     .seed = uint64_t{7} << 33,
                     .first = 6,
                     .count = 5001},
                    absl::StrCat("format ", format));
    ExpectSameAsCpu(
        {.graph = &softmax, .options = options, .stratum = &rows, .first = 3, .count = 17},
        absl::StrCat("rows in format ", format));
  }
}

TEST(DeviceBackend, GivesTheBitsOfTheCpuForEveryOperation) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.kind == OperationKind::kLeaf || info.kind == OperationKind::kConversion) continue;
    const Graph graph = OneOperation(info.operation, {1, 20});
    for (const Format format : {Format::kFp64, Format::kFp32, Format::kBf16}) {
      const Stratum stratum = StratumOf(graph, kNormal, graph.HasRows() ? 130 : 0);
      ExpectSameAsCpu({.graph = &graph,
                       .options = {.format = format},
                       .stratum = &stratum,
                       .count = graph.HasRows() ? 5u : 300u},
                      std::string(info.name));
    }
  }
}

TEST(DeviceBackend, GivesTheBitsOfTheCpuForRandomGraphs) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = RandomGraph({.seed = seed, .has_rows = seed % 2 == 0});
    const Stratum stratum = StratumOf(graph, kNormal, graph.HasRows() ? 37 : 0);
    ExpectSameAsCpu({.graph = &graph,
                     .options = {.format = static_cast<Format>(seed % 5)},
                     .stratum = &stratum,
                     .seed = seed,
                     .count = 40},
                    absl::StrCat("graph ", seed));
  }
}

TEST(DeviceBackend, GivesTheBitsOfTheCpuForEveryKindOfSample) {
  const Graph ten = TenOperations();
  const Graph softmax = SoftmaxByHand();
  for (int kind = 0; kind < 8; ++kind) {
    const Distribution distribution{static_cast<Distribution::Kind>(kind), 0.5, 3};
    const Stratum independent = StratumOf(ten, distribution);
    ExpectSameAsCpu({.graph = &ten, .stratum = &independent, .count = 99}, "independent");
    const Stratum rows = StratumOf(softmax, distribution, 50);
    ExpectSameAsCpu({.graph = &softmax, .stratum = &rows, .count = 7}, "rows");
  }
}

TEST(DeviceBackend, ExhaustsAsTheCpu) {
  const Graph graph = TenOperations();
  ExpectSameAsCpu(
      {.graph = &graph, .options = {.format = Format::kE4m3}, .first = 11, .count = 60000}, "");
}

TEST(DeviceBackend, ReportsWhatTheDeviceSays) {
  auto queue = std::make_unique<HostQueue>();
  queue->set_error("cudaErrorECCUncorrectable");
  DeviceBackend device(std::move(queue));
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kNormal);
  EXPECT_THAT(device.Run({.graph = &graph, .stratum = &stratum, .count = 1}),
              StatusIs(absl::StatusCode::kUnavailable,
                       "cuda (one thread of the host): cudaErrorECCUncorrectable"));
}

TEST(DeviceBackend, StopsBetweenLaunchesWhenItIsCancelled) {
  DeviceBackend device(std::make_unique<HostQueue>(), 1000);
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kNormal);
  int asked = 0;
  EXPECT_THAT(device.Run({.graph = &graph,
                          .stratum = &stratum,
                          .count = uint64_t{1} << 50,
                          .control = {.is_cancelled = [&asked] { return ++asked > 3; }}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("cancelled")));
}

TEST(DeviceBackend, RefusesWhatTheCpuRefuses) {
  DeviceBackend device(std::make_unique<HostQueue>());
  const Graph rows = SoftmaxByHand();
  EXPECT_THAT(device.Run({.graph = &rows, .count = 1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("depend on each other")));
}

}  // namespace
}  // namespace allreview::numerics
