// Expressions whose results are fine and whose gradients are not.

#include "analyzers/numerics/gradient/check_gradient.h"

#include "analyzers/tensor_expressions/expression.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Failure;
using numerics::FormatReport;
using numerics::GradientReport;
using ::testing::HasSubstr;

std::vector<GradientReport> Check(absl::string_view expression, numerics::Format format) {
  const absl::StatusOr<numerics::Graph> graph = ReadExpression(expression, "", {});
  EXPECT_OK(graph.status());
  if (!graph.ok()) return {};
  absl::StatusOr<std::vector<GradientReport>> reports = numerics::CheckGradient(
      *graph, {.formats = {format}, .size = {.lanes = 4096, .row_length = 64}});
  EXPECT_OK(reports.status());
  return *std::move(reports);
}

struct Bad {
  absl::string_view expression;
  absl::string_view input;
  Failure verdict;
  absl::string_view text;     // Of the forward operation whose backward breaks.
  absl::string_view witness;  // Of the input; empty: a whole row of unlike numbers.
};

constexpr Bad kBad[] = {
    {"torch.sqrt(variance)", "variance", Failure::kOverflow, "torch.sqrt(variance)", "0"},
    {"torch.sqrt(x * x)", "x", Failure::kNan, "torch.sqrt(x * x)", "0"},
    {"torch.sqrt(x ** 2 + y ** 2)", "x", Failure::kNan, "torch.sqrt(x ** 2 + y ** 2)", "0"},
    {"torch.hypot(x, y)", "x", Failure::kNan, "torch.hypot(x, y)", "0"},
    {"torch.where(x > 0, torch.log(x), 0)", "x", Failure::kNan, "torch.log(x)", "0"},
    {"torch.where(x > 0, torch.sqrt(x.clamp(min=0)), 0)", "x", Failure::kNan,
     "torch.sqrt(x.clamp(min=0))", "0"},
    {"torch.where(x != 0, y / x, 0)", "x", Failure::kNan, "y / x", "0"},
    {"x.abs() ** 0.75", "x", Failure::kNan, "x.abs() ** 0.75", "0"},
    {"torch.sqrt(x.var(-1))", "x", Failure::kNan, "torch.sqrt(x.var(-1))", "0"},
    {"torch.sqrt((x * x).sum(-1))", "x", Failure::kNan, "torch.sqrt((x * x).sum(-1))", "0"},
    {"torch.acos(x.clamp(-1, 1))", "x", Failure::kOverflow, "torch.acos(x.clamp(-1, 1))", ""},
};

TEST(CheckGradient, FindsWhereOnlyTheGradientBreaks) {
  for (const Bad& it : kBad) {
    for (const numerics::Format format : {numerics::Format::kBf16, numerics::Format::kFp32}) {
      SCOPED_TRACE(it.expression);
      const std::vector<GradientReport> reports = Check(it.expression, format);
      ASSERT_FALSE(reports.empty());
      EXPECT_EQ(reports[0].input, it.input);
      ASSERT_EQ(reports[0].not_measured, "");
      const FormatReport& report = reports[0].report.formats[0];
      EXPECT_EQ(report.verdict, it.verdict);
      EXPECT_EQ(report.text, it.text);
      EXPECT_EQ(report.stratum, "special points");
      EXPECT_GT(report.failures, 0u);
      ASSERT_TRUE(report.witness.has_value());
      if (it.witness.empty()) continue;
      ASSERT_FALSE(report.witness->values.empty());
      const auto& value = report.witness->values[0];
      EXPECT_TRUE(value.text == it.witness || value.is_whole_row) << value.text;
    }
  }
}

TEST(CheckGradient, AcceptsGradientsThatAreFine) {
  for (const absl::string_view expression :
       {"F.softmax(x, -1)",
        "F.log_softmax(x, -1)",
        "x.logsumexp(-1)",
        "F.normalize(x, dim=-1)",
        "x.norm(dim=-1)",
        "F.layer_norm(x, (8,))",
        "F.softplus(x)",
        "x.abs()",
        "F.gelu(x)",
        "torch.sqrt(x * x + 1e-6)",
        "torch.log(x.clamp(min=1e-6))",
        "x.std(-1)",
        "torch.where(x > 0, torch.log(torch.where(x > 0, x, 1)), 0)",
        "torch.maximum(x, y)",
        "F.binary_cross_entropy_with_logits(x, y, reduction='none')",
        "F.binary_cross_entropy(probs, labels, reduction='none')",
        "F.leaky_relu(x)",
        "x.clamp(-1, 1)",
        "F.mse_loss(x, y)",
        "F.normalize(x, dim=-1)"}) {
    SCOPED_TRACE(expression);
    for (const GradientReport& report : Check(expression, numerics::Format::kBf16)) {
      EXPECT_EQ(report.not_measured, "");
      ASSERT_EQ(report.report.formats.size(), 1u);
      EXPECT_EQ(report.report.formats[0].verdict, Failure::kNone)
          << report.report.formats[0].text << " at " << report.report.formats[0].stratum;
      EXPECT_GT(report.report.formats[0].samples, 0u);
    }
  }
}

TEST(CheckGradient, FindsGradientsThatOverflowOnUsualNumbers) {
  // 1 / x ** 2 of the backward is beyond fp16 where 1 / x is not.
  const absl::StatusOr<numerics::Graph> graph =
      ReadExpression("1 / x", "x~logU+(-12,-10)[4096]", {});
  ASSERT_OK(graph.status());
  const numerics::Stratum stratum = {.name = "small",
                                     .distributions = {*graph->inputs[0].distribution},
                                     .rows = 1,
                                     .row_length = 4096};
  const absl::StatusOr<std::vector<GradientReport>> checked =
      numerics::CheckGradient(*graph, {.formats = {numerics::Format::kFp16}, .strata = {stratum}});
  ASSERT_OK(checked.status());
  const std::vector<GradientReport>& reports = *checked;
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].report.formats[0].verdict, Failure::kOverflow);
  EXPECT_EQ(reports[0].report.formats[0].stratum, "small");
  EXPECT_EQ(reports[0].report.formats[0].plausibility, numerics::Plausibility::kRealistic);
  // What was found is found again.
  const auto& witness = reports[0].report.formats[0].witness;
  ASSERT_TRUE(witness.has_value());
  const absl::StatusOr<numerics::Replayed> replayed = numerics::Replay(witness->replay);
  ASSERT_OK(replayed.status());
  EXPECT_EQ(replayed->tested, witness->tested);
}

TEST(CheckGradient, BlamesNoFunctionWhoseBackwardItDoesNotKnow) {
  // Two divisions and a choice here, one formula in PyTorch.
  for (const absl::string_view expression : {"torch.atan2(y, x)", "torch.sinc(x)"}) {
    for (const GradientReport& report : Check(expression, numerics::Format::kFp32)) {
      EXPECT_THAT(report.report.formats, ::testing::IsEmpty());
      EXPECT_THAT(report.not_measured, HasSubstr(": its backward is not measured"));
    }
  }
}

TEST(CheckGradient, SaysWhatItDoesNotMeasure) {
  const std::vector<GradientReport> reports = Check("x.cumsum(-1).exp()", numerics::Format::kBf16);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_THAT(reports[0].not_measured, HasSubstr("cumsum: its backward is not measured"));
}

}  // namespace
}  // namespace allreview::tensor_expressions
