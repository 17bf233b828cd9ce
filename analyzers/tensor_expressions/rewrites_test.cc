// Rewrites of expressions as people write them: each is found, and measured as better.

#include "analyzers/numerics/rewrites/rewrites.h"

#include <algorithm>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "analyzers/numerics/check/check.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/cpu/sweep.h"
#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/rewrites/check_rewrites.h"
#include "analyzers/numerics/rewrites/measure.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Graph;
using numerics::Rewrite;
using numerics::RewriteReport;
using ::testing::Contains;
using ::testing::IsEmpty;

struct Case {
  absl::string_view expression;
  absl::string_view domains;
  absl::string_view format;
  absl::string_view rule;
  absl::string_view rewritten;
};

constexpr Case kCases[] = {
    {"torch.exp(x / 2) / torch.sum(torch.exp(x / 2), dim=-1, keepdim=True)", "x~N(0,9)[64,256]",
     "fp16", "naive-softmax", "F.softmax(x / 2, dim=-1)"},
    {"(x - x.amax(-1, keepdim=True)).exp() / (x - x.amax(-1, keepdim=True)).exp().sum(-1, "
     "keepdim=True)",
     "x~N(0,4)[64,256]", "bf16", "naive-softmax", "F.softmax(x, dim=-1)"},
    {"x.exp().sum(-1).log()", "x~N(0,50)[64,256]", "fp32", "naive-logsumexp", "x.logsumexp(-1)"},
    {"torch.log(F.softmax(x, dim=-1))", "x~N(0,50)[64,256]", "fp16", "log-of-softmax",
     "F.log_softmax(x, dim=-1)"},
    {"x - torch.log(torch.exp(x).sum(-1, keepdim=True))", "x~N(0,50)[64,256]", "fp32",
     "log-of-softmax", "F.log_softmax(x, dim=-1)"},
    {"torch.log(x + 1.0)", "x~logU(-22,-12)[8192]", "fp32", "log-of-one-plus", "torch.log1p(x)"},
    {"torch.log(1 - x * x)", "x~logU(-10,-5)[8192]", "fp32", "log-of-one-plus",
     "torch.log1p(-x ** 2)"},
    {"-1 + torch.exp(3 * x)", "x~logU(-20,-9)[8192]", "fp32", "exp-minus-one",
     "torch.expm1(3 * x)"},
    {"1 - torch.exp(x)", "x~logU(-20,-9)[8192]", "fp32", "exp-minus-one", "-torch.expm1(x)"},
    {"torch.log(1 - torch.sigmoid(x))", "x~N(0,7)[8192]", "bf16", "log-of-sigmoid",
     "F.logsigmoid(-x)"},
    {"x.sigmoid().log()", "x~N(0,60)[8192]", "fp32", "log-of-sigmoid", "F.logsigmoid(x)"},
    {"(1 + x.exp()).log()", "x~N(0,60)[8192]", "fp32", "naive-softplus", "F.softplus(x)"},
    {"torch.exp(x) / (torch.exp(x) + 1)", "x~N(0,60)[8192]", "fp32", "naive-sigmoid",
     "torch.sigmoid(x)"},
    {"(torch.exp(x) - torch.exp(-x)) / (torch.exp(x) + torch.exp(-x))", "x~N(0,50)[8192]", "fp32",
     "naive-tanh", "torch.tanh(x)"},
    {"2 / (1 + (-2 * x).exp()) - 1", "x~logU(-16,-9)[8192]", "fp32", "naive-tanh", "torch.tanh(x)"},
    {"torch.exp(x) * x / (1 + torch.exp(x))", "x~N(0,9)[8192]", "fp16", "naive-silu", "F.silu(x)"},
    {"-t * torch.log(torch.sigmoid(x)) - (1 - t) * torch.log(1 - torch.sigmoid(x))",
     "x~N(0,30)[8192] t~U(0.01,0.99)[8192]", "fp32", "cross-entropy-by-hand",
     "F.binary_cross_entropy_with_logits(x, t, reduction='none')"},
    {"(x ** 2).mean(-1) - x.mean(-1) ** 2", "x~N(500,0.02)[64,256]", "fp32", "one-pass-variance",
     "x.var(-1, correction=0)"},
    {"torch.sqrt((x * x).mean(-1) - x.mean(-1).square())", "x~N(5,0.25)[64,256]", "bf16",
     "one-pass-variance", "torch.sqrt(x.var(-1, correction=0))"},
    {"(a ** 2 + b ** 2) ** 0.5", "a~logU(64,90)[8192] b~logU(64,90)[8192]", "fp32", "hypot-by-hand",
     "torch.hypot(a, b)"},
    {"x / (x ** 2).sum(-1, keepdim=True).sqrt()", "x~N(0,30)[64,1024]", "fp16", "normalize-by-hand",
     "F.normalize(x, dim=-1)"},
    {"x * torch.rsqrt((x * x).sum(-1, keepdim=True))", "x~logU(-90,-80)[64,64]", "fp32",
     "normalize-by-hand-scaled",
     "t = x / torch.abs(x).amax(-1, keepdim=True)\nt / t.norm(dim=-1, keepdim=True)"},
    {"m / (v.sqrt() + 1e-8)", "m~U(1e-4,1e-3)[8192] v~logU+(-30,-24)[8192]", "fp16",
     "vanishing-eps", "(m.float() / (torch.sqrt(v.float()) + 1e-08)).to(m.dtype)"},
    {"torch.sqrt(1 + x) - torch.sqrt(x)", "x~logU+(4,40)[8192]", "fp32", "difference-of-roots",
     "1 / (torch.sqrt(x + 1) + torch.sqrt(x))"},
    {"a * a - 2 * (a * b) + b * b", "a~N(400,0.1)[8192] b~N(400,0.1)[8192]", "fp32",
     "expanded-square", "(a - b) ** 2"},
    {"1 - torch.cos(x)", "x~logU(-14,-6)[8192]", "fp32", "one-minus-cosine",
     "2 * torch.sin(x * 0.5) ** 2"},
    {"torch.log(n + 1) - torch.log(n)", "n~logU+(6,30)[8192]", "fp32", "difference-of-logs",
     "torch.log1p(1 / n)"},
    {"-(p * torch.log(p)).sum(-1)", "p~logU+(-40,-1)[64,64]", "fp16", "log-of-underflow",
     "-torch.xlogy(p, p).sum(-1)"},
    {"x.sum(-1) / 2048", "x~U(30,40)[16,2048]", "fp16", "sum-then-divide", "x.mean(-1)"},
    {"x.cumsum(1)", "x~U(0,1)[8,2048]", "bf16", "narrow-scan", "x.float().cumsum(1).to(x.dtype)"},
    {"torch.exp(a - b) - (a - b) - 1", "a~N(-2,0.05)[8192] b~N(-2,0.05)[8192]", "bf16",
     "exp-minus-one-in-fp32", "gap = a.float() - b.float()\n(torch.expm1(gap) - gap).to(a.dtype)"},
    {"(x - x.mean(-1, keepdim=True)) / torch.sqrt(((x - x.mean(-1, keepdim=True)) ** 2).mean(-1, "
     "keepdim=True) + 1e-5)",
     "x~N(0,400)[64,256]", "fp16", "layer-norm-by-hand",
     "F.layer_norm(x, (x.shape[-1],), eps=1e-05)"},
    {"x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)", "x~N(0,400)[64,256]", "fp16",
     "rms-norm-by-hand", "F.rms_norm(x, (x.shape[-1],), eps=1e-06)"},
    {"torch.sqrt((g * g).sum(-1))", "g~N(0,12)[64,2048]", "fp16", "norm-by-hand", "g.norm(dim=-1)"},
};

Graph Read(absl::string_view expression, absl::string_view domains) {
  absl::StatusOr<Graph> graph = ReadExpression(expression, domains, {});
  EXPECT_OK(graph.status()) << expression;
  return graph.ok() ? *std::move(graph) : Graph{};
}

// As a suite measures: "[rows,length]" of the first domain.
numerics::Stratum StratumOf(const Graph& graph, absl::string_view domains) {
  int64_t sizes[2] = {1, 1};
  const size_t open = domains.find('[');
  const std::string text(domains.substr(open + 1));
  const int count = std::sscanf(text.c_str(), "%ld,%ld", &sizes[0], &sizes[1]);
  numerics::Stratum stratum = {.name = "test", .rows = sizes[0], .row_length = sizes[1]};
  if (count == 1) stratum = {.name = "test", .rows = 1, .row_length = sizes[0]};
  for (const numerics::Input& input : graph.inputs) {
    stratum.distributions.push_back(*input.distribution);
  }
  return stratum;
}

std::vector<RewriteReport> Measure(const Graph& graph, const Case& it) {
  const absl::StatusOr<numerics::Format> format = numerics::ParseFormat(it.format);
  EXPECT_OK(format.status());
  return numerics::MeasureRewrites(graph, numerics::RewritesOf(graph), {.format = *format},
                                   StratumOf(graph, it.domains), {}, *numerics::BestKernels());
}

std::string Describe(const std::vector<RewriteReport>& reports) {
  return absl::StrJoin(reports, "\n", [](std::string* out, const RewriteReport& report) {
    absl::StrAppend(out, "  ", report.rule, ": ", report.expression, " ulp ", report.mean_ulp,
                    " for ", report.original_mean_ulp);
    for (const numerics::FormatReport& format : report.report.formats) {
      absl::StrAppend(out, ", ", numerics::FormatName(format.format), " failures ",
                      format.failures);
    }
  });
}

TEST(Rewrites, AreFoundAndMeasuredAsBetter) {
  for (const Case& it : kCases) {
    SCOPED_TRACE(it.expression);
    const Graph graph = Read(it.expression, it.domains);
    std::vector<std::string> found;
    for (const Rewrite& rewrite : numerics::RewritesOf(graph)) {
      found.push_back(absl::StrCat(rewrite.rule, ": ", rewrite.expression));
    }
    EXPECT_THAT(found, Contains(absl::StrCat(it.rule, ": ", it.rewritten)));
    const std::vector<RewriteReport> better = Measure(graph, it);
    const bool is_better = std::any_of(better.begin(), better.end(),
                                       [&](const RewriteReport& r) { return r.rule == it.rule; });
    EXPECT_TRUE(is_better) << Describe(better);
  }
}

TEST(Rewrites, OfGoodFormsAreNotBetter) {
  constexpr Case kGood[] = {
      {"F.softmax(x, -1)", "x~N(0,4)[64,256]", "bf16", "", ""},
      {"torch.log1p(x)", "x~logU(-22,-12)[8192]", "fp32", "", ""},
      {"x.logsumexp(-1)", "x~N(0,4)[64,256]", "fp32", "", ""},
      {"F.layer_norm(x, (256,))", "x~N(0,4)[64,256]", "bf16", "", ""},
  };
  for (const Case& it : kGood) {
    SCOPED_TRACE(it.expression);
    const std::vector<RewriteReport> better = Measure(Read(it.expression, it.domains), it);
    EXPECT_THAT(better, IsEmpty()) << Describe(better);
  }
}

TEST(Rewrites, ThatMeanSomethingElseAreDropped) {
  // 100 is not the length of a row.
  const Case it = {"x.sum(-1) / 100", "x~U(30,40)[16,2048]", "fp16", "", ""};
  for (const RewriteReport& report : Measure(Read(it.expression, it.domains), it)) {
    EXPECT_NE(report.rule, "sum-then-divide");
  }
}

TEST(Rewrites, NeedFp64OnlyWhereNothingElseHelps) {
  const Case with_rule = {"torch.log(F.softmax(x, dim=-1))", "x~N(0,40)[64,256]", "fp32", "", ""};
  const std::vector<RewriteReport> better =
      Measure(Read(with_rule.expression, with_rule.domains), with_rule);
  ASSERT_FALSE(better.empty());
  EXPECT_EQ(better[0].rule, "log-of-softmax") << Describe(better);
  for (const RewriteReport& report : better) EXPECT_NE(report.rule, "single-arithmetic");
  const std::vector<RewriteReport> wider =
      Measure(Read("(x * x - y * x) - 1 / x", "x~N(3,1)[8192] y~N(3,0.001)[8192]"),
              {"", "x~N(3,1)[8192]", "bf16", "", ""});
  ASSERT_FALSE(wider.empty());
  EXPECT_EQ(wider[0].rule, "narrow-arithmetic") << Describe(wider);
}

TEST(Rewrites, SayThatFewerFailuresCostAccuracy) {
  // bfloat16 removes the overflow of fp16, with fewer digits.
  constexpr absl::string_view kDomains = "x~N(300,50)[8192] y~N(200,20)[8192]";
  const Graph graph = Read("x * y / y", kDomains);
  const std::vector<Rewrite> rewrites = {
      {.rule = "by-hand",
       .graph = Read("(x.bfloat16() * y.bfloat16() / y.bfloat16()).to(x.dtype)", kDomains)}};
  const std::vector<RewriteReport> reports =
      numerics::MeasureRewrites(graph, rewrites, {.format = numerics::Format::kFp16},
                                StratumOf(graph, kDomains), {}, *numerics::BestKernels());
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_TRUE(reports[0].is_less_accurate_elsewhere()) << Describe(reports);
}

TEST(Rewrites, AreSweptOverTheSamplesOfTheCheckThatFailed) {
  const Graph graph = Read("torch.exp(logits) / torch.exp(logits).sum(-1, keepdim=True)", "");
  numerics::CpuBackend backend(*numerics::BestKernels());
  const numerics::CheckOptions options = {
      .formats = {numerics::Format::kFp16, numerics::Format::kFp32},
      .size = {.lanes = 8192, .row_length = 256}};
  const absl::StatusOr<numerics::ExpressionReport> report =
      numerics::Check(graph, options, backend);
  ASSERT_OK(report.status());
  const absl::StatusOr<std::vector<RewriteReport>> rewrites =
      numerics::CheckRewrites(graph, *report, options, backend);
  ASSERT_OK(rewrites.status());
  ASSERT_FALSE(rewrites->empty());
  const RewriteReport& best = rewrites->front();
  EXPECT_EQ(best.expression, "F.softmax(logits, dim=-1)") << Describe(*rewrites);
  EXPECT_EQ(best.why.substr(0, 30), "exp overflows for large x and ");
  ASSERT_FALSE(best.report.formats.empty());
  const numerics::FormatReport& of_best = best.report.formats[0];
  EXPECT_EQ(of_best.format, report->formats[0].format);
  EXPECT_EQ(of_best.stratum, report->formats[0].stratum);
  EXPECT_EQ(of_best.samples, report->formats[0].samples);
  EXPECT_EQ(of_best.failures, 0u);
  EXPECT_GT(report->formats[0].failures, 0u);
}

TEST(Rewrites, KeepTheInputsTheyNeed) {
  const Graph graph = Read("torch.log(1 + x) * y", "");
  const std::vector<Rewrite> rewrites = numerics::RewritesOf(graph);
  ASSERT_FALSE(rewrites.empty());
  EXPECT_EQ(rewrites[0].expression, "torch.log1p(x) * y");
  ASSERT_EQ(rewrites[0].graph.inputs.size(), 2u);
  EXPECT_EQ(rewrites[0].graph.inputs[0].name, "x");
}

TEST(Rewrites, KeepTheDimensionAlsoOnTheWire) {
  for (const absl::string_view dim : {"-1", "-2", "-3", "0", "1"}) {
    const Graph graph = Read(absl::StrCat("torch.log(F.softmax(x0, dim=", dim, "))"), "");
    ASSERT_OK_AND_ASSIGN(const Graph again, numerics::ParseGraphCode(numerics::GraphCode(graph)));
    EXPECT_EQ(numerics::RewritesOf(again)[0].expression,
              absl::StrCat("F.log_softmax(x0, dim=", dim, ")"));
  }
  EXPECT_THAT(std::string(numerics::ParseGraphCode("input;exp,0;=1@unknownx").status().message()),
              ::testing::HasSubstr("@unknownx"));
}

TEST(Rewrites, CombineRules) {
  std::vector<std::string> found;
  for (const Rewrite& rewrite :
       numerics::RewritesOf(Read("torch.log(1 + x) + torch.log(torch.sigmoid(y))", ""))) {
    found.push_back(rewrite.expression);
  }
  EXPECT_THAT(found, Contains("torch.log1p(x) + F.logsigmoid(y)"));
}

}  // namespace
}  // namespace allreview::tensor_expressions
