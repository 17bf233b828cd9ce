// The same numbers on every instruction set, for any number of threads and on a GPU where there is
// one: each expression of the suite in each format. ALLREVIEW_DIGEST_LANES is the number of results
// of each (65536 for the measurement in docs/numerics.md).

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/cuda/open_backend.h"
#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/tensor_expressions/expression.h"
#include "analyzers/tensor_expressions/suite/suite.h"
#include "base/file.h"
#include "base/status_matchers.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

using numerics::Aggregates;
using numerics::CpuBackend;
using numerics::Format;
using numerics::Graph;
using numerics::Stratum;

int64_t Lanes() {
  const char* asked = std::getenv("ALLREVIEW_DIGEST_LANES");
  return asked == nullptr ? 2048 : std::atoll(asked);
}

struct Case {
  std::string name;
  Graph graph;
};

std::vector<Case> Cases() {
  const absl::StatusOr<std::string> text = ReadFile("tests/numerics/suite.tsv");
  EXPECT_OK(text.status());
  const auto suite = tensor_expressions::ReadSuite(*text);
  EXPECT_OK(suite.status());
  std::vector<Case> cases;
  for (const tensor_expressions::SuiteCase& suite_case : *suite) {
    const auto graph =
        tensor_expressions::ReadExpression(suite_case.expression, suite_case.domains, {});
    EXPECT_OK(graph.status()) << suite_case.name;
    cases.push_back({suite_case.name, numerics::SampledGraph(*graph)});
  }
  return cases;
}

Aggregates Sweep(numerics::Backend& backend, const Graph& graph, Format format, int threads) {
  const Stratum stratum = numerics::StrataOf(graph, {.lanes = Lanes(), .row_length = 256}).front();
  const uint64_t count = static_cast<uint64_t>(graph.HasRows() ? stratum.rows : stratum.lanes());
  const absl::StatusOr<std::vector<Aggregates>> result =
      backend.Run({.graph = &graph,
                   .options = {.format = format, .row_length = stratum.row_length},
                   .stratum = &stratum,
                   .count = count,
                   .threads = threads});
  EXPECT_OK(result.status());
  return result.ok() ? result->front() : Aggregates{};
}

Aggregates Sweep(const Graph& graph, Format format, const char* kernels, int threads) {
  const numerics::KernelTable* table = numerics::KernelsByName(kernels);
  if (table == nullptr) return {};
  CpuBackend backend(*table);
  return Sweep(backend, graph, format, threads);
}

TEST(Digest, IsTheSameOnEveryInstructionSetAndForAnyNumberOfThreads) {
  ASSERT_NE(numerics::KernelsByName("scalar"), nullptr) << "needs AVX2 and FMA";
  const bool has_avx512 = numerics::KernelsByName("avx512") != nullptr;
  uint64_t compared = 0;
  for (const Case& one : Cases()) {
    for (int i = 0; i < numerics::kFormatCount; ++i) {
      const Format format = static_cast<Format>(i);
      const Aggregates wanted = Sweep(one.graph, format, "scalar", 1);
      ASSERT_GT(wanted.total(), 0u) << one.name;
      for (const char* kernels : {"avx2", "avx512"}) {
        if (kernels == std::string("avx512") && !has_avx512) continue;
        for (const int threads : {1, 2, 16}) {
          const Aggregates found = Sweep(one.graph, format, kernels, threads);
          EXPECT_EQ(found.digest, wanted.digest) << one.name << " " << kernels << " " << i;
          EXPECT_EQ(found.distance_sum, wanted.distance_sum) << one.name << " " << kernels;
          EXPECT_EQ(found.max_index, wanted.max_index) << one.name << " " << kernels;
          EXPECT_EQ(found.failures(), wanted.failures()) << one.name << " " << kernels;
          ++compared;
        }
      }
    }
  }
  RecordProperty("compared", static_cast<int>(compared));
}

TEST(Digest, IsTheSameOnAGpu) {
  const auto gpu = numerics::OpenBackendByName("cuda");
  if (!gpu.ok()) GTEST_SKIP() << gpu.status();
  for (const Case& one : Cases()) {
    for (int i = 0; i < numerics::kFormatCount; ++i) {
      const Aggregates wanted = Sweep(one.graph, static_cast<Format>(i), "scalar", 1);
      const Aggregates found = Sweep(**gpu, one.graph, static_cast<Format>(i), 1);
      EXPECT_EQ(std::memcmp(&found, &wanted, sizeof(Aggregates)), 0) << one.name << " " << i;
    }
  }
}

}  // namespace
}  // namespace allreview
