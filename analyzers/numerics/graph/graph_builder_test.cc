#include "analyzers/numerics/graph/graph_builder.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using ::testing::HasSubstr;

TEST(GraphBuilder, GivesResultsTheWidestExtentAndRank) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int row = graph.AddInput({.name = "m", .extent = Extent::kRow});
  const int number = graph.Constant(2);
  const int scaled = graph.Apply(kMultiply, {row, number});
  EXPECT_EQ(graph.node(scaled).extent, Extent::kRow);
  EXPECT_EQ(graph.node(scaled).rank, Rank::kDimensional);
  EXPECT_EQ(graph.node(graph.Apply(kSubtract, {x, scaled})).extent, Extent::kElement);
  EXPECT_EQ(graph.node(graph.Apply(kNegate, {number})).rank, Rank::kNumber);
}

TEST(GraphBuilder, ReducesToOneNumberForEachRow) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int kept = graph.Reduce(kSum, {x}, {-1}, {.keep_axis = true});
  EXPECT_EQ(graph.node(kept).extent, Extent::kRow);
  EXPECT_FALSE(graph.node(kept).is_axis_removed);
  EXPECT_EQ(graph.node(graph.Apply(kDivide, {x, kept})).extent, Extent::kElement);
  const int removed = graph.Reduce(kSum, {x}, {-1}, {});
  EXPECT_TRUE(graph.node(removed).is_axis_removed);
  graph.Apply(kDivide, {x, removed});
  EXPECT_THAT(graph.status(), StatusIs(absl::StatusCode::kInvalidArgument,
                                       HasSubstr("reduced without keepdim=True")));
}

TEST(GraphBuilder, RestoresARemovedAxis) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int mean = graph.Reduce(kMean, {x}, {-1}, {});
  const int restored = graph.RestoreAxis(mean);
  EXPECT_EQ(graph.RestoreAxis(x), x);
  ASSERT_OK_AND_ASSIGN(const Graph result, graph.Finish({graph.Apply(kSubtract, {x, restored})}));
  EXPECT_EQ(ToFormula(result), "sub(x, cast(mean(x), like mean(x)))");
}

TEST(GraphBuilder, SumOfAllElementsBroadcasts) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int total = graph.Reduce(kSum, {x}, Axis::All(), {});
  EXPECT_EQ(graph.node(total).rank, Rank::kZeroDimensional);
  EXPECT_OK(graph.Finish({graph.Apply(kDivide, {x, total})}));
}

TEST(GraphBuilder, MeasuresOneAxis) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  graph.Scan(kCumulativeSum, x, {-1});
  graph.Reduce(kSum, {x}, {-2}, {});
  EXPECT_THAT(graph.status(),
              StatusIs(absl::StatusCode::kUnimplemented,
                       "reduces along dim=-1 and along dim=-2; one axis can be measured"));
}

TEST(GraphBuilder, RefusesToReduceWhatHasNoElements) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int sum = graph.Reduce(kSum, {x}, {-1}, {.keep_axis = true});
  graph.Reduce(kSum, {sum}, {-1}, {});
  EXPECT_THAT(graph.status(), StatusIs(absl::StatusCode::kUnimplemented,
                                       HasSubstr("has no elements along dim=-1 any more")));
}

TEST(GraphBuilder, TellsTheRowAxis) {
  const auto axis_of = [](Axis axis) {
    GraphBuilder graph;
    const int x = graph.AddInput({.name = "x"});
    const int sum = graph.Scan(kCumulativeSum, x, axis);
    return graph.Finish({sum})->axis;
  };
  EXPECT_EQ(axis_of({-1}), RowAxis::kInnermost);
  EXPECT_EQ(axis_of({-2}), RowAxis::kOuter);
  EXPECT_EQ(axis_of({1}), RowAxis::kUnknown);
  EXPECT_EQ(axis_of(Axis::All()), RowAxis::kInnermost);
}

TEST(GraphBuilder, FoldsConstantsThroughNegation) {
  GraphBuilder graph;
  const int negative = graph.Apply(kNegate, {graph.Constant(3)});
  EXPECT_EQ(graph.ConstantValue(negative), -3);
  EXPECT_EQ(graph.ConstantValue(graph.AddInput({.name = "x"})), std::nullopt);
}

TEST(GraphBuilder, DropsWhatNoOutputNeeds) {
  GraphBuilder graph;
  const int unused = graph.AddInput({.name = "unused"});
  const int x = graph.AddInput({.name = "x"});
  graph.Apply(kExp, {unused});
  const int log = graph.Apply(kLog, {x});
  ASSERT_OK_AND_ASSIGN(const Graph result, graph.Finish({log}, "torch.log(x)"));
  EXPECT_EQ(ToText(result),
            "0 = input x: activation[element]\n"
            "1 = log(0)\n"
            "outputs 1\n");
  EXPECT_EQ(result.text, "torch.log(x)");
  EXPECT_FALSE(result.HasRows());
}

TEST(GraphBuilder, KeepsTheFirstError) {
  GraphBuilder graph;
  graph.Fail(absl::UnimplementedError("first"));
  graph.Fail(absl::InternalError("second"));
  EXPECT_EQ(graph.Apply(kExp, {graph.AddInput({.name = "x"})}), 0);
  EXPECT_THAT(graph.Finish({0}), StatusIs(absl::StatusCode::kUnimplemented, "first"));
}

TEST(GraphBuilder, LimitsInputsAndNodes) {
  GraphBuilder inputs;
  for (int i = 0; i <= kMaxInputs; ++i) inputs.AddInput({.name = absl::StrCat("x", i)});
  EXPECT_THAT(inputs.status(), StatusIs(absl::StatusCode::kResourceExhausted,
                                        "the expression has more than 8 inputs; the next is 'x8'"));
  GraphBuilder nodes;
  int x = nodes.AddInput({.name = "x"});
  for (int i = 0; i < kMaxNodes; ++i) x = nodes.Apply(kExp, {x});
  EXPECT_THAT(nodes.status(), StatusIs(absl::StatusCode::kResourceExhausted,
                                       "the expression has more than 256 operations"));
}

TEST(GraphBuilder, WritesWhereOperationsCameFrom) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  graph.SetSource("x.exp()", {.line = 7, .begin = 30, .end = 37});
  const int exp = graph.Apply(kExp, {x});
  EXPECT_EQ(graph.node(exp).text, "x.exp()");
  EXPECT_EQ(graph.node(exp).place.line, 7);
}

TEST(GraphBuilder, HasATextForEveryKindOfNode) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x",
                                .role = Role::kPosition,
                                .format = Format::kFp32,
                                .distribution = Distribution{.kind = Distribution::Kind::kUniform},
                                .minimum = 0});
  const int wide = graph.WidenToFp32(x);
  const int half = graph.CastTo(wide, Format::kFp16);
  const int like = graph.CastLike(half, x);
  const int tested = graph.CastToTested(like);
  const int softplus = graph.Apply(kSoftplus, {tested}, {1, 20});
  const int sum = graph.Reduce(kSum, {softplus}, {-1}, {});
  ASSERT_OK_AND_ASSIGN(const Graph result, graph.Finish({sum}));
  EXPECT_EQ(ToText(result),
            "0 = input x: position[element] fp32 ~U(0,1) >=0\n"
            "1 = widen(0)\n"
            "2 = fp16(1)\n"
            "3 = cast(2, like 0)\n"
            "4 = cast(3, tested)\n"
            "5 = softplus(4, =1, =20)\n"
            "6 = sum(5) [row, axis removed]\n"
            "outputs 6\n");
}

}  // namespace
}  // namespace allreview::numerics
