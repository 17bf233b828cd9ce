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

// x y - x: only the product leaves the format, and only for x near its end.
TEST(FindWorstInput, FindsOverflowNextToTheLargestNumbers) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const int product = graph.Apply(kMultiply, {x, y});
  const WorstInput worst =
      Search(*graph.Finish({graph.Apply(kSubtract, {product, x})}), Format::kFp32);
  EXPECT_EQ(worst.state, LaneState::kInfinite);
  EXPECT_TRUE(std::isfinite(worst.reference));
}

// 0 in truth, which fp64 does not know.
TEST(FindWorstInput, JudgesByTheTrueResult) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const int z = graph.AddInput({.name = "z"});
  const int left = graph.Apply(kAdd, {graph.Apply(kAdd, {x, y}), z});
  const int right = graph.Apply(kAdd, {x, graph.Apply(kAdd, {y, z})});
  const WorstInput worst =
      Search(*graph.Finish({graph.Apply(kSubtract, {left, right})}), Format::kFp32);
  EXPECT_EQ(worst.reference, 0);
  EXPECT_NE(worst.tested, 0);
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
