// How well inputs that break an expression are found: programs of FPBench in fp32, against points
// that are uniform over the format's numbers, as Herbie samples (its interval search left out).
//
//   bazel run //tests/bench/numerics:witness -- FILE.fpcore...

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "analyzers/numerics/arithmetic/ordinal.h"
#include "analyzers/numerics/arithmetic/philox.h"
#include "analyzers/numerics/check/probe.h"
#include "analyzers/numerics/check/search.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/fpcore/fpcore.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/program/compare.h"
#include "analyzers/numerics/referee/referee.h"
#include "base/check.h"
#include "base/file.h"

namespace allreview::numerics {
namespace {

constexpr Format kTested = Format::kFp32;
constexpr double kManyBits = 12;

double CpuMilliseconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec * 1e3 + usage.ru_utime.tv_usec * 1e-3;
}

double BitsLost(double tested, double reference) {
  const Comparison lane = CompareTo<kTested>(tested, reference);
  switch (lane.state) {
    case LaneState::kNan:
    case LaneState::kInfinite:
    case LaneState::kSpuriousZero:
      return 32;
    case LaneState::kUnknown:
    case LaneState::kResultOverflow:
      return 0;
    default:
      return std::log2(1.0 + static_cast<double>(lane.distance));
  }
}

// The worst, as exact arithmetic judges, of `count` points that are uniform over the numbers within
// the inputs' ranges.
double BitsOfUniformPoints(const Graph& graph, int count) {
  Evaluation evaluation(graph, {.format = kTested}, kBlockLanes, *BestKernels());
  double worst = 0;
  std::vector<std::vector<double>> values(graph.inputs.size(), std::vector<double>(kBlockLanes));
  std::vector<const double*> pointers;
  for (const std::vector<double>& input : values) pointers.push_back(input.data());
  for (int done = 0; done < count; done += kBlockLanes) {
    for (size_t k = 0; k < values.size(); ++k) {
      const Input& input = graph.inputs[k];
      const double limit = TraitsOf(kTested).max;
      const int64_t low = Ordinal(kTested, RoundTo(kTested, input.minimum.value_or(-limit)));
      const int64_t high = Ordinal(kTested, RoundTo(kTested, input.maximum.value_or(limit)));
      for (int i = 0; i < kBlockLanes; ++i) {
        const PhiloxBlock block =
            Philox({static_cast<uint32_t>(done + i), 0, static_cast<uint32_t>(k), 11}, {1, 2});
        const uint64_t word = (static_cast<uint64_t>(block.x) << 32) | block.y;
        const auto span = static_cast<uint64_t>(std::max<int64_t>(0, high - low)) + 1;
        values[k][i] = FromOrdinal(kTested, low + static_cast<int64_t>(word % span));
      }
    }
    evaluation.Run(pointers, kBlockLanes);
    for (int i = 0; i < kBlockLanes; ++i) {
      const double tested = evaluation.TestedOutput(0, i);
      if (BitsLost(tested, evaluation.ReferenceOutput(0, i)) <= worst) continue;
      std::vector<std::vector<double>> point;
      for (const std::vector<double>& input : values) point.push_back({input[i]});
      const RefereeAnswer answer = AskReferee(graph, point, {.format = Format::kFp64})[0];
      worst = std::max(
          worst, BitsLost(tested, answer.values[0].value_or(evaluation.ReferenceOutput(0, i))));
    }
  }
  return worst;
}

// Whether a second arithmetic agrees that the result is off.
bool IsRefuted(const Graph& graph, const WorstInput& worst) {
  std::vector<std::vector<double>> inputs;
  for (const double value : worst.inputs) inputs.push_back({value});
  const RefereeAnswer answer = AskReferee(graph, inputs, {.format = Format::kFp64})[0];
  if (!answer.values[0].has_value()) return false;
  const Comparison lane = CompareTo<kTested>(worst.tested, *answer.values[0]);
  return lane.state == LaneState::kGood;
}

int Run(int count, char** paths) {
  int refused = 0, measured = 0, found = 0, uniform_found = 0, worse = 0, better = 0, refuted = 0;
  std::vector<double> times;
  std::string slowest;
  double slowest_time = 0;
  std::set<std::string> seen;
  for (int i = 0; i < count; ++i) {
    const absl::StatusOr<std::string> text = ReadFile(paths[i]);
    CHECK(text.ok()) << text.status();
    const absl::StatusOr<std::vector<FpCore>> cores = ReadFpCores(*text);
    if (!cores.ok()) {
      std::printf("%s: %s\n", paths[i], cores.status().ToString().c_str());
      continue;
    }
    for (const FpCore& core : *cores) {
      if (!core.status.ok()) {
        ++refused;
        continue;
      }
      const Graph graph = SampledGraph(core.graph);
      if (graph.HasRows() || !seen.insert(GraphCode(graph)).second) continue;
      ++measured;
      const double start = CpuMilliseconds();
      const WorstInput worst = FindWorstInput(graph, {.format = kTested}, {}, *BestKernels());
      times.push_back(CpuMilliseconds() - start);
      if (times.back() > slowest_time) {
        slowest_time = times.back();
        slowest = core.name;
      }
      const double uniform = BitsOfUniformPoints(graph, 8000);
      found += worst.lost_bits >= kManyBits;
      uniform_found += uniform >= kManyBits;
      if (uniform > worst.lost_bits + 1) {
        ++worse;
        std::printf("worse: %s, %.1f bits, uniform points %.1f\n", core.name.c_str(),
                    worst.lost_bits, uniform);
      }
      better += worst.lost_bits > uniform + 1;
      if (worst.lost_bits >= kManyBits && IsRefuted(graph, worst)) {
        ++refuted;
        std::printf("refuted: %s\n", core.name.c_str());
      }
    }
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "%d expressions (%d refused): %d with a witness of %g bits and more, %d of them refuted by "
      "exact arithmetic\n8000 uniform points: %d; better by more than a bit in %d, worse in %d\n",
      measured, refused, found, kManyBits, refuted, uniform_found, better, worse);
  if (!times.empty()) {
    std::printf("cpu ms: median %.1f, largest %.1f (%s)\n", times[times.size() / 2], times.back(),
                slowest.c_str());
  }
  return 0;
}

}  // namespace
}  // namespace allreview::numerics

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: witness FILE.fpcore...\n");
    return 2;
  }
  return allreview::numerics::Run(argc - 1, argv + 1);
}
