#include "analyzers/numerics/cpu/sweep.h"

#include <cmath>
#include <string>
#include <vector>

#include "analyzers/numerics/graph/stratum.h"
#include "analyzers/numerics/program/exhaust.h"
#include "analyzers/numerics/testing/graphs.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;

constexpr Format kFormats[] = {Format::kFp64, Format::kFp32,          Format::kTf32,
                               Format::kBf16, Format::kFp16,          Format::kE4m3,
                               Format::kE5m2, Format::kE4m3Saturated, Format::kE5m2Saturated};

bool AreEqual(const Aggregates& a, const Aggregates& b) {
  return a.good == b.good && a.lost == b.lost && a.nan == b.nan && a.infinite == b.infinite &&
         a.spurious_zero == b.spurious_zero && a.result_overflow == b.result_overflow &&
         a.unknown == b.unknown && a.result_underflow == b.result_underflow &&
         a.assert_close_failures == b.assert_close_failures && a.distance_sum == b.distance_sum &&
         a.max_distance == b.max_distance && a.max_index == b.max_index &&
         a.first_failure_index == b.first_failure_index && a.digest == b.digest &&
         std::equal(a.histogram, a.histogram + kHistogramBins, b.histogram);
}

Stratum StratumOf(const Graph& graph, Distribution distribution, int64_t row_length = 0) {
  return {.id = 3,
          .name = "test",
          .distributions = std::vector<Distribution>(graph.inputs.size(), distribution),
          .row_length = row_length};
}

constexpr Distribution kLogUniform{Distribution::Kind::kLogUniform, -10, 8};

std::vector<Aggregates> RunWith(const KernelTable& kernels, int block_lanes,
                                const SweepRequest& request) {
  CpuBackend backend(kernels, block_lanes);
  absl::StatusOr<std::vector<Aggregates>> results = backend.Run(request);
  EXPECT_OK(results);
  return results.value_or(std::vector<Aggregates>(request.graph->outputs.size()));
}

// Instruction sets, block sizes and threads against the widest loops.
void ExpectSameEverywhere(const SweepRequest& request, const std::string& label) {
  const std::vector<Aggregates> wanted = RunWith(*BestKernels(), 512, request);
  const auto expect = [&](const char* kernels, int block_lanes, int threads) {
    const KernelTable* table = KernelsByName(kernels);
    if (table == nullptr) return;
    SweepRequest threaded = request;
    threaded.threads = threads;
    const std::vector<Aggregates> found = RunWith(*table, block_lanes, threaded);
    for (size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_GT(wanted[i].total(), 0u);
      EXPECT_TRUE(AreEqual(found[i], wanted[i]))
          << label << ", output " << i << ": " << kernels << ", blocks of " << block_lanes << ", "
          << threads << " threads";
    }
  };
  expect("scalar", 512, 1);
  expect("avx2", 512, 1);
  expect("avx512", 128, 1);
  expect("avx2", 4096, 2);
  expect("scalar", 128, 16);
}

TEST(Sweep, GivesTheSameAggregatesOnEveryInstructionSetBlockSizeAndThreadCount) {
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kLogUniform);
  for (const Format format : kFormats) {
    ExpectSameEverywhere({.graph = &graph,
                          .options = {.format = format},
                          .stratum = &stratum,
                          .seed = 5,
                          .first = 3,
                          .count = 70001},
                         absl::StrCat("format ", static_cast<int>(format)));
  }
}

TEST(Sweep, GivesTheSameAggregatesOfRowsEverywhere) {
  const Graph graph = SoftmaxByHand();
  const Stratum stratum = StratumOf(graph, {Distribution::Kind::kNormal, 0, 4}, 333);
  for (const Format format : kFormats) {
    ExpectSameEverywhere(
        {.graph = &graph, .options = {.format = format}, .stratum = &stratum, .count = 401},
        absl::StrCat("format ", static_cast<int>(format)));
  }
}

TEST(Sweep, GivesTheSameAggregatesOfRandomGraphsEverywhere) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const bool has_rows = seed % 2 == 1;
    const Graph graph = RandomGraph({.seed = seed, .has_rows = has_rows});
    const Stratum stratum =
        StratumOf(graph, {Distribution::Kind::kNormal, 0, 2}, graph.HasRows() ? 150 : 0);
    const Format format = kFormats[seed % 5];
    ExpectSameEverywhere({.graph = &graph,
                          .options = {.format = format},
                          .stratum = &stratum,
                          .seed = seed,
                          .count = graph.HasRows() ? 30u : 5000u},
                         absl::StrCat("graph ", seed));
  }
}

// Another build or machine than the one that these come from gives the same.
TEST(Sweep, KeepsItsBits) {
  const Graph ten = TenOperations();
  const Stratum independent = StratumOf(ten, kLogUniform);
  const Graph softmax = SoftmaxByHand();
  const Stratum rows = StratumOf(softmax, {Distribution::Kind::kNormal, 0, 4}, 500);
  const struct {
    Format format;
    uint64_t ten_operations;
    uint64_t softmax;
  } kWanted[] = {
      {Format::kFp64, 0x7ff68572a4a1, 0x618b0c482c6f},
      {Format::kFp32, 0x7ffd53a6a6cf, 0x61f89edeb14b},
      {Format::kTf32, 0x8051f3973dc7, 0x617e177e6709},
      {Format::kBf16, 0x803d9219ecc3, 0x61e0e0e12f14},
      {Format::kFp16, 0x806e4b483a98, 0x6181eb0adf0e},
      {Format::kE4m3, 0x80c46f56ae4d, 0x61f14ab34669},
      {Format::kE4m3Saturated, 0x8089d1fcabd0, 0x61f14ab34669},
      {Format::kE5m2, 0x7fe859c45631, 0x61b09d97e8b9},
      {Format::kE5m2Saturated, 0x801251d8c06d, 0x61b09d97e8b9},
  };
  for (const auto& wanted : kWanted) {
    const LowerOptions options{.format = wanted.format};
    const auto digest = [](const SweepRequest& request) {
      return RunWith(*BestKernels(), 512, request)[0].digest;
    };
    EXPECT_EQ(digest({.graph = &ten, .options = options, .stratum = &independent, .count = 65536}),
              wanted.ten_operations)
        << static_cast<int>(wanted.format);
    EXPECT_EQ(digest({.graph = &softmax, .options = options, .stratum = &rows, .count = 100}),
              wanted.softmax)
        << static_cast<int>(wanted.format);
  }
}

TEST(Sweep, OfTwoRangesAddsUpToTheSweepOfBoth) {
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kLogUniform);
  SweepRequest request{
      .graph = &graph, .options = {.format = Format::kBf16}, .stratum = &stratum, .count = 10007};
  const Aggregates whole = RunWith(*BestKernels(), 512, request)[0];
  request.count = 4099;
  Aggregates sum = RunWith(*BestKernels(), 512, request)[0];
  request.first = 4099;
  request.count = 10007 - 4099;
  Merge(sum, RunWith(*BestKernels(), 512, request)[0]);
  EXPECT_TRUE(AreEqual(sum, whole));
}

TEST(Sweep, MakesTheWorstSampleAgainByItsIndex) {
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kLogUniform);
  SweepRequest request{
      .graph = &graph, .options = {.format = Format::kFp16}, .stratum = &stratum, .count = 20000};
  const Aggregates all = RunWith(*BestKernels(), 512, request)[0];
  ASSERT_GT(all.max_distance, 1u);
  request.first = all.max_index;
  request.count = 1;
  const Aggregates one = RunWith(*BestKernels(), 512, request)[0];
  EXPECT_EQ(one.total(), 1u);
  EXPECT_EQ(one.max_distance, all.max_distance);
  EXPECT_EQ(one.max_index, all.max_index);
}

TEST(Sweep, ExhaustsAllNumbersOfOneInput) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const int sigmoid = builder.Apply(Operation::kSigmoid, {x});
  const int rest = builder.Apply(Operation::kSubtract, {builder.Constant(1), sigmoid});
  const absl::StatusOr<Graph> graph = builder.Finish({builder.Apply(Operation::kLog, {rest})});
  ASSERT_OK(graph);
  const absl::StatusOr<Exhaustion> all = ExhaustionOf(*graph, Format::kBf16);
  ASSERT_OK(all);
  EXPECT_EQ(all->count, 65279u);  // 2^16 less 256 without a finite value and one of the zeros.
  const SweepRequest request{
      .graph = &*graph, .options = {.format = Format::kBf16}, .count = all->count};
  ExpectSameEverywhere(request, "exhaustive");
  const Aggregates found = RunWith(*BestKernels(), 512, request)[0];
  EXPECT_EQ(found.total(), all->count);
  // From 6.25 on 1 - sigmoid(x) is 0 in bf16, and from 37 on in the fp64 reference as well.
  EXPECT_EQ(found.infinite, 331u);
  // Smallest of all in magnitude: 1 - sigmoid(x) has lost half of the digits of its logarithm.
  EXPECT_EQ(FromOrdinal(Format::kBf16, OrdinalOfDigit(all->inputs[0], found.first_failure_index)),
            -4.21875);
}

TEST(Sweep, ExhaustsCombinationsInTheOrderOfTheirDigits) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x", .minimum = 0.0, .maximum = 1.0});
  const int mask = builder.AddInput({.name = "mask", .role = Role::kMask});
  const absl::StatusOr<Graph> graph = builder.Finish(
      {builder.Apply(Operation::kDivide, {x, builder.Apply(Operation::kMultiply, {x, mask})})});
  ASSERT_OK(graph);
  const absl::StatusOr<Exhaustion> all = ExhaustionOf(*graph, Format::kE4m3);
  ASSERT_OK(all);
  EXPECT_EQ(all->count, 2u * 57u);  // 1 has the ordinal 56.
  const SweepRequest request{
      .graph = &*graph, .options = {.format = Format::kE4m3}, .count = all->count};
  const Aggregates found = RunWith(*BestKernels(), 4, request)[0];
  // x / 0 for mask 0, 0 / 0 for both masks, 1 for all other x.
  EXPECT_EQ(found.good, 56u);
  EXPECT_EQ(found.unknown, 58u);
}

TEST(Sweep, RefusesToExhaustWhatHasNoEnd) {
  CpuBackend backend(*BestKernels());
  const Graph rows = SoftmaxByHand();
  EXPECT_THAT(backend.Run({.graph = &rows, .count = 1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("depend on each other")));
  const Graph wide = TenOperations();
  EXPECT_THAT(backend.Run({.graph = &wide, .options = {.format = Format::kFp32}, .count = 1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("2^40")));
  EXPECT_THAT(
      backend.Run(
          {.graph = &wide, .options = {.format = Format::kE5m2}, .first = 1 << 20, .count = 1}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("there are")));
}

TEST(Sweep, RefusesAStratumOfAnotherGraph) {
  CpuBackend backend(*BestKernels());
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(SoftmaxByHand(), kLogUniform);
  EXPECT_THAT(
      backend.Run({.graph = &graph, .stratum = &stratum, .count = 1}),
      StatusIs(absl::StatusCode::kInvalidArgument, "stratum 'test': 1 distributions for 2 inputs"));
}

TEST(Sweep, StopsWhenItIsCancelled) {
  CpuBackend backend(*BestKernels());
  const Graph graph = TenOperations();
  const Stratum stratum = StratumOf(graph, kLogUniform);
  int asked = 0;
  EXPECT_THAT(backend.Run({.graph = &graph,
                           .stratum = &stratum,
                           .count = uint64_t{1} << 50,
                           .threads = 2,
                           .control = {.is_cancelled = [&asked] { return ++asked > 3; }}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("cancelled")));
}

TEST(Sweep, CountsARowOnceForAResultWithOneValueForIt) {
  const Graph graph = OneOperation(Operation::kSum);
  const Stratum stratum = StratumOf(graph, {Distribution::Kind::kUniform, 0, 1}, 1000);
  const Aggregates found = RunWith(
      *BestKernels(), 512,
      {.graph = &graph, .options = {.format = Format::kFp32}, .stratum = &stratum, .count = 70})[0];
  EXPECT_GT(found.max_distance, 0u);
  EXPECT_EQ(found.total(), 70u);
  EXPECT_LT(found.max_index, 70u);
}

}  // namespace
}  // namespace allreview::numerics
