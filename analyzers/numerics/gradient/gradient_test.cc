#include "analyzers/numerics/gradient/gradient.h"

#include <cmath>
#include <functional>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/cpu/evaluation.h"
#include "analyzers/numerics/cpu/kernel_table.h"
#include "analyzers/numerics/graph/composites.h"
#include "analyzers/numerics/graph/graph_builder.h"
#include "analyzers/numerics/graph/graph_text.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using enum Operation;
using ::testing::HasSubstr;

constexpr Axis kAxis = {-1};
constexpr int kLanes = 6;
using Row = std::vector<double>;
// The result of inputs x (and y).
using Expression = std::function<int(GraphBuilder& graph, int x, int y)>;

Graph Make(const Expression& expression) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x", .format = Format::kFp64});
  const int y = graph.AddInput({.name = "y", .format = Format::kFp64});
  const int used = graph.Apply(kAdd, {x, graph.Apply(kMultiply, {y, graph.Constant(0)})});
  absl::StatusOr<Graph> made = graph.Finish({expression(graph, used, y)});
  EXPECT_OK(made.status());
  return *std::move(made);
}

// Output 0 in fp64; one number for each lane.
Row Evaluate(const Graph& graph, const std::vector<Row>& inputs) {
  Evaluation evaluation(graph, {.format = Format::kFp64}, kLanes, *BestKernels());
  std::vector<const double*> pointers;
  for (const Row& row : inputs) pointers.push_back(row.data());
  evaluation.Run(pointers, kLanes);
  const bool is_element = evaluation.tested().outputs[0].extent == Extent::kElement;
  Row result;
  for (int lane = 0; lane < kLanes; ++lane) {
    result.push_back(evaluation.ReferenceOutput(0, is_element ? lane : 0));
  }
  return result;
}

// The sum of the results.
double SumOf(const Graph& graph, const std::vector<Row>& inputs) {
  const Row results = Evaluate(graph, inputs);
  if (graph.nodes[graph.outputs[0]].extent != Extent::kElement) return results[0];
  double sum = 0;
  for (const double result : results) sum += result;
  return sum;
}

double CentralDifference(const Graph& graph, std::vector<Row> inputs, size_t input, int lane) {
  constexpr double kStep = 1e-5;
  std::vector<Row> low = inputs;
  inputs[input][lane] += kStep;
  low[input][lane] -= kStep;
  return (SumOf(graph, inputs) - SumOf(graph, low)) / (2 * kStep);
}

// The operation on as many of a, b and c as it takes, with the parameters that calls may leave out.
int ApplyTo(GraphBuilder& graph, const OperationInfo& info, int a, int b, int c) {
  const std::array<double, 2> parameters = {info.parameters[0].otherwise,
                                            info.parameters[1].otherwise};
  if (info.arity == 1) return graph.Apply(info.operation, {a}, parameters);
  if (info.arity == 2) return graph.Apply(info.operation, {a, b}, parameters);
  return graph.Apply(info.operation, {a, b, c}, parameters);
}

struct Case {
  std::string name;
  Expression expression;
};

std::vector<Case> Cases() {
  std::vector<Case> cases;
  // Inside the domain of each; times x, because a step has no gradient of its own.
  for (const OperationInfo& info : AllOperations()) {
    if (info.kind != OperationKind::kElementwise || info.operation == kLgamma) continue;
    cases.push_back({std::string(info.name), [=](GraphBuilder& g, int x, int y) {
                       const int a = g.Apply(kMultiply, {x, g.Constant(0.25)});
                       return g.Apply(kMultiply, {ApplyTo(g, info, a, y, x), x});
                     }});
  }
  // A row times something else, so that its gradient is not the same for all.
  for (const Operation operation : {kSum, kMean, kMax, kMin, kVariance, kNorm}) {
    cases.push_back({std::string(InfoOf(operation).name), [=](GraphBuilder& g, int x, int y) {
                       const int row =
                           g.Reduce(operation, {x}, kAxis, {.keep_axis = true, .parameter = 1});
                       return g.Apply(kMultiply, {g.Apply(kMultiply, {row, y}), x});
                     }});
  }
  const auto add = [&](std::string name, Expression expression) {
    cases.push_back({std::move(name), std::move(expression)});
  };
  add("dot", [](GraphBuilder& g, int x, int y) { return g.Reduce(kDot, {x, y}, kAxis, {}); });
  add("softplus of beta", [](GraphBuilder& g, int x, int) {
    return g.Apply(kSoftplus, {x}, {2, 20});
  });
  add("elu of alpha", [](GraphBuilder& g, int x, int y) {
    return g.Apply(kElu, {g.Apply(kSubtract, {x, y})}, {1.5, 0});
  });
  add("where of products", [](GraphBuilder& g, int x, int y) {
    return g.Apply(kWhere, {g.Apply(kGreater, {x, y}), g.Apply(kMultiply, {x, y}), x});
  });
  add("clamp",
      [](GraphBuilder& g, int x, int) { return Clamp(g, x, g.Constant(0.5), g.Constant(1.5)); });
  add("pow3", [](GraphBuilder& g, int x, int) { return Power(g, x, g.Constant(3)); });
  add("pow-2", [](GraphBuilder& g, int x, int) { return Power(g, x, g.Constant(-2)); });
  add("pow2.5", [](GraphBuilder& g, int x, int) { return Power(g, x, g.Constant(2.5)); });
  add("square", [](GraphBuilder& g, int x, int) { return g.Apply(kMultiply, {x, x}); });
  const auto weighted = [](const Expression& row) {
    return [=](GraphBuilder& g, int x, int y) { return g.Apply(kMultiply, {row(g, x, y), y}); };
  };
  add("softmax", weighted([](GraphBuilder& g, int x, int) { return Softmax(g, x, kAxis); }));
  add("log_softmax", weighted([](GraphBuilder& g, int x, int) { return LogSoftmax(g, x, kAxis); }));
  add("logsumexp",
      weighted([](GraphBuilder& g, int x, int) { return LogSumExp(g, x, kAxis, true); }));
  add("normalize",
      weighted([](GraphBuilder& g, int x, int) { return Normalize(g, x, kAxis, 1e-12); }));
  add("layer_norm", weighted([](GraphBuilder& g, int x, int) { return LayerNorm(g, x, {}); }));
  add("rms_norm", weighted([](GraphBuilder& g, int x, int) { return RmsNorm(g, x, {}); }));
  add("cosine",
      [](GraphBuilder& g, int x, int y) { return CosineSimilarity(g, x, y, kAxis, 1e-8); });
  add("bce", [](GraphBuilder& g, int x, int y) { return BceWithLogits(g, x, y); });
  add("binary_cross_entropy", [](GraphBuilder& g, int x, int y) {
    return BinaryCrossEntropy(g, g.Apply(kMultiply, {x, g.Constant(0.25)}), y);
  });
  add("xlogy", [](GraphBuilder& g, int x, int y) { return XLogY(g, x, y); });
  add("std", weighted([](GraphBuilder& g, int x, int) {
        const int variance =
            g.Reduce(kVariance, {g.WidenToFp32(x)}, kAxis, {.keep_axis = true, .parameter = 1});
        return g.CastLike(g.Apply(kSqrt, {variance}), x);
      }));
  add("without keepdim", [](GraphBuilder& g, int x, int y) {
    const int mean = g.RestoreAxis(g.Reduce(kMean, {x}, kAxis, {}));
    return g.Reduce(kSum, {g.Apply(kMultiply, {g.Apply(kSubtract, {x, mean}), y})}, kAxis, {});
  });
  return cases;
}

TEST(Gradient, AgreesWithCentralDifferences) {
  const std::vector<Row> points = {{0.4, 1.3, 0.9, 2.1, 0.7, 1.1}, {0.6, 0.3, 1.7, 1.2, 0.8, 0.9}};
  for (const Case& it : Cases()) {
    const Graph graph = Make(it.expression);
    for (int input = 0; input < 2; ++input) {
      SCOPED_TRACE(absl::StrCat(it.name, ", input ", input));
      const absl::StatusOr<Graph> gradient = GradientOf(graph, input);
      ASSERT_OK(gradient.status());
      const Row found = Evaluate(*gradient, points);
      for (int lane = 0; lane < kLanes; ++lane) {
        const double wanted = CentralDifference(graph, points, input, lane);
        EXPECT_NEAR(found[lane], wanted, 1e-6 * (1 + std::fabs(wanted))) << "lane " << lane;
      }
    }
  }
}

// d/dx of an expression of x alone, at the points; fp64.
Row GradientAt(const std::function<int(GraphBuilder&, int)>& expression, const Row& points) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const absl::StatusOr<Graph> made = graph.Finish({expression(graph, x)});
  EXPECT_OK(made.status());
  const absl::StatusOr<Graph> gradient = GradientOf(*made, 0);
  EXPECT_OK(gradient.status());
  return Evaluate(*gradient, {points});
}

TEST(Gradient, IsPyTorchsWhereTheDerivativeIsNotDefined) {
  const Row zeros(kLanes, 0.0);
  const auto at_zero = [&](const std::function<int(GraphBuilder&, int)>& expression) {
    return GradientAt(expression, zeros)[0];
  };
  EXPECT_EQ(at_zero([](GraphBuilder& g, int x) { return g.Apply(kAbsolute, {x}); }), 0);
  EXPECT_EQ(at_zero([](GraphBuilder& g, int x) { return g.Apply(kRelu, {x}); }), 0);
  EXPECT_EQ(at_zero([](GraphBuilder& g, int x) { return g.Apply(kSqrt, {x}); }), HUGE_VAL);
  EXPECT_EQ(at_zero([](GraphBuilder& g, int x) { return g.Reduce(kNorm, {x}, kAxis, {}); }), 0);
  EXPECT_EQ(at_zero([](GraphBuilder& g, int x) { return Clamp(g, x, g.Constant(0), -1); }), 1);
  // sqrt(x * x): inf * 0.
  EXPECT_TRUE(std::isnan(at_zero([](GraphBuilder& g, int x) {
    return g.Apply(kSqrt, {g.Apply(kMultiply, {x, x})});
  })));
  // where(x > 0, log(x), 0): the masked branch gives 0 / 0.
  EXPECT_TRUE(std::isnan(at_zero([](GraphBuilder& g, int x) {
    const int zero = g.Constant(0);
    return g.Apply(kWhere, {g.Apply(kGreater, {x, zero}), g.Apply(kLog, {x}), zero});
  })));
}

TEST(Gradient, SharesTies) {
  // maximum(x, 1 * x): half to each, together 1; amax of equal elements: 1 / n.
  const Row ones(kLanes, 1.0);
  EXPECT_EQ(
      GradientAt([](GraphBuilder& g, int x) { return g.Reduce(kMax, {x}, kAxis, {}); }, ones)[0],
      1.0 / kLanes);
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const int y = graph.AddInput({.name = "y"});
  const absl::StatusOr<Graph> made = graph.Finish({graph.Apply(kMaximum, {x, y})});
  ASSERT_OK(made.status());
  EXPECT_EQ(Evaluate(*GradientOf(*made, 1), {ones, ones})[0], 0.5);
}

TEST(Gradient, OfADeviationOfEqualElementsIsZeroButOfARootOfAVarianceIsNot) {
  const Row ones(kLanes, 1.0);
  const auto root = [](GraphBuilder& g, int x) {
    return g.Apply(kSqrt, {g.Reduce(kVariance, {x}, kAxis, {.parameter = 1})});
  };
  EXPECT_TRUE(std::isnan(GradientAt(root, ones)[0]));
  const auto deviation = [](GraphBuilder& g, int x) {
    const int variance = g.Reduce(kVariance, {g.WidenToFp32(x)}, kAxis, {.parameter = 1});
    return g.CastLike(g.Apply(kSqrt, {variance}), x);
  };
  EXPECT_EQ(GradientAt(deviation, ones)[0], 0);
}

TEST(Gradient, RoundsEachStepOfTheBackward) {
  GraphBuilder graph;
  const int x = graph.AddInput({.name = "x"});
  const absl::StatusOr<Graph> made = graph.Finish({graph.Apply(kTan, {x})});
  ASSERT_OK(made.status());
  EXPECT_EQ(ToFormula(*GradientOf(*made, 0)), "add(1, mul(tan(x), tan(x)))");
}

TEST(Gradient, SaysWhatItDoesNotMeasure) {
  const auto refusal = [](const std::function<int(GraphBuilder&, int)>& expression, Extent extent) {
    GraphBuilder graph;
    const int x = graph.AddInput({.name = "x", .extent = extent});
    const int y = graph.AddInput({.name = "y"});
    const absl::StatusOr<Graph> made =
        graph.Finish({graph.Apply(kMultiply, {expression(graph, x), y})});
    EXPECT_OK(made.status());
    return std::string(GradientOf(*made, 0).status().message());
  };
  EXPECT_EQ(refusal([](GraphBuilder& g, int x) { return g.Scan(kCumulativeSum, x, kAxis); },
                    Extent::kElement),
            "cumsum: its backward is not measured");
  EXPECT_THAT(refusal([](GraphBuilder& g, int x) { return g.Apply(kExp, {x}); }, Extent::kScalar),
              HasSubstr("mul: the gradient of one number for all rows is a sum over all of them"));
}

}  // namespace
}  // namespace allreview::numerics
