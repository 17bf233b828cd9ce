// The printer of graphs against the reader of expressions: what is printed reads as it was.

#include "analyzers/numerics/graph/python_text.h"

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::tensor_expressions {
namespace {

using numerics::Graph;

Graph Read(absl::string_view expression) {
  absl::StatusOr<Graph> graph = ReadExpression(expression, "", {});
  EXPECT_OK(graph.status()) << expression;
  return graph.ok() ? *std::move(graph) : Graph{};
}

struct Case {
  absl::string_view expression;
  absl::string_view printed;
};

constexpr Case kCases[] = {
    {"x + y * 2", "x + y * 2"},
    {"(x - y) / (x + y)", "(x - y) / (x + y)"},
    {"x - (y - 1)", "x - (y - 1)"},
    {"x - y - 1", "x - y - 1"},
    {"x / (y * 3)", "x / (y * 3)"},
    {"-(x + 1)", "-(x + 1)"},
    {"-x * y", "-x * y"},
    {"-(x ** 2)", "-x ** 2"},
    {"(-x) ** 2", "(-x) ** 2"},
    {"torch.pow(x, 2.5)", "x ** 2.5"},
    {"2 ** x", "2 ** x"},
    {"(x ** y) ** 1.5", "(x ** y) ** 1.5"},
    {"x ** -0.75", "x ** -0.75"},
    {"x.square()", "x ** 2"},
    {"(x + 1) * (x + 1)", "(x + 1) ** 2"},
    {"x ** 3", "x ** 3"},
    {"1 / (1 + torch.exp(-x))", "1 / (1 + torch.exp(-x))"},
    {"torch.log1p(x.abs())", "torch.log1p(torch.abs(x))"},
    {"F.gelu(x, approximate='tanh') + F.gelu(y)", "F.gelu(x, approximate='tanh') + F.gelu(y)"},
    {"F.softplus(x, beta=2)", "F.softplus(x, beta=2)"},
    {"F.elu(x)", "F.elu(x)"},
    {"x.clamp(min=1e-6)", "x.clamp(min=1e-06)"},
    {"torch.maximum(x, y)", "torch.maximum(x, y)"},
    {"torch.where(x > 0, torch.log(x), 0)", "torch.where(x > 0, torch.log(x), 0)"},
    {"(x >= y) & ~(x == 1)", "(x >= y) & ~(x == 1)"},
    {"x.masked_fill(m, float('-inf'))", "torch.where(m, float('-inf'), x)"},
    {"x - x.amax(-1, keepdim=True)", "x - x.amax(-1, keepdim=True)"},
    {"(x * y).sum(-1)", "(x * y).sum(-1)"},
    {"x / x.mean(-1)[..., None]", "x / x.mean(-1).unsqueeze(-1)"},
    {"x.norm(dim=-1, keepdim=True)", "x.norm(dim=-1, keepdim=True)"},
    {"x.var(-1)", "x.var(-1)"},
    {"x.var(-2, correction=0)", "x.var(-2, correction=0)"},
    {"x.sum() / y", "x.sum() / y"},
    {"x.cumsum(1)", "x.cumsum(1)"},
    {"x.softmax(-1)", "F.softmax(x, dim=-1)"},
    {"torch.log_softmax(x * 2, 1)", "F.log_softmax(x * 2, dim=1)"},
    {"x - x.logsumexp(-1, keepdim=True)", "x - x.logsumexp(-1, keepdim=True)"},
    {"x.logsumexp(-1)", "x.logsumexp(-1)"},
    {"F.normalize(x, dim=-1)", "F.normalize(x, dim=-1)"},
    {"x.std(-1)", "x.std(-1)"},
    {"F.layer_norm(x, (8,), w, b, 1e-6)", "F.layer_norm(x, (x.shape[-1],), w, b, eps=1e-06)"},
    {"F.rms_norm(x, (8,), eps=1e-6)", "F.rms_norm(x, (x.shape[-1],), eps=1e-06)"},
    {"F.binary_cross_entropy_with_logits(x, t, reduction='none')",
     "F.binary_cross_entropy_with_logits(x, t, reduction='none')"},
    {"F.binary_cross_entropy(p, t, reduction='none')",
     "F.binary_cross_entropy(p, t, reduction='none')"},
    {"torch.xlogy(x, y)", "torch.xlogy(x, y)"},
    {"x.float().exp().to(x.dtype)", "torch.exp(x.float()).to(x.dtype)"},
    {"x.bfloat16() + y.half()", "x.bfloat16() + y.half()"},
    {"(x + y).double()", "(x + y).double()"},
};

TEST(PythonText, IsWhatPeopleWrite) {
  for (const Case& it : kCases) {
    EXPECT_EQ(numerics::ToPythonExpression(Read(it.expression)), it.printed);
  }
}

TEST(PythonText, ReadsAsItWas) {
  for (const Case& it : kCases) {
    const Graph graph = Read(it.expression);
    const Graph again = Read(numerics::ToPythonExpression(graph));
    EXPECT_EQ(numerics::ToFormula(again), numerics::ToFormula(graph)) << it.expression;
  }
}

// One operation of as many of a, b and c as it takes.
Graph GraphOf(const numerics::OperationInfo& info) {
  numerics::GraphBuilder graph;
  const int a = graph.AddInput({.name = "a"});
  const int b = graph.AddInput({.name = "b"});
  const int c = graph.AddInput({.name = "c"});
  const std::array<double, 2> parameters = {info.parameters[0].otherwise,
                                            info.parameters[1].otherwise};
  const int result = info.arity == 1   ? graph.Apply(info.operation, {a}, parameters)
                     : info.arity == 2 ? graph.Apply(info.operation, {a, b}, parameters)
                                       : graph.Apply(info.operation, {a, b, c}, parameters);
  absl::StatusOr<Graph> finished = graph.Finish({result});
  EXPECT_OK(finished.status());
  return finished.ok() ? *std::move(finished) : Graph{};
}

TEST(PythonText, OfEachOperationReadsAsItWas) {
  for (const numerics::OperationInfo& info : numerics::AllOperations()) {
    if (info.kind != numerics::OperationKind::kElementwise) continue;
    const Graph graph = GraphOf(info);
    const std::string text = numerics::ToPythonExpression(graph);
    EXPECT_EQ(numerics::ToFormula(Read(text)), numerics::ToFormula(graph)) << text;
  }
}

TEST(PythonText, NamesWhatIsUsedTwice) {
  EXPECT_EQ(numerics::ToPython(Read("torch.exp(x) / torch.exp(x).sum(-1, keepdim=True)")),
            "e = torch.exp(x)\n"
            "e / e.sum(-1, keepdim=True)");
  EXPECT_EQ(numerics::ToPython(Read("(e - e.mean(-1, keepdim=True)) ** 2 + (torch.exp(e / 3) + 1)"
                                    " / torch.exp(e / 3)")),
            "e2 = torch.exp(e / 3)\n"
            "(e - e.mean(-1, keepdim=True)) ** 2 + (e2 + 1) / e2");
}

// Nested composites would each be asked for their operands again and again.
TEST(PythonText, GrowsWithTheGraph) {
  for (const absl::string_view wrap :
       {"F.softmax($, dim=-1)", "F.layer_norm($, (8,))", "F.rms_norm($, (8,))", "($) ** 3",
        "F.normalize($, dim=-1)", "$.to(($).dtype)", "($) * ($)",
        "$ - ($).std(-1, keepdim=True)"}) {
    std::string expression = "x";
    for (int i = 0; i < 5; ++i) expression = absl::StrReplaceAll(wrap, {{"$", expression}});
    const Graph graph = Read(expression);
    EXPECT_LE(numerics::ToPython(graph).size(), 60 * graph.nodes.size()) << expression;
  }
  std::string expression = "x";
  for (int i = 0; i < 30; ++i) expression = absl::StrCat("F.softmax(", expression, ", dim=-1)");
  EXPECT_LE(numerics::ToPython(Read(expression)).size(), 30 * 30) << expression;
}

TEST(PythonText, WritesNumbersWithTheDigitsThatNameThem) {
  EXPECT_EQ(numerics::ToPython(Read("x * 0.1 + 1e-12")), "x * 0.1 + 1e-12");
}

}  // namespace
}  // namespace allreview::tensor_expressions
