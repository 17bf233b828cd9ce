#include "analyzers/numerics/fpcore/fpcore.h"

#include "analyzers/numerics/graph/graph_text.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::numerics {
namespace {

FpCore ReadOne(absl::string_view text) {
  const absl::StatusOr<std::vector<FpCore>> cores = ReadFpCores(text);
  EXPECT_OK(cores.status());
  if (!cores.ok()) return {.status = cores.status()};
  EXPECT_EQ(cores->size(), 1u);
  return cores->front();
}

std::string FormulaOf(absl::string_view text) {
  const FpCore core = ReadOne(text);
  EXPECT_OK(core.status);
  return core.status.ok() ? ToFormula(core.graph) : "";
}

TEST(FpCore, ReadsArithmetic) {
  EXPECT_EQ(FormulaOf("(FPCore (x) (- (sqrt (+ x 1)) (sqrt x)))"), "sub(sqrt(add(x, 1)), sqrt(x))");
  EXPECT_EQ(FormulaOf("(FPCore (x y z) (+ x y z))"), "add(add(x, y), z)");
  EXPECT_EQ(FormulaOf("(FPCore (x) (- x))"), "neg(x)");
}

TEST(FpCore, LetsBindingsOfLetSeeTheOutsideOnly) {
  EXPECT_EQ(FormulaOf("(FPCore (x) (let ((x (* x 2)) (y x)) (/ y x)))"), "div(x, mul(x, 2))");
  EXPECT_EQ(FormulaOf("(FPCore (x) (let* ((x (* x 2)) (y x)) (+ y 1)))"), "add(mul(x, 2), 1)");
}

TEST(FpCore, ChoosesByIf) {
  EXPECT_EQ(FormulaOf("(FPCore (x) (if (< 0 x 1) x 1/4))"),
            "where(logical_and(lt(0, x), lt(x, 1)), x, 0.25)");
}

TEST(FpCore, TakesNameAndRangesFromProperties) {
  const FpCore core = ReadOne(
      "; a comment\n"
      "(FPCore (x y) :name \"two of them\" :pre (and (<= 1 x 2) (>= 1e9 y 1e-3) (< x y)) (* x y))");
  ASSERT_OK(core.status);
  EXPECT_EQ(core.name, "two of them");
  EXPECT_EQ(core.line, 2);
  const Distribution x{.kind = Distribution::Kind::kUniform, .a = 1, .b = 2};
  EXPECT_EQ(core.graph.inputs[0].distribution, x);
  EXPECT_EQ(core.graph.inputs[1].distribution->kind, Distribution::Kind::kLogUniformPositive);
  EXPECT_EQ(core.graph.inputs[1].minimum, 1e-3);
  EXPECT_EQ(core.graph.inputs[1].maximum, 1e9);
}

TEST(FpCore, SaysWhyACoreIsNotMeasured) {
  const FpCore loop = ReadOne("(FPCore (n)\n (while (< i n) ([i 0 (+ i 1)]) i))");
  EXPECT_THAT(loop.status, StatusIs(absl::StatusCode::kUnimplemented, "line 2: has 'while'"));
  const FpCore fma = ReadOne("(FPCore (x) (fma x x x))");
  EXPECT_THAT(fma.status, StatusIs(absl::StatusCode::kUnimplemented,
                                   "line 1: 'fma' of 3 operands is not measured"));
  EXPECT_FALSE(ReadOne("(FPCore () 1)").status.ok());
  EXPECT_FALSE(ReadOne("(FPCore (x) y)").status.ok());
  EXPECT_TRUE(absl::IsInvalidArgument(ReadOne("(FPCore (x))").status));
}

TEST(FpCore, RefusesTextThatIsNotMadeOfLists) {
  EXPECT_THAT(ReadFpCores("(FPCore (x) x").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, "line 1: a parenthesis is not closed"));
  EXPECT_THAT(ReadFpCores("x)").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, "line 1: a parenthesis closes nothing"));
  EXPECT_TRUE(absl::IsInvalidArgument(ReadFpCores("").status()));
  EXPECT_FALSE(ReadFpCores(std::string(10'000, '(')).ok());
}

}  // namespace
}  // namespace allreview::numerics
