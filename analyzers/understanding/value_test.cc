#include "analyzers/understanding/value.h"

#include <vector>

#include "analyzers/understanding/operations.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

using Kind = Atom::Kind;

std::vector<Value> SomeValues() {
  return {Value(),
          Value::Unknown(),
          Value::Anything(),
          Value::None(),
          Value::SomeBool(),
          Value::Integer(3),
          Value::Some(Kind::kInteger),
          Value::Text("a"),
          Value::Integer(3).JoinedWith(Value::None()),
          Value::Sequence(Kind::kTuple, {Value::Integer(1), Value::None()}),
          Value::Sequence(Kind::kTuple, {Value::Text("b")}),
          Value::Collection(Kind::kList, Value::Integer(1)),
          Value::Sequence(Kind::kList, {Value::Text("a")}),
          Value::Sequence(Kind::kList, {Value::Text("a"), Value::Text("b")}),
          Value::Sequence(Kind::kList, {}),
          Value::Unknown().WhenTrue(true),
          Value::Unknown().WhenNone(false)};
}

TEST(Value, JoinsInAnyOrder) {
  for (const Value& a : SomeValues()) {
    EXPECT_EQ(a.JoinedWith(a), a) << a.ToText();
    for (const Value& b : SomeValues()) {
      EXPECT_EQ(a.JoinedWith(b), b.JoinedWith(a)) << a.ToText() << " and " << b.ToText();
      EXPECT_EQ(a.JoinedWith(b).hash(), b.JoinedWith(a).hash());
      EXPECT_EQ(a.JoinedWith(b).JoinedWith(a), a.JoinedWith(b));
    }
  }
}

TEST(Value, EndsWhateverIsJoined) {
  Value numbers;
  for (int i = 0; i < 100; ++i) numbers = numbers.JoinedWith(Value::Integer(i));
  EXPECT_EQ(numbers.ToText(), "int >= 0");
  Value nested = Value::Integer(1);
  for (int i = 0; i < 100; ++i) nested = Value::Sequence(Kind::kTuple, {nested});
  EXPECT_LE(nested.depth(), Value::kMaxDepth);
  Value lengths;
  for (size_t i = 0; i < 20; ++i) {
    lengths = lengths.JoinedWith(Value::Sequence(Kind::kTuple, std::vector<Value>(i)));
  }
  EXPECT_EQ(lengths, Value::Anything());
}

TEST(Value, TellsListsOfTextsApart) {
  const Value one = Value::Sequence(Kind::kList, {Value::Text("a")});
  const Value two = Value::Sequence(Kind::kList, {Value::Text("a"), Value::Text("b")});
  const Value none = Value::Sequence(Kind::kList, {});
  const Value three = one.JoinedWith(two).JoinedWith(none);
  EXPECT_EQ(three.ToText(), "list[] | list[\"a\"] | list[\"a\", \"b\"]");
  const Value four = three.JoinedWith(Value::Sequence(Kind::kList, {Value::Text("c")}));
  EXPECT_EQ(four.ToText(), "list[\"a\" | \"b\" | \"c\"...]");
  EXPECT_EQ(four.JoinedWith(one), four);
  EXPECT_EQ(one.JoinedWith(Value::Sequence(Kind::kList, {Value::Integer(1)})).ToText(),
            "list[1 | \"a\"]");
}

TEST(Value, KeepsTheFirstOrigin) {
  const Value joined = Value::None({1, 9}).JoinedWith(Value::None({1, 4}));
  EXPECT_EQ(joined.only()->origin, (Place{1, 4}));
}

TEST(Value, NarrowsByTruth) {
  const Value value = Value::Integer(0).JoinedWith(Value::Integer(2)).JoinedWith(Value::None());
  EXPECT_EQ(value.WhenTrue(true).ToText(), "2");
  EXPECT_EQ(value.WhenTrue(false).ToText(), "None | 0");
  const Value truthy = Value::Unknown().WhenTrue(true);
  EXPECT_FALSE(truthy.truth().may_be_false);
  EXPECT_TRUE(truthy.WhenTrue(false).is_impossible());
  EXPECT_TRUE(truthy.WhenNone(true).is_impossible());
}

TEST(Value, NarrowsByNone) {
  EXPECT_TRUE(Value::Unknown().WhenNone(true).IsCertainly(Kind::kNone));
  EXPECT_TRUE(Value::Unknown().WhenNone(false).WhenNone(true).is_impossible());
  EXPECT_EQ(Value::Integer(1).JoinedWith(Value::None()).WhenNone(false).ToText(), "1");
}

TEST(Operations, ComputeWithConstants) {
  using ir::Operator;
  const Value seven = Value::Integer(7), two = Value::Integer(2), minus = Value::Integer(-7);
  EXPECT_EQ(Operate(Operator::kFloorDivide, minus, two, {}).ToText(), "-4");
  EXPECT_EQ(Operate(Operator::kModulo, minus, two, {}).ToText(), "1");
  EXPECT_EQ(Operate(Operator::kDivide, seven, two, {}).ToText(), "3.5");
  EXPECT_EQ(Operate(Operator::kMultiply, Value::Integer(INT64_MAX), two, {}).ToText(), "int");
  EXPECT_EQ(Operate(Operator::kFloorDivide, seven, Value::Integer(0), {}).ToText(), "int");
  EXPECT_EQ(Operate(Operator::kAdd, Value::Text("a"), Value::Text("b"), {}).ToText(), "\"ab\"");
  EXPECT_TRUE(Operate(Operator::kAdd, seven, Value::Unknown(), {}).is_unknown());
}

TEST(Operations, CompareOnlyWhatIsCertain) {
  using ir::Operator;
  EXPECT_EQ(Compare(Operator::kEqual, Value::Text("a"), Value::Integer(1), {}).ToText(), "False");
  EXPECT_EQ(Compare(Operator::kLess, Value::Integer(1), Value::Integer(2), {}).ToText(), "True");
  EXPECT_EQ(Compare(Operator::kEqual, Value::Text("a"), Value::Some(Kind::kText), {}).ToText(),
            "False | True");
  EXPECT_EQ(Compare(Operator::kIn, Value::Text("a"),
                    Value::Sequence(Kind::kTuple, {Value::Text("a"), Value::Some(Kind::kText)}), {})
                .ToText(),
            "True");
}

}  // namespace
}  // namespace allreview::understanding
