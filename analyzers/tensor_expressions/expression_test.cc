#include "analyzers/tensor_expressions/expression.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using ::testing::HasSubstr;

struct Case {
  absl::string_view expression;
  absl::string_view formula;
};

constexpr Case kReadings[] = {
    // Operators, numbers and calls.
    {"x + y * 2", "add(x, mul(y, 2))"},
    {"(x - y) / (x + y)", "div(sub(x, y), add(x, y))"},
    {"-x", "neg(x)"},
    {"+x * 1e-3", "mul(x, 0.001)"},
    {"x * 1_000", "mul(x, 1000)"},
    {"1 - x", "sub(1, x)"},
    {"x ** 2", "mul(x, x)"},
    {"x ** 0.5", "sqrt(x)"},
    {"2 ** x", "pow(2, x)"},
    {"x * 2 ** -3", "mul(x, 0.125)"},
    {"x * (7 // 2) + 7 % 4", "add(mul(x, 3), 3)"},
    {"abs(x)", "abs(x)"},
    {"max(x, 0.5)", "maximum(x, 0.5)"},
    {"torch.expm1(x)", "expm1(x)"},
    {"x.sigmoid()", "sigmoid(x)"},
    {"torch.special.expit(x)", "sigmoid(x)"},
    {"F.gelu(x, approximate='tanh')", "gelu_tanh(x)"},
    {"torch.nn.functional.silu(x, inplace=True)", "silu(x)"},
    {"x.mul_(3).add_(y)", "add(mul(x, 3), y)"},
    {"torch.clamp(x, min=0, max=y)", "minimum(maximum(x, 0), y)"},
    {"x.clamp_min(1e-6).log()", "log(maximum(x, 1e-06))"},
    // Comparisons and choices.
    {"torch.where(x > 0, x, -y)", "where(gt(x, 0), x, neg(y))"},
    {"torch.where(condition=x > 0, input=x, other=-y)", "where(gt(x, 0), x, neg(y))"},
    {"(x >= y) & ~(x == 1)", "logical_and(ge(x, y), logical_not(eq(x, 1)))"},
    {"x.masked_fill(m, float('-inf'))", "where(m, -inf, x)"},
    {"x if math.pi > 3 else y", "x"},
    {"x if None else -y", "neg(y)"},
    // Constants.
    {"x / math.sqrt(16)", "div(x, 4)"},
    {"x * torch.finfo(torch.float16).max", "mul(x, 65504)"},
    {"x + torch.finfo(torch.float32).eps", "add(x, 1.19209e-07)"},
    {"x * torch.tensor(0.5)", "mul(x, 0.5)"},
    {"x + -torch.inf", "add(x, -inf)"},
    // Rows.
    {"x - x.max(-1, keepdim=True).values", "sub(x, amax(x))"},
    {"x - x.amax(dim=-1, keepdims=True)", "sub(x, amax(x))"},
    {"x - x.mean(-1)[..., None]", "sub(x, cast(mean(x), like mean(x)))"},
    {"x / x.norm(dim=-1, keepdim=True)", "div(x, norm(x))"},
    {"torch.linalg.norm(x, ord=1, dim=-1)", "sum(abs(x))"},
    {"torch.cumsum(x, dim=1)", "cumsum(x)"},
    {"x.sum() / y", "div(sum(x), y)"},
    {"(x > 0).sum(-1)", "sum(fp64(gt(x, 0)))"},
    {"torch.sum(x, -1, dtype=torch.float32)", "sum(fp32(x))"},
    // Formats.
    {"x.float().exp().to(x.dtype)", "cast(exp(fp32(x)), like x)"},
    {"x.to(torch.bfloat16) + y.to(device='cuda', dtype=torch.half)", "add(bf16(x), fp16(y))"},
    {"x.to('cuda').double()", "fp64(x)"},
    {"fp32(lambda z: torch.exp(z), x)", "cast(exp(fp32(x)), tested)"},
    {"fp64(lambda p, q: p / q, x, y)", "cast(div(fp64(x), fp64(y)), tested)"},
    {"bf16(lambda z: z + y, x)", "cast(add(bf16(x), y), tested)"},
    {"fp32(lambda z: fp64(lambda w: w + 1, z), x)",
     "cast(cast(add(fp64(fp32(x)), 1), tested), tested)"},
    {"x.long() + 1", "add(trunc(fp64(x)), 1)"},
    {"torch.arange(4, dtype=torch.float32) * x", "mul(torch.arange(4, dtype=torch.float32), x)"},
    // Views.
    {"x.view(-1, 8).transpose(0, 1).contiguous().exp()", "exp(x)"},
    {"x[:, None] - x[None, :]", "sub(x, x.unsqueeze(0))"},
    {"torch.outer(x, y)", "mul(x, y)"},
};

TEST(Expression, IsReadAsPyTorchComputesIt) {
  for (const Case& it : kReadings) {
    SCOPED_TRACE(it.expression);
    ASSERT_OK_AND_ASSIGN(const numerics::Graph graph, ReadExpression(it.expression, "", {}));
    EXPECT_EQ(ToFormula(graph), it.formula);
    EXPECT_EQ(graph.text, it.expression);
  }
}

TEST(Expression, DrawsInputsFromTheirDomains) {
  ASSERT_OK_AND_ASSIGN(const numerics::Graph graph,
                       ReadExpression("x * s / x.shape[-1]", "x~N(0,60)[64,256] s~C(2)[1]", {}));
  EXPECT_EQ(ToText(graph),
            "0 = input x: activation[element] ~N(0,60)\n"
            "1 = input s: activation[scalar] ~C(2)\n"
            "2 = mul(0, 1)\n"
            "3 = 256\n"
            "4 = div(2, 3)\n"
            "outputs 4\n");
}

TEST(Expression, TakesRolesFromNamesWithoutDomain) {
  ASSERT_OK_AND_ASSIGN(const numerics::Graph graph,
                       ReadExpression("logits * mask + probs.log() / (exp_avg_sq + eps)", "", {}));
  EXPECT_THAT(ToText(graph), HasSubstr("input logits: logit[element]"));
  EXPECT_THAT(ToText(graph), HasSubstr("input mask: mask[element]"));
  EXPECT_THAT(ToText(graph), HasSubstr("input probs: probability[element]"));
  EXPECT_THAT(ToText(graph), HasSubstr("input exp_avg_sq: second moment[element]"));
  EXPECT_THAT(ToText(graph), HasSubstr("input eps: epsilon[element]"));
}

TEST(Expression, KnowsWhereEachOperationStands) {
  ASSERT_OK_AND_ASSIGN(const numerics::Graph graph, ReadExpression("torch.log(1 + x)", "", {}));
  const numerics::Node& log = graph.nodes[graph.outputs[0]];
  EXPECT_EQ(log.text, "torch.log(1 + x)");
  const numerics::Node& sum = graph.nodes[log.inputs[0]];
  EXPECT_EQ(sum.text, "1 + x");
  EXPECT_EQ(sum.place.begin, 10);
  EXPECT_EQ(sum.place.end, 15);
}

TEST(Expression, KeepsTheAxisOfItsRows) {
  ASSERT_OK_AND_ASSIGN(const numerics::Graph inner, ReadExpression("x.cumsum(-1)", "", {}));
  EXPECT_EQ(inner.axis, numerics::RowAxis::kInnermost);
  ASSERT_OK_AND_ASSIGN(const numerics::Graph outer, ReadExpression("x.cumsum(-2)", "", {}));
  EXPECT_EQ(outer.axis, numerics::RowAxis::kOuter);
}

TEST(Expression, RefusesCallsWithoutArguments) {
  for (absl::string_view name :
       {"where", "masked_fill", "max",     "min",    "sum",       "cumsum",       "to",
        "type",  "long",        "bool",    "tensor", "full",      "unsqueeze",    "transpose",
        "outer", "finfo",       "softmax", "mean",   "clamp",     "einsum",       "cat",
        "stack", "gt",          "mul",     "log",    "logsumexp", "cross_entropy"}) {
    EXPECT_FALSE(ReadExpression(absl::StrCat("torch.", name, "()"), "", {}).ok()) << name;
    EXPECT_FALSE(ReadExpression(absl::StrCat("torch.", name, "(dim=-1)"), "", {}).ok()) << name;
  }
}

TEST(Expression, NamesThePlaceAndTheCure) {
  struct Bad {
    absl::string_view expression;
    absl::StatusCode code;
    absl::string_view message;
  };
  constexpr Bad kBad[] = {
      {"torch.exp(x", absl::StatusCode::kInvalidArgument, "not a Python expression at column"},
      {"x = 1", absl::StatusCode::kInvalidArgument, "wanted one expression"},
      {"", absl::StatusCode::kInvalidArgument, "wanted one expression"},
      {"1 + 2", absl::StatusCode::kInvalidArgument, "computes with no input; name one"},
      {"x.sum(-1) - x", absl::StatusCode::kInvalidArgument,
       "at 'x.sum(-1) - x': sub: one operand was reduced without keepdim=True"},
      {"fp32(x)", absl::StatusCode::kInvalidArgument, "wanted a lambda and its arguments"},
      {"fp32(lambda a, b: a, x)", absl::StatusCode::kInvalidArgument,
       "a lambda of 2 parameters is called with 1 arguments"},
      {"torch.exp(frobnicate(x))", absl::StatusCode::kUnimplemented,
       "at 'frobnicate(x)': unsupported function (frobnicate)"},
      {"x @ y", absl::StatusCode::kUnimplemented, "matrix product"},
      {"torch.rand_like(x)", absl::StatusCode::kUnimplemented, "random result"},
      {"x[0] + 1", absl::StatusCode::kUnimplemented, "elements picked by index (x[0])"},
      {"x if y > 0 else 1", absl::StatusCode::kUnimplemented, "data-dependent branch"},
      {"x.numel() * y", absl::StatusCode::kUnimplemented, "sizes and shapes"},
      {"0 < x < 1", absl::StatusCode::kUnimplemented, "a chain of comparisons"},
      {"x.sum(-1).sum(0)", absl::StatusCode::kUnimplemented, "has no elements along dim=0"},
  };
  for (const Bad& it : kBad) {
    EXPECT_THAT(ReadExpression(it.expression, "", {}),
                StatusIs(it.code, HasSubstr(std::string(it.message))))
        << it.expression;
  }
}

TEST(Expression, ReportsDomainsThatCannotBeRead) {
  EXPECT_THAT(ReadExpression("x", "x~Z(1)", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'Z' is not one of")));
}

}  // namespace
}  // namespace allreview::tensor_expressions
