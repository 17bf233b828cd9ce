#include "analyzers/numerics/graph/torch_functions.h"

#include <limits>
#include <string>
#include <vector>

#include "analyzers/numerics/graph/graph_text.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

using ::testing::HasSubstr;

// The graph of a call; NodeRef{0} is x, NodeRef{1} is y, NodeRef{2} is z.
absl::StatusOr<Graph> GraphOf(const TorchCall& call, Semantics semantics = {}) {
  GraphBuilder graph(semantics);
  for (const absl::string_view name : {"x", "y", "z"}) {
    graph.AddInput({.name = std::string(name)});
  }
  const absl::StatusOr<int> result = CallTorch(graph, call);
  if (!result.ok()) return result.status();
  return graph.Finish({*result});
}

const NodeRef kX{0};
const NodeRef kY{1};
const NodeRef kZ{2};

struct Case {
  TorchCall call;
  std::string formula;
};

void ExpectFormulas(const std::vector<Case>& cases) {
  for (const Case& it : cases) {
    SCOPED_TRACE(it.call.name);
    ASSERT_OK_AND_ASSIGN(const Graph graph, GraphOf(it.call));
    EXPECT_EQ(ToFormula(graph), it.formula);
  }
}

TEST(TorchFunctions, AreOperationsByAnyOfTheirNames) {
  ExpectFormulas({
      {{"exp", {kX}}, "exp(x)"},
      {{"exp_", {kX}}, "exp(x)"},
      {{"expit", {kX}}, "sigmoid(x)"},
      {{"true_divide", {kX, kY}}, "div(x, y)"},
      {{"multiply", {kX, 2.0}}, "mul(x, 2)"},
      {{"where", {kX, kY, 0.0}}, "where(x, y, 0)"},
      {{"rsub", {kX, 1.0}}, "sub(1, x)"},
      {{"square", {kX}}, "mul(x, x)"},
  });
}

// cuda/PowKernel.cu.
TEST(TorchFunctions, RaiseToSmallPowersAsPyTorchDoes) {
  ExpectFormulas({
      {{"pow", {kX, 2.0}}, "mul(x, x)"},
      {{"pow", {kX, 3.0}}, "mul(mul(x, x), x)"},
      {{"pow", {kX, 1.0}}, "x"},
      {{"pow", {kX, 0.5}}, "sqrt(x)"},
      {{"pow", {kX, -0.5}}, "rsqrt(x)"},
      {{"pow", {kX, -1.0}}, "reciprocal(x)"},
      {{"pow", {kX, -2.0}}, "reciprocal(mul(x, x))"},
      {{"pow", {kX, 1.5}}, "pow(x, 1.5)"},
      {{"pow", {kX, kY}}, "pow(x, y)"},
      {{"float_power", {kX, 2.0}}, "mul(fp64(x), fp64(x))"},
  });
}

TEST(TorchFunctions, ComputeSoftmaxInFp32AndRoundOnce) {
  ExpectFormulas({
      {{"softmax", {kX, -1.0}},
       "cast(div(exp(sub(widen(x), amax(widen(x)))), sum(exp(sub(widen(x), amax(widen(x)))))), "
       "like x)"},
      {{"log_softmax", {kX, -1.0}},
       "cast(sub(sub(widen(x), amax(widen(x))), log(sum(exp(sub(widen(x), amax(widen(x))))))), "
       "like x)"},
      {{"softmax", {kX}, {{"dim", -1.0}, {"dtype", Format::kFp32}}},
       "cast(div(exp(sub(widen(fp32(x)), amax(widen(fp32(x))))), "
       "sum(exp(sub(widen(fp32(x)), amax(widen(fp32(x))))))), like fp32(x))"},
  });
}

// ReduceOps.cpp: composed of tensors' operations, so that bf16 is rounded at each.
TEST(TorchFunctions, RoundEveryStepOfLogSumExp) {
  ExpectFormulas({{{"logsumexp", {kX, -1.0}},
                   "add(log(sum(exp(sub(x, where(isinf(amax(x)), 0, amax(x)))))), "
                   "where(isinf(amax(x)), 0, amax(x)))"}});
}

TEST(TorchFunctions, NormaliseInFp32) {
  ExpectFormulas({
      {{"rms_norm", {kX, 8.0, kY, 1e-6}},
       "cast(mul(mul(widen(x), rsqrt(add(mean(mul(widen(x), widen(x))), 1e-06))), widen(y)), "
       "like x)"},
      {{"layer_norm", {kX, 8.0}},
       "cast(mul(sub(widen(x), mean(widen(x))), "
       "rsqrt(add(mean(mul(sub(widen(x), mean(widen(x))), sub(widen(x), mean(widen(x))))), "
       "1e-05))), like x)"},
      {{"normalize", {kX}, {{"dim", -1.0}}}, "div(x, maximum(norm(x), 1e-12))"},
      {{"normalize", {kX, -1.0}}, "div(x, maximum(norm(x), 1e-12))"},
  });
}

TEST(TorchFunctions, NormaliseByTheRulesOfTheRelease) {
  ASSERT_OK_AND_ASSIGN(const Graph old,
                       GraphOf({"rms_norm", {kX, 8.0}}, {.minor_version = 4, .autocast = {}}));
  EXPECT_THAT(ToFormula(old), HasSubstr("mean(mul(x, x))"));
}

// native/Distance.cpp: each vector is divided by its norm before the product.
TEST(TorchFunctions, CompareDirectionsOfUnitVectors) {
  ExpectFormulas({{{"cosine_similarity", {kX, kY, -1.0}},
                   "sum(mul(div(x, maximum(norm(x), 1e-08)), div(y, maximum(norm(y), 1e-08))))"}});
}

// native/Loss.cpp.
TEST(TorchFunctions, GiveTheLossOfEachElement) {
  ExpectFormulas({
      {{"mse_loss", {kX, kY}}, "mul(sub(x, y), sub(x, y))"},
      {{"l1_loss", {kX, kY}}, "abs(sub(x, y))"},
      {{"binary_cross_entropy_with_logits", {kX, kY}}, "sub(mul(sub(1, y), x), logsigmoid(x))"},
      {{"kl_div", {kX, kY}}, "sub(where(eq(y, 0), 0, mul(y, log(y))), mul(y, x))"},
      {{"kl_div", {kX, kY}, {{"log_target", true}}}, "mul(exp(y), sub(y, x))"},
      {{"binary_cross_entropy", {kX, kY}},
       "cast(sub(mul(sub(widen(y), 1), maximum(log1p(neg(widen(x))), -100)), "
       "mul(widen(y), maximum(log(widen(x)), -100))), like x)"},
      {{"nll_loss", {kX, kY}}, "neg(x)"},
      {{"smooth_l1_loss", {kX, kY}},
       "where(lt(abs(sub(x, y)), 1), div(mul(mul(0.5, abs(sub(x, y))), abs(sub(x, y))), 1), "
       "sub(abs(sub(x, y)), 0.5))"},
      {{"huber_loss", {kX, kY}, {{"delta", 2.0}}},
       "where(le(abs(sub(x, y)), 2), mul(mul(0.5, abs(sub(x, y))), abs(sub(x, y))), "
       "mul(2, sub(abs(sub(x, y)), 1)))"},
      {{"gaussian_nll_loss", {kX, kY, kZ}},
       "mul(0.5, add(log(maximum(z, 1e-06)), div(mul(sub(x, y), sub(x, y)), maximum(z, 1e-06))))"},
      {{"poisson_nll_loss", {kX, kY}}, "sub(exp(x), mul(y, x))"},
      {{"pairwise_distance", {kX, kY}}, "norm(add(sub(x, y), 1e-06))"},
  });
}

// cuda/Activation*.cu: one kernel, in fp32.
TEST(TorchFunctions, ComputeActivationsInOneKernel) {
  ExpectFormulas({
      {{"gelu", {kX}}, "gelu(x)"},
      {{"gelu", {kX}, {{"approximate", std::string("tanh")}}}, "gelu_tanh(x)"},
      {{"softplus", {kX, 2.0}}, "softplus(x, =2, =20)"},
      {{"elu", {kX}}, "elu(x, =1)"},
      {{"mish", {kX}}, "cast(mul(widen(x), tanh(log1p(exp(widen(x))))), like x)"},
      {{"hardsigmoid", {kX}}, "cast(div(minimum(maximum(add(widen(x), 3), 0), 6), 6), like x)"},
      {{"relu6", {kX}}, "minimum(maximum(x, 0), 6)"},
      {{"softsign", {kX}}, "div(x, add(abs(x), 1))"},
      {{"leaky_relu", {kX, 0.1}}, "where(gt(x, 0), x, mul(x, 0.1))"},
      {{"softshrink", {kX, 1.0}}, "where(gt(x, 1), sub(x, 1), where(lt(x, -1), add(x, 1), 0))"},
  });
}

TEST(TorchFunctions, AddScaledOperandsInOneKernel) {
  ExpectFormulas({
      {{"add", {kX, kY}, {{"alpha", 2.0}}}, "cast(add(widen(x), mul(widen(y), 2)), like x)"},
      {{"addcmul", {kX, kY, kZ}, {{"value", 0.5}}},
       "cast(add(widen(x), mul(mul(widen(y), 0.5), widen(z))), like x)"},
      {{"addcdiv", {kX, kY, kZ}, {{"value", -0.5}}},
       "cast(add(widen(x), div(mul(widen(y), -0.5), widen(z))), like x)"},
  });
}

// native/Lerp.h: from the nearer end.
TEST(TorchFunctions, InterpolateFromTheNearerEnd) {
  ASSERT_OK_AND_ASSIGN(const Graph graph, GraphOf({"lerp", {kX, kY, kZ}}));
  EXPECT_THAT(ToFormula(graph), HasSubstr("where(lt(abs(widen(z)), 0.5), add(widen(x), "));
  EXPECT_THAT(ToFormula(graph), HasSubstr("sub(widen(y), mul(sub(widen(y), widen(x)), "));
}

TEST(TorchFunctions, ReduceAndScan) {
  ExpectFormulas({
      {{"sum", {kX, -1.0}, {{"dtype", Format::kFp32}}}, "sum(fp32(x))"},
      {{"max", {kX, -1.0}}, "amax(x)"},
      {{"max", {kX, kY}}, "maximum(x, y)"},
      {{"var", {kX, -1.0}, {{"unbiased", false}}}, "var(x, =0)"},
      {{"var", {kX}, {{"dim", std::vector<int>{-1}}, {"correction", 2.0}}}, "var(x, =2)"},
      {{"std", {kX, -1.0}}, "cast(sqrt(var(widen(x), =1)), like x)"},
      {{"norm", {kX}, {{"p", 1.0}, {"dim", -1.0}}}, "sum(abs(x))"},
      {{"norm", {kX, std::numeric_limits<double>::infinity(), -1.0}}, "amax(abs(x))"},
      {{"cumsum", {kX}, {{"axis", -1.0}}}, "cumsum(x)"},
      {{"nansum", {kX, -1.0}}, "sum(where(isnan(x), 0, x))"},
      {{"dot", {kX, kY}}, "dot(x, y)"},
  });
}

TEST(TorchFunctions, AreMadeOfOthersWhereNoOperationIs) {
  ExpectFormulas({
      {{"atanh", {kX}}, "cast(mul(0.5, log1p(div(mul(2, fp64(x)), sub(1, fp64(x))))), like x)"},
      {{"acosh", {kX}},
       "cast(log1p(add(sub(fp64(x), 1), sqrt(mul(sub(fp64(x), 1), add(sub(fp64(x), 1), 2))))), "
       "like x)"},
      {{"xlogy", {kX, kY}}, "where(eq(x, 0), 0, mul(x, log(y)))"},
      {{"remainder", {kX, 3.0}},
       "cast(sub(fp64(x), mul(floor(div(fp64(x), fp64(3))), fp64(3))), like x)"},
      {{"remainder", {3.0, kX}},
       "cast(sub(fp64(3), mul(floor(div(fp64(3), fp64(x))), fp64(x))), like x)"},
      {{"fmod", {kX, kY}},
       "cast(sub(fp64(x), mul(trunc(div(fp64(x), fp64(y))), fp64(y))), like x)"},
      {{"div", {kX, kY}, {{"rounding_mode", std::string("trunc")}}}, "trunc(div(x, y))"},
      {{"isfinite", {kX}}, "logical_not(logical_or(isnan(x), isinf(x)))"},
      {{"frac", {kX}}, "sub(x, trunc(x))"},
  });
}

TEST(TorchFunctions, ClampAndFill) {
  ExpectFormulas({
      {{"clamp", {kX, 0.0, 1.0}}, "minimum(maximum(x, 0), 1)"},
      {{"clamp", {kX}, {{"max", kY}}}, "minimum(x, y)"},
      {{"clamp_min", {kX, 1.0}}, "maximum(x, 1)"},
      {{"masked_fill", {kX, kY, -1.0}}, "where(y, -1, x)"},
  });
}

TEST(TorchFunctions, Cast) {
  ExpectFormulas({
      {{"to", {kX, Format::kBf16}}, "bf16(x)"},
      {{"to", {kX, DtypeOf{1}}}, "cast(x, like y)"},
      {{"type_as", {kX, kY}}, "cast(x, like y)"},
      {{"float", {kX}}, "fp32(x)"},
  });
}

TEST(TorchFunctions, GiveBackWhatTheyRename) {
  EXPECT_TRUE(IsRename("contiguous"));
  ExpectFormulas({{{"view", {kX, -1.0, 8.0}}, "x"}, {{"detach", {kX}}, "x"}});
}

// torch/amp: functions on its fp32 list compute there, others stay.
TEST(TorchFunctions, WidenUnderAutocast) {
  const Semantics autocast = {.autocast = Format::kBf16};
  ASSERT_OK_AND_ASSIGN(const Graph exp, GraphOf({"exp", {kX}}, autocast));
  EXPECT_EQ(ToFormula(exp), "exp(widen(x))");
  ASSERT_OK_AND_ASSIGN(const Graph add, GraphOf({"add", {kX, kY}}, autocast));
  EXPECT_EQ(ToFormula(add), "add(x, y)");
}

TEST(TorchFunctions, SayWhatIsNotMeasured) {
  struct Bad {
    TorchCall call;
    std::string message;
  };
  const std::vector<Bad> kBad = {
      {{"frobnicate", {kX}}, "frobnicate: not a function that is measured"},
      {{"exp", {kX, kY}}, "exp: takes at most 1 positional arguments, found 2"},
      {{"exp", {}, {{"colour", 1.0}}}, "exp: the argument 'colour' is not known here"},
      {{"sum", {kX, std::vector<int>{1, 2}}}, "sum: reduces along 2 dimensions at once"},
      {{"norm", {kX}, {{"p", 3.0}}}, "norm: p=3 is not measured"},
      {{"nan_to_num", {kX}}, "give posinf and neginf"},
      {{"to", {kX, std::string("cuda")}}, ""},
  };
  for (const Bad& it : kBad) {
    const absl::StatusOr<Graph> graph = GraphOf(it.call);
    if (it.message.empty()) {
      EXPECT_OK(graph);
    } else {
      EXPECT_THAT(graph, StatusIs(absl::StatusCode::kUnimplemented, HasSubstr(it.message)));
    }
  }
}

TEST(TorchFunctions, RefuseWhatPyTorchRefuses) {
  EXPECT_THAT(GraphOf({"clamp_min", {kX}}), StatusIs(absl::StatusCode::kInvalidArgument,
                                                     "clamp_min: the argument 'min' is missing"));
}

}  // namespace
}  // namespace allreview::numerics
