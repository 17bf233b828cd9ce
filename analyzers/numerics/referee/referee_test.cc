#include "analyzers/numerics/referee/referee.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/graph/operations.h"
#include "analyzers/numerics/program/evaluate.h"

namespace allreview::numerics {
namespace {

using enum Operation;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Graph Finish(GraphBuilder& graph, int output) {
  absl::StatusOr<Graph> finished = graph.Finish({output});
  EXPECT_TRUE(finished.ok()) << finished.status();
  return *std::move(finished);
}

// The answer for one output of one value.
std::optional<double> Ask(const Graph& graph, const std::vector<std::vector<double>>& inputs,
                          RefereeOptions options = {}) {
  return AskReferee(graph, inputs, options)[0].values[0];
}

// Rump (1988): 333.75 b^6 + a^2 (11 a^2 b^2 - b^6 - 121 b^4 - 2) + 5.5 b^8 + a / (2 b).
Graph RumpsExample() {
  GraphBuilder graph;
  const auto times = [&](int x, int y) { return graph.Apply(kMultiply, {x, y}); };
  const auto plus = [&](int x, int y) { return graph.Apply(kAdd, {x, y}); };
  const auto number = [&](double value) { return graph.Constant(value); };
  const int a = graph.AddInput({.name = "a"});
  const int b = graph.AddInput({.name = "b"});
  const int a2 = times(a, a), b2 = times(b, b), b4 = times(b2, b2), b6 = times(b4, b2);
  int inner = times(number(11), times(a2, b2));
  inner = plus(inner, graph.Apply(kNegate, {b6}));
  inner = plus(plus(inner, times(number(-121), b4)), number(-2));
  int sum = plus(times(number(333.75), b6), times(a2, inner));
  sum = plus(sum, times(number(5.5), times(b4, b4)));
  sum = plus(sum, graph.Apply(kDivide, {a, times(number(2), b)}));
  return Finish(graph, sum);
}

TEST(Referee, KnowsRumpsExample) {
  const Graph graph = RumpsExample();
  EXPECT_EQ(Ask(graph, {{77617}, {33096}}), -0.827396059946821368141165);
}

TEST(Referee, SaysNothingWithTooFewBits) {
  const Graph graph = RumpsExample();
  EXPECT_EQ(Ask(graph, {{77617}, {33096}}, {.first_bits = 64, .last_bits = 64}), std::nullopt);
}

TEST(Referee, SeesWhatCancelsInDouble) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int one = graph.Constant(1);
  const Graph sum = Finish(graph, graph.Apply(kSubtract, {graph.Apply(kAdd, {one, x}), one}));
  const double tiny = 0x1p-200;
  EXPECT_EQ((1 + tiny) - 1, 0);
  const std::vector<RefereeAnswer> answers = AskReferee(sum, {{tiny}}, {});
  EXPECT_EQ(answers[0].values[0], tiny);
  EXPECT_EQ(answers[0].bits, 256);
}

// In fp64 sigmoid(50) is 1, and the logarithm of what is left is -infinity.
TEST(Referee, TakesTheLogarithmOfWhatASigmoidLeaves) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int rest = graph.Apply(kSubtract, {graph.Constant(1), graph.Apply(kSigmoid, {x})});
  const Graph log = Finish(graph, graph.Apply(kLog, {rest}));
  EXPECT_EQ(Ask(log, {{50}}), -50.0);
  EXPECT_EQ(Ask(log, {{6.25}}, {.format = Format::kBf16}), -6.25);
  EXPECT_EQ(Ask(log, {{300}}), -300.0);
}

// 1 + 2^-8 is the middle of two bf16 numbers, and what decides is lost in fp64.
TEST(Referee, RoundsOnce) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const Graph sum = Finish(graph, graph.Apply(kAdd, {x, y}));
  const auto rounded = [&](double a, double b, Format format) {
    return Ask(sum, {{a}, {b}}, {.format = format});
  };
  EXPECT_EQ(rounded(1 + 0x1p-8, 0x1p-90, Format::kBf16), 1 + 0x1p-7);
  EXPECT_EQ(rounded(1 + 0x1p-8, -0x1p-90, Format::kBf16), 1.0);
  EXPECT_EQ(rounded(1 + 0x1p-8, 0, Format::kBf16), 1.0);
  EXPECT_EQ(rounded(1, 0x1p-90, Format::kFp64), 1.0);
  EXPECT_EQ(rounded(65504, 16, Format::kFp16), kInf);
  EXPECT_EQ(rounded(65504, 15.999, Format::kFp16), 65504.0);
  EXPECT_TRUE(std::isnan(*rounded(448, 17, Format::kE4m3)));
  EXPECT_EQ(rounded(448, 17, Format::kE4m3Saturated), 448.0);
}

// The squares are equal, which no precision can show.
TEST(Referee, DoesNotGuess) {
  GraphBuilder graph;
  const int root = graph.Apply(kSqrt, {graph.AddInput({.name = "x"})});
  const int square = graph.Apply(kMultiply, {root, root});
  const Graph equal = Finish(graph, graph.Apply(kEqual, {square, graph.Constant(2)}));
  const std::vector<RefereeAnswer> answers = AskReferee(equal, {{2}}, {});
  EXPECT_EQ(answers[0].values[0], std::nullopt);
  EXPECT_EQ(answers[0].bits, 4096);
}

TEST(Referee, AnswersEachLaneForItself) {
  GraphBuilder graph;
  const int root = graph.Apply(kSqrt, {graph.AddInput({.name = "x"})});
  const int square = graph.Apply(kMultiply, {root, root});
  const Graph less = Finish(graph, graph.Apply(kLess, {square, graph.Constant(2)}));
  const std::vector<RefereeAnswer> answers = AskReferee(less, {{1, 2, 3, -1}}, {.lanes = 4});
  const std::vector<std::optional<double>> wanted = {1.0, std::nullopt, 0.0, 0.0};
  EXPECT_EQ(answers[0].values, wanted);
}

TEST(Referee, NormalizesLargeLogits) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const Graph softmax = Finish(graph, Softmax(graph, x, {-1}));
  const std::vector<RefereeAnswer> answers =
      AskReferee(softmax, {{5000, 5000, 4000}}, {.lanes = 3});
  EXPECT_EQ(answers[0].values[0], 0.5);
  EXPECT_EQ(answers[0].values[2], 0.0);
}

// exp(5000) is in the range of MPFR, so the naive form has the same value.
TEST(Referee, GivesTheNaiveSoftmaxTheSameValue) {
  GraphBuilder graph;
  const int e = graph.Apply(kExp, {graph.AddInput({.name = "x"})});
  const int sum = graph.Reduce(kSum, {e}, {-1}, {.keep_axis = true});
  const Graph naive = Finish(graph, graph.Apply(kDivide, {e, sum}));
  const std::vector<RefereeAnswer> answers = AskReferee(naive, {{5000, 4999, 4000}}, {.lanes = 3});
  EXPECT_EQ(answers[0].values[0], 0.73105857863000487925);
  EXPECT_EQ(answers[0].values[1], 0.26894142136999512075);
}

std::vector<std::optional<double>> AskRow(Operation operation, std::vector<double> row,
                                          double parameter = 0) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const bool is_scan = InfoOf(operation).kind == OperationKind::kScan;
  const int output = is_scan ? graph.Scan(operation, x, {-1})
                             : graph.Reduce(operation, {x}, {-1}, {.parameter = parameter});
  const int lanes = static_cast<int>(row.size());
  return AskReferee(Finish(graph, output), {std::move(row)}, {.lanes = lanes})[0].values;
}

TEST(Referee, ReducesRows) {
  using Values = std::vector<std::optional<double>>;
  EXPECT_EQ(AskRow(kSum, {1e300, 1, -1e300}), Values{1.0});
  EXPECT_EQ(AskRow(kMean, {1, 2, 4}), Values{7.0 / 3});
  EXPECT_EQ(AskRow(kProduct, {0x1p900, 0x1p900, -0x1p-900, 0.5}), Values{-0x1p899});
  EXPECT_EQ(AskRow(kMax, {1, -kInf, 3, 2}), Values{3.0});
  EXPECT_EQ(AskRow(kMin, {1, 7, -3, 2}), Values{-3.0});
  EXPECT_EQ(AskRow(kVariance, {1e8, 1e8 + 1, 1e8 + 2}, 1), Values{1.0});
  EXPECT_EQ(AskRow(kVariance, {1, 2, 3, 4}, 0), Values{1.25});
  EXPECT_EQ(AskRow(kNorm, {0x3p600, 0x4p600}), Values{0x5p600});
  EXPECT_TRUE(std::isnan(*AskRow(kMax, {1, kNan, 3})[0]));
  EXPECT_TRUE(std::isnan(*AskRow(kVariance, {1}, 1)[0]));
}

TEST(Referee, ScansRows) {
  using Values = std::vector<std::optional<double>>;
  EXPECT_EQ(AskRow(kCumulativeSum, {1e20, 1, -1e20}), (Values{1e20, 1e20, 1.0}));
  EXPECT_EQ(AskRow(kCumulativeProduct, {2, 3, -4}), (Values{2.0, 6.0, -24.0}));
  EXPECT_EQ(AskRow(kLogCumulativeSumExp, {-kInf, 1000, 1000}),
            (Values{-kInf, 1000.0, 1000.69314718055994531}));
}

TEST(Referee, MultipliesRowsExactly) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const Graph dot = Finish(graph, graph.Reduce(kDot, {x, y}, {-1}, {}));
  EXPECT_EQ(Ask(dot, {{1e200, 1, -1e200}, {1e200, 3, 1e200}}, {.lanes = 3}), 3.0);
}

TEST(Referee, LeavesCastsOutAndCountsPositions) {
  GraphBuilder graph;
  const int position = graph.CastTo(graph.Position(0.5, 0.25), Format::kE4m3);
  const Graph sum = Finish(graph, graph.Reduce(kSum, {position}, {-1}, {}));
  EXPECT_EQ(Ask(sum, {}, {.lanes = 1001}), 500.5 + 0.25 * 500500);
}

// A graph of one operation of inputs.
Graph GraphOf(Operation operation) {
  const int arity = InfoOf(operation).arity;
  Graph graph{.outputs = {arity}};
  Node node{.operation = operation, .parameters = {1.5, 20}};
  for (int i = 0; i < arity; ++i) {
    graph.inputs.push_back({.name = "x"});
    graph.nodes.push_back({.operation = kInput, .input = i});
    node.inputs.push_back(i);
  }
  graph.nodes.push_back(node);
  return graph;
}

// What one rounding of the inner product changes, these magnify by it.
double ToleranceOf(Operation operation) {
  return operation == kGeluTanh || operation == kSoftplus ? 0x1p-43 : 0x1p-50;
}

void ExpectSame(std::optional<double> found, double wanted, double tolerance,
                const std::string& call) {
  ASSERT_TRUE(found.has_value()) << call;
  if (std::isnan(wanted) || std::isinf(wanted)) {
    EXPECT_EQ(std::isnan(*found), std::isnan(wanted)) << call << " = " << *found;
    EXPECT_TRUE(std::isnan(wanted) || *found == wanted) << call << " = " << *found;
    return;
  }
  EXPECT_NEAR(*found, wanted, std::fabs(wanted) * tolerance) << call;
}

// Our fp64 functions and the referee's, which share nothing.
void CompareWithDoubles(const OperationInfo& info) {
  constexpr double kValues[] = {0.0,   -0.0, 1.0,  -1.0,  0.25,  -0.75, 2.0,   -2.5, 3.0,
                                -17.3, 41.6, 1e-9, -1e-9, 300.0, kInf,  -kInf, kNan};
  const Graph graph = GraphOf(info.operation);
  for (const double a : kValues) {
    for (const double b : kValues) {
      std::vector<std::vector<double>> inputs = {{a}, {b}, {7}};
      inputs.resize(graph.inputs.size());
      const Arguments<double> arguments{.a = a, .b = b, .c = 7, .parameters = {1.5, 20}};
      ExpectSame(Ask(graph, inputs), EvaluateAny(info.operation, arguments),
                 ToleranceOf(info.operation), absl::StrCat(info.name, "(", a, ", ", b, ")"));
      if (inputs.size() == 1) break;
    }
  }
}

TEST(Referee, AgreesWithTheDoubleFunctions) {
  for (const OperationInfo& info : AllOperations()) {
    if (info.kind == OperationKind::kElementwise) CompareWithDoubles(info);
  }
}

}  // namespace
}  // namespace allreview::numerics
