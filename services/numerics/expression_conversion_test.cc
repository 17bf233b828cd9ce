#include "services/numerics/expression_conversion.h"

#include <string>

#include "analyzers/numerics/graph/graph_code.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "analyzers/tensor_expressions/expression.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

TEST(ExpressionConversion, JoinsStatementsAndContinuedLines) {
  EXPECT_EQ(OneLine("e = torch.exp(x)\nreturn e / e.sum()"),
            "e = torch.exp(x); return e / e.sum()");
  EXPECT_EQ(OneLine("y = torch.where(\n    x > 0,\n    x,\n)\nz = y + 1"),
            "y = torch.where( x > 0, x, ); z = y + 1");
  EXPECT_EQ(OneLine(""), "");
}

TEST(ExpressionConversion, CutsLongTextBetweenCharacters) {
  const std::string cut = OneLine(std::string(119, 'x') + "\u00e9\u00e9");
  EXPECT_EQ(cut, std::string(119, 'x') + "...");
}

TEST(ExpressionConversion, KeepsNamesAndRangesOfInputs) {
  const auto read = tensor_expressions::ReadExpression("torch.log1p(p) * s", "s~C(2)[1]", {});
  ASSERT_OK(read.status());
  v1::Expression expression = DescribeGraph(*read);
  expression.set_code(GraphCode(*read));
  const auto graph = GraphOf(expression);
  ASSERT_OK(graph.status());
  EXPECT_EQ(ToFormula(*graph), ToFormula(*read));
  ASSERT_EQ(graph->inputs.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(graph->inputs[i].name, read->inputs[i].name);
    EXPECT_EQ(graph->inputs[i].role, read->inputs[i].role);
    EXPECT_EQ(graph->inputs[i].distribution, read->inputs[i].distribution);
  }
}

TEST(ExpressionConversion, RefusesWhatDoesNotFitTheCode) {
  v1::Expression expression;
  expression.set_code("nonsense");
  EXPECT_FALSE(GraphOf(expression).ok());
  expression.set_code("input;exp,0;=1");
  ASSERT_OK(GraphOf(expression).status());
  expression.add_inputs()->set_role("no role");
  EXPECT_FALSE(GraphOf(expression).ok());
  expression.mutable_inputs(0)->clear_role();
  expression.add_inputs();
  EXPECT_FALSE(GraphOf(expression).ok());
}

}  // namespace
}  // namespace allreview::numerics
