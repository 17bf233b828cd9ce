#include "analyzers/constraints/constant.h"

#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::constraints {
namespace {

TEST(Constant, ReadsLiteralsAsRecipesWriteThem) {
  EXPECT_EQ(Constant::Of("8"), Constant::Number(8));
  EXPECT_EQ(Constant::Of("1e-5"), Constant::Number(1e-5, false));
  EXPECT_EQ(Constant::Of("true"), Constant::Bool(true));
  EXPECT_EQ(Constant::Of("null"), Constant::None());
  EXPECT_EQ(Constant::Of("'8'"), Constant::Text("8"));
  EXPECT_EQ(Constant::Of("alltoall"), Constant::Text("alltoall"));
}

TEST(Constant, ComparesWhatIsKnown) {
  const Constant four = Constant::Number(4);
  EXPECT_EQ(Compare("<=", four, four), true);
  EXPECT_EQ(Compare("==", four, Constant::Text("4")), false);
  EXPECT_EQ(Compare("is not", four, Constant::None()), true);
  EXPECT_EQ(Compare("not in", four, Constant::Sequence("tuple", {Constant::Number(1), four})),
            false);
  EXPECT_EQ(Compare("in", Constant::Text("moe"), Constant::Text("moe_act,core")), true);
}

TEST(Constant, ComparesNothingWithWhatIsUnknown) {
  const Constant four = Constant::Number(4);
  EXPECT_EQ(Compare("==", four, Constant()), std::nullopt);
  EXPECT_EQ(Compare("<", four, Constant::None()), std::nullopt);
  EXPECT_EQ(Compare("in", four, Constant::Sequence("list", {Constant()})), std::nullopt);
  // A member of an enumeration may be a text, too.
  const Constant member = {.type = Constant::Type::kMember, .text = "Backend.flash"};
  EXPECT_EQ(Compare("==", member, Constant::Text("flash")), std::nullopt);
  EXPECT_EQ(Compare("==", member, {.type = Constant::Type::kMember, .text = "Backend.local"}),
            false);
}

TEST(Constant, CalculatesAsPythonDoes) {
  EXPECT_EQ(Calculate("%", Constant::Number(-3), Constant::Number(4)), Constant::Number(1));
  EXPECT_EQ(Calculate("//", Constant::Number(-3), Constant::Number(4)), Constant::Number(-1));
  EXPECT_EQ(Calculate("/", Constant::Number(6), Constant::Number(3)), Constant::Number(2, false));
  EXPECT_FALSE(Calculate("/", Constant::Number(6), Constant::Number(0)).is_known());
  EXPECT_FALSE(Calculate("+", Constant::Text("a"), Constant::Text("b")).is_known());
}

}  // namespace
}  // namespace allreview::constraints
