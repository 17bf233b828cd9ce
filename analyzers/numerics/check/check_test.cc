#include "analyzers/numerics/check/check.h"

#include <cmath>
#include <string>
#include <vector>

#include "analyzers/numerics/check/replay.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/graph/torch_functions.h"
#include "base/check.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;
using enum Operation;

CpuBackend& Cpu() {
  static CpuBackend backend(*BestKernels());
  return backend;
}

// torch.log(1 - torch.sigmoid(x))
Graph LogOfOneMinusSigmoid() {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x", .role = Role::kLogit});
  const int rest = graph.Apply(kSubtract, {graph.Constant(1), graph.Apply(kSigmoid, {x})});
  return *graph.Finish({graph.Apply(kLog, {rest})});
}

Graph Call(const std::string& function, std::optional<double> dim, Role role) {
  GraphBuilder graph;
  TorchCall call{.name = function,
                 .positional = {NodeRef{graph.AddInput({.name = "x", .role = role})}}};
  if (dim.has_value()) call.keywords.push_back({"dim", *dim});
  const absl::StatusOr<int> result = CallTorch(graph, call);
  CHECK(result.ok()) << result.status();
  return *graph.Finish({*result});
}

FormatReport CheckIn(const Graph& graph, Format format, CheckOptions options = {}) {
  options.formats = {format};
  const absl::StatusOr<ExpressionReport> report = Check(graph, options, Cpu());
  CHECK(report.ok()) << report.status();
  return report->formats[0];
}

TEST(Check, FindsTheSmallestInputThatBreaksAnExpression) {
  const FormatReport report = CheckIn(LogOfOneMinusSigmoid(), Format::kBf16);
  EXPECT_EQ(report.verdict, Failure::kCancellation);
  EXPECT_EQ(report.plausibility, Plausibility::kRealistic);
  ASSERT_TRUE(report.witness.has_value());
  ASSERT_EQ(report.witness->values.size(), 1u);
  EXPECT_TRUE(report.witness->is_exact_boundary) << report.witness->values[0].text;
  // Every input was tried; from 3.5 on half of the digits are gone, from 6.25 on the result is
  // -inf.
  ASSERT_TRUE(report.exhausted.has_value());
  EXPECT_EQ(report.exhausted->inputs, 65279u);
  double first_infinite = 0;
  for (const Exhausted::Range& range : report.exhausted->ranges) {
    if (range.state == LaneState::kInfinite && first_infinite == 0) first_infinite = range.first;
  }
  EXPECT_EQ(first_infinite, 6.25);
}

TEST(Check, FindsNothingWrongWithTheStableForm) {
  for (const Format format : {Format::kBf16, Format::kFp16, Format::kFp32}) {
    const FormatReport report = CheckIn(Call("logsigmoid", {}, Role::kLogit), format);
    EXPECT_EQ(report.verdict, Failure::kNone);
    EXPECT_EQ(report.failures, 0u);
    EXPECT_LT(report.rate_bound(), 1.2e-5);
  }
}

TEST(Check, MakesAFailureAgainFromItsReplayString) {
  const FormatReport report = CheckIn(LogOfOneMinusSigmoid(), Format::kFp16);
  ASSERT_TRUE(report.witness.has_value());
  ASSERT_OK_AND_ASSIGN(const Replayed replayed, Replay(report.witness->replay));
  EXPECT_EQ(replayed.tested, report.witness->tested);
  EXPECT_EQ(replayed.reference, report.witness->reference);
  EXPECT_EQ(replayed.cause.failure, report.verdict);
}

TEST(Check, NamesTheShortestRowThatFails) {
  GraphBuilder builder;
  const int ones = builder.AddInput(
      {.name = "x", .distribution = Distribution{Distribution::Kind::kConstant, 1, 0}});
  const int sum = builder.Scan(kCumulativeSum, ones, {-2});
  const FormatReport report = CheckIn(*builder.Finish({sum}), Format::kBf16);
  EXPECT_EQ(report.verdict, Failure::kAbsorption);
  // A running sum of ones sticks at 256. 287 rounds to 288, 16 steps of the grid further.
  EXPECT_EQ(report.smallest_length, 287);
}

TEST(Check, AccumulatesAScanOfTheInnermostAxisByPairs) {
  GraphBuilder builder;
  const int ones = builder.AddInput(
      {.name = "x", .distribution = Distribution{Distribution::Kind::kConstant, 1, 0}});
  const int sum = builder.Scan(kCumulativeSum, ones, {-1});
  EXPECT_EQ(CheckIn(*builder.Finish({sum}), Format::kBf16).verdict, Failure::kNone);
}

TEST(Check, TellsAResultThatTheFormatCannotHold) {
  GraphBuilder builder;
  const int g = builder.AddInput({.name = "g", .role = Role::kGradient});
  const FormatReport report =
      CheckIn(*builder.Finish({builder.Apply(kMultiply, {g, g})}), Format::kFp16);
  EXPECT_EQ(report.verdict, Failure::kUnderflow);
  EXPECT_TRUE(report.is_result_range);
}

TEST(Check, IsSilentAboutResidualsAndAffineMaps) {
  GraphBuilder builder;
  const int x = builder.AddInput({.name = "x"});
  const int w = builder.AddInput({.name = "weight", .role = Role::kNormWeight});
  const int b = builder.AddInput({.name = "bias", .role = Role::kWeight});
  const int y = builder.Apply(kAdd, {builder.Apply(kMultiply, {x, w}), b});
  const Graph graph = *builder.Finish({builder.Apply(kAdd, {x, y})});
  for (const Format format : {Format::kBf16, Format::kFp16, Format::kFp32}) {
    const FormatReport report = CheckIn(graph, format);
    EXPECT_TRUE(report.verdict == Failure::kNone ||
                report.plausibility == Plausibility::kAdversarial)
        << FailureName(report.verdict) << " " << report.stratum;
  }
}

TEST(Check, DoesNotMakeMuchOfTheTailsOfAGelu) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int gate = graph.Apply(kAdd, {graph.Constant(1), graph.Apply(kTanh, {x})});
  const FormatReport report =
      CheckIn(*graph.Finish({graph.Apply(kMultiply, {x, gate})}), Format::kFp32);
  EXPECT_TRUE(report.verdict == Failure::kNone || report.plausibility == Plausibility::kAdversarial)
      << FailureName(report.verdict) << " " << report.stratum;
}

TEST(Check, IsTheSameForAnyNumberOfThreads) {
  for (const int threads : {2, 5}) {
    const FormatReport one = CheckIn(LogOfOneMinusSigmoid(), Format::kBf16);
    const FormatReport many = CheckIn(LogOfOneMinusSigmoid(), Format::kBf16, {.threads = threads});
    EXPECT_EQ(one.realistic.digest, many.realistic.digest);
    EXPECT_EQ(one.witness->replay, many.witness->replay);
    EXPECT_EQ(one.failures, many.failures);
  }
}

TEST(Check, StopsWhenItIsTold) {
  CheckOptions options{.formats = {Format::kBf16, Format::kFp32}};
  options.control.is_cancelled = [] { return true; };
  ASSERT_OK_AND_ASSIGN(const ExpressionReport report,
                       Check(LogOfOneMinusSigmoid(), options, Cpu()));
  EXPECT_FALSE(report.is_complete);
  EXPECT_TRUE(report.formats.empty());
}

TEST(Replay, RefusesWhatIsNoReplayString) {
  const auto message = [](absl::string_view replay) {
    return std::string(Replay(replay).status().message());
  };
  EXPECT_THAT(message("num1:bf16:input;log1p,0;=1"), HasSubstr("a part is missing"));
  EXPECT_THAT(message("6.25"), HasSubstr("does not begin with 'num1:'"));
  EXPECT_THAT(message("num1:bf16:input;lg1p,0;=1:6.25"), HasSubstr("unknown operation 'lg1p'"));
  EXPECT_THAT(message("num1:bf16:input;log1p,0;=1:1,2"),
              HasSubstr("has 1 inputs, found numbers for 2"));
}

TEST(GraphCode, IsReadBackAsTheSameGraph) {
  for (const Graph& graph :
       {LogOfOneMinusSigmoid(), Call("softmax", -1, Role::kLogit),
        Call("layer_norm", {}, Role::kActivation), Call("logsumexp", -1, Role::kLogit),
        Call("cumsum", -2, Role::kActivation), Call("float", {}, Role::kActivation)}) {
    const std::string code = GraphCode(graph);
    ASSERT_OK_AND_ASSIGN(const Graph again, ParseGraphCode(code));
    EXPECT_EQ(GraphCode(again), code);
    const CheckOptions options{.formats = {Format::kBf16}};
    ASSERT_OK_AND_ASSIGN(const ExpressionReport one, Check(graph, options, Cpu()));
    ASSERT_OK_AND_ASSIGN(const ExpressionReport other, Check(again, options, Cpu()));
    EXPECT_EQ(one.formats[0].verdict == Failure::kNone, other.formats[0].verdict == Failure::kNone);
  }
}

}  // namespace
}  // namespace allreview::numerics
