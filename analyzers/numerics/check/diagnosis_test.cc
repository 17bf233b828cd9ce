#include "analyzers/numerics/check/diagnosis.h"

#include <cmath>
#include <string>
#include <vector>

#include "analyzers/numerics/check/diagnose_stratum.h"
#include "analyzers/numerics/cpu/sampler.h"
#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr Distribution kStandard = {Distribution::Kind::kNormal, 0, 1};

struct Found {
  Failure verdict;
  std::string operation;
  bool is_result_range;
  double share;
};

Found Diagnose(const Graph& graph, Format format, std::vector<Distribution> distributions,
               int64_t rows = 1, int64_t row_length = 16384) {
  const Graph sampled = SampledGraph(graph);
  const Stratum stratum{
      .distributions = std::move(distributions), .rows = rows, .row_length = row_length};
  const LowerOptions lowering{.format = format, .rows = rows, .row_length = row_length};
  const Diagnosis diagnosis =
      DiagnoseStratum(sampled, lowering, stratum, {}, *BestKernels()).diagnosis;
  const int node = diagnosis.cause.node;
  return {diagnosis.verdict,
          node < 0 ? "" : std::string(InfoOf(sampled.nodes[node].operation).name),
          diagnosis.is_result_range, diagnosis.share()};
}

TEST(Diagnosis, BlamesTheOperationThatOverflowsAndNotTheOneThatShowsIt) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int e = graph.Apply(kExp, {x});
  const int sum = graph.Reduce(kSum, {e}, {-1}, {.keep_axis = true});
  const Found found = Diagnose(*graph.Finish({graph.Apply(kDivide, {e, sum})}), Format::kFp16,
                               {{Distribution::Kind::kNormal, 0, 12}}, 64, 256);
  EXPECT_EQ(found.verdict, Failure::kOverflow);
  EXPECT_EQ(found.operation, "exp");
}

TEST(Diagnosis, FollowsAnUnderflowThroughItsPole) {
  GraphBuilder graph;
  const int v = graph.AddInput({.name = "v"});
  const int m = graph.AddInput({.name = "m"});
  const int eps = graph.Apply(kAdd, {graph.Apply(kSqrt, {v}), graph.Constant(1e-8)});
  const Found found =
      Diagnose(*graph.Finish({graph.Apply(kDivide, {m, eps})}), Format::kFp16,
               {{Distribution::Kind::kConstant, 0, 0}, {Distribution::Kind::kUniform, 1e-4, 5e-4}});
  EXPECT_EQ(found.verdict, Failure::kUnderflow);
  EXPECT_EQ(found.operation, "add");
}

TEST(Diagnosis, DoesNotCountALossThatHeals) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int centred =
      graph.Apply(kSubtract, {x, graph.Reduce(kMean, {x}, {-1}, {.keep_axis = true})});
  const int squared = graph.Apply(kMultiply, {centred, centred});
  const Found found = Diagnose(*graph.Finish({graph.Reduce(kMean, {squared}, {-1}, {})}),
                               Format::kBf16, {{Distribution::Kind::kNormal, 4, 0.25}}, 64, 1024);
  EXPECT_EQ(found.verdict, Failure::kNone);
}

TEST(Diagnosis, DoesNotCountAnIllConditionedSum) {
  GraphBuilder graph;
  const int a = graph.AddInput({.name = "a"});
  const int b = graph.AddInput({.name = "b"});
  const int product = graph.Apply(kMultiply, {a, b});
  const Found found = Diagnose(*graph.Finish({graph.Reduce(kSum, {product}, {-1}, {})}),
                               Format::kBf16, {kStandard, kStandard}, 512, 256);
  EXPECT_EQ(found.verdict, Failure::kNone);
}

TEST(Diagnosis, DoesNotCountACancellationByChance) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int w = graph.AddInput({.name = "w"});
  const int b = graph.AddInput({.name = "b"});
  const Graph affine = *graph.Finish({graph.Apply(kAdd, {graph.Apply(kMultiply, {x, w}), b})});
  EXPECT_EQ(Diagnose(affine, Format::kBf16, {kStandard, kStandard, kStandard}).verdict,
            Failure::kNone);
}

TEST(Diagnosis, CountsACancellationThatIsTheRule) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph cosine =
      *graph.Finish({graph.Apply(kSubtract, {graph.Constant(1), graph.Apply(kCos, {x})})});
  const Found found = Diagnose(cosine, Format::kBf16, {{Distribution::Kind::kUniform, 0.01, 0.1}});
  EXPECT_EQ(found.verdict, Failure::kCancellation);
  EXPECT_EQ(found.operation, "sub");
}

TEST(Diagnosis, TellsSmallTermsThatVanishInAScan) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Found found = Diagnose(*graph.Finish({graph.Scan(kCumulativeSum, x, {-2})}), Format::kBf16,
                               {{Distribution::Kind::kUniform, 0, 1}}, 8, 2048);
  EXPECT_EQ(found.verdict, Failure::kAbsorption);
  EXPECT_EQ(found.operation, "cumsum");
}

TEST(Diagnosis, TellsWhatTheFormatCannotHoldFromWhatTheCodeLoses) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph square = *graph.Finish({graph.Apply(kMultiply, {x, x})});
  const Found large = Diagnose(square, Format::kFp16, {{Distribution::Kind::kUniform, 200, 400}});
  EXPECT_EQ(large.verdict, Failure::kOverflow);
  EXPECT_TRUE(large.is_result_range);
  const Found not_a_number =
      Diagnose(square, Format::kE4m3, {{Distribution::Kind::kUniform, 20, 40}});
  EXPECT_EQ(not_a_number.verdict, Failure::kNan);
  EXPECT_TRUE(not_a_number.is_result_range);
}

TEST(Diagnosis, FindsNothingWhereFp32IsInside) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph softmax = *graph.Finish({Softmax(graph, x, {-1})});
  EXPECT_EQ(
      Diagnose(softmax, Format::kBf16, {{Distribution::Kind::kNormal, 0, 4}}, 64, 512).verdict,
      Failure::kNone);
}

TEST(Diagnosis, SaysThatThereIsNothingToJudgeBy) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph sampled = SampledGraph(*graph.Finish({graph.Apply(kLog, {x})}));
  const Stratum negative{.distributions = {{Distribution::Kind::kUniform, -2, -1}},
                         .row_length = 512};
  const Diagnosis diagnosis =
      DiagnoseStratum(sampled, {.format = Format::kBf16}, negative, {}, *BestKernels()).diagnosis;
  EXPECT_TRUE(diagnosis.is_unknown);
  EXPECT_EQ(diagnosis.verdict, Failure::kNone);
}

}  // namespace
}  // namespace allreview::numerics
