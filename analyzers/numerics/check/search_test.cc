#include "analyzers/numerics/check/search.h"

#include <cmath>

#include "analyzers/numerics/graph/graph_builder.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using enum Operation;

WorstInput Search(const Graph& graph, Format format) {
  return FindWorstInput(graph, {.format = format}, {}, *BestKernels());
}

TEST(FindWorstInput, FindsWhereSquareRootsCancel) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x", .minimum = 0});
  const int next = graph.Apply(kSqrt, {graph.Apply(kAdd, {x, graph.Constant(1)})});
  const WorstInput worst = Search(
      *graph.Finish({graph.Apply(kSubtract, {next, graph.Apply(kSqrt, {x})})}), Format::kFp32);
  EXPECT_GE(worst.lost_bits, 23);
  EXPECT_GE(worst.inputs[0], 0);
}

TEST(FindWorstInput, FindsTwoInputsThatHaveToBeNearlyEqual) {
  GraphBuilder graph;
  const int a = graph.AddInput({.name = "a"});
  const int b = graph.AddInput({.name = "b"});
  const int difference =
      graph.Apply(kSubtract, {graph.Apply(kMultiply, {a, a}), graph.Apply(kMultiply, {b, b})});
  const WorstInput worst = Search(*graph.Finish({difference}), Format::kFp32);
  EXPECT_GE(worst.lost_bits, 12);
}

TEST(FindWorstInput, FindsNothingInOneRounding) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const WorstInput worst = Search(*graph.Finish({graph.Apply(kExp, {x})}), Format::kFp32);
  EXPECT_LE(worst.lost_bits, 1);
  EXPECT_EQ(worst.state, LaneState::kGood);
}

TEST(FindWorstInput, KeepsToTheRangeOfAnInput) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x", .minimum = 2, .maximum = 3});
  const WorstInput worst =
      Search(*graph.Finish({graph.Apply(kSubtract, {graph.Apply(kExp, {x}), graph.Constant(1)})}),
             Format::kBf16);
  EXPECT_GE(worst.inputs[0], 2);
  EXPECT_LE(worst.inputs[0], 3);
}

TEST(FindWorstInput, IsDeterministic) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph log = *graph.Finish({graph.Apply(kLog, {graph.Apply(kAdd, {x, graph.Constant(1)})})});
  EXPECT_EQ(Search(log, Format::kFp32).inputs, Search(log, Format::kFp32).inputs);
}

}  // namespace
}  // namespace allreview::numerics
