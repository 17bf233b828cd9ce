// Speed of the numerics engine on this machine's GPU, by wall time, and whether its bits are those
// of the CPU. Says why and ends with 1 where there is no GPU.
//
//   bazel run -c opt //tests/bench/numerics:gpu

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "analyzers/numerics/cuda/open_backend.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/exhaust.h"
#include "analyzers/numerics/testing/graphs.h"
#include "base/check.h"

namespace allreview::numerics {
namespace {

constexpr int kRuns = 3;
constexpr uint64_t kSamples = uint64_t{1} << 30;
constexpr uint64_t kCompared = uint64_t{1} << 22;
constexpr int64_t kRowLength = 1024;

struct NamedFormat {
  const char* name;
  Format format;
};
constexpr NamedFormat kFormats[] = {{"bf16", Format::kBf16},
                                    {"fp16", Format::kFp16},
                                    {"e4m3", Format::kE4m3},
                                    {"fp32", Format::kFp32}};

class Bench {
 public:
  Bench(Backend& gpu, Backend& cpu) : gpu_(gpu), cpu_(cpu) {}

  // `lanes` of one unit of the request's count.
  void Run(const char* name, SweepRequest request, uint64_t lanes) {
    double best = HUGE_VAL;
    for (int run = 0; run < kRuns; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      Sweep(gpu_, request);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      best = std::min(best, took.count());
    }
    const double rate = 1e-9 * static_cast<double>(request.count * lanes) / best;
    request.count = std::min(request.count, kCompared / lanes);
    request.threads = 16;
    const Aggregates found = Sweep(gpu_, request);
    const Aggregates wanted = Sweep(cpu_, request);
    const bool is_same = std::memcmp(&found, &wanted, sizeof(Aggregates)) == 0;
    std::printf("%-28s %8.2f G/s, %.3f s, %s\n", name, rate, best,
                is_same ? "the CPU's bits" : "NOT THE CPU'S BITS");
  }

 private:
  static Aggregates Sweep(Backend& backend, const SweepRequest& request) {
    const absl::StatusOr<std::vector<Aggregates>> results = backend.Run(request);
    CHECK(results.ok());
    return (*results)[0];
  }

  Backend& gpu_;
  Backend& cpu_;
};

void RunAll(Bench bench) {
  const Graph ten = TenOperations();
  const Distribution wide{Distribution::Kind::kLogUniform, -10, 8};
  const Stratum independent{.distributions = {wide, wide}};
  const Graph softmax = SoftmaxByHand();
  const Stratum rows{.distributions = {{Distribution::Kind::kNormal, 0, 4}},
                     .row_length = kRowLength};
  for (const NamedFormat& format : kFormats) {
    const LowerOptions options{.format = format.format, .row_length = kRowLength};
    std::printf("%s\n", format.name);
    bench.Run("  ten operations",
              {.graph = &ten, .options = options, .stratum = &independent, .count = kSamples}, 1);
    bench.Run("  softmax of 1024",
              {.graph = &softmax,
               .options = options,
               .stratum = &rows,
               .count = kSamples / 16 / kRowLength},
              kRowLength);
  }
  const absl::StatusOr<Exhaustion> all = ExhaustionOf(ten, Format::kBf16);
  CHECK(all.ok());
  bench.Run("all pairs of bf16",
            {.graph = &ten, .options = {.format = Format::kBf16}, .count = all->count}, 1);
}

}  // namespace
}  // namespace allreview::numerics

int main() {
  using namespace allreview::numerics;  // NOLINT: this file is the program.
  absl::StatusOr<std::unique_ptr<Backend>> gpu = OpenBackendByName("cuda");
  if (!gpu.ok()) {
    std::printf("%s\n", gpu.status().ToString().c_str());
    return 1;
  }
  absl::StatusOr<std::unique_ptr<Backend>> cpu = OpenBackendByName("cpu");
  CHECK(cpu.ok());
  std::printf("%s against %s\n", (*gpu)->name().data(), (*cpu)->name().data());
  RunAll(Bench(**gpu, **cpu));
  return 0;
}
