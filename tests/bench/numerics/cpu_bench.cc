// Speed of the numerics engine on one core of the CPU, by CPU time, against peers in the same run:
// a tree-walk with libm, and loops fused by hand, which is what compiling each expression could
// give.
//
//   bazel run -c opt //tests/bench/numerics:cpu
//
// Each line: million samples (elements of rows) a second and core, the best of five runs.

#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/testing/graphs.h"
#include "base/check.h"
#include "tests/bench/numerics/peers.h"

namespace allreview::numerics {
namespace {

constexpr int kRuns = 5;
constexpr int64_t kSamples = int64_t{1} << 21;

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename Call>
double MillionsASecond(int64_t count, const Call& call) {
  double best = HUGE_VAL;
  for (int run = 0; run < kRuns; ++run) {
    const double begin = CpuSeconds();
    call();
    best = std::min(best, CpuSeconds() - begin);
  }
  return 1e-6 * static_cast<double>(count) / best;
}

void Print(const std::string& name, double rate) {
  std::printf("%-44s %8.1f\n", name.c_str(), rate);
}

struct NamedFormat {
  const char* name;
  Format format;
};
constexpr NamedFormat kFormats[] = {{"bf16", Format::kBf16},
                                    {"fp16", Format::kFp16},
                                    {"e4m3", Format::kE4m3},
                                    {"fp32", Format::kFp32}};
constexpr const char* kSets[] = {"avx512", "avx2", "scalar"};

void Sweep(CpuBackend& backend, const Graph& graph, const Stratum& stratum, Format format,
           const std::string& name) {
  const bool has_rows = graph.HasRows();
  const int64_t length = has_rows ? stratum.row_length : 1;
  const SweepRequest request{.graph = &graph,
                             .options = {.format = format, .row_length = length},
                             .stratum = &stratum,
                             .count = static_cast<uint64_t>(kSamples / length)};
  uint64_t digest = 0;
  const double rate = MillionsASecond(kSamples, [&] {
    absl::StatusOr<std::vector<Aggregates>> results = backend.Run(request);
    CHECK(results.ok());
    digest = (*results)[0].digest;
  });
  Print(absl::StrCat(name, " ", backend.name()), rate);
  std::printf("    digest %016lx\n", static_cast<unsigned long>(digest));
}

// The peers draw and compare by the engine's widest loops: only how they evaluate differs.
template <typename Run>
void Peer(const char* name, const Run& run) {
  constexpr int kLanes = kBlockLanes;
  const KernelTable& kernels = *BestKernels();
  std::vector<double> inputs[2] = {std::vector<double>(kLanes), std::vector<double>(kLanes)};
  std::vector<double> reference(kLanes);
  std::vector<float> tested(kLanes);
  Aggregates sum;
  const double rate = MillionsASecond(kSamples, [&] {
    sum = {};
    for (int64_t first = 0; first < kSamples; first += kLanes) {
      for (uint32_t slot = 0; slot < 2; ++slot) {
        double* const values = inputs[slot].data();
        kernels.sample({.spec = {SampleKind::kLogUniform, -10, 8},
                        .first = static_cast<uint64_t>(first),
                        .slot = slot,
                        .key = {},
                        .lanes = kLanes,
                        .result = values});
        kernels.round_double[static_cast<int>(Format::kBf16)](
            {.result = values, .operands = {values}, .lanes = kLanes});
      }
      run({.x = inputs[0].data(),
           .y = inputs[1].data(),
           .lanes = kLanes,
           .tested = tested.data(),
           .reference = reference.data()});
      kernels.compare[static_cast<int>(Format::kBf16)]({.tested = tested.data(),
                                                        .reference = reference.data(),
                                                        .lanes = kLanes,
                                                        .first = static_cast<uint64_t>(first),
                                                        .aggregates = &sum});
    }
  });
  Print(absl::StrCat("ten operations bf16 ", name), rate);
  std::printf("    digest %016lx\n", static_cast<unsigned long>(sum.digest));
}

void Sweeps(const KernelTable& kernels) {
  CpuBackend backend(kernels);
  const Graph ten = TenOperations();
  const Distribution wide{Distribution::Kind::kLogUniform, -10, 8};
  const Stratum independent{.distributions = {wide, wide}};
  for (const NamedFormat& format : kFormats) {
    Sweep(backend, ten, independent, format.format, absl::StrCat("ten operations ", format.name));
  }
  const Graph softmax = SoftmaxByHand();
  for (const int64_t length : {128, 1024, 4096}) {
    const Stratum rows{.distributions = {{Distribution::Kind::kNormal, 0, 4}},
                       .row_length = length};
    for (const NamedFormat& format : kFormats) {
      Sweep(backend, softmax, rows, format.format,
            absl::StrCat("softmax T=", length, " ", format.name));
    }
  }
}

}  // namespace
}  // namespace allreview::numerics

int main() {
  using namespace allreview::numerics;  // NOLINT: this file is the program.
  for (const char* set : kSets) {
    const KernelTable* kernels = KernelsByName(set);
    if (kernels != nullptr) Sweeps(*kernels);
  }
  const TreeWalk walk;
  Peer("tree-walk with libm", [&walk](const PeerBlock& block) { walk.Run(block); });
  if (KernelsByName("avx512") != nullptr) Peer("fused by hand, avx512", RunFused);
}
